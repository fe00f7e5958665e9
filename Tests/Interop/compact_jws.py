"""Offers signed as a compact JWS: Apple's library held against check-offers, and ours against a standard verifier.

    compact_jws.py <check-offers>

Good ones come from the signature creators of Apple's App Store Server Library, wrong ones from PyJWT and cryptography
with one thing changed. Those that check-offers signs are verified by PyJWT, their claims compared with the documented
ones. Prints a line for each that came out otherwise than it must, and the numbers at the end.
"""

import base64
import json
import subprocess
import sys
import uuid

import jwt
from appstoreserverlibrary.jws_signature_creator import (
    IntroductoryOfferEligibilitySignatureCreator,
    PromotionalOfferV2SignatureCreator,
)
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

BUNDLE, KEY, SPARE, ISSUER = "com.example.app", "ABC1234567", "ZYX7654321", "99b16628-15e4-4668-972b-eeff55eeff55"
PRODUCT, OFFER = "com.example.pro.monthly", "half3"
DAY = 86_400_000
# The customer who buys, as check-offers has it: the first of the store, with one transaction.
OWN, OTHERS, DOWNLOAD, OTHERS_DOWNLOAD = "1", "2", "700000000000000001", "700000000000000002"


def new_key():
    key = ec.generate_private_key(ec.SECP256R1())
    return key, key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())


def public_pem(key):
    return key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()


def b64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def claims_of(text):
    return json.loads(base64.urlsafe_b64decode(text.split(".")[1] + "=="))


class Gate:
    def __init__(self):
        (self.key, self.pem), (self.spare, self.spare_pem) = new_key(), new_key()
        self.questions, self.expectations = [], []

    def ask(self, name, text, verdict, causes=None, *, decision=False, now=None, **changes):
        """Adds a question: a text, the store's clock, and what must be said of it."""
        if now is None:
            now = claims_of(text)["iat"] * 1000
        question = {
            "bundleID": BUNDLE, "product": PRODUCT, "now": int(now),
            "eligibilityJWS" if decision else "compactJWS": text,
            "known": {
                "keys": {KEY: public_pem(self.key), SPARE: public_pem(self.spare)},
                "products": {PRODUCT: [OFFER, "free1"], "com.example.pro.yearly": [OFFER]},
            },
        }
        if not decision:
            question["offer"] = OFFER
        known = changes.pop("known", {})
        question.update(changes)
        question["known"].update(known)
        self.questions.append(question)
        self.expectations.append((name, verdict, causes))

    def sign(self, message, key=None, der=False):
        signature = (key or self.key).sign(message.encode(), ec.ECDSA(hashes.SHA256()))
        r, s = decode_dss_signature(signature)
        return b64url(signature if der else r.to_bytes(32, "big") + s.to_bytes(32, "big"))

    def text(self, header=None, claims=None, **signing):
        """A JWS put together by hand, with compact JSON."""
        dump = lambda value: b64url(json.dumps(value, separators=(",", ":")).encode())
        message = f"{dump(header or HEADER)}.{dump(claims)}"
        return f"{message}.{self.sign(signing.pop('message', message), **signing)}"


HEADER = {"alg": "ES256", "kid": KEY, "typ": "JWT"}


def promotional(**changes):
    claims = {
        "iss": ISSUER, "iat": 1_560_000_000, "aud": "promotional-offer", "bid": BUNDLE, "nonce": str(uuid.uuid4()),
        "productId": PRODUCT, "offerIdentifier": OFFER, "transactionId": OWN,
    }
    claims.update(changes)
    return {name: value for name, value in claims.items() if value is not None}


