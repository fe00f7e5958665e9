"""What stores tell the developer's server, judged by Apple's App Store Server Library.

    notifications.py <interop>

LIVES has lives with dates, and what has to be told of each, written by hand: date, type, subtype and status, and of the transaction and
the renewal info what changes. Apple's library verifies each notification and the two signed values inside it, for the environment
Sandbox, with online checks off; one bit changed has to be refused. Prints a line for each check that fails, and the numbers at the end.
"""

import base64
import os
import sys
import tempfile

import payloads
import shop
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException
from flips import chosen, flipped
from interop import Interop, Tally, date
from shop import BASIC, COINS, DAILY, NEWS, PREMIUM, SUBSCRIPTIONS

BUNDLE = "com.example.music"
START = "2026-01-10T09:00:00Z"
ON, OFF = "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"
PREF = "DID_CHANGE_RENEWAL_PREF"


def buy(product, **more):
    return ("purchase", dict(customer=0, product=product, **more))


def go(day):
    return ("advance", dict(to=f"{day}T09:00:00Z"))


def pays(works):
    return ("setPaymentMethod", dict(customer=0, works=works))


def renews(is_on, group=NEWS):
    return ("setAutoRenew", dict(customer=0, group=group, isOn=is_on))


# Name, options of the store, steps, and what is told: day (at 09:00 UTC), type/subtype, status.
LIVES = [
    ("a month, and two renewals", {}, [buy(DAILY), go("2026-03-10")], [
        ("2026-01-10", "SUBSCRIBED/INITIAL_BUY", 1), ("2026-02-10", "DID_RENEW", 1), ("2026-03-10", "DID_RENEW", 1)]),
    # 31 January, and the last day of February; then the 31st again.
    ("the end of months", {"start": "2026-01-31T09:00:00Z"}, [buy(DAILY), go("2026-03-31")], [
        ("2026-01-31", "SUBSCRIBED/INITIAL_BUY", 1), ("2026-02-28", "DID_RENEW", 1), ("2026-03-31", "DID_RENEW", 1)]),
    ("a free week first", {}, [buy(PREMIUM), go("2026-02-17")], [
        ("2026-01-10", "SUBSCRIBED/INITIAL_BUY", 1), ("2026-01-17", "DID_RENEW", 1), ("2026-02-17", "DID_RENEW", 1)]),
    ("cancelled", {}, [buy(DAILY), go("2026-01-20"), renews(False), go("2026-02-10")], [
        ("2026-01-10", "SUBSCRIBED/INITIAL_BUY", 1), ("2026-01-20", OFF, 1), ("2026-02-10", "EXPIRED/VOLUNTARY", 2)]),
    ("off and on again", {}, [buy(DAILY), renews(False), renews(True), go("2026-02-10")], [
        ("2026-01-10", "SUBSCRIBED/INITIAL_BUY", 1), ("2026-01-10", OFF, 1), ("2026-01-10", ON, 1),
        ("2026-02-10", "DID_RENEW", 1)]),
    ("bought again", {}, [buy(DAILY), renews(False), go("2026-03-01"), buy(DAILY)], [
        ("2026-01-10", "SUBSCRIBED/INITIAL_BUY", 1), ("2026-01-10", OFF, 1), ("2026-02-10", "EXPIRED/VOLUNTARY", 2),
        ("2026-03-01", "SUBSCRIBED/RESUBSCRIBE", 1)]),
    # 60 days after 10 February it is 11 April.
    ("a card that fails for good", {}, [buy(DAILY), pays(False), go("2026-12-01")], [
        ("2026-01-10", "SUBSCRIBED/INITIAL_BUY", 1), ("2026-02-10", "DID_FAIL_TO_RENEW", 3),
        ("2026-04-11", "EXPIRED/BILLING_RETRY", 2)]),
    ("a card that is repaired", {}, [buy(DAILY), pays(False), go("2026-02-20"), pays(True), go("2026-03-20")], [
        ("2026-01-10", "SUBSCRIBED/INITIAL_BUY", 1), ("2026-02-10", "DID_FAIL_TO_RENEW", 3),
        ("2026-02-20", "DID_RENEW/BILLING_RECOVERY", 1), ("2026-03-20", "DID_RENEW", 1)]),
    # 16 days after 10 February it is the 26th.
    ("grace, and its end", {"gracePeriod": "sixteenDays"}, [buy(DAILY), pays(False), go("2026-12-01")], [
        ("2026-01-10", "SUBSCRIBED/INITIAL_BUY", 1), ("2026-02-10", "DID_FAIL_TO_RENEW/GRACE_PERIOD", 4),
        ("2026-02-26", "GRACE_PERIOD_EXPIRED", 3), ("2026-04-11", "EXPIRED/BILLING_RETRY", 2)]),
    ("repaired in grace", {"gracePeriod": "sixteenDays"}, [buy(DAILY), pays(False), go("2026-02-12"), pays(True), go("2026-03-10")], [
        ("2026-01-10", "SUBSCRIBED/INITIAL_BUY", 1), ("2026-02-10", "DID_FAIL_TO_RENEW/GRACE_PERIOD", 4),
        ("2026-02-12", "DID_RENEW/BILLING_RECOVERY", 1), ("2026-03-10", "DID_RENEW", 1)]),
    ("cancelled while the store tries", {}, [buy(DAILY), pays(False), go("2026-02-15"), renews(False)], [
        ("2026-01-10", "SUBSCRIBED/INITIAL_BUY", 1), ("2026-02-10", "DID_FAIL_TO_RENEW", 3), ("2026-02-15", OFF, 2),
        ("2026-02-15", "EXPIRED/VOLUNTARY", 2)]),
    ("a higher level", {}, [buy(BASIC), go("2026-01-20"), buy(PREMIUM)], [
        ("2026-01-10", "SUBSCRIBED/INITIAL_BUY", 1), ("2026-01-20", f"{PREF}/UPGRADE", 1)]),
    ("a lower level, and back", {}, [buy(PREMIUM), buy(BASIC), buy(PREMIUM)], [
        ("2026-01-10", "SUBSCRIBED/INITIAL_BUY", 1), ("2026-01-10", f"{PREF}/DOWNGRADE", 1), ("2026-01-10", PREF, 1)]),
    ("a refund", {}, [buy(DAILY), go("2026-01-20"), ("refund", dict(transaction="1"))], [
        ("2026-01-10", "SUBSCRIBED/INITIAL_BUY", 1), ("2026-01-20", "REFUND", 5), ("2026-01-20", OFF, 5)]),
    ("a refund that is taken back", {}, [
        buy(DAILY), ("refund", dict(transaction="1")), ("reverseRefund", dict(transaction="1"))], [
        ("2026-01-10", "SUBSCRIBED/INITIAL_BUY", 1), ("2026-01-10", "REFUND", 5), ("2026-01-10", OFF, 5),
        ("2026-01-10", "REFUND_REVERSED", 1)]),
    ("an older month refunded", {}, [buy(DAILY), go("2026-02-20"), ("refund", dict(transaction="1"))], [
        ("2026-01-10", "SUBSCRIBED/INITIAL_BUY", 1), ("2026-02-10", "DID_RENEW", 1), ("2026-02-20", "REFUND", 1)]),
    ("coins refunded", {}, [buy(COINS), ("refund", dict(transaction="1"))], [("2026-01-10", "REFUND", None)]),
    ("a date put off", {}, [
        buy(DAILY), ("extendRenewal", dict(customer=0, group=NEWS, days=5)), go("2026-02-15")], [
        ("2026-01-10", "SUBSCRIBED/INITIAL_BUY", 1), ("2026-01-10", "RENEWAL_EXTENDED", 1),
        ("2026-02-15", "DID_RENEW", 1)]),
    ("off sale", {}, [buy(DAILY), ("setSale", dict(product=DAILY, isForSale=False)), go("2026-06-01")], [
        ("2026-01-10", "SUBSCRIBED/INITIAL_BUY", 1), ("2026-02-10", "DID_FAIL_TO_RENEW", 3),
        ("2026-04-11", "EXPIRED/PRODUCT_NOT_FOR_SALE", 2)]),
    ("a family", {}, [
        buy(PREMIUM), ("addCustomer", {}), ("joinFamily", dict(customer=1, organizer=0)),
        ("leaveFamily", dict(customer=1))], [
        ("2026-01-10", "SUBSCRIBED/INITIAL_BUY", 1), ("2026-01-10", "SUBSCRIBED/INITIAL_BUY", 1),
        ("2026-01-10", "REVOKE", 5)]),
]

