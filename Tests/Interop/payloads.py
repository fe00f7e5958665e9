"""What is inside a signed value: a strict lint of the JSON, and the comparison with the model that the app sees."""

import base64
import decimal
import hashlib
import json
import re

import attrs
from appstoreserverlibrary.models.AppTransaction import AppTransaction
from appstoreserverlibrary.models.JWSRenewalInfoDecodedPayload import JWSRenewalInfoDecodedPayload
from appstoreserverlibrary.models.JWSTransactionDecodedPayload import JWSTransactionDecodedPayload

from interop import instant

CLASSES = {
    "transaction": JWSTransactionDecodedPayload, "renewalInfo": JWSRenewalInfoDecodedPayload,
    "appTransaction": AppTransaction,
}
# What a device gets, and Apple's server does not send.
OF_DEVICE = {"deviceVerification", "deviceVerificationNonce"}
INTEGERS = {
    "purchaseDate", "originalPurchaseDate", "expiresDate", "signedDate", "revocationDate", "quantity", "price",
    "revocationReason", "revocationPercentage", "offerType", "expirationIntent", "autoRenewStatus",
    "priceIncreaseStatus", "gracePeriodExpiresDate", "recentSubscriptionStartDate", "renewalDate", "renewalPrice",
    "receiptCreationDate", "preorderDate", "appAppleId", "versionExternalIdentifier",
}
BOOLEANS = {"isUpgraded", "isInBillingRetryPeriod"}
UUIDS = {"appAccountToken", "deviceVerificationNonce"}
NUMBERS = {"transactionId", "originalTransactionId", "webOrderLineItemId", "appTransactionId", "storefrontId"}
ALWAYS = {
    "transaction": {
        "transactionId", "originalTransactionId", "bundleId", "productId", "purchaseDate", "originalPurchaseDate",
        "quantity", "type", "inAppOwnershipType", "signedDate", "environment", "storefront", "storefrontId",
        "transactionReason", "price", "currency", "appTransactionId",
    },
    "renewalInfo": {
        "originalTransactionId", "productId", "autoRenewProductId", "autoRenewStatus", "environment", "signedDate",
        "renewalDate", "recentSubscriptionStartDate", "appTransactionId",
    },
    "appTransaction": {
        "receiptType", "bundleId", "applicationVersion", "receiptCreationDate", "originalPurchaseDate",
        "originalApplicationVersion", "appTransactionId", "originalPlatform",
    },
}
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def known_members(kind):
    """Those that Apple's library knows, and those of the device."""
    return {field.name for field in attrs.fields(CLASSES[kind]) if not field.name.startswith("raw")} | OF_DEVICE


