"""Stores that sign with a chain of somebody's own, and the list of revoked leaves of the others."""

import base64
import json

from cryptography import x509
from cryptography.hazmat.primitives import serialization

from forgeries import forged_chain, samples
from interop import refused_kind
from payloads import decode_part
from shop import DAILY, PREMIUM
from world import World

START = "2026-01-31T09:00:00Z"


def made_chain(jws):
    """The three certificates and the leaf's key in PEM, as `makeStore` takes them, and the root's DER."""
    chain, key = forged_chain(jws)
    text = "".join(
        x509.load_der_x509_certificate(der).public_bytes(serialization.Encoding.PEM).decode() for der in chain)
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()
    return text, pem, chain[2]


def judge(interop, tally, file):
    """Has Apple's library verify what is signed with a chain that was brought, and reads a made one's revocation list."""
    world = World(interop, tally, file, "a chain that is made", seed=201, start=START)
    customer = world.customer()
    interop.purchase(customer=customer, product=DAILY)
    jws = samples(world, customer)["transaction"]
    revocations = x509.load_der_x509_crl(base64.b64decode(interop.rootCertificate()["revocationList"]))
    revoked = samples(world, customer, "revokedCertificate")["transaction"]
    for text, stands in [(jws, False), (revoked, True)]:
        leaf, issuer, _ = [
            x509.load_der_x509_certificate(base64.b64decode(part))
            for part in json.loads(decode_part(text.split(".")[0]))["x5c"]]
        found = revocations.get_revoked_certificate_by_serial_number(leaf.serial_number) is not None
        tally.equal(found, stands, f"the leaf is on the revocation list: {stands}")
        tally.check(revocations.is_signature_valid(issuer.public_key()), "the intermediate signed the revocation list")

    certificates, key, root = made_chain(jws)
    own = World(
        interop, tally, file, "a chain of one's own", seed=202, start=START, certificatesPEM=certificates,
        privateKeyPEM=key)
    tally.equal(own.root, root, "the root is the one that was given")
    tally.check("revocationList" not in interop.rootCertificate(), "a given chain has no revocation list here")
    customer = own.customer()
    interop.purchase(customer=customer, product=PREMIUM)
    own.look()
    own.later(weeks=1)
    tally.equal(len(own.transactions(customer)), 2, "transactions signed with a given chain")
    other = made_chain(jws)
    kind = refused_kind(interop.makeStore, certificatesPEM=certificates, privateKeyPEM=other[1])
    tally.equal(kind, "keyMismatch", "the key of another chain")
    late = interop.makeStore(start="2150-01-01T00:00:00Z", certificatesPEM=certificates, privateKeyPEM=key)["warnings"]
    tally.equal([text.split(":")[0] for text in late], ["certificatesPEM"], "a chain that is valid until 2100, in 2150")
