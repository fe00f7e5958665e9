"""Offers that Apple's App Store Server Library signs, redeemed in a purchase.

Which mistakes of a signature are named is checked through check-offers; here it is what becomes of the purchase: the
transaction or renewal info carries the offer, a refusal leaves everything as it was, and no signature is good twice.
"""

import uuid

from appstoreserverlibrary.jws_signature_creator import (
    IntroductoryOfferEligibilitySignatureCreator,
    PromotionalOfferV2SignatureCreator,
)
from appstoreserverlibrary.promotional_offer import PromotionalOfferSignatureCreator
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

import payloads
from interop import DAY, WEEK, Refused, date, months
from shop import BASIC, COINS, DAILY, MUSIC, PREMIUM, YEARLY, offer_members
from world import BUNDLE, World, row

KEY, ISSUER = "ABC1234567", "99b16628-15e4-4668-972b-eeff55eeff55"
TOKEN = "5d1f3a7e-0c42-4b8e-9f6a-2b7c8d9e0f11"
PLAIN = serialization.NoEncryption()

# Nothing that the store can try explains the signature: another key made it, or another text was signed.
UNEXPLAINED = ["otherPrivateKeyOrText"]


class Server:
    """The developer's server, with Apple's library."""

    def __init__(self, bundle=BUNDLE):
        key = ec.generate_private_key(ec.SECP256R1())
        self.pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, PLAIN)
        self.public = key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()
        self.original = PromotionalOfferSignatureCreator(self.pem, KEY, bundle)
        self.compact = PromotionalOfferV2SignatureCreator(self.pem, KEY, ISSUER, bundle)
        self.decision = IntroductoryOfferEligibilitySignatureCreator(self.pem, KEY, ISSUER, bundle)

    def signed(self, offer, now, product=PREMIUM, token=TOKEN):
        nonce = uuid.uuid4()
        signature = self.original.create_signature(product, offer, token, nonce, now)
        return {
            "kind": "promotional", "id": offer, "keyID": KEY, "nonce": str(nonce), "signature": signature,
            "timestamp": now}

    def compact_offer(self, offer, transaction, product=PREMIUM):
        return {"kind": "promotionalJWS", "id": offer, "jws": self.compact.create_signature(product, offer, transaction)}

    def decides(self, allows, transaction, product):
        return {
            "kind": "introductoryEligibility", "jws": self.decision.create_signature(product, allows, transaction)}


class Bench:
    def __init__(self, interop, tally, file):
        self.server, self.tally = Server(), tally
        # The library reads the time of a compact JWS off the system's clock: the store's goes by it.
        issued = payloads.read(self.server.decides(True, "1", DAILY)["jws"])["iat"]
        self.world = World(interop, tally, file, "signed offers (seed 201)", seed=201, start=date((issued + 3_600) * 1_000))
        self.ask = interop
        interop.registerKey(id=KEY, pem=self.server.public)

    def subscriber(self, product=DAILY):
        customer = self.world.customer()
        self.ask.purchase(customer=customer, product=product)
        return customer

    def refuse(self, name, kind, causes, **purchase):
        """The purchase is refused for these causes, or for any, and nothing of the customer's has changed.

        An empty list: what was signed instead is nothing that the store knows, so it names no cause.
        """
        before = self.world.transactions(purchase["customer"])
        try:
            self.ask.purchase(**purchase)
            self.tally.check(False, f"{name}: refused")
            return
        except Refused as refused:
            found = refused.kind, refused.error.get("causes")
            self.tally.equal(found, (kind, found[1] if causes is None else causes), f"{name}: why")
        self.tally.equal(self.world.transactions(purchase["customer"]), before, f"{name}: nothing has changed")


def accepted(bench):
    """Both forms of a promotional offer and both decisions, each seen in what the store signs."""
    world, ask, server = bench.world, bench.ask, bench.server
    now, news = world.now, row(DAILY, world.now)
    mine = {"appAccountToken": TOKEN}
    me = bench.subscriber()
    ask.purchase(customer=me, product=PREMIUM, token=TOKEN, offer=server.signed("half3", now))
    world.bought(me, [news, row(PREMIUM, now, price=4_990, offer="half3", **mine)], "original form")
    # Signed in capital letters nowhere, though the purchase spells its token so.
    me = bench.subscriber()
    ask.purchase(customer=me, product=PREMIUM, token=TOKEN.upper(), offer=server.signed("prepaid6", now, token=TOKEN.upper()))
    world.bought(
        me, [news, row(PREMIUM, now, months(now, 6), 29_990, offer="prepaid6", **mine)], "original form, capital letters")
    for transaction in ["own", "download", None]:
        me = bench.subscriber()
        own = world.transactions(me)[0]["transactionId"]
        named = {"own": own, "download": world.downloads[me]}.get(transaction)
        ask.purchase(customer=me, product=PREMIUM, offer=server.compact_offer("freemonth", named))
        world.bought(me, [news, row(PREMIUM, now, price=0, offer="freemonth")], f"compact form, {transaction}")
    # A yes gives the introductory offer again to who had one, a no takes it from who would get it.
    me = bench.subscriber(PREMIUM)
    ask.setAutoRenew(customer=me, group=MUSIC, isOn=False)
    spared = world.customer()
    decision = server.decides(False, world.downloads[spared], YEARLY)
    ask.purchase(customer=spared, product=YEARLY, offer=decision)
    world.bought(spared, [row(YEARLY, now)], "no introductory offer")
    running = bench.subscriber(PREMIUM)
    ask.purchase(customer=running, product=PREMIUM, offer=server.compact_offer("half3", world.downloads[running]))
    world.renews(running, MUSIC, 1, PREMIUM, renewalPrice=4_990, **offer_members(PREMIUM, "half3"))
    yes = server.decides(True, world.transactions(me)[0]["transactionId"], BASIC)
    later = server.signed("basic2", now + WEEK + 1, product=BASIC)
    world.to(now + WEEK + 1)
    trial = row(PREMIUM, now, now + WEEK, 0, offer="intro")
    # A week after it was signed a decision is too old; the purchase of that day needs another.
    bench.refuse("a decision of last week", "invalidSignature", ["timestampTooOld"], customer=me, product=BASIC, offer=yes)
    ask.purchase(customer=me, product=BASIC, token=TOKEN, offer=later)
    world.bought(
        me, [trial, row(BASIC, now + WEEK + 1, months(now + WEEK + 1, 2), 5_990, offer="basic2", **mine)], "lapsed")


