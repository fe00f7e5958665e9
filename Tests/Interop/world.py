"""A store behind `interop`, every signed value of which Apple's library verifies as soon as it is read."""

import base64

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException

import payloads
import shop
from flips import PARTS, chosen, flipped
from interop import date, instant, months

BUNDLE = "com.example.music"
STOREFRONTS = {"USA": ("143441", "USD"), "DEU": ("143443", "EUR"), "JPN": ("143462", "JPY")}


class World:
    """A store, its customers, and the verifier that trusts its root."""

    def __init__(self, interop, tally, file, name, *, seed, start, environment="Sandbox", **options):
        self.interop, self.tally, self.name = interop, tally, name
        made = interop.makeStore(
            storekitFile=file, bundleID=BUNDLE, seed=seed, start=start, environment=environment, **options)
        tally.equal(made["warnings"], [], f"{name}: warnings")
        self.environment, self.app = environment, made["appAppleID"]
        self.root = base64.b64decode(interop.rootCertificate()["der"])
        self.verifier = self.verifier_for([self.root])
        self.now = instant(made["now"])
        self.devices, self.downloads, self.storefronts = [], [], []
        self.verified = {}

    def verifier_for(self, roots, environment=None, bundle=BUNDLE, app=None):
        return SignedDataVerifier(
            roots, False, Environment(environment or self.environment), bundle, app or self.app)

    def customer(self, storefront="USA", **members):
        made = self.interop.addCustomer(storefront=storefront, **members)
        self.devices.append(made["deviceVerificationID"])
        self.downloads.append(made["appTransactionID"])
        self.storefronts.append(storefront)
        return made["customer"]

    def to(self, moment):
        """Moves the clock to milliseconds since 1970, and has everything verified there."""
        self.now = instant(self.interop.advance(to=date(moment))["now"])
        self.look()

    def later(self, **step):
        self.now = instant(self.interop.advance(**step)["now"])
        self.look()

    # Verifying

    def decode(self, kind, jws, verifier=None):
        verifier = verifier or self.verifier
        return {
            "transaction": verifier.verify_and_decode_signed_transaction,
            "renewalInfo": verifier.verify_and_decode_renewal_info,
            "appTransaction": verifier.verify_and_decode_app_transaction,
        }[kind](jws)

    def refusal(self, kind, jws, verifier=None):
        """Why Apple's library refuses a value; None when it takes it."""
        try:
            self.decode(kind, jws, verifier)
        except VerificationException as refusal:
            return refusal.status.name
        except Exception as error:  # Whatever else comes is a library that broke, and no refusal.
            self.tally.check(False, f"{self.name}, {kind}: refused by Apple's library", repr(error))
            return type(error).__name__
        return None

    def believe(self, kind, signed, customer):
        """Has Apple's library verify a value, and holds it against everything that is known of it."""
        jws = signed["jws"]
        if jws in self.verified:
            return self.verified[jws]
        name = f"{self.name}, {kind} of customer {customer}"
        try:
            decoded = self.decode(kind, jws)
        except VerificationException as refusal:
            self.tally.check(False, f"{name}: verified by Apple's library", refusal.status.name)
            return payloads.read(jws)
        payload = payloads.read(jws)
        self.tally.equal(payloads.faults(kind, payload), [], f"{name}: lint")
        self.tally.equal(payloads.differences(kind, payload, signed["model"]), [], f"{name}: model")
        read = {
            member: value for member, value in vars_of(decoded).items()
            if value is not None and not member.startswith("raw") and member in payload
        }
        plain = {member: getattr(value, "value", value) for member, value in read.items()}
        self.tally.equal(
            plain, {member: value for member, value in payload.items() if member not in payloads.OF_DEVICE or member in plain},
            f"{name}: as Apple's library reads it")
        signed_date = payload["receiptCreationDate" if kind == "appTransaction" else "signedDate"]
        self.tally.equal(signed_date, self.now, f"{name}: signed now")
        self.tally.equal(
            payload["deviceVerification"],
            payloads.device_hash(payload["deviceVerificationNonce"], self.devices[customer]), f"{name}: device")
        verdict = self.interop.verify(kind=kind, jws=jws)
        self.tally.equal(verdict, {"verdict": "verified"}, f"{name}: the store's own verifier")
        self.refuse_flipped(kind, jws, name)
        self.verified[jws] = payload
        return payload

    def refuse_flipped(self, kind, jws, name):
        """Has both verifiers refuse a value with one bit changed, which a hash of the value chooses."""
        part, bit = chosen(jws)
        forged, name = flipped(jws, part, bit), f"{name}: {PARTS[part]}, bit {bit} changed"
        status = self.refusal(kind, forged)
        self.tally.check(status is not None, f"{name}: Apple's library takes it")
        verdict = self.interop.verify(kind=kind, jws=forged)["verdict"]
        self.tally.equal(verdict, "refused", f"{name}: the store's own verifier")

    def transactions(self, customer):
        answer = self.interop.transactions(customer=customer)["transactions"]
        return [self.believe("transaction", signed, customer) for signed in answer]

    def infos(self, customer):
        """The renewal infos by group; the customer's own come first."""
        rows = self.interop.renewalInfos(customer=customer)["renewalInfos"]
        found = []
        for row in rows:
            payload = self.believe("renewalInfo", row, customer)
            latest = self.believe("transaction", row["transaction"], customer)
            self.tally.equal(
                (latest["originalTransactionId"], latest["subscriptionGroupIdentifier"]),
                (payload["originalTransactionId"], row["group"]), f"{self.name}: what the renewal info goes with")
            status, shared = payloads.STATUSES[row["status"]], latest["inAppOwnershipType"] == "FAMILY_SHARED"
            self.tally.equal(
                payloads.misplaced(status, payload, shared=shared), [],
                f"{self.name}, customer {customer}: renewal info at status {status}")
            found.append((row["group"], status, payload))
        return found

    def app_transaction(self, customer):
        answer = self.interop.appTransaction(customer=customer)["appTransaction"]
        return self.believe("appTransaction", answer, customer)

    def look(self):
        """Verifies everything that every customer can be shown now."""
        for customer in range(len(self.devices)):
            self.transactions(customer)
            self.infos(customer)
            self.app_transaction(customer)

    # Expectations

    def bought(self, customer, rows, what=""):
        """Holds a customer's transactions against rows of `row`, which say all that they must say."""
        name = f"{self.name}{what and ', ' + what}, customer {customer}"
        found = self.transactions(customer)
        self.tally.equal(len(found), len(rows), f"{name}: number of transactions")
        numbers = [int(payload["transactionId"]) for payload in found]
        self.tally.check(numbers == sorted(set(numbers)), f"{name}: numbers of transactions", numbers)
        storefront, (number, currency) = self.storefronts[customer], STOREFRONTS[self.storefronts[customer]]
        firsts = {}
        for place, (payload, expected) in enumerate(zip(found, rows)):
            own = payload["transactionId"]
            series = expected.get("subscriptionGroupIdentifier", own), expected["inAppOwnershipType"]
            original, first = firsts.setdefault(series, (own, expected["purchaseDate"]))
            full = {
                "transactionId": own, "originalTransactionId": original, "bundleId": BUNDLE,
                "originalPurchaseDate": first, "signedDate": self.now, "environment": self.environment,
                "storefront": storefront, "storefrontId": number, "currency": currency,
                "appTransactionId": self.downloads[customer], **expected,
            }
            for unpredictable in payloads.OF_DEVICE | {"webOrderLineItemId"}:
                if unpredictable in payload:
                    full[unpredictable] = payload[unpredictable]
            self.tally.equal(
                "webOrderLineItemId" in payload, "subscriptionGroupIdentifier" in expected, f"{name}: line item")
            self.tally.equal(payload, full, f"{name}: transaction {place}")
        return found

    def renews(self, customer, group, status, product, *, shared=False, what="", **members):
        """Holds a customer's renewal info against what it must say; what is left out is what it is by default.

        Of what a family shares, the price is the buyer's.
        """
        name = f"{self.name}{what and ', ' + what}, customer {customer}: renewal info"
        rows = [row for row in self.infos(customer) if row[0] == group]
        latest = [
            payload for payload in self.transactions(customer)
            if payload.get("subscriptionGroupIdentifier") == group and "isUpgraded" not in payload
            and payload["inAppOwnershipType"] == ("FAMILY_SHARED" if shared else "PURCHASED")
        ]
        if not rows or not latest:
            return self.tally.check(False, name, "none")
        # A customer's own comes first.
        _, found_status, payload = rows[-1 if shared else 0]
        self.tally.equal(found_status, status, f"{name}: status")
        expected = {
            "originalTransactionId": latest[-1]["originalTransactionId"], "productId": product,
            "autoRenewProductId": product, "autoRenewStatus": 1, "environment": self.environment,
            "signedDate": self.now, "renewalDate": latest[-1]["expiresDate"],
            "recentSubscriptionStartDate": latest[0]["originalPurchaseDate"],
            "appTransactionId": self.downloads[customer],
        }
        if "appAccountToken" in latest[-1]:
            expected["appAccountToken"] = latest[-1]["appAccountToken"]
        if members.get("autoRenewStatus", 1) == 1 and not shared:
            price = shop.SUBSCRIPTIONS[members.get("autoRenewProductId", product)][1]
            expected.update(renewalPrice=price, currency=STOREFRONTS[self.storefronts[customer]][1])
        expected.update(members)
        expected.update({member: payload[member] for member in payloads.OF_DEVICE})
        return self.tally.equal(payload, expected, name)


