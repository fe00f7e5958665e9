"""Apple's client of the App Store Server API, pointed at a store: every call that exists there, and each error once.

    server_api.py <server-api>

The client's requests are prepared as they would be sent, and answered by the program instead of a socket. Signed values in
the answers are verified by Apple's verifier, and what they say is held against dates and numbers worked out by hand from
this calendar: gold is bought on 10 January 2026, 09:00 UTC, and renews every month.
"""

import base64
import datetime
import json
import subprocess
import sys
import urllib.parse
import uuid
import warnings

import requests
from appstoreserverlibrary.api_client import APIException, AppStoreServerAPIClient, GetTransactionHistoryVersion
from appstoreserverlibrary.models.AccountTenure import AccountTenure
from appstoreserverlibrary.models.ConsumptionRequest import ConsumptionRequest
from appstoreserverlibrary.models.ConsumptionRequestV1 import ConsumptionRequestV1
from appstoreserverlibrary.models.ConsumptionStatus import ConsumptionStatus
from appstoreserverlibrary.models.DeliveryStatus import DeliveryStatus
from appstoreserverlibrary.models.DeliveryStatusV1 import DeliveryStatusV1
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.ExtendReasonCode import ExtendReasonCode
from appstoreserverlibrary.models.ExtendRenewalDateRequest import ExtendRenewalDateRequest
from appstoreserverlibrary.models.InAppOwnershipType import InAppOwnershipType
from appstoreserverlibrary.models.LifetimeDollarsPurchased import LifetimeDollarsPurchased
from appstoreserverlibrary.models.LifetimeDollarsRefunded import LifetimeDollarsRefunded
from appstoreserverlibrary.models.MassExtendRenewalDateRequest import MassExtendRenewalDateRequest
from appstoreserverlibrary.models.NotificationHistoryRequest import NotificationHistoryRequest
from appstoreserverlibrary.models.OrderLookupStatus import OrderLookupStatus
from appstoreserverlibrary.models.Platform import Platform
from appstoreserverlibrary.models.PlayTime import PlayTime
from appstoreserverlibrary.models.RefundPreference import RefundPreference
from appstoreserverlibrary.models.RefundPreferenceV1 import RefundPreferenceV1
from appstoreserverlibrary.models.Status import Status
from appstoreserverlibrary.models.TransactionHistoryRequest import Order, ProductType, TransactionHistoryRequest
from appstoreserverlibrary.models.UpdateAppAccountTokenRequest import UpdateAppAccountTokenRequest
from appstoreserverlibrary.models.UserStatus import UserStatus
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from interop import Tally, instant

BUNDLE, KEY, ISSUER = "com.example.app", "ABC1234567", "99b16628-15e4-4668-972b-eeff55eeff55"
APP_TRANSACTION, NOBODY = "700000000000000001", "700000000000000099"