TRIGGERED = [
    "SUBSCRIBED/INITIAL_BUY", "SUBSCRIBED/RESUBSCRIBE", "DID_RENEW", "DID_RENEW/BILLING_RECOVERY", f"{PREF}/UPGRADE",
    f"{PREF}/DOWNGRADE", PREF, ON, OFF, "OFFER_REDEEMED", "DID_FAIL_TO_RENEW", "EXPIRED/VOLUNTARY",
    "EXPIRED/BILLING_RETRY", "EXPIRED/PRICE_INCREASE", "EXPIRED/PRODUCT_NOT_FOR_SALE", "PRICE_INCREASE/PENDING",
    "PRICE_INCREASE/ACCEPTED", "REFUND", "REFUND_DECLINED", "REFUND_REVERSED", "CONSUMPTION_REQUEST",
    "RENEWAL_EXTENDED", "RENEWAL_EXTENSION/SUMMARY", "RENEWAL_EXTENSION/FAILURE", "REVOKE", "TEST",
]


class Judge:
    """Apple's verifier with a store's root, and what it has to say."""

    def __init__(self, interop, tally, file, name, options):
        self.tally, self.name = tally, name
        interop.makeStore(
            storekitFile=file, bundleID=BUNDLE, environment="Sandbox", **{"start": START, **options})
        interop.keepNotifications(isOn=True)
        root = base64.b64decode(interop.rootCertificate()["der"])
        self.verifier = SignedDataVerifier([root], False, Environment.SANDBOX, BUNDLE, None)

    def read(self, row):
        """Type and subtype, and the status, of a notification that Apple's library believes; None of another."""
        signed, name = row["signedPayload"], f"{self.name}, {row['type']}"
        try:
            told = self.verifier.verify_and_decode_notification(signed)
        except VerificationException as refusal:
            self.tally.check(False, f"{name}: verified by Apple's library", refusal.status.name)
            return None
        part, bit = chosen(signed)
        forged = flipped(signed, part, bit)
        try:
            self.verifier.verify_and_decode_notification(forged)
            self.tally.check(False, f"{name}: one bit changed, and taken")
        except Exception:
            self.tally.check(True, name)
        self.tally.equal(told.version, "2.0", f"{name}: version")
        self.tally.equal(told.notificationUUID, row["uuid"], f"{name}: identifier")
        self.tally.equal(date(told.signedDate), row["date"], f"{name}: signed when it was made")
        words = [value.value for value in (told.notificationType, told.subtype) if value is not None]
        if told.data is None:
            self.summary(told, row, name)
            return "/".join(words), None
        self.tally.equal(told.data.bundleId, BUNDLE, f"{name}: bundle")
        self.tally.equal(told.summary, None, f"{name}: data and no summary")
        self.inside(told, row, name)
        return "/".join(words), told.data.status.value if told.data.status is not None else None

    def summary(self, told, row, name):
        """What became of a request that concerned everybody: one subscriber, whose date was put off."""
        summary = told.summary
        self.tally.equal((summary.bundleId, summary.environment), (BUNDLE, Environment.SANDBOX), f"{name}: app")
        self.tally.equal(summary.appAppleId, None, f"{name}: no app id in the sandbox")
        self.tally.equal(summary.requestIdentifier, "triggered-1", f"{name}: request")
        self.tally.equal(summary.storefrontCountryCodes, None, f"{name}: all storefronts")
        self.tally.equal((row.get("transaction"), row.get("status")), (None, None), f"{name}: no transaction")
        members = payloads.read(row["signedPayload"])["summary"]
        self.tally.equal(
            set(members), {"environment", "bundleId", "productId", "requestIdentifier", "succeededCount", "failedCount"},
            f"{name}: members")
        self.tally.check(summary.productId in SUBSCRIPTIONS, f"{name}: product", summary.productId)
        self.tally.equal(summary.succeededCount + summary.failedCount, 1, f"{name}: one subscriber")

    def inside(self, told, row, name):
        """The two signed values in a notification."""
        if told.data.signedTransactionInfo is None:
            return self.tally.equal(row["type"], "TEST", f"{name}: nothing in it")
        transaction = self.verifier.verify_and_decode_signed_transaction(told.data.signedTransactionInfo)
        self.tally.equal(transaction.transactionId, row["transaction"], f"{name}: transaction")
        self.tally.equal(transaction.signedDate, told.signedDate, f"{name}: transaction signed then")
        faults = payloads.faults("transaction", payloads.read(told.data.signedTransactionInfo))
        self.tally.equal([fault for fault in faults if "deviceVerification" not in fault], [], f"{name}: lint")
        if told.data.signedRenewalInfo is None:
            return self.tally.equal(told.data.status, None, f"{name}: no status without a subscription")
        info = self.verifier.verify_and_decode_renewal_info(told.data.signedRenewalInfo)
        self.tally.equal(info.originalTransactionId, transaction.originalTransactionId, f"{name}: of one chain")
        trying = info.isInBillingRetryPeriod is True
        self.tally.equal(trying, told.data.status.value in (3, 4), f"{name}: billing retry and status")
        grace = info.gracePeriodExpiresDate is not None
        self.tally.equal(grace, told.data.status.value == 4, f"{name}: grace and status")


