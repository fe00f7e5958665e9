"""Signed values that were tampered with: Apple's library and the store's own verifier refuse each, for its reason."""

import base64
import datetime
import hmac
import json

import jwt
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

import payloads
from flips import PARTS, flipped
from payloads import decode_part, encode_part
from shop import DAILY, PREMIUM
from world import World

START = "2026-01-31T09:00:00Z"
FAILURE = "VERIFICATION_FAILURE"


class Bench:
    def __init__(self, interop, tally, world):
        self.interop, self.tally, self.world, self.count = interop, tally, world, 0

    def refuse(self, name, kind, jws, apple, ours, *, verifier=None, customer=None):
        """Checks both verdicts; `apple` is a status, None for a value that the library takes; True for any refusal."""
        self.count += 1
        status = self.world.refusal(kind, jws, verifier)
        self.tally.check(
            status is not None if apple is True else status == apple, f"{name}: Apple's library", f"{status}")
        if ours is None:
            return
        answer = self.interop.verify(kind=kind, jws=jws, customer=customer)
        reason = answer.get("reason")
        self.tally.check(
            reason is not None if ours is True else reason == ours, f"{name}: the store's verifier", f"{answer}")


def samples(world, customer, failing=None):
    ask = world.interop
    return {
        "transaction": ask.transactions(customer=customer, failing=failing)["transactions"][0]["jws"],
        "renewalInfo": ask.renewalInfos(customer=customer, failing=failing)["renewalInfos"][0]["jws"],
        "appTransaction": ask.appTransaction(customer=customer, failing=failing)["appTransaction"]["jws"],
    }


def flipped_bits(bench, kind, jws, step):
    """One bit of every byte, or of every so many, in each of the three parts."""
    for part, name in enumerate(PARTS):
        for index in range(0, len(decode_part(jws.split(".")[part])), 1 if name == "signature" else step):
            bit = 8 * index + index * 5 % 8
            # The store's own verifier takes longer in a debug build: it judges every eighth.
            ours = True if index % 8 == 0 or name == "signature" else None
            bench.refuse(f"{kind}, {name}, bit {bit}", kind, flipped(jws, part, bit), True, ours)


def put_together(header, payload, signature):
    text = json.dumps(header, separators=(",", ":")).encode()
    return f"{encode_part(text)}.{payload}.{signature}"


def other_headers(bench, kind, jws, stranger):
    """Chains that are too short or long, out of order, or another store's."""
    head, payload, signature = jws.split(".")
    header, foreign = json.loads(decode_part(head)), json.loads(decode_part(stranger.split(".")[0]))
    leaf, middle, root = header["x5c"]
    for name, chain, apple, ours in [
            ("no certificate", [], True, "certificateCount"), ("one certificate", [leaf], "INVALID_CHAIN_LENGTH", "certificateCount"),
            ("two certificates", [leaf, middle], "INVALID_CHAIN_LENGTH", "certificateCount"),
            ("four certificates", [leaf, middle, root, root], "INVALID_CHAIN_LENGTH", "certificateCount"),
            ("leaf and intermediate swapped", [middle, leaf, root], FAILURE, True),
            ("upside down", [root, middle, leaf], FAILURE, True),
            ("another store's leaf", [foreign["x5c"][0], middle, root], FAILURE, True),
            ("another store's intermediate", [leaf, foreign["x5c"][1], root], FAILURE, True),
            ("another store's chain", foreign["x5c"], FAILURE, "foreignRoot"),
            ("another store's root alone", [leaf, middle, foreign["x5c"][2]], FAILURE, "foreignRoot"),
            ("a certificate cut off", [leaf[:-8], middle, root], True, True)]:
        forged = put_together({**header, "x5c": chain}, payload, signature)
        bench.refuse(f"{kind}, {name}", kind, forged, apple, ours)
    for name, changed, ours in [
            ("alg none", {"alg": "none"}, "otherAlgorithm"), ("alg ES384", {"alg": "ES384"}, "otherAlgorithm"),
            ("crit", {"crit": ["exp"]}, "unknownHeader")]:
        bench.refuse(f"{kind}, {name}", kind, put_together({**header, **changed}, payload, signature), FAILURE, ours)
    bench.refuse(f"{kind}, no signature", kind, f"{head}.{payload}.", FAILURE, "signatureLength")
    key = x509.load_der_x509_certificate(base64.b64decode(leaf)).public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    text = put_together({**header, "alg": "HS256"}, payload, "").rstrip(".")
    keyed = f"{text}.{encode_part(hmac.digest(key, text.encode(), 'sha256'))}"
    bench.refuse(f"{kind}, HS256 keyed with the public key", kind, keyed, FAILURE, "otherAlgorithm")


