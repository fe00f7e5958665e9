"""Runs the README of the example as it stands: its lines, and its client in Python.

    readme.py <interop>

`swift` is a script that starts the program given, in a folder of its own, and nothing else in it is changed.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from interop import Tally

README = pathlib.Path(__file__).resolve().parents[2] / "Examples" / "Interop" / "README.md"


def block(language):
    found = re.findall(rf"^```{language}\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return found[0] if len(found) == 1 else ""


def main():
    tally, program = Tally(), os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        shim = pathlib.Path(folder, "swift")
        shim.write_text(f'#!/bin/sh\n[ "$*" = "run interop" ] || exit 1\nexec "{program}"\n', encoding="utf-8")
        shim.chmod(0o755)
        paths = {**os.environ, "PATH": folder + os.pathsep + os.environ["PATH"]}

        def run(command, text=""):
            return subprocess.run(
                command, input=text, capture_output=True, text=True, encoding="utf-8", env=paths, cwd=folder, timeout=120)

        ended = run(["swift", "run", "interop"], block("jsonl"))
        answers = [json.loads(line) for line in ended.stdout.splitlines()]
        tally.equal(len(answers), 6, "the lines of the README: answers")
        tally.equal([answer for answer in answers if "error" in answer], [], "the lines of the README: errors")
        prices = [row["model"]["price"] for row in answers[-1]["transactions"]] if answers else []
        tally.equal(prices, ["0", "9.99"], "the lines of the README: a trial, and a renewal")
        ended = run([sys.executable, "-c", block("python")])
        tally.equal(ended.stdout, "com.example.pro.monthly\n", f"the client of the README {ended.stderr}")
    return tally.finish()


sys.exit(main())
