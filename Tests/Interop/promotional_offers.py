"""Promotional offers signed by others, held against what check-offers says of them.

    promotional_offers.py <check-offers>

Good ones come from Apple's App Store Server Library and from the openssl command, wrong ones from openssl with
one thing changed, or two. Prints a line for each that came out otherwise than it must, and the numbers at the end.
"""

import base64
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import urllib.parse
import uuid

from appstoreserverlibrary.promotional_offer import PromotionalOfferSignatureCreator
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

SEPARATOR = "\u2063"
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
BUNDLE, KEY, SPARE = "com.example.app", "ABC1234567", "ZYX7654321"
PRODUCT, OFFER = "com.example.pro.monthly", "half3"
NOW = 1_560_000_000_000
DAY = 86_400_000


def new_key():
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())


def public_pem(pem):
    key = serialization.load_pem_private_key(pem, None).public_key()
    return key.public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()


class Shop:
    def __init__(self, folder):
        self.folder = folder
        self.pems = {KEY: new_key(), SPARE: new_key()}
        for name, pem in self.pems.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(pem)
        self.publics = {name: public_pem(pem) for name, pem in self.pems.items()}
        self.questions, self.expectations = [], []

    def openssl(self, message, key=KEY, digest="sha256"):
        """The DER signature that the openssl command makes of these bytes."""
        path = os.path.join(self.folder, "message")
        with open(path, "wb") as file:
            file.write(message)
        return subprocess.run(
            ["openssl", "dgst", "-" + digest, "-sign", os.path.join(self.folder, key), path],
            check=True, capture_output=True).stdout

    def apple(self, account, nonce, timestamp, key=KEY):
        """What Apple's library answers, in Base64."""
        creator = PromotionalOfferSignatureCreator(self.pems[key], key, BUNDLE)
        return creator.create_signature(PRODUCT, OFFER, account, nonce, timestamp)

    def ask(self, name, signature, verdict, causes=None, *, account=None, nonce, timestamp=NOW, **changes):
        """Adds a question: a signature, what it came with, and what must be said of it."""
        question = {
            "bundleID": BUNDLE, "product": PRODUCT, "offer": OFFER, "keyID": KEY, "publicKeyPEM": self.publics[KEY],
            "nonce": str(nonce), "timestamp": timestamp, "now": timestamp + 1_000,
            "signature": base64.b64encode(signature).decode() if isinstance(signature, bytes) else signature,
            "known": {
                "keys": {SPARE: self.publics[SPARE]}, "bundleIDs": [BUNDLE, "com.example.other"],
                "products": {PRODUCT: [OFFER, "free1"], "com.example.pro.yearly": [OFFER]},
                "userNames": ["bob77"], "tokens": ["0d9c5f2e-1a2b-4c3d-8e4f-5a6b7c8d9e0f"],
            },
        }
        if isinstance(account, uuid.UUID):
            question["token"] = str(account)
        elif account is not None:
            question["userName"] = account
        known = changes.pop("known", {})
        question.update(changes)
        question["known"].update(known)
        self.questions.append({name: value for name, value in question.items() if value is not None})
        self.expectations.append((name, verdict, causes))


def text(account, nonce, timestamp=NOW, *, bundle=BUNDLE, key=KEY, product=PRODUCT, offer=OFFER):
    return [bundle, key, product, offer, str(account), str(nonce), str(timestamp)]


def joined(parts, separator=SEPARATOR):
    return separator.join(parts).encode()


def good_ones(shop):
    for number in range(40):
        nonce = uuid.uuid4()
        account = [uuid.uuid4(), "", "4bd1c2c3e8a0", "Anna"][number % 4]
        timestamp = NOW + number * 977
        signature = shop.apple(str(account), nonce, timestamp)
        shop.ask(f"Apple's library {number}", signature, "accepted", account=account, nonce=nonce, timestamp=timestamp)
        der = shop.openssl(joined(text(account, nonce, timestamp)))
        shop.ask(f"openssl {number}", der, "accepted", account=account, nonce=nonce, timestamp=timestamp)
        r, s = decode_dss_signature(der)
        other = encode_dss_signature(r, ORDER - s)
        shop.ask(f"the other s {number}", other, "accepted", account=account, nonce=nonce, timestamp=timestamp)


