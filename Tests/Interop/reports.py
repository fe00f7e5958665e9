#!/usr/bin/env python3
"""Works the reports of a file of events out again, and compares them with those of subscription-report to the last unit.

Usage: reports.py PROGRAM [CUSTOMERS [DAYS]]

PROGRAM is the built subscription-report; it plays a year and writes the events and every table. What this script knows is what
Documentation/EventFormat.md and the rules B17, C-30 and C-170 to C-183 say, and nothing of the program's own code. It knows as much of
them as this shop needs: no renewal is put off in it, and no refund comes later than the period that it is for.
"""
import collections
import datetime
import json
import pathlib
import subprocess
import sys
import tempfile

DAY = 86_400_000
TRANSACTIONS = {"subscribed", "resubscribed", "planChanged", "renewed", "recovered"}
CATEGORIES = {None: "Standard price", 1: "Introductory", 2: "Promotional", 3: "Offer code", 4: "Win-back"}
TYPES = {1: "introductory", 2: "promotional", 3: "offer code", 4: "win-back"}
ENDS = {"autoRenewDisabled": "Left by choice", "didNotConsentToPriceIncrease": "Left by choice",
        "billingError": "Left unpaid", "refunded": "Left by refund"}


def month(date):
    """The month in UTC of milliseconds since 1970."""
    return datetime.datetime.fromtimestamp(date / 1000, datetime.timezone.utc).strftime("%Y-%m")


class Subscription:
    """One subscription: how it stands, and what its charges were."""

    def __init__(self, event):
        self.status = None
        self.latest = None
        self.cohort = month(event["date"])
        self.charges = {}
        # Milliseconds of paid service that are completed, and when the current period was cut short.
        self.served = 0
        self.ended = None
        self.revoked = False


class Reports:
    """Every figure that is compared."""

    def __init__(self):
        self.subscriptions = {}
        self.state = collections.Counter()
        self.by_day = {}
        self.events = collections.defaultdict(collections.Counter)
        self.ended = collections.defaultdict(collections.Counter)
        self.subscribed = 0
        self.before = {}
        self.money = collections.defaultdict(collections.Counter)
        self.staying = collections.Counter()
        self.staying_by_day = {}
        self.cohorts = collections.Counter()
        self.offers = collections.defaultdict(collections.Counter)

    # Standing

    def stand(self, subscription, status):
        if subscription.status is not None:
            self.state[subscription.status] -= 1
        subscription.status = status
        if status is not None:
            self.state[status] += 1

    def end(self, subscription, event, reason):
        self.stand(subscription, None)
        self.staying[subscription.cohort] -= 1
        self.ended[month(event["date"])][ENDS.get(reason, "Left otherwise")] += 1
        self.subscribed -= 1

    def begin(self, subscription, event):
        kind, offer, key = event["type"], event.get("offer"), month(event["date"])
        count = self.events[key]
        if subscription.status is None:
            self.subscribed += 1
            self.staying[subscription.cohort] += 1
        if subscription.status in ("In grace", "In retry"):
            count["Recovered in grace" if subscription.status == "In grace" else "Recovered in retry"] += 1
        count[{"subscribed": "New", "resubscribed": "Returning", "renewed": "Renewed"}.get(kind, kind)] += 1
        if kind == "subscribed":
            self.cohorts[subscription.cohort] += 1
        if event.get("offerCharge") == 1:
            count["Offers redeemed"] += 1
            self.offers[terms(event, offer, event["product"])]["Redeemed"] += 1
        replaced = event.get("replaced", {})
        if offer is None and replaced.get("offer") and subscription.status is not None:
            count["Converted"] += 1
            self.offers[terms(event, replaced["offer"], replaced["product"])]["Converted"] += 1
        if subscription.status and replaced and replaced["product"]["id"] != event["product"]["id"]:
            before, after = replaced["product"]["level"], event["product"]["level"]
            count["Upgrades" if after < before else "Downgrades" if after > before else "Crossgrades"] += 1
        self.stand(subscription, CATEGORIES[offer and offer["type"]])
        self.charge(subscription, event)

    # Money

    def charge(self, subscription, event):
        """C-30: 85 % once 365 days of paid service were completed in the group before the period that is paid for."""
        previous = subscription.latest
        if previous is not None:
            end = min(previous["end"], event["start"])
            if subscription.ended is not None:
                end = min(end, subscription.ended)
            paid = previous["price"] > 0 and not subscription.revoked
            if paid:
                subscription.served += max(end - previous["start"], 0)
            if event["start"] - end > 60 * DAY:
                subscription.served = 0
        rate = 85 if subscription.served >= 365 * DAY else 70
        count = self.money[month(event["date"]), event["storefront"]["currency"]]
        price = event["price"]
        if price > 0:
            count["Charges"] += 1
            count["At 85 %"] += rate == 85
            count["Charged"] += price
            count["Proceeds"] += price * rate // 100
        else:
            count["Free periods"] += 1
        subscription.charges[event["transaction"]] = (price, rate)
        subscription.latest, subscription.ended = event, None
        subscription.revoked = False

    def give_back(self, subscription, event):
        _, rate = subscription.charges[event["transaction"]]
        count = self.money[month(event["date"]), event["storefront"]["currency"]]
        count["Refunds"] += 1
        count["Refunded"] += event["price"]
        count["Proceeds"] -= event["price"] * rate // 100

    # Events

    def add(self, event):
        kind = event["type"]
        if "subscription" not in event or kind in ("accessShared", "accessRevoked"):
            return
        subscription = self.subscriptions.setdefault(event["subscription"], Subscription(event))
        if kind in TRANSACTIONS:
            self.begin(subscription, event)
        elif kind == "renewalFailed":
            self.stand(subscription, "In grace" if "graceEnd" in event else "In retry")
            self.events[month(event["date"])]["Grace entered" if "graceEnd" in event else "Retry entered"] += 1
        elif kind == "graceEnded":
            self.stand(subscription, "In retry")
            self.events[month(event["date"])]["Retry entered"] += 1
        elif kind == "lapsed":
            subscription.ended = event["end"]
            self.end(subscription, event, event["reason"])
        elif kind == "autoRenewTurnedOff" and subscription.status is not None:
            self.events[month(event["date"])]["Cancelled"] += 1
        elif kind == "periodProrated":
            self.events[month(event["date"])]["Prorated"] += 1
            subscription.ended = event["date"]
            self.give_back(subscription, event)
        elif kind == "refunded":
            self.events[month(event["date"])]["Refunds"] += 1
            self.give_back(subscription, event)
            self.refund(subscription, event)

    def refund(self, subscription, event):
        if event["transaction"] != subscription.latest["transaction"]:
            # An earlier period's days are taken off; no refund of this shop is as late as that matters.
            return
        subscription.revoked, subscription.ended = True, event["date"]
        if subscription.status is not None:
            self.end(subscription, event, "refunded")

    def end_of_day(self, day):
        self.by_day[day] = dict(self.state)
        self.before[day] = self.subscribed
        self.staying_by_day[day] = dict(self.staying)