def vars_of(value):
    return {name: getattr(value, name) for name in value.__slots__} if hasattr(value, "__slots__") else vars(value)


def row(product, start, end=None, price=None, *, offer=None, renewal=False, shared=False, upgraded=False, **members):
    """All that a transaction must say, but for its numbers and who bought it; `offer` is a name, or "intro"."""
    claims = {
        "productId": product, "purchaseDate": start, "quantity": 1,
        "inAppOwnershipType": "FAMILY_SHARED" if shared else "PURCHASED",
        "transactionReason": "RENEWAL" if renewal else "PURCHASE",
    }
    if product in shop.SUBSCRIPTIONS:
        group, base, period, _ = shop.SUBSCRIPTIONS[product]
        end = end if end is not None else after(start, period)
        claims.update(subscriptionGroupIdentifier=group, expiresDate=end, type="Auto-Renewable Subscription")
    else:
        base, claims["type"] = shop.OTHERS[product]
    claims["price"] = base if price is None else price
    if offer:
        claims.update(shop.offer_members(product, None if offer == "intro" else offer))
    if upgraded:
        claims["isUpgraded"] = True
    return {**claims, **members}


def after(start, period, count=1):
    """The end of so many periods that begin at a moment, by the calendar."""
    number, unit = int(period[1:-1]) * count, period[-1]
    if unit in "DW":
        return start + number * (86_400_000 if unit == "D" else 604_800_000)
    return months(start, number * (12 if unit == "Y" else 1))


def renewals(product, anchor, count, first=0, **members):
    """So many renewals, the one `first` beginning so many periods after an anchor."""
    period = shop.SUBSCRIPTIONS[product][2]
    return [
        row(product, after(anchor, period, place), after(anchor, period, place + 1), renewal=True, **members)
        for place in range(first, first + count)
    ]
