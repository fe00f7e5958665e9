"""The program `interop` as Python sees it, dates as the store counts them, and a count of what was checked."""

import calendar
import datetime
import json
import subprocess

DAY = 86_400_000
WEEK = 7 * DAY


class Refused(Exception):
    """An answer with an error."""

    def __init__(self, error):
        super().__init__(f"{error.get('kind')}: {error.get('text')}")
        self.error = error
        self.kind = error.get("kind")


class Interop:
    """One process of the program; its commands are methods: `interop.purchase(customer=0, product=…)`."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1)
        self.lines = []

    def ask(self, command, **members):
        line = json.dumps({"command": command, **{k: v for k, v in members.items() if v is not None}})
        answer = json.loads(self.exchange(line))
        if "error" in answer:
            raise Refused(answer["error"])
        return answer

    def exchange(self, line):
        """The line that a line is answered with; both are kept."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        text = self.process.stdout.readline()
        self.lines.append((line, text))
        return text

    def __getattr__(self, command):
        return lambda **members: self.ask(command, **members)

    def close(self):
        self.process.stdin.close()
        return self.process.wait()


class Tally:
    """Counts checks and prints those that failed."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, holds, name, found=None):
        if holds:
            self.passed += 1
            return
        self.failed += 1
        print(f"FAILED {name}" + ("" if found is None else f": {found}"))

    def equal(self, found, expected, name):
        self.check(found == expected, name, f"expected {expected!r}, found {found!r}")

    def finish(self):
        print(f"{self.passed} checks passed, {self.failed} failed")
        return 1 if self.failed else 0


def refused_kind(call, **members):
    """The kind of error that a command ends with; None when it is carried out."""
    try:
        call(**members)
    except Refused as refused:
        return refused.kind
    return None


EPOCH = datetime.datetime(1970, 1, 1)
# Python's years end with 9999. The calendar repeats itself every 400 years, so later ones are counted there.
CYCLE, CYCLE_DAYS = 400, 146_097


def milliseconds_since_1970(moment, cycles=0):
    span = moment - EPOCH
    return ((span.days + cycles * CYCLE_DAYS) * 86_400 + span.seconds) * 1_000 + span.microseconds // 1_000


def instant(text):
    """Milliseconds since 1970 of a date in ISO 8601 and UTC."""
    year, rest = text.split("-", 1)
    cycles = 1 if len(year) > 4 else 0
    form = "%Y-%m-%dT%H:%M:%S.%fZ" if "." in text else "%Y-%m-%dT%H:%M:%SZ"
    moment = datetime.datetime.strptime(f"{int(year) - cycles * CYCLE:04}-{rest}", form)
    return milliseconds_since_1970(moment, cycles)


def date(milliseconds):
    """ISO 8601 of milliseconds since 1970."""
    moment = EPOCH + datetime.timedelta(milliseconds=milliseconds)
    text = f"{moment.year:04}" + moment.strftime("-%m-%dT%H:%M:%S")
    return text + (f".{milliseconds % 1000:03}Z" if milliseconds % 1000 else "Z")


def months(milliseconds, count):
    """So many calendar months later, on the last day of a month that has no such day."""
    moment = EPOCH + datetime.timedelta(milliseconds=milliseconds)
    year, month = divmod(moment.year * 12 + moment.month - 1 + count, 12)
    cycles = 1 if year > 9999 else 0
    year -= cycles * CYCLE
    day = min(moment.day, calendar.monthrange(year, month + 1)[1])
    return milliseconds_since_1970(moment.replace(year=year, month=month + 1, day=day), cycles)
