"""The public surface as text: every public declaration of every library, a line each, read off the symbol graphs.

`Documentation/PublicSurface.txt` holds what was agreed. Continuous integration compares and never writes it: a change is on
purpose, and shows in the diff of that file, or the gate fails.
"""
import difflib
import json
import pathlib
import re

MODULES = ["OfferKit", "OfferKitCore", "OfferKitReports", "OfferKitSamples", "OfferKitServer", "OfferKitStoreKit",
           "OfferKitStoreKitTest", "OfferKitTesting", "OfferKitTimelines", "OfferKitXCTest"]
# What the compiler adds by itself, and says differently from version to version.
UNSAID = {"Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"}
ENUMERATIONS = pathlib.Path(__file__).resolve().parent.parent / "Sources/OfferKitStoreKitEnums/include/OfferKitStoreKitEnums.h"
HEADER = """\
# The public surface: every public declaration, a line each. A data table; `.ci/build-documentation --write-surface` writes it,
# and continuous integration compares. A line that changes or goes breaks somebody's code: see Documentation/Stability.md.
"""


def declaration(symbol):
    """A symbol's declaration on one line, attributes included."""
    return " ".join("".join(part["spelling"] for part in symbol["declarationFragments"]).split())


def lines(folder):
    """The surface's lines, sorted by module and path."""
    found = set()
    for path in sorted(folder.glob("*.symbols.json")):
        module = path.name.removesuffix(".symbols.json").split("@")[0]
        if module not in MODULES:
            continue
        graph = json.loads(path.read_text(encoding="utf-8"))
        names = {}
        for symbol in graph["symbols"]:
            name = ".".join(symbol["pathComponents"])
            names[symbol["identifier"]["precise"]] = name
            extended = symbol.get("swiftExtension", {}).get("constraints", [])
            where = ", ".join(f"{c['lhs']} {c['kind']} {c['rhs']}" for c in extended)
            found.add(f"{module} | {name} | {declaration(symbol)}" + (f" | where {where}" if where else ""))
        for relation in graph["relationships"]:
            if relation["kind"] == "conformsTo" and relation["source"] in names:
                target = names.get(relation["target"]) or relation.get("targetFallback") or relation["target"]
                target = target.removeprefix("Swift.")
                if target not in UNSAID:
                    found.add(f"{module} | {names[relation['source']]} | conforms to {target}")
    return sorted(found | enumerations())


def enumerations():
    """The enumerations in C, of which the compiler writes no graph: each by its name in Swift, and its cases by their names in C."""
    found, name = set(), ""
    for line in ENUMERATIONS.read_text(encoding="utf-8").splitlines():
        if head := re.match(r'typedef enum OFFERKIT_OPEN\("(\w+)"\) \w+ : ([\w ]+) {', line):
            name = head[1]
            found.add(f"OfferKitStoreKitEnums | {name} | enum {name} : {head[2]}")
        elif case := re.match(r"    (OfferKit\w+)( = -?\d+)?,", line):
            found.add(f"OfferKitStoreKitEnums | {name}.{case[1]} | case {case[1]}{case[2] or ''}")
    return found


def check(folder, text):
    """Compares the surface with a file; the differences, a line each."""
    agreed = [line for line in text.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    changes = difflib.unified_diff(agreed, lines(folder), "agreed", "found", lineterm="", n=0)
    return [line for line in changes if not line.startswith(("---", "+++", "@@"))]


def write(folder, text):
    """Writes the surface to a file."""
    pathlib.Path(text).write_text(HEADER + "\n".join(lines(folder)) + "\n", encoding="utf-8")
