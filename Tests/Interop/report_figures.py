"""Every figure of the reports, worked out again from a file of events.

What this module knows is what Documentation/EventFormat.md and the rules B17, C-30 and C-170 to C-184 say, and nothing of the
program's own code. It knows subscriptions only, and one group of them; what it does not know ends it, so that nothing is
silently left out.
"""
import collections
import datetime
import json

DAY = 86_400_000
YEAR = 365 * DAY
BEGINNINGS = {"subscribed", "resubscribed", "planChanged", "renewed", "recovered"}
# What no figure is made of.
UNCOUNTED = {"clockMoved", "customerAdded", "paymentMethodChanged", "customerContacted", "recoveryFailed", "renewalAnnounced",
             "paymentUpdateAsked", "transactionFinished", "refundRequested", "refundDeclined", "codeRedeemed", "codeRefused",
             "purchaseRequested", "purchaseRefused"}
STANDINGS = {None: "Standard price", 1: "Introductory", 2: "Promotional", 3: "Offer code", 4: "Win-back"}
ENDS = {"autoRenewDisabled": "by choice", "didNotConsentToPriceIncrease": "by choice", "billingError": "unpaid",
        "refunded": "by refund"}
# C-182: a week, two, a month, two, three, half a year, a year, two years and three.
BOUNDS = [7, 14, 31, 62, 92, 183, 366, 731, 1_096]


def month(date):
    """The month in UTC of milliseconds since 1970."""
    return datetime.datetime.fromtimestamp(date / 1000, datetime.timezone.utc).strftime("%Y-%m")


class Terms(collections.namedtuple("Terms", "product offer territory currency")):
    """What something is counted under: the product, the offer as its members, or none, and where."""

    @classmethod
    def of(cls, event, product=None, offer=None):
        if product is None:
            product, offer = event["product"], event.get("offer")
        key = offer and (offer["type"], offer.get("id"), offer["mode"], offer["period"], offer["periods"])
        return cls(product["id"], key, event["storefront"]["territory"], event["storefront"]["currency"])


class Charge:
    """One transaction, what it brought, and the period that it paid for."""

    def __init__(self, event, terms, run, rate):
        self.transaction, self.terms, self.run, self.rate = event["transaction"], terms, run, rate
        self.price, self.start = event["price"], event["start"]
        # The end that was paid for, and the end as it was put off.
        self.paid_end = self.end = event["end"]
        # When service ended before that; when the next period began; what a refund gave back.
        self.cut, self.next, self.refunded = None, None, None
        self.cut_by_refund = False
        # Where the offers' report counts it: an offer that was redeemed, and "during" or "after".
        self.redemption, self.part = None, None

    def service_end(self):
        """When the period was over: put off, or cut short, as it was."""
        return min(end for end in (self.end, self.cut, self.next) if end is not None)

    def service(self):
        """C-176: paid service in milliseconds, of a period that is completed."""
        if self.price == 0 or self.refunded is not None:
            return 0
        return max(min(self.paid_end, self.service_end()) - self.start, 0)

    def share(self, amount):
        """C-179: what the developer has of an amount that is charged or given back."""
        return amount * self.rate // 100


class Subscriber:
    """A customer's subscription from its first transaction on."""

    def __init__(self, event):
        self.cohort = month(event["date"])
        self.standing = None
        self.charges = {}
        self.latest = None
        self.run = 0
        # When the renewal failed that is not made good, and how the subscription stood before a refund ended it.
        self.failed = None
        self.before_refund = None
        # What it brought, by currency; the redemption that it belongs to, and the latest one.
        self.brought = collections.Counter()
        self.redemption = self.latest_redemption = None


class Redemption:
    """An offer that was redeemed."""

    def __init__(self, terms, start):
        self.terms, self.start = terms, start