class Program:
    """The store behind the pipe."""

    def __init__(self, path, public_key):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1)
        self.root = base64.b64decode(self.ask(keyID=KEY, issuerID=ISSUER, publicKey=public_key)["root"])

    def ask(self, **members):
        self.process.stdin.write(json.dumps(members) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


class Client(AppStoreServerAPIClient):
    """Apple's client with the store in the place of the network."""

    def __init__(self, program, key, bundle=BUNDLE, key_id=KEY):
        super().__init__(key, key_id, ISSUER, bundle, Environment.SANDBOX)
        self.program, self.failing, self.answer = program, None, None

    def _execute_request(self, method, url, params, headers, json, data):
        sent = requests.Request(method, url, headers=headers, params=params, json=json, data=data).prepare()
        parts = urllib.parse.urlsplit(sent.url)
        body = sent.body or b""
        self.answer = self.program.ask(
            method=sent.method, path=parts.path, query=parts.query, headers=dict(sent.headers), failing=self.failing,
            body=body.decode() if isinstance(body, bytes) else body,
            now=datetime.datetime.now(datetime.timezone.utc).timestamp() * 1000)
        response = requests.Response()
        response.status_code = self.answer["status"]
        response.headers.update(self.answer["headers"])
        response._content = self.answer["body"].encode()
        return response


def error(call, *arguments, **members):
    """The number of the error that a call ends in; the HTTP status where there is none; None when it is carried out."""
    try:
        call(*arguments, **members)
        return None
    except APIException as refusal:
        return refusal.raw_api_error or refusal.http_status_code


def main(path):
    tally = Tally()
    key = ec.generate_private_key(ec.SECP256R1())
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    public = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()
    program = Program(path, public)
    client = Client(program, pem)
    verifier = SignedDataVerifier([program.root], False, Environment.SANDBOX, BUNDLE)

    def transaction(jws):
        return verifier.verify_and_decode_signed_transaction(jws)

    def ids(answer):
        return [int(transaction(jws).transactionId) for jws in answer.signedTransactions]

    # The life: 1 gold, 2 the member's share of it, 3 to 27 coins, 28 silver with a free month for another customer.
    first = program.ask(buy="gold", customer=0)
    tally.equal(first["appTransaction"], APP_TRANSACTION, "app transaction")
    for _ in range(25):
        program.ask(buy="coins", customer=0)
    program.ask(buy="silver", customer=2)
    program.ask(refund=3)
    program.ask(advance="2026-02-11T09:00:00Z")  # 29 silver's or gold's renewal, 30 the member's

    # Statuses
    answer = client.get_all_subscription_statuses("5")
    tally.equal(answer.bundleId, BUNDLE, "statuses: bundle")
    tally.equal(answer.environment, Environment.SANDBOX, "statuses: environment")
    tally.equal(answer.appAppleId, None, "statuses: no app id in the sandbox")
    row = answer.data[0].lastTransactions[0]
    tally.equal((answer.data[0].subscriptionGroupIdentifier, row.status), ("Plans", Status.ACTIVE), "statuses: row")
    tally.equal(row.originalTransactionId, "1", "statuses: original transaction")
    info = verifier.verify_and_decode_renewal_info(row.signedRenewalInfo)
    tally.equal(info.renewalDate, instant("2026-03-10T09:00:00Z"), "statuses: renewal date")
    tally.equal((info.renewalPrice, info.currency), (9990, "USD"), "statuses: renewal price")
    current = transaction(row.signedTransactionInfo)
    tally.equal(current.purchaseDate, instant("2026-02-10T09:00:00Z"), "statuses: the second month")
    tally.equal(client.get_all_subscription_statuses(APP_TRANSACTION, [Status.EXPIRED, Status.REVOKED]).data, [], "statuses: filter")
    shared = client.get_all_subscription_statuses("2").data[0].lastTransactions[0]
    tally.equal(
        (shared.originalTransactionId, transaction(shared.signedTransactionInfo).inAppOwnershipType),
        ("2", InAppOwnershipType.FAMILY_SHARED), "statuses: a family member's")

    # Histories
    for version in GetTransactionHistoryVersion:
        found, revision = [], None
        while True:
            page = client.get_transaction_history("1", revision, TransactionHistoryRequest(), version)
            found += ids(page)
            revision = page.revision
            if not page.hasMore:
                break
        # 3 was refunded last on 10 January, and the renewal came a month later.
        tally.equal(found[:-1], [1] + list(range(4, 28)) + [3], f"history {version.value}")
        tally.equal(found[-1], int(current.transactionId), f"history {version.value}: the renewal")
    version = GetTransactionHistoryVersion.V2

    def history(**filters):
        return ids(client.get_transaction_history("1", None, TransactionHistoryRequest(**filters), version))

    tally.equal(history(revoked=True), [3], "history: revoked")
    tally.equal(len(history(revoked=False)), 20, "history: not revoked")
    tally.equal(history(productTypes=[ProductType.AUTO_RENEWABLE]), [1, int(current.transactionId)], "history: type")
    tally.equal(history(productIds=["gold"], sort=Order.DESCENDING), [int(current.transactionId), 1], "history: order")
    tally.equal(history(subscriptionGroupIdentifiers=["Plans"], endDate=instant("2026-01-11T00:00:00Z")), [1], "history: group and end")
    tally.equal(history(startDate=instant("2026-02-01T00:00:00Z")), [int(current.transactionId)], "history: start")
    tally.equal(history(inAppOwnershipType=InAppOwnershipType.FAMILY_SHARED), [], "history: ownership")

    # One by one
    tally.equal(transaction(client.get_transaction_info("2").signedTransactionInfo).originalTransactionId, "2", "info")
    app = verifier.verify_and_decode_app_transaction(client.get_app_transaction_info("1").signedAppTransactionInfo)
    tally.equal((app.appTransactionId, app.bundleId), (APP_TRANSACTION, BUNDLE), "app transaction info")
    tally.equal(ids(client.get_refund_history("1", None)), [3], "refund history")
    order = client.look_up_order_id(first["order"])
    tally.equal((order.status, ids(order)), (OrderLookupStatus.VALID, [1]), "order")
    tally.equal(client.look_up_order_id("MXXXXXXXXX").status, OrderLookupStatus.INVALID, "no order")
    tally.equal(client.finish_transaction("4"), None, "finish")

    def extend(original, days=10, reason=ExtendReasonCode.CUSTOMER_SATISFACTION, identifier="r-1"):
        return client.extend_subscription_renewal_date(
            original, ExtendRenewalDateRequest(
                extendByDays=days, extendReasonCode=reason, requestIdentifier=identifier))

    extended = extend("1", days=30)
    tally.equal(
        (extended.success, extended.originalTransactionId, extended.effectiveDate),
        (True, "1", instant("2026-04-09T09:00:00Z")), "extension")
    extend("1")

    # Everybody's dates: silver had a free month, and renewed on 10 February; gold was extended twice.
    def extend_all(**members):
        return client.extend_renewal_date_for_all_active_subscribers(MassExtendRenewalDateRequest(**{
            "extendByDays": 7, "extendReasonCode": ExtendReasonCode.SERVICE_ISSUE_OR_OUTAGE,
            "requestIdentifier": "outage-1", "productId": "silver", **members}))

    for _ in range(2):
        tally.equal(extend_all().requestIdentifier, "outage-1", "everybody: taken, and the same again")
    status = client.get_status_of_subscription_renewal_date_extensions("outage-1", "silver")
    tally.equal(
        (status.requestIdentifier, status.complete, status.completeDate, status.succeededCount, status.failedCount),
        ("outage-1", True, instant("2026-02-11T09:00:00Z"), 1, 0), "everybody: status")
    row = client.get_all_subscription_statuses("28").data[0].lastTransactions[0]
    tally.equal(
        verifier.verify_and_decode_renewal_info(row.signedRenewalInfo).renewalDate, instant("2026-03-17T09:00:00Z"),
        "everybody: 10 March and seven days")
    extend_all(requestIdentifier="outage-2", productId="gold", storefrontCountryCodes=["USA", "JPN"])
    status = client.get_status_of_subscription_renewal_date_extensions("outage-2", "gold")
    tally.equal((status.succeededCount, status.failedCount), (0, 1), "everybody: gold was extended twice")

    # Account tokens: gold's second month carries it, the first does not; coins do.
    token = str(uuid.uuid5(uuid.NAMESPACE_DNS, "customer.example.com"))

    def give(original, token=token):
        return client.set_app_account_token(original, UpdateAppAccountTokenRequest(appAccountToken=token))

    tally.equal((give("1"), give("4")), (None, None), "account token: taken")
    row = client.get_all_subscription_statuses("1").data[0].lastTransactions[0]
    tally.equal(
        (transaction(row.signedTransactionInfo).appAccountToken,
         verifier.verify_and_decode_renewal_info(row.signedRenewalInfo).appAccountToken), (token, token),
        "account token: transaction and renewal info")
    told = [transaction(client.get_transaction_info(name).signedTransactionInfo).appAccountToken for name in ("1", "4", "5")]
    tally.equal(told, [None, token, None], "account token: of what was named, and of nothing past")

    # Consumption, as both models of Apple's write it. The old one says that it is old.
    warnings.simplefilter("ignore", DeprecationWarning)

    def used(name, **members):
        return client.send_consumption_information(name, ConsumptionRequest(**{
            "customerConsented": True, "sampleContentProvided": False, "deliveryStatus": DeliveryStatus.DELIVERED, **members}))

    def used_once(name, **members):
        return client.send_consumption_data(name, ConsumptionRequestV1(**{
            "customerConsented": True, "consumptionStatus": ConsumptionStatus.PARTIALLY_CONSUMED,
            "platform": Platform.APPLE, "sampleContentProvided": True,
            "deliveryStatus": DeliveryStatusV1.DELIVERED_AND_WORKING_PROPERLY, "appAccountToken": "",
            "accountTenure": AccountTenure.UNDECLARED, "playTime": PlayTime.UNDECLARED,
            "lifetimeDollarsRefunded": LifetimeDollarsRefunded.UNDECLARED,
            "lifetimeDollarsPurchased": LifetimeDollarsPurchased.UNDECLARED, "userStatus": UserStatus.ACTIVE,
            "refundPreference": RefundPreferenceV1.PREFER_DECLINE, **members}))

    tally.equal(used("5", consumptionPercentage=67932, refundPreference=RefundPreference.GRANT_PRORATED), None, "consumption")
    tally.equal(client.answer["status"], 202, "consumption: accepted")
    tally.equal(program.ask(consumption=5)["consumption"], "2: DELIVERED 67932 GRANT_PRORATED", "consumption: kept")
    tally.equal(used_once("6", appAccountToken=token), None, "consumption, version 1")
    tally.equal(client.answer["status"], 202, "consumption, version 1: accepted")
    tally.equal(program.ask(consumption=6)["consumption"], f"1: {token} 0 2 0 0 0 1 0 1 2", "consumption, version 1: kept")

    # Each error once
    start, end = instant("2026-01-10T09:00:00Z"), instant("2026-02-10T09:00:00Z")

    def notifications(token=None, **members):
        return error(client.get_notification_history, token, NotificationHistoryRequest(**members))

    def code(**filters):
        return error(client.get_transaction_history, "1", None, TransactionHistoryRequest(**filters), version)

    def raw(method, path, body=None):
        return error(client._make_request, path, method, {}, body, None)

    expected = [
        (raw("PUT", "/inApps/v1/subscriptions/extend/1", b"{"), 4000000),
        (error(client.get_transaction_history, "1", "x", TransactionHistoryRequest(), version), 4000005),
        (error(client.get_transaction_info, "x"), 4000006),
        (error(extend, "x"), 4000008),
        (error(extend, "1", days=91), 4000009),
        (raw("PUT", "/inApps/v1/subscriptions/extend/1", b'{"extendByDays":1,"extendReasonCode":4}'), 4000010),
        (error(extend, "1", identifier="x" * 129), 4000011),
        (notifications(startDate=1, endDate=end), 4000012),
        (notifications(startDate=end, endDate=start), 4000013),
        (code(startDate=end, endDate=start), 4000013),
        (notifications("x", startDate=start, endDate=end), 4000014),
        (notifications(endDate=end), 4000015),
        (notifications(startDate=start), 4000016),
        (raw("POST", "/inApps/v1/notifications/history", json.dumps(
            {"startDate": start, "endDate": end, "notificationType": "SOLD"}).encode()), 4000018),
        (raw("POST", "/inApps/v1/notifications/history", json.dumps(
            {"startDate": start, "endDate": end, "notificationType": "TEST", "transactionId": "1"}).encode()), 4000019),
        (error(client.get_test_notification_status, "x"), 4000020),
        (raw("GET", "/inApps/v2/history/1?sort=UP"), 4000021),
        (raw("GET", "/inApps/v2/history/1?productType=UP"), 4000022),
        (raw("GET", "/inApps/v2/history/1?productId="), 4000023),
        (raw("GET", "/inApps/v2/history/1?subscriptionGroupIdentifier="), 4000024),
        (raw("GET", "/inApps/v2/history/1?excludeRevoked=1"), 4000025),
        (raw("GET", "/inApps/v2/history/1?inAppOwnershipType=UP"), 4000026),
        (raw("GET", "/inApps/v2/history/1?revoked=1"), 4000030),
        (raw("GET", "/inApps/v1/subscriptions/1?status=6"), 4000031),
        (error(client.get_transaction_info, APP_TRANSACTION), 4000048),
        (error(used_once, "5", accountTenure=None, rawAccountTenure=8), 4000032),
        (error(used_once, "5", appAccountToken="x"), 4000033),
        (error(used_once, "5", consumptionStatus=None, rawConsumptionStatus=4), 4000034),
        (error(used, "5", customerConsented=False), 4000035),
        (error(used_once, "5", deliveryStatus=None, rawDeliveryStatus=6), 4000036),
        (error(used_once, "5", lifetimeDollarsPurchased=None, rawLifetimeDollarsPurchased=8), 4000037),
        (error(used_once, "5", lifetimeDollarsRefunded=None, rawLifetimeDollarsRefunded=8), 4000038),
        (error(used_once, "5", platform=None, rawPlatform=3), 4000039),
        (error(used_once, "5", playTime=None, rawPlayTime=8), 4000040),
        (error(used_once, "5", sampleContentProvided=None), 4000041),
        (error(used_once, "5", userStatus=None, rawUserStatus=5), 4000042),
        (error(used_once, "5", refundPreference=None, rawRefundPreference=4), 4000044),
        (error(used_once, "1"), None),
        (error(used, "1", consumptionPercentage=1), 4000209),
        (error(give, "1", token="x"), 4000183),
        (error(give, "2"), 4000185),
        (error(give, current.transactionId), 4000187),
        (error(give, "99"), 4040005),
        (error(extend, "4"), 4030004),
        (error(extend, "1"), 4030005),
        (error(extend, "2"), 4030007),
        (error(client.get_all_subscription_statuses, NOBODY), 4040001),
        (error(extend, "99"), 4040005),
        (error(client.request_test_notification), 4040007),
        (notifications(startDate=start, endDate=end), 4040007),
        (error(client.get_test_notification_status, "5f2a9c1e-7b3d-4e8f-9a01-23456789abcd_1"), 4040008),
        (error(extend_all, storefrontCountryCodes=[]), 4000027),
        (error(extend_all, storefrontCountryCodes=["US"]), 4000028),
        (error(extend_all, productId="coins"), 4000023),
        (error(client.get_status_of_subscription_renewal_date_extensions, "r", "gold"), 4040009),
        (error(client.get_transaction_info, "99"), 4040010),
        (error(client.request_test_notification), 4040007),
        (error(client.request_test_notification), 4290000),
        (error(Client(program, pem, bundle="com.example.other").get_transaction_info, "1"), 401),
        (error(Client(program, pem, key_id="OTHER").get_transaction_info, "1"), 401),
        (error(client.get_image_list), 404),
    ]
    for found, number in expected:
        tally.equal(found, number, f"error {number}")
    for number in [4040002, 4040003, 4040004, 4040006, 4040019, 5000000, 5000001]:
        client.failing = number
        tally.equal(error(client.get_transaction_info, "1"), number, f"error {number}, asked for")
    client.failing = None
    program.process.stdin.close()
    tally.equal(program.process.wait(), 0, "the program ends")
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