def decode_part(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encode_part(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def read(jws):
    """The payload, refusing what no reader should have to cope with."""
    def once(pairs):
        members = dict(pairs)
        if len(members) != len(pairs):
            raise ValueError("a name twice")
        return members

    def no_fraction(text):
        raise ValueError(f"the fraction {text}")

    return json.loads(decode_part(jws.split(".")[1]), object_pairs_hook=once, parse_float=no_fraction)


def faults(kind, payload):
    """Everything in a payload that some reader of Apple's would stumble over, or that must not be there."""
    found = [f"{name} is not known" for name in payload.keys() - known_members(kind)]
    found += [f"{name} is missing" for name in (ALWAYS[kind] | OF_DEVICE) - payload.keys()]
    for name, value in payload.items():
        if name in INTEGERS:
            good = type(value) is int and -2**63 <= value < 2**63
        elif name in BOOLEANS:
            good = type(value) is bool
        elif name == "eligibleWinBackOfferIds":
            good = type(value) is list and value and all(type(item) is str for item in value)
        elif name in UUIDS:
            good = type(value) is str and UUID.fullmatch(value)
        elif name in NUMBERS:
            good = type(value) is str and re.fullmatch("[1-9][0-9]*", value)
        else:
            good = type(value) is str and value
        if not good:
            found.append(f"{name} is {value!r}")
    if payload.get("isUpgraded") is False:
        found.append("isUpgraded is there and false")
    together = [{"price", "currency"}] if kind == "transaction" else [{"renewalPrice", "currency"}]
    together.append({"offerType", "offerDiscountType", "offerPeriod"})
    found += [f"{names} are not together" for names in together if 0 < len(names & payload.keys()) < len(names)]
    return found


OFFER_TYPES = {"introductory": 1, "promotional": 2, "code": 3, "winBack": 4}
INTENTS = {
    "autoRenewDisabled": 1, "billingError": 2, "didNotConsentToPriceIncrease": 3, "productUnavailable": 4,
    "unknown": 5,
}
STATUSES = {"subscribed": 1, "expired": 2, "inBillingRetryPeriod": 3, "inGracePeriod": 4, "revoked": 5}
# By kind: the member of the payload, the property of the model, and how the one is made of the other.
DATE, SUM, SAME = instant, (lambda text: int(decimal.Decimal(text) * 1000)), (lambda value: value)
COMMON = [
    ("appTransactionId", "appTransactionID", SAME), ("deviceVerification", "deviceVerification", SAME),
    ("deviceVerificationNonce", "deviceVerificationNonce", SAME),
]
MAPPED = {
    "transaction": COMMON + [
        ("transactionId", "id", SAME), ("originalTransactionId", "originalID", SAME), ("signedDate", "signedDate", DATE),
        ("webOrderLineItemId", "webOrderLineItemID", SAME), ("bundleId", "appBundleID", SAME),
        ("productId", "productID", SAME), ("subscriptionGroupIdentifier", "subscriptionGroupID", SAME),
        ("purchaseDate", "purchaseDate", DATE), ("originalPurchaseDate", "originalPurchaseDate", DATE),
        ("expiresDate", "expirationDate", DATE), ("quantity", "purchasedQuantity", SAME), ("type", "productType", SAME),
        ("appAccountToken", "appAccountToken", SAME), ("inAppOwnershipType", "ownershipType", SAME),
        ("revocationDate", "revocationDate", DATE), ("environment", "environment", SAME),
        ("revocationReason", "revocationReason", {"other": 0, "developerIssue": 1}.get),
        ("revocationType", "revocationType", SAME), ("revocationPercentage", "revocationPercentage", SUM),
        ("isUpgraded", "isUpgraded", lambda value: value or None), ("transactionReason", "reason", SAME),
        ("storefront", "storefrontCountryCode", SAME), ("storefrontId", "storefrontID", SAME),
        ("price", "price", SUM), ("currency", "currency", SAME),
    ],
    "renewalInfo": COMMON + [
        ("originalTransactionId", "originalTransactionID", SAME), ("productId", "currentProductID", SAME),
        ("autoRenewStatus", "willAutoRenew", int), ("expirationIntent", "expirationReason", INTENTS.get),
        ("priceIncreaseStatus", "priceIncreaseStatus", {"pending": 0, "agreed": 1}.get),
        ("gracePeriodExpiresDate", "gracePeriodExpirationDate", DATE), ("renewalPrice", "renewalPrice", SUM),
        ("currency", "currency", SAME), ("renewalDate", "renewalDate", DATE), ("signedDate", "signedDate", DATE),
        ("recentSubscriptionStartDate", "recentSubscriptionStartDate", DATE), ("environment", "environment", SAME),
        ("eligibleWinBackOfferIds", "eligibleWinBackOfferIDs", lambda value: value or None),
        ("appAccountToken", "appAccountToken", SAME),
    ],
    "appTransaction": COMMON + [
        ("appAppleId", "appID", SAME), ("applicationVersion", "appVersion", SAME), ("bundleId", "bundleID", SAME),
        ("versionExternalIdentifier", "appVersionID", SAME), ("receiptType", "environment", SAME),
        ("originalApplicationVersion", "originalAppVersion", SAME), ("originalPlatform", "originalPlatform", SAME),
        ("preorderDate", "preorderDate", DATE),
        ("originalPurchaseDate", "originalPurchaseDate", DATE), ("receiptCreationDate", "signedDate", DATE),
    ],
}
# Members that are no property of StoreKit's by themselves; how they are read stands below.
UNMAPPED = {"isInBillingRetryPeriod", "autoRenewProductId"}


def differences(kind, payload, model):
    """Every member that the model says otherwise."""
    made = {}
    for member, name, make in MAPPED[kind]:
        value = make(model[name]) if model.get(name) is not None else None
        if value is not None:
            made[member] = value
    offer = model.get("offer")
    if offer:
        made["offerType"] = OFFER_TYPES[offer["type"]]
        made["offerDiscountType"], made["offerPeriod"] = offer.get("paymentMode"), offer.get("period")
        if "id" in offer:
            made["offerIdentifier"] = offer["id"]
    found = [
        f"{name}: signed {payload.get(name)!r}, model {made.get(name)!r}"
        for name in sorted((payload.keys() | made.keys()) - UNMAPPED) if payload.get(name) != made.get(name)
    ]
    if kind == "renewalInfo":
        if model["isInBillingRetry"] != payload.get("isInBillingRetryPeriod", False):
            found.append("isInBillingRetryPeriod")
        wanted = payload["autoRenewProductId"] if payload["autoRenewStatus"] == 1 else None
        if model.get("autoRenewPreference") != wanted:
            found.append("autoRenewProductId")
    return found


def misplaced(status, payload, *, shared):
    """The members of renewal info that are there, or absent, against what its status asks (Rules.md, B14.2)."""
    charged = payload["autoRenewStatus"] == 1 and status in (1, 3, 4) and not shared
    offer = {"offerType", "offerDiscountType", "offerPeriod", "offerIdentifier"}
    wanted = {
        "renewalPrice": charged, "currency": charged, "gracePeriodExpiresDate": status == 4,
        "expirationIntent": status in (2, 3, 4),
    }
    found = [name for name, there in wanted.items() if (name in payload) != there]
    if not charged:
        found += sorted(offer & payload.keys())
    if (shared or status in (2, 5)) and "priceIncreaseStatus" in payload:
        found.append("priceIncreaseStatus")
    if payload.get("isInBillingRetryPeriod") not in {1: (None,), 2: (None, False), 5: (None,)}.get(status, (True,)):
        found.append("isInBillingRetryPeriod")
    if status == 5 and payload["autoRenewStatus"] != 0:
        found.append("autoRenewStatus")
    return found


def device_hash(nonce, device):
    """The documented hash that ties a value to a device."""
    return base64.b64encode(hashlib.sha384((nonce + device).encode()).digest()).decode()