class Figures:
    """Every figure that is compared."""

    def __init__(self):
        # By customer: there is one group.
        self.subscribers, self.group = {}, None
        self.read = 0
        self.first = self.last = None
        # At the end of the day so far: how many stand how, by terms; and how many are subscribed, by cohort.
        self.state = collections.Counter()
        self.staying = collections.Counter()
        self.state_by_day, self.staying_by_day = {}, {}
        # By month, and by day and terms.
        self.events = collections.defaultdict(collections.Counter)
        self.happened = collections.defaultdict(collections.Counter)
        self.ended = collections.defaultdict(collections.Counter)
        self.cohort_months = set()
        self.reasons = collections.Counter()
        self.cohorts = collections.Counter()
        # Failed renewals, those made good by day, those lost; cancellations by days that were left.
        self.failures = self.lost = 0
        self.recovered, self.leads = collections.Counter(), collections.Counter()
        # By month, terms and cohort.
        self.money = collections.defaultdict(collections.Counter)
        # By terms, and how long those stayed who left, in milliseconds.
        self.offers = collections.defaultdict(collections.Counter)
        self.stayed = collections.defaultdict(list)

    def count(self, event, terms, name, number=1):
        """Counts what happened, in the month and on the day in UTC, under the terms that are named at it."""
        self.events[month(event["date"])][name] += number
        self.happened[event["date"] // DAY, terms][name] += number

    # Standing

    def stand(self, subscriber, standing):
        """A subscriber stands as that from now on: a pair of terms and Active, In grace or In retry, or none."""
        if subscriber.standing is not None:
            self.state[subscriber.standing] -= 1
        if standing is not None:
            self.state[standing] += 1
        change = (standing is not None) - (subscriber.standing is not None)
        self.staying[subscriber.cohort] += change
        subscriber.standing = standing

    def end(self, subscriber, event, reason):
        key, end = month(event["date"]), event["end"] if event["type"] == "lapsed" else event["date"]
        self.stand(subscriber, None)
        way = ENDS.get(reason, "otherwise")
        self.count(event, subscriber.latest.terms, "Ended " + way)
        self.ended[key]["Left " + way] += 1
        self.cohort_months.add(key)
        self.reasons[reason] += 1
        subscriber.latest.cut = end
        if subscriber.failed is not None:
            self.lost += 1
            subscriber.failed = None
        redemption = subscriber.redemption
        if redemption is not None:
            counts = self.offers[redemption.terms]
            counts["Left"] += 1
            counts["Left during"] += subscriber.latest.terms.offer is not None
            self.stayed[redemption.terms].append(end - redemption.start)

    def begin(self, event):
        kind, key, terms = event["type"], month(event["date"]), Terms.of(event)
        self.group = self.group or event["product"]["group"]
        if event["product"]["group"] != self.group:
            raise ValueError(f"event {event['number']}: a second group is not known here")
        if kind == "subscribed":
            self.subscribers[event["customer"]] = Subscriber(event)
            self.cohorts[key] += 1
        subscriber = self.subscribers[event["customer"]]
        was, replaced = subscriber.standing, event.get("replaced")
        fits = {"subscribed": was is None, "resubscribed": was is None, "recovered": subscriber.failed is not None}
        if not fits.get(kind, was is not None and was[1] == "Active"):
            raise ValueError(f"event {event['number']}: {kind} where the subscription stands as {was}")
        if was is None:
            self.cohort_months.add(key)
        if kind == "recovered":
            self.count(event, terms, "Recovered in grace" if was[1] == "In grace" else "Recovered in retry")
            # C-184: rounded up, and later than 60 is 61.
            self.recovered[min(-(-(event["date"] - subscriber.failed) // DAY), 61)] += 1
            subscriber.failed = None
        elif kind != "planChanged":
            self.count(event, terms, {"subscribed": "New", "resubscribed": "Returning", "renewed": "Renewed"}[kind])
        if was is not None and replaced is not None:
            old, new = replaced["product"], event["product"]
            if terms.offer is None and "offer" in replaced:
                before = Terms.of(event, old, replaced["offer"])
                self.count(event, before, "Converted")
                self.offers[before]["Converted"] += 1
            if old["id"] != new["id"]:
                change = (old["level"] > new["level"]) - (old["level"] < new["level"])
                self.count(event, terms, {1: "Upgrades", -1: "Downgrades", 0: "Crossgrades"}[change])
        self.stand(subscriber, (terms, "Active"))
        self.charge(subscriber, event, terms, was is None)

    # Money

    def charge(self, subscriber, event, terms, comes_back):
        previous = subscriber.latest
        if previous is not None:
            previous.next = event["start"]
            # C-177: after more than 60 days without a period, free or paid, paid service is counted anew.
            if event["start"] - previous.service_end() > 60 * DAY:
                subscriber.run += 1
        served = sum(charge.service() for charge in subscriber.charges.values() if charge.run == subscriber.run)
        charge = Charge(event, terms, subscriber.run, 85 if served >= YEAR else 70)
        subscriber.charges[event["transaction"]] = subscriber.latest = charge
        subscriber.before_refund = None
        if comes_back:
            subscriber.redemption = None
        if terms.offer is not None and event["offerCharge"] == 1:
            self.count(event, terms, "Offers redeemed")
            subscriber.redemption = subscriber.latest_redemption = Redemption(terms, event["start"])
            counts = self.offers[terms]
            counts["Redeemed"] += 1
            counts["Revenue before"] += subscriber.brought[terms.currency, "Revenue"]
            counts["Proceeds before"] += subscriber.brought[terms.currency, "Proceeds"]
        counts = self.money[month(event["date"]), terms, subscriber.cohort]
        if charge.price == 0:
            counts["Free periods"] += 1
        else:
            counts["Charges"] += 1
            counts["At 85 %"] += charge.rate == 85
        counts["Charged"] += charge.price
        counts["Proceeds"] += charge.share(charge.price)
        redemption = subscriber.redemption
        if redemption is not None and redemption.terms.currency == terms.currency:
            charge.redemption, charge.part = redemption, "during" if terms.offer is not None else "after"
        self.bring(subscriber, charge, charge.price, charge.share(charge.price))

    def bring(self, subscriber, charge, revenue, proceeds):
        """C-181: counts what a charge brings, and takes off what a refund of it gives back."""
        subscriber.brought[charge.terms.currency, "Revenue"] += revenue
        subscriber.brought[charge.terms.currency, "Proceeds"] += proceeds
        latest = subscriber.latest_redemption
        if charge.redemption is not None and charge.redemption is latest:
            counts = self.offers[latest.terms]
            counts["Revenue " + charge.part] += revenue
            counts["Proceeds " + charge.part] += proceeds
        elif latest is not None and charge.terms.currency == latest.terms.currency and charge.start < latest.start:
            self.offers[latest.terms]["Revenue before"] += revenue
            self.offers[latest.terms]["Proceeds before"] += proceeds

    def give_back(self, subscriber, event, price, sign=1):
        """Money that is given back, or with a minus taken back."""
        charge = subscriber.charges[event["transaction"]]
        amount, proceeds = sign * price, sign * charge.share(price)
        counts = self.money[month(event["date"]), charge.terms, subscriber.cohort]
        counts["Refunds"] += sign
        counts["Refunded"] += amount
        counts["Proceeds"] -= proceeds
        self.bring(subscriber, charge, -amount, -proceeds)
        return charge

    # Events

    def add(self, event):
        kind = event["type"]
        self.read += 1
        self.first = event["date"] if self.first is None else self.first
        self.last = event["date"]
        if kind in BEGINNINGS:
            self.begin(event)
            return
        if kind in UNCOUNTED:
            return
        handler = getattr(self, "add_" + kind, None)
        if handler is None or "subscription" not in event:
            raise ValueError(f"event {event['number']}: {kind} is not known here")
        handler(self.subscribers[event["customer"]], event)

    def add_renewalFailed(self, subscriber, event):
        graced = "graceEnd" in event
        self.count(event, subscriber.latest.terms, "Grace entered" if graced else "Retry entered")
        self.failures += 1
        subscriber.failed = event["date"]
        self.stand(subscriber, (subscriber.latest.terms, "In grace" if graced else "In retry"))

    def add_graceEnded(self, subscriber, event):
        self.count(event, subscriber.latest.terms, "Retry entered")
        self.stand(subscriber, (subscriber.latest.terms, "In retry"))

    def add_lapsed(self, subscriber, event):
        if subscriber.standing is None:
            raise ValueError(f"event {event['number']}: lapsed where the subscription had ended")
        self.end(subscriber, event, event["reason"])

    def add_autoRenewTurnedOff(self, subscriber, event):
        if subscriber.standing is None:
            return
        self.count(event, subscriber.latest.terms, "Cancelled")
        # C-184: rounded down, none in grace or retry.
        left = max(subscriber.latest.end - event["date"], 0) if subscriber.standing[1] == "Active" else 0
        self.leads[left // DAY] += 1

    def add_autoRenewTurnedOn(self, subscriber, event):
        self.count(event, subscriber.latest.terms, "Reactivated", subscriber.standing is not None)

    def add_renewalPlanned(self, subscriber, event):
        terms = subscriber.latest.terms
        self.count(event, terms, "Changes planned", event["product"]["id"] != terms.product)
        self.count(event, terms, "Offers planned", "offer" in event)

    def add_renewalExtended(self, subscriber, event):
        self.count(event, subscriber.latest.terms, "Extended")
        subscriber.latest.end = event["end"]

    def add_periodProrated(self, subscriber, event):
        charge = self.give_back(subscriber, event, event["price"])
        self.count(event, charge.terms, "Prorated")
        charge.cut = event["date"]

    def add_refunded(self, subscriber, event):
        charge = self.give_back(subscriber, event, event["price"])
        self.count(event, charge.terms, "Refunds")
        charge.refunded = event["price"]
        if charge is subscriber.latest and subscriber.standing is not None:
            subscriber.before_refund = subscriber.standing, subscriber.failed
            charge.cut_by_refund = True
            self.end(subscriber, event, "refunded")

    def add_refundReversed(self, subscriber, event):
        # The sum is that of the refund, which the event does not repeat.
        charge = subscriber.charges[event["transaction"]]
        self.count(event, charge.terms, "Refunds reversed")
        self.give_back(subscriber, event, charge.refunded, -1)
        charge.refunded = None
        # Its renewal date is what it was (C-24), unless something else was bought since.
        if charge is subscriber.latest and charge.cut_by_refund:
            charge.cut, charge.cut_by_refund = None, False
        if charge is not subscriber.latest or subscriber.before_refund is None:
            return
        # In time, so that the period still runs, the subscription goes on as it was.
        (standing, failed), subscriber.before_refund = subscriber.before_refund, None
        if failed is None and event["date"] < charge.end:
            self.stand(subscriber, standing)
            self.cohort_months.add(month(event["date"]))

    def add_erased(self, subscriber, event):
        # C-124: the customer never had the subscription. What was charged stays.
        if subscriber.standing is not None:
            self.end(subscriber, event, "erased")

    def tried(self):
        """How often what happened, over all months."""
        total = collections.Counter()
        for table in (self.events, self.money):
            for counts in table.values():
                total.update(counts)
        return total

    def end_of_day(self, day):
        by_territory = collections.defaultdict(collections.Counter)
        for (terms, standing), number in self.state.items():
            name = STANDINGS[terms.offer and terms.offer[0]] if standing == "Active" else standing
            by_territory[terms.territory][name] += number
        self.state_by_day[day] = dict(by_territory)
        self.staying_by_day[day] = dict(self.staying)


def read(path):
    """Every figure of a file of events."""
    figures, day = Figures(), None
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            event = json.loads(line)
            now = event["date"] // DAY
            while day is not None and day < now:
                figures.end_of_day(day)
                day += 1
            day = now
            figures.add(event)
    figures.end_of_day(day)
    return figures