def other_texts(bench, kind, jws, other, stranger):
    """The signature of one text under another."""
    head, payload, signature = jws.split(".")
    raw = decode_part(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    changed = {**payloads.read(jws), "appTransactionId": "700000000000000099"}
    spaced = json.dumps(payloads.read(jws)).encode()
    for name, forged, ours in [
            ("another value's payload", f"{head}.{other.split('.')[1]}.{signature}", True),
            ("another value's signature", f"{head}.{payload}.{other.split('.')[2]}", "signature"),
            ("another store's signature", f"{head}.{payload}.{stranger.split('.')[2]}", "signature"),
            ("a member changed", f"{head}.{encode_part(json.dumps(changed, separators=(',', ':')).encode())}.{signature}", "signature"),
            ("the same with blanks", f"{head}.{encode_part(spaced)}.{signature}", "signature"),
            ("r and s swapped", f"{head}.{payload}.{encode_part(raw[32:] + raw[:32])}", "signature"),
            ("a signature in DER", f"{head}.{payload}.{encode_part(der)}", "derSignature"),
            ("r and s zero", f"{head}.{payload}.{encode_part(bytes(64))}", "signature"),
            ("two parts", f"{head}.{payload}", "partCount"), ("nothing", "", "empty")]:
        bench.refuse(f"{kind}, {name}", kind, forged, True, ours)


def other_expectations(bench, kind, jws, stranger_world):
    """A value that is good, asked of a verifier that expects something else."""
    world = bench.world
    named = kind != "renewalInfo"
    for name, apple, verifier in [
            ("itself", None, None), ("another root", FAILURE, world.verifier_for([stranger_world.root])),
            ("both roots", None, world.verifier_for([stranger_world.root, world.root])),
            ("another app", "INVALID_APP_IDENTIFIER" if named else None, world.verifier_for([world.root], bundle="com.example.other")),
            ("Production", "INVALID_APP_IDENTIFIER" if kind == "appTransaction" else "INVALID_ENVIRONMENT",
             world.verifier_for([world.root], "Production"))]:
        bench.refuse(f"{kind}, {name}", kind, jws, apple, None, verifier=verifier)


# What is missing is what the library looks at: renewal info names no app.
MISSING = {
    "transaction": "INVALID_APP_IDENTIFIER", "renewalInfo": "INVALID_ENVIRONMENT",
    "appTransaction": "INVALID_APP_IDENTIFIER",
}
# What has to fail for a reason really does; a library that asks nobody online cannot know two of them.
FLAWS = {
    "revokedCertificate": (None, "revoked"), "invalidCertificateChain": (FAILURE, "foreignRoot"),
    "invalidSignature": (FAILURE, "signature"), "invalidEncoding": (FAILURE, "notJSON"),
    "missingRequiredProperties": (MISSING, "missing"), "invalidDeviceVerification": (None, "otherDevice"),
}


def flaws(bench, customer):
    for flaw, (apple, ours) in FLAWS.items():
        for kind, jws in samples(bench.world, customer, flaw).items():
            status = apple[kind] if apple is MISSING else apple
            bench.refuse(f"{kind}, {flaw}", kind, jws, status, ours, customer=customer)


def forged_chain(jws):
    """A chain with the names and extensions of the store's, made by somebody else, and its leaf's key."""
    real = [x509.load_der_x509_certificate(base64.b64decode(text)) for text in json.loads(decode_part(jws.split(".")[0]))["x5c"]]
    keys = [ec.generate_private_key(ec.SECP256R1()) for _ in real]
    made = []
    for place, certificate in enumerate(real):
        issuer = min(place + 1, 2)
        builder = (
            x509.CertificateBuilder().subject_name(certificate.subject).issuer_name(certificate.issuer)
            .serial_number(certificate.serial_number).public_key(keys[place].public_key())
            .not_valid_before(datetime.datetime(1970, 1, 1)).not_valid_after(datetime.datetime(2100, 1, 1)))
        for extension in certificate.extensions:
            value = extension.value
            if isinstance(value, x509.SubjectKeyIdentifier):
                value = x509.SubjectKeyIdentifier.from_public_key(keys[place].public_key())
            if isinstance(value, x509.AuthorityKeyIdentifier):
                value = x509.AuthorityKeyIdentifier.from_issuer_public_key(keys[issuer].public_key())
            builder = builder.add_extension(value, extension.critical)
        made.append(builder.sign(keys[issuer], hashes.SHA256()).public_bytes(serialization.Encoding.DER))
    return made, keys[0]


def forged_signatures(bench, kind, jws):
    """Signed by somebody else, whose chain is sound and looks like the store's."""
    (leaf, middle, root), key = forged_chain(jws)
    real = json.loads(decode_part(jws.split(".")[0]))["x5c"]
    own = [base64.b64encode(der).decode() for der in (leaf, middle, root)]

    def signed(chain, **claims):
        return jwt.encode({**payloads.read(jws), **claims}, key, "ES256", {"x5c": chain, "typ": None})

    world = bench.world
    bench.refuse(f"{kind}, forged, where its root is trusted", kind, signed(own), None, None, verifier=world.verifier_for([root]))
    bench.refuse(f"{kind}, forged", kind, signed(own), FAILURE, "foreignRoot")
    bench.refuse(f"{kind}, forged with the true root at the end", kind, signed(own[:2] + real[2:]), FAILURE, True)
    bench.refuse(f"{kind}, forged leaf under the true intermediate", kind, signed(own[:1] + real[1:]), FAILURE, True)
    bench.refuse(f"{kind}, forged under the true chain", kind, signed(real), FAILURE, "signature")


def judge(interop, tally, file):
    """Judges every forgery; how many there were."""
    stranger_world = World(interop, tally, file, "another store", seed=102, start=START)
    customer = stranger_world.customer()
    interop.purchase(customer=customer, product=DAILY)
    strangers = samples(stranger_world, customer)
    world = World(interop, tally, file, "forgeries (seed 101)", seed=101, start=START)
    customer = world.customer()
    interop.purchase(customer=customer, product=PREMIUM)
    interop.purchase(customer=customer, product=DAILY)
    world.look()
    bench = Bench(interop, tally, world)
    values = samples(world, customer)
    other = interop.transactions(customer=customer)["transactions"][1]["jws"]
    for kind, jws in values.items():
        flipped_bits(bench, kind, jws, 1 if kind == "transaction" else 7)
        other_headers(bench, kind, jws, strangers[kind])
        other_texts(bench, kind, jws, other, strangers[kind])
        other_expectations(bench, kind, jws, stranger_world)
        forged_signatures(bench, kind, jws)
    flaws(bench, customer)
    return bench.count