def wrong_texts(shop):
    """(name, message bytes, causes) for a token's purchase; each is signed by openssl with the shop's key."""
    token, nonce = uuid.uuid4(), uuid.UUID("5f2a9c1e-7b3d-4e8f-9a01-23456789abcd")
    right = text(token, nonce)
    seconds = text(token, nonce, NOW // 1000)
    upper = text(token, str(nonce).upper())
    swapped = right[:2] + [right[3], right[2]] + right[4:]
    digest = hashlib.sha256(joined(right))
    cases = [(f"joined with {separator!r}", joined(right, separator), ["otherSeparator"])
             for separator in [" ", "|", ",", "\n", "-", "_", ".", ":", ";", "/", "\u200b", "\u2062", "\u2064", "\\u2063"]]
    cases += [
        ("no separator", joined(right, ""), ["noSeparator"]),
        ("order", joined(swapped), ["otherOrder"]),
        ("nonce in upper case", joined(upper), ["nonceUpperCase"]),
        ("nonce without hyphens", joined(text(token, nonce.hex)), ["nonceOtherForm"]),
        ("token in upper case", joined(text(str(token).upper(), nonce)), ["tokenUpperCase"]),
        ("seconds", joined(seconds), ["timestampSignedInSeconds"]),
        ("seconds with a fraction", joined(text(token, nonce, NOW / 1000)), ["timestampSignedInSeconds"]),
        ("a float", joined(text(token, nonce, float(NOW))), ["timestampOtherForm"]),
        ("an exponent", joined(text(token, nonce, "1.56e+12")), ["timestampOtherForm"]),
        ("no token", joined(text("", nonce)), ["accountNotSigned"]),
        ("the word None", joined(text(None, nonce)), ["placeholder"]),
        ("another token", joined(text("0d9c5f2e-1a2b-4c3d-8e4f-5a6b7c8d9e0f", nonce)), ["otherAccount"]),
        ("key identifier", joined(text(token, nonce, key=SPARE)), ["otherKeyIdentifierInText"]),
        ("another bundle", joined(text(token, nonce, bundle="com.example.other")), ["otherBundle"]),
        ("another product", joined(text(token, nonce, product="com.example.pro.yearly")), ["otherProduct"]),
        ("another offer", joined(text(token, nonce, offer="free1")), ["otherOffer"]),
        ("no bundle", joined(right[1:]), ["partMissing"]),
        ("product twice", joined(right[:3] + right[2:]), ["partDoubled"]),
        ("trailing separator", joined(right) + SEPARATOR.encode(), ["trailingSeparator"]),
        ("leading separator", SEPARATOR.encode() + joined(right), ["leadingSeparator"]),
        ("trailing line break", joined(right) + b"\n", ["extraText"]),
        ("UTF-16LE", joined(right).decode().encode("utf-16-le"), ["otherTextEncoding"]),
        ("UTF-16BE", joined(right).decode().encode("utf-16-be"), ["otherTextEncoding"]),
        ("hash of a hash", digest.digest(), ["hashedTwice"]),
        ("hash of a hexadecimal hash", digest.hexdigest().encode(), ["hashedTwice"]),
        ("key with a line break", joined(text(token, nonce, key=KEY + "\n")), ["whitespaceAroundPart"]),
        ("blanks and upper case", joined(upper, " "), ["otherSeparator", "nonceUpperCase"]),
        ("bars and seconds", joined(seconds, "|"), ["otherSeparator", "timestampSignedInSeconds"]),
        ("no token, seconds", joined(text("", nonce, NOW // 1000)), ["accountNotSigned", "timestampSignedInSeconds"]),
        ("an unknown customer", joined(text(uuid.uuid4(), nonce)), ["otherPrivateKeyOrText"]),
        ("an unknown product", joined(text(token, nonce, product="never.seen")), ["otherPrivateKeyOrText"]),
    ]
    for name, message, causes in cases:
        shop.ask(name, shop.openssl(message), "refused", causes, account=token, nonce=nonce)
    for digest_name in ["sha384", "sha512", "sha1"]:
        shop.ask(digest_name, shop.openssl(joined(right), digest=digest_name), "refused", ["otherHash"],
                 account=token, nonce=nonce)
    # An upper-case nonce given to Apple's library is put right by it.
    shop.ask("Apple's library with capitals", shop.apple(str(token).upper(), nonce, NOW), "accepted",
             account=token, nonce=nonce)


def wrong_keys(shop):
    nonce = uuid.uuid4()
    right = text("bob77", nonce)
    spare = shop.openssl(joined(right), key=SPARE)
    own = shop.openssl(joined(text("bob77", nonce, key=SPARE)), key=SPARE)
    def ask(name, signature, causes, **changes):
        shop.ask(name, signature, "refused", causes, account="bob77", nonce=nonce, **changes)
    ask("another key", spare, ["otherKeySigned"])
    ask("another identifier sent", own, ["otherKeyIdentifierSent"])
    ask("a key that is not registered", shop.openssl(joined(text("bob77", nonce, key="NEWKEY1234"))),
        ["keyUnknown"], keyID="NEWKEY1234", publicKeyPEM=None)
    with open(os.path.join(shop.folder, "nobody"), "wb") as file:
        file.write(new_key())
    ask("a private key that belongs to no registered one", shop.openssl(joined(right), key="nobody"),
        ["otherPrivateKeyOrText"])
    ask("a revoked key", shop.openssl(joined(right)), ["keyRevoked"], known={"revoked": [KEY]})
    ask("a spent nonce", shop.openssl(joined(right)), ["nonceSpent"], known={"nonces": [str(nonce)]})


def wrong_times(shop):
    nonce = uuid.uuid4()
    der = shop.openssl(joined(text("bob77", nonce)))
    for name, now, verdict, causes in [
            ("at once", NOW, "accepted", None), ("after 24 hours", NOW + DAY, "accepted", None),
            ("a millisecond later", NOW + DAY + 1, "refused", ["timestampTooOld"]),
            ("a millisecond before", NOW - 1, "refused", ["timestampInFuture"])]:
        shop.ask(name, der, verdict, causes, account="bob77", nonce=nonce, now=now)
    seconds = shop.openssl(joined(text("bob77", nonce, NOW // 1000)))
    shop.ask("seconds signed and sent", seconds, "refused", ["timestampInSeconds"], account="bob77", nonce=nonce,
             timestamp=NOW // 1000, now=NOW + 1_000)
    shop.ask("seconds sent", der, "refused", ["timestampInSeconds", "timestampSentInSeconds"], account="bob77",
             nonce=nonce, timestamp=NOW // 1000, now=NOW + 1_000)
    old = uuid.uuid1()
    shop.ask("a nonce of version 1", shop.openssl(joined(text("bob77", old))), "refused", ["nonceNotVersion4"],
             account="bob77", nonce=old)


def wrong_writing(shop):
    """The same good signature, written down wrongly; signed until its Base64 has letters that differ in a URL."""
    nonce = uuid.uuid4()
    message = joined(text("bob77", nonce))
    while True:
        der = shop.openssl(message)
        plain = base64.b64encode(der).decode()
        if plain.count("+") + plain.count("/") > 1 and "+" in plain and plain.endswith("="):
            break
    r, s = decode_dss_signature(der)
    raw = r.to_bytes(32, "big") + s.to_bytes(32, "big")
    padding = r.to_bytes(34, "big").rjust(36, b"\0"), s.to_bytes(34, "big").rjust(36, b"\0")
    loose = b"\x30\x4c" + b"".join(b"\x02\x24" + number for number in padding)
    cases = [
        ("raw", raw, ["rawSignature"]),
        ("Base64 twice", base64.b64encode(plain.encode()).decode(), ["base64Twice"]),
        ("URL-safe", base64.urlsafe_b64encode(der).decode(), ["base64URLAlphabet"]),
        ("no padding", plain.rstrip("="), ["missingPadding"]),
        ("URL-safe, no padding", base64.urlsafe_b64encode(der).decode().rstrip("="),
         ["base64URLAlphabet", "missingPadding"]),
        ("as in a JWS", base64.urlsafe_b64encode(raw).decode().rstrip("="), None),
        ("hexadecimal", der.hex(), ["hexadecimal"]),
        ("hexadecimal capitals", der.hex().upper(), ["hexadecimal"]),
        ("hexadecimal and raw", raw.hex(), ["hexadecimal", "rawSignature"]),
        ("wrapped", base64.encodebytes(der).decode(), ["whitespaceInBase64"]),
        ("a line break after it", plain + "\n", ["whitespaceInBase64"]),
        ("in quotation marks", f'"{plain}"', ["quotationMarks"]),
        ("bytes as Python prints them", str(plain.encode()), ["pythonBytes"]),
        ("percent-encoded", urllib.parse.quote(plain, safe=""), ["percentEncoded"]),
        ("blanks for plus signs", plain.replace("+", " "), ["blankForPlus"]),
        ("zeros before r and s", loose, ["looseDER"]),
        ("cut off", plain[:60], ["notDER"]),
        ("no Base64", "not a signature!", ["notBase64"]),
    ]
    for name, signature, causes in cases:
        shop.ask(name, signature, "refused", causes, account="bob77", nonce=nonce)
    upper = shop.openssl(joined(text("bob77", str(nonce).upper())))
    shop.ask("Base64 twice and an upper-case nonce", base64.b64encode(base64.b64encode(upper)).decode(), "refused",
             ["base64Twice", "nonceUpperCase"], account="bob77", nonce=nonce)


def missing_parts(shop):
    nonce = uuid.uuid4()
    der = base64.b64encode(shop.openssl(joined(text("", nonce)))).decode()
    names = {"offer": "identifier", "keyID": "keyIdentifier", "nonce": "nonce", "timestamp": "timestamp",
             "signature": "signature"}
    for field, parameter in names.items():
        for value in [None, ""]:
            changes = {field: value} if field != "signature" else {}
            signature = der if field != "signature" else (value or "")
            arguments = {"account": "", "nonce": nonce, "now": NOW + 1_000}
            shop.ask(f"{field} {value!r}", signature, "refused", [parameter], **arguments)
            shop.questions[-1].update(changes)
            if value is None:
                shop.questions[-1].pop(field)
    shop.ask("no user name at all", der, "refused", ["applicationUsername"], nonce=nonce)
    shop.ask("an empty user name", der, "accepted", account="", nonce=nonce)
    shop.ask("a nonce that is none", der, "unreadable", account="", nonce="5f2a9c1e")
    shop.ask("a timestamp with a sign", der, "unreadable", account="", nonce=nonce, now=NOW)
    shop.questions[-1]["timestamp"] = "+1560000000000"


def main():
    with tempfile.TemporaryDirectory() as folder:
        shop = Shop(folder)
        for part in [good_ones, wrong_texts, wrong_keys, wrong_times, wrong_writing, missing_parts]:
            part(shop)
        lines = "".join(json.dumps(question) + "\n" for question in shop.questions)
        output = subprocess.run([sys.argv[1]], input=lines, text=True, capture_output=True, check=True).stdout
    answers = [json.loads(line) for line in output.splitlines()]
    failed = 0 if len(answers) == len(shop.questions) else 1
    if failed:
        print(f"{len(shop.questions)} questions, {len(answers)} answers")
    for (name, verdict, causes), answer in zip(shop.expectations, answers):
        if answer["verdict"] != verdict or (causes is not None and answer.get("causes") != causes):
            failed += 1
            print(f"FAILED {name}: expected {verdict} {causes}, got {json.dumps(answer)}")
    print(f"{len(shop.expectations) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
