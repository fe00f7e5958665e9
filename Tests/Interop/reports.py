#!/usr/bin/env python3
"""Works the reports of a file of events out again, and compares them with those of subscription-report to the last unit.

Usage: reports.py PROGRAM [CUSTOMERS [DAYS]]
       reports.py PROGRAM --input EVENTS

PROGRAM is the built subscription-report; it plays a year, or so many days, or reads a file, and writes every table as JSON and CSV. Each
cell of each of them is compared. A table or a row that was not worked out fails as one that is missing does.

Every figure comes from report_figures.py, which knows nothing of the program's own code; here are the tables' headings alone.
"""
import collections
import csv
import datetime
import io
import json
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from report_figures import BOUNDS, DAY, STANDINGS, month, read

TYPES = {1: "introductory", 2: "promotional", 3: "offer code", 4: "win-back"}
# Of a report that shop must have tried at least once.
TRIED = ["Refunds", "Refunds reversed", "Extended", "Prorated", "Upgrades", "Downgrades", "Crossgrades", "Recovered in grace",
         "Recovered in retry", "Reactivated", "Returning", "Ended by refund", "Ended otherwise"]


class Table(collections.namedtuple("Table", "columns rows")):
    """Columns as names with their units, and rows whose first cells, as many as `keys`, say what they are about."""

    keys = 1
    # Whether the rows stand in this order: of months and days they do.
    ordered = True

    @classmethod
    def of_terms(cls, columns, rows):
        table = cls([("Product", ""), ("Offer", ""), ("Storefront", "")] + columns, rows)
        table.keys, table.ordered = 3, False
        return table

    @classmethod
    def of_offers(cls, columns, rows):
        table = cls([("Offer", ""), ("Product", ""), ("Storefront", "")] + columns, rows)
        table.keys, table.ordered = 3, False
        return table


def plain(*names):
    return [(name, "") for name in names]


def share(part, whole):
    return {"numerator": part, "denominator": whole}


def money(amount, currency):
    """Thousandths of a unit as a decimal with two places at least."""
    digits = f"{abs(amount) % 1000:03d}"
    digits = digits[:2] if digits.endswith("0") else digits
    return {"amount": f"{'-' if amount < 0 else ''}{abs(amount) // 1000}.{digits}", "currency": currency}


def offer_words(offer):
    if offer is None:
        return "standard price"
    kind, name, mode, period, periods = offer
    length = "free, " + period if mode == "freeTrial" else f"{period} × {periods}"
    return f"{name} ({TYPES[kind]}, {length})" if name is not None else f"{TYPES[kind]} ({length})"


def by_product(terms):
    return [terms.product, offer_words(terms.offer), terms.territory]


def by_offer(terms):
    return [offer_words(terms.offer), terms.product, terms.territory]


def date_of(day):
    """The day that is so many after 1 January 1970."""
    return datetime.date(1970, 1, 1) + datetime.timedelta(day)


def first_day(name):
    return datetime.date.fromisoformat(name + "-01").toordinal() - datetime.date(1970, 1, 1).toordinal()


def later(name, count):
    """The month so many after another."""
    months = int(name[:4]) * 12 + int(name[5:]) - 1 + count
    return f"{months // 12:04d}-{months % 12 + 1:02d}"


def last_day(name):
    return first_day(later(name, 1)) - 1


def months(names):
    """All months from the first to the last, the last ten years of them."""
    result = [min(names)]
    while result[-1] < max(names):
        result.append(later(result[-1], 1))
    return result[-120:]


def counted(counts):
    """The keys under which anything was counted."""
    return [key for key, count in counts.items() if any(count.values())]


# The tables

KINDS = [STANDINGS[kind] for kind in (None, 1, 2, 3, 4)]
STATE = ["Active", "Growth", "Growth rate", *KINDS, "Other offers", "In grace", "In retry"]
# What the tables of each day call what happened, in their order.
EVENTS = {
    "new": "New", "renewed": "Renewed", "converted": "Converted", "cancelled": "Cancelled", "reactivated": "Reactivated",
    "resubscribed": "Returning", "upgraded": "Upgrades", "downgraded": "Downgrades", "crossgraded": "Crossgrades",
    "changesPlanned": "Changes planned", "offersPlanned": "Offers planned", "redeemed": "Offers redeemed",
    "graceEntered": "Grace entered", "retryEntered": "Retry entered", "recoveredInGrace": "Recovered in grace",
    "recoveredInRetry": "Recovered in retry", "endedVoluntarily": "Ended by choice", "endedInvoluntarily": "Ended unpaid",
    "endedByRefund": "Ended by refund", "endedOtherwise": "Ended otherwise", "refunds": "Refunds",
    "refundsReversed": "Refunds reversed", "prorated": "Prorated", "extended": "Extended"}