def terms(event, offer, product):
    """What a table names an offer, its product and its storefront."""
    length = "free, " + offer["period"] if offer["mode"] == "freeTrial" else f"{offer['period']} × {offer['periods']}"
    kind = TYPES[offer["type"]]
    name = f"{offer['id']} ({kind}, {length})" if "id" in offer else f"{kind} ({length})"
    return name, product["id"], event["storefront"]["territory"]


def day_of(text):
    """The day of a date, counted from 1970."""
    return datetime.date.fromisoformat(text).toordinal() - datetime.date(1970, 1, 1).toordinal()


def last_day(month_text, later):
    """The last day of the month that many months after another, counted from 1970."""
    year, number = map(int, month_text.split("-"))
    count = year * 12 + number + later
    return day_of(f"{count // 12}-{count % 12 + 1:02d}-01") - 1


def read(path):
    reports, day = Reports(), None
    for line in path.open(encoding="utf-8"):
        event = json.loads(line)
        now = event["date"] // DAY
        while day is not None and day < now:
            reports.end_of_day(day)
            day += 1
        day = now
        reports.add(event)
    reports.end_of_day(day)
    return reports


class Check:
    passed = failed = 0

    def same(self, name, ours, theirs):
        if ours == theirs:
            self.passed += 1
        else:
            self.failed += 1
            print(f"{name}: {ours} worked out, {theirs} reported")


    def rows(self, name, ours, theirs):
        """A table has a row for everything that was worked out: a row that is missing is compared with nothing."""
        missing = sorted(set(ours) - set(theirs))
        self.same(f"rows missing of {name}", missing, [])
        self.same(f"a table of {name}", bool(theirs), True)


def counted(counts):
    """The keys under which anything was counted."""
    return [key for key, count in counts.items() if any(count.values())]


def milliunits(cell):
    whole, _, rest = cell["amount"].partition(".")
    return int(whole + rest.ljust(3, "0"))


def table(folder, title):
    for path in folder.glob("*.json"):
        found = json.loads(path.read_text(encoding="utf-8"))
        if found["title"] == title:
            names = [column["name"] for column in found["columns"]]
            return [dict(zip(names, row)) for row in found["rows"]]
    sys.exit(f"there is no table '{title}'")


