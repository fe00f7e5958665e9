"""local-app-store and offer-backend side by side, as .ci/check-backend starts, asks and compares them."""
import base64
import collections
import json
import pathlib
import re
import signal
import sqlite3
import subprocess
import tempfile
import urllib.error
import urllib.request

MONTHLY, GROUP, TOKEN = "com.example.pro.monthly", "21000001", "token of the check"


def ask(method, url, body=None, headers={}):
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), timeout=600) as answer:
        return json.load(answer)


def signed(row):
    """When a notification was signed, in milliseconds since 1970."""
    part = row["signedPayload"].split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))["signedDate"]


class Program:
    """A program that says where it listens, killed and started again at the same port."""

    def __init__(self, path, *arguments):
        self.command, self.port, self.logs = [str(path), *map(str, arguments)], "0", []
        self.start()

    def start(self):
        self.errors = tempfile.TemporaryFile("w+")
        self.logs.append(self.errors)
        self.process = subprocess.Popen(
            [*self.command, "--port", self.port], stdout=subprocess.PIPE, stderr=self.errors, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        if not found:
            self.errors.seek(0)
            raise SystemExit(f"{self.command[0]} did not start: {line}{self.errors.read()}")
        self.url = found[0]
        self.port = self.url.rsplit(":", 1)[1]

    def kill(self, how=signal.SIGKILL):
        self.process.send_signal(how)
        return self.process.wait(timeout=60)

    def log(self):
        """What all its processes logged, those that were killed too."""
        for file in self.logs:
            file.seek(0)
        return "".join(file.read() for file in self.logs)

    def memory(self):
        """Resident memory in kilobytes."""
        return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{self.process.pid}/status").read_text())[1])


class Both:
    def __init__(self, programs, folder, days=181):
        """`days`: for how long the backend keeps what was said as it was said."""
        self.folder, self.counted = pathlib.Path(folder), None
        self.store = Program(programs / "local-app-store", "--environment", "Production", "--webhook-timeout", "5")
        self.control = f"{self.store.url}/_control/stores/default"
        description = self.description = ask("GET", self.control)
        (self.folder / "keys").mkdir()
        key = description["offerKey"]
        for name, text in {
            "root.pem": description["rootCertificatePEM"], "api.p8": description["privateKeyPEM"], "token": TOKEN,
            "secret": description["sharedSecret"], "keys/current": key["keyID"], f"keys/{key['keyID']}.p8": key["privateKeyPEM"],
        }.items():
            (self.folder / name).write_text(text)
        (self.folder / "backend.json").write_text(json.dumps({
            "bundleID": description["bundleID"], "appAppleID": description["appAppleID"], "environment": "Production", "keepStatementsDays": days,
            "rootCertificate": "root.pem", "appStore": self.store.url, "clock": "notifications", "requestsPerMinute": 1_000_000_000,
            "productionReceipts": self.store.url + "/production/verifyReceipt", "sandboxReceipts": self.store.url + "/sandbox/verifyReceipt",
            "api": {"keyID": description["keyID"], "issuerID": description["issuerID"], "keyFile": "api.p8"},
            "offerKeys": "keys", "sharedSecretFile": "secret", "adminTokenFile": "token",
            "products": [{"id": MONTHLY, "level": 1, "period": "P1M"}],
            "offers": [
                {"segment": "retention", "id": "half3", "product": MONTHLY}, {"segment": "win-back", "id": "freemonth", "product": MONTHLY},
                {"segment": "customer service", "id": "prepaid6", "product": MONTHLY}]}))
        self.database = self.folder / "users.sqlite"
        self.backend = Program(programs / "offer-backend", self.folder / "backend.json", "--data", self.database, "--log-level", "info")

    def do(self, method, path, body=None):
        return ask(method, f"{self.control}/{path}", body)

    def admin(self, method, path, body=None):
        return ask(method, self.backend.url + path, body, {"Authorization": f"Bearer {TOKEN}"})

    def catch_up(self):
        """Asks until it is finished: a request ends after 45 seconds, and the next goes on where it stopped."""
        while True:
            try:
                return self.admin("POST", "/catch-up")
            except urllib.error.HTTPError as error:
                if error.code != 503 or json.load(error)["error"]["code"] != "notFinished":
                    raise

    def subscriber(self):
        user = self.admin("POST", "/users")["userId"]
        customer = self.do("POST", "customers")["customer"]
        self.do("POST", f"customers/{customer}/purchases", {"product": MONTHLY, "appAccountToken": user})
        return user, customer

    def told(self):
        """Everything that the store told, from the beginning."""
        rows, total = [], 1
        while len(rows) < total:
            page = self.do("GET", f"notifications?from={len(rows)}&count=10000")
            rows, total = rows + page["notifications"], page["total"]
        return rows

    def drain(self):
        """Lets all retries come."""
        for _ in range(8):
            self.do("POST", "clock/advance", {"days": 1})

    def said(self):
        """The notifications in the table, but for those that are so old that they were counted and taken away."""
        database = sqlite3.connect(self.database)
        mark = database.execute("SELECT value FROM mark WHERE name = 'prunedUntil'").fetchone()
        pruned = int(mark[0]) if mark else 0
        rows = database.execute("SELECT uuid FROM said WHERE type NOT IN ('STATUS', 'RECEIPT') AND signedDate > ?", [pruned])
        return [row[0] for row in rows], pruned, database.execute("PRAGMA integrity_check").fetchone()[0]

    def known(self, user):
        """What the backend says of a user."""
        answer = self.admin("GET", f"/users/{user}")
        row = answer["subscriptions"][0]
        segment = answer.get("segment")
        return {
            "entitled": answer["isEntitled"], "status": row["status"], "autoRenew": row["autoRenewStatus"], "renewals": row["renewals"],
            "inARow": row["renewalsInARow"], "refunded": row["wasRefunded"], "redeemed": row["offersRedeemed"],
            "billingErrors": row["billingErrors"], "retry": row["isInBillingRetry"],
            "segment": segment if segment in ("do not contact", "win-back", "retention") else None}

    def failures(self):
        """How often the renewals of each customer failed, by what the store told."""
        total = self.do("GET", "notifications?count=0")["total"]
        if total != self.counted:
            self.counted = total
            self.failed = collections.Counter(row["customer"] for row in self.told() if row["notificationType"] == "DID_FAIL_TO_RENEW")
        return self.failed

    def life(self, customer):
        """The same, worked out from what the store says of a customer."""
        entitled = bool(self.do("GET", f"customers/{customer}/entitlements")["entitlements"])
        standing = self.do("GET", f"customers/{customer}/subscriptions")["subscriptions"][0]
        rows = [row["payload"] for row in self.do("GET", f"customers/{customer}/transactions")["transactions"]]
        rows.sort(key=lambda row: (row["purchaseDate"], int(row["transactionId"])))
        renewals = in_a_row = redeemed = 0
        before = None
        for row in rows:
            renews = row["transactionReason"] == "RENEWAL"
            renewals, in_a_row = renewals + renews, in_a_row + 1 if renews else 0
            offer = (row.get("offerType"), row.get("offerIdentifier"))
            redeemed += offer[0] not in (None, 1) and not (renews and offer == before)
            before = offer
        status, on = standing["status"], standing["renewalInfo"]["autoRenewStatus"] == 1
        segment = "do not contact" if status in (3, 4) else "win-back" if status in (2, 5) and not on else "retention" if status == 1 and not on else None
        return {
            "entitled": entitled, "status": status, "autoRenew": on, "renewals": renewals, "inARow": in_a_row,
            "refunded": "revocationDate" in rows[-1], "redeemed": redeemed, "segment": segment,
            "billingErrors": self.failures()[customer], "retry": standing["renewalInfo"].get("isInBillingRetryPeriod", False)}

    def end(self):
        for program in (self.backend, self.store):
            if program.process.poll() is None:
                program.kill()