def introduced_again(bench):
    """A yes on the very day, to a customer whose trial was refunded."""
    world, ask = bench.world, bench.ask
    me = world.customer()
    now = world.now
    ask.purchase(customer=me, product=PREMIUM)
    ask.refund(transaction=world.transactions(me)[0]["transactionId"])
    back = {"revocationDate": now, "revocationReason": 0, "revocationType": "REFUND_FULL"}
    ask.purchase(customer=me, product=BASIC, offer=bench.server.decides(True, world.downloads[me], BASIC))
    # The same group, so the same first transaction.
    world.bought(
        me, [row(PREMIUM, now, now + WEEK, 0, offer="intro", **back), row(BASIC, now, price=990, offer="intro")], "a yes")


def refused(bench):
    world, server = bench.world, bench.server
    me, other = bench.subscriber(), bench.subscriber()
    now = world.now
    bought = {"customer": me, "product": PREMIUM}

    def original(name, causes, claim, **purchase):
        bench.refuse(name, "invalidSignature", causes, **{**bought, "token": TOKEN, "offer": claim, **purchase})

    good = server.signed("half3", now)
    former, spare = str(uuid.uuid4()), Server()
    bench.ask.purchase(customer=me, product=COINS, token=former)
    bench.ask.registerKey(id="SPARE12345", pem=spare.public)
    original("a former token", ["otherAccount"], server.signed("half3", now, token=former))
    original("some token", UNEXPLAINED, server.signed("half3", now, token=str(uuid.uuid4())))
    original("another offer", ["otherOffer"], {**server.signed("prepaid6", now), "id": "half3"})
    original("another product", ["otherProduct"], server.signed("half3", now, product=DAILY))
    original("another app", UNEXPLAINED, Server("com.example.other").signed("half3", now))
    original("another key", ["otherKeySigned"], spare.signed("half3", now))
    original("a stranger's key", UNEXPLAINED, Server().signed("half3", now))
    original("an old signature", ["timestampTooOld"], server.signed("half3", now - DAY - 1))
    original("a signature of tomorrow", ["timestampInFuture"], server.signed("half3", now + 1))
    original("a nonce changed", UNEXPLAINED, {**server.signed("half3", now), "nonce": str(uuid.uuid4())})
    original("a bit flipped", None, {**good, "signature": flip(good["signature"])})
    original("a key that nobody registered", ["keyUnknown", "otherKeyIdentifierSent"], {**server.signed("half3", now), "keyID": "ZYX7654321"})
    once = server.signed("half3", now)
    bench.ask.purchase(customer=other, product=PREMIUM, token=TOKEN, offer=once)
    original("a signature that was used", ["nonceSpent"], once)

    def compact(name, causes, claim, **purchase):
        bench.refuse(name, "invalidSignature", causes, **{**bought, "offer": claim, **purchase})

    theirs = world.transactions(other)[0]["transactionId"]
    compact("another customer's transaction", ["jwsOtherCustomersTransaction"], server.compact_offer("half3", theirs))
    compact("another offer, compact", ["otherOffer"], {**server.compact_offer("prepaid6", None), "id": "half3"})
    compact("another product, compact", ["otherProduct"], server.compact_offer("half3", None, product=DAILY))
    compact("another key, compact", ["otherKeySigned"], spare.compact_offer("half3", None))
    compact("a decision for an offer", ["jwsOtherAudience"],
            {**server.decides(True, world.downloads[me], PREMIUM), "kind": "promotionalJWS", "id": "half3"})
    compact("a decision on another product", ["otherProduct"], server.decides(False, world.downloads[me], YEARLY))
    once = server.compact_offer("half3", None)
    bench.ask.purchase(customer=other, product=PREMIUM, offer=once)
    compact("a JWS that was used", ["nonceSpent"], once)
    for place in range(3):
        parts = server.compact_offer("half3", None)["jws"].split(".")
        parts[place] = flip(parts[place])
        compact(f"part {place} changed", None, {"kind": "promotionalJWS", "id": "half3", "jws": ".".join(parts)})
    bench.ask.revokeKey(id=KEY)
    original("a revoked key", ["keyRevoked"], server.signed("half3", now))


def flip(text):
    """The text with another letter in the middle."""
    place = len(text) // 2
    return text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1:]


def judge(interop, tally, file):
    accepted(Bench(interop, tally, file))
    introduced_again(Bench(interop, tally, file))
    refused(Bench(interop, tally, file))
