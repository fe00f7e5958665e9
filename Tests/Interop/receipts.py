"""Statuses, histories and receipts through the pipe of `interop`, as a backend reads them.

    receipts.py <interop>

One life, with dates and sums worked out by hand: a monthly subscription with a free week is bought on 10 January 2026, 09:00 UTC. It renews
on 17 January and 17 February and is cancelled, so it ends on 17 March. Apple's verifier reads what the statuses and histories hold; Apple's
client of the App Store Server API is answered through the pipe in place of its socket.
"""

import base64
import datetime
import json
import sys
import urllib.parse

import requests
from appstoreserverlibrary.api_client import APIException, AppStoreServerAPIClient
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.Status import Status
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from interop import Interop, Tally, instant, refused_kind

BUNDLE, KEY, ISSUER = "com.example.app", "ABC1234567", "99b16628-15e4-4668-972b-eeff55eeff55"
MONTHLY, COINS, GROUP = "com.example.pro.monthly", "com.example.coins.100", "21000001"
START = "2026-01-10T09:00:00Z"


class Client(AppStoreServerAPIClient):
    """Apple's client with the pipe in the place of the network."""

    def __init__(self, interop, key):
        super().__init__(key, KEY, ISSUER, BUNDLE, Environment.SANDBOX)
        self.interop = interop

    def _execute_request(self, method, url, params, headers, json, data):
        sent = requests.Request(method, url, headers=headers, params=params, json=json, data=data).prepare()
        parts, body = urllib.parse.urlsplit(sent.url), sent.body or b""
        answer = self.interop.serverRequest(
            method=sent.method, path=parts.path, query=parts.query, headers=dict(sent.headers),
            body=body.decode() if isinstance(body, bytes) else body)
        response = requests.Response()
        response.status_code = answer["status"]
        response.headers.update(answer["headers"])
        response._content = answer["body"].encode()
        return response


def private_key():
    """A key as the App Store hands it out, and its public half."""
    key = ec.generate_private_key(ec.SECP256R1())
    public = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()), public


def verify(interop, receipt, password=None, **members):
    """What a backend reads of the answer to a receipt."""
    body = {"receipt-data": receipt, **({"password": password} if password else {})}
    return json.loads(interop.verifyReceipt(body=body, **members)["body"])


def check_life(interop, tally):
    made = interop.makeStore(start=START, environment="Sandbox")
    root = base64.b64decode(interop.rootCertificate()["der"])
    verifier = SignedDataVerifier([root], False, Environment.SANDBOX, BUNDLE)
    secret, customer = made["sharedSecret"], interop.addCustomer()["customer"]

    def row():
        groups = interop.statuses(customer=customer)["data"]
        return groups[0]["lastTransactions"][0] if groups else None

    def transactions(page):
        return [verifier.verify_and_decode_signed_transaction(jws) for jws in page["signedTransactions"]]

    tally.equal(row(), None, "no subscription yet")
    tally.equal(interop.receipt(customer=customer), {}, "no receipt in the sandbox before a purchase")
    interop.purchase(customer=customer, product=MONTHLY)
    receipt = interop.receipt(customer=customer)["receipt"]
    answer = verify(interop, receipt, secret)
    tally.equal((answer["status"], answer["environment"]), (0, "Sandbox"), "receipt: valid")
    latest = answer["latest_receipt_info"]
    tally.equal([(item["transaction_id"], item["is_trial_period"]) for item in latest], [("1", "true")], "receipt: the free week")
    tally.equal(int(latest[0]["expires_date_ms"]), instant("2026-01-17T09:00:00Z"), "receipt: its end")
    tally.equal(latest[0]["expires_date"], "2026-01-17 09:00:00 Etc/GMT", "receipt: its end as text")
    tally.equal(answer["pending_renewal_info"][0]["auto_renew_status"], "1", "receipt: renews")
    tally.equal(verify(interop, receipt)["status"], 21004, "receipt: no shared secret")
    tally.equal(verify(interop, receipt, secret, endpoint="production")["status"], 21007, "receipt: sent to production")
    tally.equal(verify(interop, receipt, secret, failing=21199), {"is_retryable": True, "status": 21199}, "receipt: lost")
    page = interop.verifyReceipt(body="", failing="page")
    tally.check(page["status"] == 503 and page["body"].startswith("<html>"), "receipt: a page for people")

    tally.equal(interop.advance(to="2026-02-20T09:00:00Z")["renewed"], 2, "two renewals")
    answer = verify(interop, receipt, secret)
    tally.equal(len(answer["receipt"]["in_app"]), 1, "receipt: as it was made")
    tally.equal(sorted(item["transaction_id"] for item in answer["latest_receipt_info"]), ["1", "2", "3"], "receipt: as things are")
    receipt = interop.refreshReceipt(customer=customer)["receipt"]
    tally.equal(len(verify(interop, receipt, secret)["receipt"]["in_app"]), 3, "receipt: refreshed")
    tally.equal((row()["status"], row()["originalTransactionId"]), (1, "1"), "status: active")
    info = verifier.verify_and_decode_renewal_info(row()["signedRenewalInfo"])
    tally.equal(info.renewalDate, instant("2026-03-17T09:00:00Z"), "status: renews on")

    first = interop.history(customer=customer)
    tally.equal([item.price for item in transactions(first)], [0, 9990, 9990], "history: sums")
    starts = ["2026-01-10T09:00:00Z", "2026-01-17T09:00:00Z", "2026-02-17T09:00:00Z"]
    tally.equal([item.purchaseDate for item in transactions(first)], [instant(text) for text in starts], "history: dates")
    interop.refund(transaction="2")
    news = transactions(interop.history(customer=customer, revision=first["revision"]))
    tally.equal([item.transactionId for item in news], ["2"], "history: what was refunded since")
    for _ in range(20):
        interop.purchase(customer=customer, product=COINS)
    pages = [interop.history(customer=customer)]
    while pages[-1]["hasMore"]:
        pages.append(interop.history(customer=customer, revision=pages[-1]["revision"]))
    tally.equal([len(page["signedTransactions"]) for page in pages], [20, 3], "history: 23 on two pages")
    tally.equal(refused_kind(interop.history, customer=customer, revision="x"), "serverError", "history: no revision")

    interop.setAutoRenew(customer=customer, group=GROUP, isOn=False)
    interop.advance(to="2026-03-20T09:00:00Z")
    tally.equal(row()["status"], 2, "status: expired")
    tally.equal(interop.statuses(customer=customer, status=[1])["data"], [], "status: none is active")
    pending = verify(interop, receipt, secret)["pending_renewal_info"][0]
    tally.equal((pending["auto_renew_status"], pending["expiration_intent"]), ("0", "1"), "receipt: cancelled")