def main():
    tally, types = Tally(), set()
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "Shop.storekit")
        shop.write(file)
        interop = Interop(sys.argv[1])
        for name, options, steps, expected in LIVES:
            judge = Judge(interop, tally, file, name, options)
            interop.addCustomer()
            for command, members in steps:
                interop.ask(command, **members)
            rows = interop.notifications()["notifications"]
            found = [(row["date"][:10], *(judge.read(row) or ())) for row in rows]
            tally.equal(found, expected, name)
            tally.check(all(row["date"].endswith("T09:00:00Z") for row in rows), f"{name}: at 09:00")
            types |= {told[1] for told in found}
        for told in TRIGGERED:
            kind, _, subtype = told.partition("/")
            judge = Judge(interop, tally, file, f"triggered {told}", {})
            row = interop.triggerNotification(type=kind, subtype=subtype or None)
            tally.equal((judge.read(row) or (None,))[0], told, f"triggered {told}")
            types.add(told)
        Judge(interop, tally, file, "sent again", {})
        sent = interop.triggerNotification(type="SUBSCRIBED", subtype="INITIAL_BUY")
        tally.equal(interop.deliverNotifications(status=500), {"attempts": 1}, "one attempt")
        tally.equal(interop.deliverNotifications(status=200), {"attempts": 0}, "the sandbox sends once")
        again = interop.resendNotification(uuid=sent["uuid"])
        tally.equal(again["signedPayload"], sent["signedPayload"], "sent again, the same")
        tally.equal(interop.close(), 0, "the program ends well")
    print(f"{len(LIVES)} lives, {len(types)} types with their subtypes")
    return tally.finish()


sys.exit(main())