def good_ones(gate):
    offers = PromotionalOfferV2SignatureCreator(gate.pem, KEY, ISSUER, BUNDLE)
    decisions = IntroductoryOfferEligibilitySignatureCreator(gate.pem, KEY, ISSUER, BUNDLE)
    for number in range(40):
        transaction = [None, OWN, DOWNLOAD][number % 3]
        gate.ask(f"Apple's offer {number}", offers.create_signature(PRODUCT, OFFER, transaction), "accepted")
        gate.ask(
            f"Apple's decision {number}",
            decisions.create_signature(PRODUCT, number % 2 == 0, [OWN, DOWNLOAD][number % 2]), "accepted",
            decision=True)
    # As the Swift library makes it, and at the ends of the 24 hours.
    swift = promotional(iat=1_560_000_000.6803656, nonce=str(uuid.uuid4()).upper())
    gate.ask("Swift's iat and nonce", gate.text(claims=swift), "accepted", now=1_560_000_000_680)
    plain = gate.text(claims=promotional())
    for name, now, verdict, causes in [
            ("at once", 0, "accepted", None), ("after 24 hours", DAY, "accepted", None),
            ("a millisecond later", DAY + 1, "refused", ["timestampTooOld"]),
            ("a millisecond before", -1, "refused", ["timestampInFuture"])]:
        gate.ask(name, plain, verdict, causes, now=1_560_000_000_000 + now)


def wrong_ones(gate):
    def refused(name, text, *causes, **changes):
        gate.ask(name, text, "refused", list(causes), now=changes.pop("now", 1_560_000_000_000), **changes)

    def claims(name, cause, **changes):
        refused(name, gate.text(claims=promotional(**changes)), cause)

    creators = [
        (IntroductoryOfferEligibilitySignatureCreator, (PRODUCT, True, OWN), False),
        (PromotionalOfferV2SignatureCreator, (PRODUCT, OFFER, OWN), True),
    ]
    for creator, arguments, decision in creators:
        text = creator(gate.pem, KEY, ISSUER, BUNDLE).create_signature(*arguments)
        refused(f"{creator.__name__} in the other's place", text, "jwsOtherAudience", decision=decision,
                now=claims_of(text)["iat"] * 1000)
    claims("another bundle", "otherBundle", bid="com.example.other")
    claims("another product", "otherProduct", productId="com.example.pro.yearly")
    claims("another offer", "otherOffer", offerIdentifier="free1")
    claims("another customer's transaction", "jwsOtherCustomersTransaction", transactionId=OTHERS)
    claims("another customer's download", "jwsOtherCustomersTransaction", transactionId=OTHERS_DOWNLOAD)
    claims("no such transaction", "jwsUnknownTransaction", transactionId="2000000123456789")
    claims("milliseconds", "issuedAtInMilliseconds", iat=1_560_000_000_000)
    claims("iat as text", "jwsClaimOfOtherType", iat="1560000000")
    claims("an audience for another API", "jwsOtherAudience", aud="appstoreconnect-v1")
    claims("no nonce", "jwsMissingClaim", nonce=None)
    claims("a nonce without hyphens", "nonceNotUUID", nonce=uuid.uuid4().hex)
    claims("a nonce of version 1", "nonceNotVersion4", nonce=str(uuid.uuid1()))
    good = gate.text(claims=promotional())
    part = good.split(".")
    refused("DER", gate.text(claims=promotional(), der=True), "jwsDERSignature")
    refused("another key", gate.text(claims=promotional(), key=gate.spare), "otherKeySigned")
    refused("the claims alone signed", f"{part[0]}.{part[1]}.{gate.sign(part[1])}", "jwsOtherTextSigned")
    refused("an unknown key", gate.text({**HEADER, "kid": "NEWKEY1234"}, promotional()), "keyUnknown",
            "otherKeySigned")
    refused("a revoked key", good, "keyRevoked", known={"revoked": [KEY]})
    refused("a spent nonce", good, "nonceSpent", known={"nonces": [claims_of(good)["nonce"]]})
    refused("the secret of another algorithm",
            jwt.encode(promotional(), "a secret of thirty-two bytes, or so", "HS256", {"kid": KEY}), "jwsOtherAlgorithm")
    refused("no algorithm", jwt.encode(promotional(), None, "none", {"kid": KEY}), "jwsOtherAlgorithm")
    refused("no key identifier", jwt.encode(promotional(), gate.pem, "ES256"), "jwsMissingHeader")
    refused("no type", jwt.encode(promotional(), gate.pem, "ES256", {"kid": KEY, "typ": None}), "jwsMissingHeader")
    refused("padded", f"{part[0]}==.{part[1]}.{part[2]}", "jwsPadding")
    refused("two parts", f"{part[0]}.{part[1]}", "jwsPartCount")
    refused("claims changed afterwards",
            f"{part[0]}.{b64url(json.dumps(promotional(offerIdentifier='free1')).encode())}.{part[2]}", "otherOffer",
            "otherPrivateKeyOrText")
    gate.ask("no text", "", "refused", ["compactJWS"], now=1_560_000_000_000)
    gate.ask("no offer", good, "refused", ["identifier"], now=1_560_000_000_000, offer="")