def state_rows(figures, first, shown, territory=None):
    """A row for each day that is shown: who there is, in one territory or in all, and how many more than in the row before."""
    def counts(day):
        total = collections.Counter()
        for place, part in figures.state_by_day.get(day, {}).items():
            if territory in (None, place):
                total.update(part)
        return total

    active = lambda count: sum(count[kind] for kind in KINDS)
    before = active(counts(first - 1))
    for day in shown:
        count = counts(day)
        grown = active(count) - before
        yield [str(date_of(day)), active(count), grown, share(grown, before)] + [count[kind] for kind in KINDS] \
            + [0, count["In grace"], count["In retry"]]
        before = active(count)


def state_tables(figures):
    last = figures.last // DAY
    anybody = lambda parts: any(any(part.values()) for part in parts.values())
    first = max(min(day for day, parts in figures.state_by_day.items() if anybody(parts)), last - 3_600)
    ends = [min(last_day(name), last) for name in months([month(first * DAY), month(last * DAY)])]
    yield "Subscribers at the end of each month", Table(plain("Day", *STATE), list(state_rows(figures, first, ends)))
    territories = sorted({terms.territory for terms, _ in figures.state})
    for title, shown in [("Subscribers at the end of each month, by storefront", ends),
                         ("Subscribers at the end of each day, by storefront", list(range(first, last + 1)))]:
        table = Table(
            plain("Storefront", "Day", *STATE),
            [[territory] + row for territory in territories for row in state_rows(figures, first, shown, territory)])
        table.keys = 2
        # Of one storefront only every day has a table of its own.
        if len(territories) > 1 or shown is not ends:
            yield title, table
    standings = ["Active", "In grace", "In retry"]
    yield f"Subscribers on {date_of(last)} by product, offer and storefront", Table.of_terms(
        plain(*standings),
        [by_product(terms) + [figures.state[terms, standing] for standing in standings]
         for terms in {terms for (terms, _), count in figures.state.items() if count}])


def event_tables(figures):
    happened = months(counted(figures.events) + [month(figures.last)])
    for title, names in [
            ("New and returning subscribers", ["New", "Returning", "New among both", "Offers redeemed", "Converted", "Renewed"]),
            ("Cancellations, ends and changes of plan",
             ["Cancelled", "Reactivated", "Ended by choice", "Ended unpaid", "Ended by refund", "Ended otherwise", "Upgrades",
              "Downgrades", "Crossgrades"]),
            ("Failed renewals and refunds",
             ["Grace entered", "Retry entered", "Recovered in grace", "Recovered in retry", "Refunds", "Refunds reversed",
              "Prorated", "Extended"])]:
        rows = []
        for name in happened:
            counts = figures.events[name]
            both = share(counts["New"], counts["New"] + counts["Returning"])
            rows.append([name] + [both if column == "New among both" else counts[column] for column in names])
        yield title, Table(plain("Month", *names), rows)
    days = counted(figures.happened)
    by_terms = collections.defaultdict(collections.Counter)
    for day, terms in days:
        by_terms[terms].update(figures.happened[day, terms])
    for counts in by_terms.values():
        counts["Recovered"] = counts["Recovered in grace"] + counts["Recovered in retry"]
        counts["Ended"] = sum(counts["Ended " + way] for way in ("by choice", "unpaid", "by refund", "otherwise"))
    names = ["New", "Returning", "Offers redeemed", "Converted", "Renewed", "Cancelled", "Reactivated", "Grace entered",
             "Retry entered", "Recovered", "Refunds", "Ended"]
    yield "What happened, by product, offer and storefront", Table.of_terms(
        plain(*names), [by_product(terms) + [counts[name] for name in names] for terms, counts in by_terms.items()])
    table = Table.of_terms(
        plain("Day", *EVENTS),
        [by_product(terms) + [str(date_of(day))] + [figures.happened[day, terms][name] for name in EVENTS.values()]
         for day, terms in days])
    table.keys = 4
    yield "What happened on each day, by product, offer and storefront", table