def check_accounts(interop, tally):
    """The trap of two accounts: who paid in 2019 looks new (S2-29)."""
    interop.makeStore(start=START, environment="Production")
    download = {"version": "17", "date": "2019-01-01T00:00:00Z"}
    buyer, other = interop.addCustomer(firstDownload=download)["customer"], interop.addCustomer()["customer"]

    def first_version():
        answer = verify(interop, interop.receipt(customer=buyer)["receipt"])
        return answer["receipt"]["original_application_version"]

    tally.equal(first_version(), "17", "two accounts: the download's receipt")
    tally.equal(interop.signIn(customer=buyer, account=other)["owner"], buyer, "two accounts: still the first one's")
    interop.purchase(customer=buyer, product=COINS)
    tally.equal((interop.receipt(customer=buyer)["owner"], first_version()), (other, "1.0"), "two accounts: the other one's")
    tally.equal(interop.setInstalled(customer=buyer, isOn=False), {}, "deleted: no receipt")
    tally.equal(refused_kind(interop.refreshReceipt, customer=buyer), "notInstalled", "deleted: none can be had")
    tally.equal(interop.setInstalled(customer=buyer, isOn=True)["owner"], other, "installed: of who is signed in")


def check_client(interop, tally):
    """Apple's client over the pipe, with a token, and what it is told without one."""
    interop.makeStore(start=START)
    customer = interop.addCustomer()["customer"]
    interop.purchase(customer=customer, product=MONTHLY)
    private, public = private_key()
    client = Client(interop, private)
    statuses = client.get_all_subscription_statuses("1")
    tally.equal(statuses.data[0].lastTransactions[0].status, Status.ACTIVE, "client: open to everybody")
    interop.registerServerKey(keyID=KEY, issuerID=ISSUER, pem=public)
    tally.equal(client.get_all_subscription_statuses("1").data[0].subscriptionGroupIdentifier, GROUP, "client: with its key")
    refused = interop.serverRequest(path="/inApps/v1/subscriptions/1")
    tally.equal((refused["status"], refused["refusal"]), (401, "noAuthorization"), "client: no token")
    stranger = Client(interop, private_key()[0])
    try:
        stranger.get_all_subscription_statuses("1")
        tally.check(False, "client: another key was taken")
    except APIException as refusal:
        tally.equal(refusal.http_status_code, 401, "client: another key")
    now = datetime.datetime.now(datetime.timezone.utc).isoformat()
    late = interop.serverRequest(path="/inApps/v1/subscriptions/1", now=now, failing=5000001)
    tally.equal((late["status"], json.loads(late["body"])["errorCode"]), (500, 5000001), "client: an outage")
    interop.keepNotifications(isOn=True)
    token = client.request_test_notification().testNotificationToken
    tally.check(client.get_test_notification_status(token).signedPayload, "client: a test notification")
    tally.equal([row["type"] for row in interop.notifications()["notifications"]], ["TEST"], "client: it is kept")


def main():
    tally, interop = Tally(), Interop(sys.argv[1])
    for check in (check_life, check_accounts, check_client):
        check(interop, tally)
    tally.equal(interop.close(), 0, "the program ends well")
    return tally.finish()


sys.exit(main())
