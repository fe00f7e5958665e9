"""Makes a store, buys, reads the status and verifies a notification, with Apple's server library.

Usage: python quickstart.py [URL of a running local-app-store], after pip install app-store-server-library
"""
import http.server
import json
import sys
import threading
import urllib.request

from appstoreserverlibrary.api_client import AppStoreServerAPIClient
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.Status import Status
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

server = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"


def ask(method, url, body=None):
    request = urllib.request.Request(url, json.dumps(body or {}).encode(), method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


class Client(AppStoreServerAPIClient):
    """Apple's client, at another address: that is all it takes."""

    def __init__(self, store):
        self.address = store["baseURL"]
        super().__init__(
            store["privateKeyPEM"].encode(), store["keyID"], store["issuerID"], store["bundleID"], Environment.SANDBOX)

    def _get_full_url(self, path):
        return self.address + path


class Webhook(http.server.BaseHTTPRequestHandler):
    """The webhook of the backend."""

    heard = []

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        Webhook.heard.append(body["signedPayload"])
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


webhook = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Webhook)
threading.Thread(target=webhook.serve_forever, daemon=True).start()
notify = f"http://127.0.0.1:{webhook.server_port}/notifications"

# A store of its own, so that no other test is in the way.
store = ask("POST", f"{server}/_control/stores", {"bundleID": "com.example.python", "notify": notify})
root = x509.load_pem_x509_certificate(store["rootCertificatePEM"].encode()).public_bytes(Encoding.DER)
# No online checks: they would ask Apple about certificates that it has not issued.
verifier = SignedDataVerifier([root], False, Environment.SANDBOX, store["bundleID"], store["appAppleID"])

customer = ask("POST", f"{store['controlURL']}/customers")["customer"]
bought = ask("POST", f"{store['controlURL']}/customers/{customer}/purchases", {"product": "com.example.pro.monthly"})
transaction = verifier.verify_and_decode_signed_transaction(bought["transaction"]["signedTransactionInfo"])
print("bought: transaction", transaction.transactionId)

statuses = Client(store).get_all_subscription_statuses(transaction.transactionId)
status = statuses.data[0].lastTransactions[0].status
print("status:", status)
assert status == Status.ACTIVE

# The purchase was answered when its notification was sent.
notification = verifier.verify_and_decode_notification(Webhook.heard[0])
print("notification:", notification.rawNotificationType, notification.rawSubtype)
assert notification.rawNotificationType == "SUBSCRIBED"