def retention_tables(figures):
    last = figures.last // DAY
    shown = sorted(figures.cohorts)[-60:]
    width = min(len(months([shown[0], month(figures.last)])) - 1, 60)
    rows = []
    for cohort in shown:
        cells = []
        for count in range(width + 1):
            name = later(cohort, count)
            staying = figures.staying_by_day[min(last_day(name), last)].get(cohort, 0)
            cells.append(None if name > month(figures.last) else share(staying, figures.cohorts[cohort]))
        rows.append([cohort, figures.cohorts[cohort]] + cells)
    yield "Subscribed at the end of each month after the first", Table(
        plain("First subscribed in", "Subscribers", *map(str, range(width + 1))), rows)
    rows, ways = [], ["Left by choice", "Left unpaid", "Left by refund", "Left otherwise"]
    for name in months(list(figures.cohort_months) + [month(figures.last)]):
        counts = [figures.ended[name][way] for way in ways]
        before = sum(figures.staying_by_day.get(first_day(name) - 1, {}).values())
        rows.append([name, before] + counts + [share(sum(counts), before)])
    yield "Churn by month", Table(plain("Month", "Subscribed before", *ways, "Churn"), rows)
    ends = sum(figures.reasons.values())
    yield "Why subscriptions ended", Table(
        plain("Reason", "Ended", "Share"),
        [[reason, count, share(count, ends)]
         for reason, count in sorted(figures.reasons.items(), key=lambda item: (-item[1], item[0]))])
    good = sum(figures.recovered.values())
    rows = []
    for days, talk in [(3, "40 %"), (16, "75 %"), (28, "90 %"), (60, None)]:
        count = sum(number for day, number in figures.recovered.items() if day <= days)
        rows.append([days, count, share(count, good), talk, share(count, figures.failures)])
    title = f"Failed renewals: {figures.failures}, of which {good} made good, {figures.lost} lost, " \
        f"{figures.failures - good - figures.lost} open"
    if figures.failures:
        yield title, Table(
            [("Within", "days")] + plain("Made good", "Of those made good", "Apple's talk", "Of all failures"), rows)
    leads = sum(figures.leads.values())
    rows = []
    for days in [1, 2, 7, 14, 28]:
        count = sum(number for left, number in figures.leads.items() if left >= days)
        rows.append([days, count, share(count, leads)])
    if leads:
        yield f"How long before the end {leads} customers cancelled", Table(
            [("At least", "days")] + plain("Cancellations", "Share"), rows)


def money_tables(figures):
    sums = ["Charges", "At 85 %", "Free periods", "Refunds", "Charged", "Refunded", "Proceeds"]
    moved = counted(figures.money)
    columns = lambda currency: plain(*sums[:4]) + [(name, currency) for name in sums[4:]]

    def cells(keys, currency):
        total = collections.Counter()
        for key in keys:
            total.update(figures.money[key])
        return [total[name] for name in sums[:4]] + [money(total[name], currency) for name in sums[4:]]

    for currency in {terms.currency for _, terms, _ in moved}:
        mine = [key for key in moved if key[1].currency == currency]
        yield f"Money by month, {currency}", Table(
            plain("Month") + columns(currency),
            [[name] + cells([key for key in mine if key[0] == name], currency) for name in months([key[0] for key in moved] + [month(figures.last)])])
        yield f"Money by month of the first subscription, {currency}", Table(
            plain("First subscribed in") + columns(currency),
            [[name] + cells([key for key in mine if key[2] == name], currency) for name in sorted({key[2] for key in mine})])
    yield "Money by product, offer and storefront", Table.of_terms(
        columns(""),
        [by_product(terms) + cells([key for key in moved if key[1] == terms], terms.currency)
         for terms in {terms for _, terms, _ in moved}])


def offer_tables(figures):
    offers = {terms: figures.offers[terms] for terms in counted(figures.offers)}
    rows = []
    for terms, counts in offers.items():
        stayed = figures.stayed[terms]
        # To the nearest day, halves up.
        mean = (2 * sum(stayed) + DAY * len(stayed)) // (2 * DAY * len(stayed)) if stayed else None
        rows.append(by_offer(terms) + [
            counts["Redeemed"], counts["Converted"], share(counts["Converted"], counts["Redeemed"]), counts["Left"],
            counts["Left during"], mean])
    yield "What offers led to", Table.of_offers(
        plain("Redeemed", "Converted", "Conversion", "Left", "Left during") + [("Days to leaving", "mean")], rows)
    longest = max((time for times in figures.stayed.values() for time in times), default=0)
    # Up to the bound by which the last one left, and three at least.
    bounds = [bound for place, bound in enumerate(BOUNDS) if place < 3 or BOUNDS[place - 1] * DAY < longest]
    left = lambda terms, bound: sum(time <= bound * DAY for time in figures.stayed[terms])
    yield "How soon subscribers left after an offer", Table.of_offers(
        plain("Redeemed", *(f"Within {bound} days" for bound in bounds)),
        [by_offer(terms) + [counts["Redeemed"]] + [left(terms, bound) for bound in bounds]
         for terms, counts in offers.items()])
    sums = ["Revenue before", "Revenue during", "Revenue after", "Proceeds before", "Proceeds during", "Proceeds after"]
    yield "What offers brought", Table.of_offers(
        plain(*sums),
        [by_offer(terms) + [money(counts[name], terms.currency) for name in sums] for terms, counts in offers.items()])


