"""Shows that `.ci/mutations` finds every kind of fault; nothing is built."""

import json
import pathlib
import sys

RULES = """\
| S0-1 | a day ends | source | `DayTests.end`, `DayTests.start` |
| S0-2 | words | source | advice |
| C-1 | one thing | decision | `Day` | `DayTests.start` |
| S0-3 | more | source | server side; `DayTests.more` |
| B1-1 | a day begins | source |
| B1-2 | no test cites it | source |
"""

TESTS = """\
struct DayTests {
    // B1-1: by the clock.
    @Test(
        "S0-1, B2-3…5: a day ends",
        arguments: [1])
    func end(_ day: Int) {
        // B1-2 is only looked at here.
    }

    // B1-9
    private let day = 1
    @Test func start() {}
}

@Test("B1-3") func alone() {}
"""

TABLE = "S0-1 · Day.swift\n- now < end\n+ now <= end\n\nC-1 · Day.swift\n@ func two\n- 1\n+ 2\n\nS0-3 · none: because\n"


def expect(what, is_so):
    if not is_so:
        sys.exit(f"mutations: self-test: {what}")


def run(gate):
    """Runs all of it on the gate, a module."""
    cited = {}
    for name, test in gate.citations(TESTS, "Days"):
        cited.setdefault(name, set()).add(test)
    end = {"DayTests.end"}
    expect("tests that cite a row B are read", cited == {
        "B1-1": end, "B2-3": end, "B2-4": end, "B2-5": end, "B1-3": {"Days.alone"}})
    known = gate.rules(RULES, cited)
    expect("rules are read", list(known) == ["S0-1", "C-1", "S0-3", "B1-1"] and known["S0-3"].tests == ["DayTests.more"])
    expect("the tests of a row B are those that cite it", known["B1-1"].tests == ["DayTests.end"])
    day, night, both = (pathlib.PurePath(f"{name}.swift") for name in ("DayTests", "NightTests", "Both"))
    files = {day: TESTS, night: "struct NightTests {\n    @Test func end() {}\n}\n", both: "enum Both {}\n"}
    expect("a file without tests that are needed is found", gate.needless(files, end) == {night})
    expect("what has a needed test is not", gate.needless(files, end | {"NightTests.end"}) == set())
    expect("nor what another file names", gate.needless(files | {both: "let night = NightTests()\n"}, end) == set())
    expect("nor what extends another type", gate.needless(files | {night: files[night] + "extension Day {}\n"}, end) == set())
    for more in ("@MainActor extension Day {}", "#if os(Linux)\n    extension Day {}\n#endif", "extension [Int] {}"):
        extending = files | {night: f"{files[night]}{more}\n"}
        expect("whatever stands before the extension", gate.needless(extending, end) == set())
    for more in ("@Suite(.store()) struct DayTests {}", "#if os(Linux)\n    struct DayTests {}\n#endif"):
        beside = files | {night: f"{files[night]}{more}\n"}
        expect("whatever stands before the suite", gate.needless(beside, end) == set())
    run_table(gate, known)
    run_places(gate)
    run_verdicts(gate, known)
    print("mutations: every kind of fault is found")


def run_table(gate, known):
    found, without, faults = gate.patches(TABLE)
    expect("a good table is good, without a patch of B", not faults and not gate.table_faults(found, without, known))
    expect("a line that means nothing is found", gate.patches("S0-1: Day.swift")[2])
    expect("a patch that changes nothing is found", gate.patches("S0-1 · Day.swift\n- a\n+ a")[2])
    none = ["S0-3: has neither a patch nor a reason why not"]
    expect("a rule without patch and reason is found", gate.table_faults(found, [], known) == none)
    expect("a rule that is not there is found", gate.table_faults(found, without + [("S0-9", "")], known))
    expect("a patch beside a reason is found", gate.table_faults(found, without + [("S0-1", "")], known))
    expect("a patch that is there twice is found", gate.table_faults(found + gate.patches(TABLE)[0][:1], without, known))
    given = gate.patches(TABLE + "\nB1-1 · Day.swift\n- a\n+ b")[0]
    expect("a row B may have a patch", not gate.table_faults(given, without, known))
    uncited = gate.patches(TABLE + "\nB1-2 · Day.swift\n- a\n+ b")[0]
    expect("a patch of a row B that no test cites is found", gate.table_faults(uncited, without, known))


def run_places(gate):
    found = gate.patches(TABLE)[0]
    source = "func one() { now < end ? 1 : 1 }\nfunc two() { 1 }\n"
    text, lines, _ = gate.patched(source, found)
    ends, one = (f"{gate.SWITCH}.is({patch.number})" for patch in found)
    put = f"func one() {{ ({ends} ? (now <= end) : (now < end)) ? 1 : 1 }}\nfunc two() {{ ({one} ? (2) : (1)) }}\n"
    expect("patches are put", text == put)
    expect("a patch's lines are known", [(first, last) for _, first, last in lines] == [(1, 1), (2, 2)])
    expect("a text that is gone is found", gate.patched("func two() { 1 }", found[:1])[2])
    expect("a text that stands twice is found", gate.patched(source + source, found[:1])[2])
    expect("a line around it that is gone is found", gate.patched("func one() { 1 }", found[1:])[2])
    wide = gate.patches("S0-1 · Day.swift\n- now < end ? 1\n+ if MUTATED { 0 } else { ORIGINAL }")[0]
    inside = gate.patched(source, [*found, *wide])[0]
    outer = f"func one() {{ if {gate.SWITCH}.is({wide[0].number}) {{ 0 }} else {{ ({ends} ? ("
    expect("patches lie in one another", inside.startswith(outer))
    across = gate.patches("S0-1 · Day.swift\n- end ? 1\n+ 2")[0]
    expect("texts that overlap are found", gate.patched(source, [found[0], *across])[2])


def run_verdicts(gate, known):
    def event(kind, test, **more):
        payload = {"kind": kind, "testID": f"Tests.DayTests/{test}()/D.swift:1:2", **more}
        return json.dumps({"kind": "event", "payload": payload}) + "\n"

    def verdict(patch, records, **ends):
        result = gate.Run().read(records)
        for name, is_so in ends.items():
            setattr(result, name, is_so)
        return gate.verdict(patch, known, result)

    found = gate.patches(TABLE)[0]
    passed = event("testStarted", "end")
    failed = passed + event("issueRecorded", "end", issue={"isKnown": False})
    expect("a patch that is caught is", verdict(found[0], failed) == "")
    expect("one that is not caught is found", "not caught" in verdict(found[0], passed))
    expect("a known issue catches nothing", verdict(found[0], failed.replace("false", "true")))
    expect("tests that did not run are found", "ran" in verdict(found[1], failed))
    both = gate.patches("S0-1, C-1 · Day.swift\n- a\n+ b")[0][0]
    expect("each rule needs a failure of its own", "C-1" in verdict(both, failed + event("testStarted", "start")))
    expect("tests that do not end catch nothing", "did not end" in verdict(found[0], passed, hung=True))
    expect("a crash catches nothing", "stopped" in verdict(found[0], passed, crashed=True))
    expect("a test that failed before that does", verdict(found[0], failed, hung=True) == "")