def ask_program(program, questions):
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    output = subprocess.run([program], input=lines, text=True, capture_output=True, check=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def ours(program, gate):
    """Texts that check-offers signs, verified by PyJWT; the failures, each as a line."""
    requests = []
    for number in range(20):
        nonce = uuid.uuid4()
        common = {
            "privateKeyPEM": gate.pem.decode(), "keyID": KEY, "issuerID": ISSUER, "bundleID": BUNDLE,
            "product": PRODUCT, "nonce": str(nonce).upper(), "issuedAt": 1_560_000_000 + number,
        }
        expected = {
            "iss": ISSUER, "iat": 1_560_000_000 + number, "bid": BUNDLE, "nonce": str(nonce), "productId": PRODUCT}
        if number % 2:
            own = {"aud": "introductory-offer-eligibility", "allowIntroductoryOffer": number % 4 == 1,
                   "transactionId": DOWNLOAD}
            requests.append(({**common, "allowsIntroductoryOffer": number % 4 == 1, "transactionID": DOWNLOAD},
                             {**expected, **own}))
        else:
            own = {"aud": "promotional-offer", "offerIdentifier": f"offer \"{number}\" é/"}
            if number % 4:
                own["transactionId"] = OWN
            request = {**common, "offer": own["offerIdentifier"]}
            if "transactionId" in own:
                request["transactionID"] = OWN
            requests.append((request, {**expected, **own}))
    answers = ask_program(program, [{"sign": request} for request, _ in requests])
    failures = [] if len(answers) == len(requests) else ["not every request was answered"]
    for number, ((_, expected), answer) in enumerate(zip(requests, answers)):
        try:
            text = answer["jws"]
            claims = jwt.decode(
                text, public_pem(gate.key), algorithms=["ES256"], audience=expected["aud"], issuer=ISSUER,
                options={"require": ["iat", "aud", "iss"]})
            header = jwt.get_unverified_header(text)
            if claims != expected or header != HEADER or type(claims["iat"]) is not int:
                failures.append(f"ours {number}: {header} {claims}")
        except (KeyError, jwt.PyJWTError) as error:
            failures.append(f"ours {number}: {error!r} in {answer}")
    return len(requests), failures


def main():
    gate = Gate()
    good_ones(gate)
    wrong_ones(gate)
    answers = ask_program(sys.argv[1], gate.questions)
    failures = [] if len(answers) == len(gate.questions) else [f"{len(answers)} answers"]
    for (name, verdict, causes), answer in zip(gate.expectations, answers):
        if answer["verdict"] != verdict or (causes is not None and answer.get("causes") != causes):
            failures.append(f"{name}: expected {verdict} {causes}, got {json.dumps(answer)}")
    count, ours_failed = ours(sys.argv[1], gate)
    failures += ours_failed
    for failure in failures:
        print(f"FAILED {failure}")
    print(f"{len(gate.expectations) + count - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


sys.exit(main())