def compare(reports, folder, check):
    happened = counted(reports.events)
    for title in ["New and returning subscribers", "Cancellations, ends and changes of plan", "Failed renewals and refunds"]:
        check.rows(title, happened, [row["Month"] for row in table(folder, title)])
    check.rows("Churn by month", counted(reports.ended), [row["Month"] for row in table(folder, "Churn by month")])
    check.rows("Cohorts", reports.cohorts,
               [row["First subscribed in"] for row in table(folder, "Subscribed at the end of each month after the first")])
    check.rows("What offers led to", counted(reports.offers),
               [(row["Offer"], row["Product"], row["Storefront"]) for row in table(folder, "What offers led to")])
    for currency in ["EUR", "JPY", "USD"]:
        check.rows(f"Money by month, {currency}", [key[0] for key in counted(reports.money) if key[1] == currency],
                   [row["Month"] for row in table(folder, f"Money by month, {currency}")])
    check.same("currencies", {key[1] for key in counted(reports.money)}, {"EUR", "JPY", "USD"})
    active = ["Standard price", "Introductory", "Promotional", "Offer code", "Win-back"]
    for row in table(folder, "Subscribers at the end of each month"):
        day = day_of(row["Day"])
        counts = collections.Counter(reports.by_day[day])
        check.same(f"active on {row['Day']}", sum(counts[name] for name in active), row["Active"])
        for name in active + ["In grace", "In retry"]:
            check.same(f"{name} on {row['Day']}", counts[name], row[name])
    for row in table(folder, "New and returning subscribers"):
        for name in ["New", "Returning", "Renewed", "Converted", "Offers redeemed"]:
            check.same(f"{name} in {row['Month']}", reports.events[row["Month"]][name], row[name])
    for row in table(folder, "Cancellations, ends and changes of plan"):
        for name in ["Cancelled", "Upgrades", "Downgrades", "Crossgrades"]:
            check.same(f"{name} in {row['Month']}", reports.events[row["Month"]][name], row[name])
    for row in table(folder, "Failed renewals and refunds"):
        for name in ["Grace entered", "Retry entered", "Recovered in grace", "Recovered in retry", "Refunds", "Prorated"]:
            check.same(f"{name} in {row['Month']}", reports.events[row["Month"]][name], row[name])
    for row in table(folder, "Churn by month"):
        for name in ["Left by choice", "Left unpaid", "Left by refund", "Left otherwise"]:
            check.same(f"{name} in {row['Month']}", reports.ended[row["Month"]][name], row[name])
        first = day_of(row["Month"] + "-01")
        check.same(f"subscribed before {row['Month']}", reports.before.get(first - 1, 0), row["Subscribed before"])
    for row in table(folder, "Subscribed at the end of each month after the first"):
        check.same(f"cohort of {row['First subscribed in']}", reports.cohorts[row["First subscribed in"]],
                   row["Subscribers"])
        for name, cell in row.items():
            if name.isdigit() and cell is not None:
                day = min(last_day(row["First subscribed in"], int(name)), max(reports.by_day))
                staying = reports.staying_by_day[day].get(row["First subscribed in"], 0)
                check.same(f"of {row['First subscribed in']} after {name} months", staying, cell["numerator"])
    for row in table(folder, "What offers led to"):
        counts = reports.offers[row["Offer"], row["Product"], row["Storefront"]]
        for name in ["Redeemed", "Converted"]:
            check.same(f"{name} of {row['Offer']} in {row['Storefront']}", counts[name], row[name])
    for currency in ["EUR", "JPY", "USD"]:
        for row in table(folder, f"Money by month, {currency}"):
            count = reports.money[row["Month"], currency]
            for name in ["Charges", "At 85 %", "Free periods", "Refunds"]:
                check.same(f"{name} in {row['Month']}, {currency}", count[name], row[name])
            for name in ["Charged", "Refunded", "Proceeds"]:
                check.same(f"{name} in {row['Month']}, {currency}", count[name], milliunits(row[name]))


def main():
    program, customers = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "2000"
    days = ["--days", sys.argv[3]] if len(sys.argv) > 3 else []
    check = Check()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        subprocess.run(
            [program, "--customers", customers, *days, "--events", folder / "events.jsonl", "--page", folder / "page.html",
             "--tables", folder / "tables"], check=True, stdout=subprocess.DEVNULL)
        reports = read(folder / "events.jsonl")
        compare(reports, folder / "tables", check)
        if days and int(days[1]) > 500 and not any(count["At 85 %"] for count in reports.money.values()):
            sys.exit("nobody paid for a year, so the higher share was not tried")
    print(f"{check.passed} passed, {check.failed} failed")
    sys.exit(1 if check.failed else 0)


main()