# Comparing

class Check:
    passed = failed = 0

    def same(self, name, ours, theirs):
        if ours == theirs:
            self.passed += 1
        else:
            self.failed += 1
            print(f"{name}: {ours} worked out, {theirs} reported")


def compare(figures, folder, check):
    ours = {}
    for part in [state_tables, event_tables, retention_tables, money_tables, offer_tables]:
        for title, table in part(figures):
            ours[title] = table
    theirs = {}
    for path in sorted(folder.glob("*.json")):
        found = json.loads(path.read_text(encoding="utf-8"))
        check.same(f"tables called '{found['title']}' before {path.name}", found["title"] in theirs, False)
        theirs[found["title"]] = found
        compare_csv(found, path.with_suffix(".csv"), check)
    check.same("files of tables", sorted(path.suffix for path in folder.iterdir()),
               sorted([".csv", ".json"] * len(theirs)))
    check.same("tables missing", sorted(set(ours) - set(theirs)), [])
    check.same("tables that were not worked out", sorted(set(theirs) - set(ours)), [])
    for title in sorted(set(ours) & set(theirs)):
        compare_table(title, ours[title], theirs[title], check)


def compare_table(title, ours, theirs, check):
    check.same(f"columns of '{title}'", ours.columns, [(column["name"], column["unit"]) for column in theirs["columns"]])
    key = lambda row: tuple(row[:ours.keys])
    expected, reported = {key(row): row for row in ours.rows}, {key(row): row for row in theirs["rows"]}
    check.same(f"rows of one name in '{title}'", len(theirs["rows"]) - len(reported), 0)
    check.same(f"rows missing of '{title}'", [row for row in expected if row not in reported], [])
    check.same(f"rows of '{title}' that were not worked out", [row for row in reported if row not in expected], [])
    if ours.ordered:
        check.same(f"order of '{title}'", [row for row in expected if row in reported],
                   [row for row in reported if row in expected])
    for name in expected:
        if name in reported:
            check.same(f"cells of {', '.join(map(str, name))} in '{title}'", len(expected[name]), len(reported[name]))
            for (column, _), mine, cell in zip(ours.columns, expected[name], reported[name]):
                check.same(f"{column} of {', '.join(map(str, name))} in '{title}'", mine, cell)


def compare_csv(table, path, check):
    """The same table as CSV: the cells in words."""
    text = path.read_bytes().decode("utf-8")
    units = [column["unit"] for column in table["columns"]]
    rows = [[column["name"] + (f" ({column['unit']})" if column["unit"] else "") for column in table["columns"]]]
    rows += [[words(cell, unit) for cell, unit in zip(row, units)] for row in table["rows"]]
    check.same(f"{path.name}", rows, list(csv.reader(io.StringIO(text, newline=""), strict=True)))
    check.same(f"line ends of {path.name}", text.count("\n"), text.count("\r\n"))


def words(cell, unit):
    if cell is None:
        return ""
    if not isinstance(cell, dict):
        return str(cell)
    if "currency" in cell:
        return cell["amount"] if cell["currency"] == unit else f"{cell['amount']} {cell['currency']}"
    part, whole = cell["numerator"], cell["denominator"]
    if whole == 0:
        return ""
    # Ten thousandths of a percent, halves up.
    digits = (abs(part) * 2_000_000 + whole) // (2 * whole)
    return f"{'-' if part < 0 and digits else ''}{digits // 10_000}.{digits % 10_000:04d}%"


def main():
    program, given = sys.argv[1], sys.argv[2:]
    check = Check()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        events = folder / "events.jsonl"
        if given[:1] == ["--input"]:
            events = pathlib.Path(given[1])
            source = ["--input", events]
        else:
            days = ["--days", given[1]] if len(given) > 1 else []
            source = ["--customers", given[0] if given else "2000", *days, "--events", events]
        said = subprocess.run([program, *source, "--page", folder / "page.html", "--tables", folder / "tables"], check=True,
                              stdout=subprocess.PIPE, encoding="utf-8").stdout
        figures = read(events)
        active = sum(count for (_, standing), count in figures.state.items() if standing == "Active")
        check.same("what the program says first", said.split("\n")[0],
                   f"{figures.read} events; {active} active subscribers on {date_of(figures.last // DAY)}.")
        compare(figures, folder / "tables", check)
        if source[0] != "--input":
            tried = figures.tried()
            check.same("what did not happen, so was not tried", [name for name in TRIED if not tried[name]], [])
            if len(given) > 1 and int(given[1]) > 500:
                check.same("charges of the higher share, any at all", tried["At 85 %"] > 0, True)
    print(f"{check.passed} passed, {check.failed} failed")
    sys.exit(1 if check.failed else 0)


main()
