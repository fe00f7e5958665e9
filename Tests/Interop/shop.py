"""The shop of the lives: what it sells, as the script counts, and the .storekit file that says the same."""

import json

MUSIC, NEWS = "Music", "News"
PREMIUM, VIDEO, YEARLY, BASIC = "music.premium", "music.video", "music.yearly", "music.basic"
WEEKLY, DAILY = "music.weekly", "news.daily"
COINS, THEME, PASS = "coins", "theme", "pass"

# Price in thousandths, period, level of service; all but the news and the yearly plan are shared by families.
SUBSCRIPTIONS = {
    VIDEO: (MUSIC, 10_990, "P1M", 1), PREMIUM: (MUSIC, 9_990, "P1M", 1), YEARLY: (MUSIC, 79_990, "P1Y", 1),
    BASIC: (MUSIC, 4_990, "P1M", 2), WEEKLY: (MUSIC, 1_990, "P1W", 3), DAILY: (NEWS, 2_990, "P1M", 1),
}
OTHERS = {
    COINS: (990, "Consumable"), THEME: (2_990, "Non-Consumable"), PASS: (12_990, "Non-Renewing Subscription"),
}
SHARED = {PREMIUM, VIDEO, BASIC, THEME}

# By product: kind, name, mode, price of a charge, period of a charge, number of charges.
OFFERS = {
    PREMIUM: [
        ("introductory", None, "free", 0, "P1W", 1),
        ("adHoc", "half3", "payAsYouGo", 4_990, "P1M", 3),
        ("adHoc", "prepaid6", "payUpFront", 29_990, "P6M", 1),
        ("adHoc", "freemonth", "free", 0, "P1M", 1),
        ("code", "Spring", "free", 0, "P1M", 1),
        ("code", "Autumn", "payAsYouGo", 3_990, "P1M", 2),
        ("winback", "comeback", "payAsYouGo", 2_990, "P1M", 2),
        ("winback", "gift", "free", 0, "P2M", 1),
    ],
    YEARLY: [("introductory", None, "payUpFront", 14_990, "P3M", 1)],
    BASIC: [("introductory", None, "payAsYouGo", 990, "P1M", 3), ("adHoc", "basic2", "payUpFront", 5_990, "P2M", 1)],
    DAILY: [("code", "Headlines", "payUpFront", 4_990, "P3M", 1)],
}

TYPES = {"introductory": 1, "adHoc": 2, "code": 3, "winback": 4}
MODES = {"free": "FREE_TRIAL", "payAsYouGo": "PAY_AS_YOU_GO", "payUpFront": "PAY_UP_FRONT"}


def offer_members(product, name):
    """The four claims about an offer, as signed data has them; name None is the introductory one."""
    kind, _, mode, _, period, count = next(row for row in OFFERS[product] if row[1] == name)
    whole = f"P{int(period[1:-1]) * count}{period[-1]}"
    members = {"offerType": TYPES[kind], "offerDiscountType": MODES[mode], "offerPeriod": whole}
    return members if name is None else {**members, "offerIdentifier": name}


def decimal(milliunits):
    return f"{milliunits // 1000}.{milliunits % 1000 // 10:02}"


def write(path):
    """Writes the .storekit file."""
    numbers = iter(range(1, 1_000))

    def common(product, price, kind):
        return {
            "productID": product, "referenceName": product, "type": kind, "displayPrice": decimal(price),
            "familyShareable": product in SHARED, "internalID": f"{next(numbers):08}",
            "localizations": [{"locale": "en_US", "displayName": product, "description": ""}],
        }

    def configured(product, kind):
        rows = []
        for offer, name, mode, price, period, count in OFFERS.get(product, []):
            if offer != kind:
                continue
            row = {
                "internalID": f"{next(numbers):08}", "paymentMode": mode, "subscriptionPeriod": period,
                "numberOfPeriods": count, "displayPrice": decimal(price),
            }
            if mode == "free":
                del row["displayPrice"]
            if kind == "code":
                row.update(referenceName=name, eligibility=["new", "existing", "expired"], isStackable=False)
            elif name is not None:
                row.update(referenceName=name, offerID=name)
            if kind == "winback":
                row["isEligible"] = True
            rows.append(row)
        return rows

    def subscription(product):
        group, price, period, level = SUBSCRIPTIONS[product]
        return {
            **common(product, price, "RecurringSubscription"), "recurringSubscriptionPeriod": period,
            "groupNumber": level, "subscriptionGroupID": group, "adHocOffers": configured(product, "adHoc"),
            "codeOffers": configured(product, "code"), "winbackOffers": configured(product, "winback"),
            "introductoryOffer": next(iter(configured(product, "introductory")), None),
        }

    groups = [
        {"id": group, "name": group, "localizations": [],
         "subscriptions": [subscription(product) for product, row in SUBSCRIPTIONS.items() if row[0] == group]}
        for group in [MUSIC, NEWS]
    ]
    file = {
        "identifier": "5A0F17E2", "version": {"major": 4, "minor": 0}, "settings": {"_locale": "en_US"},
        "products": [common(COINS, 990, "Consumable"), common(THEME, 2_990, "NonConsumable")],
        "appPolicies": {"eula": "", "policies": [{"locale": "en_US", "policyText": "", "policyURL": ""}]},
        "nonRenewingSubscriptions": [common(PASS, 12_990, "NonRenewingSubscription")], "subscriptionGroups": groups,
    }
    with open(path, "w", encoding="utf-8") as text:
        json.dump(file, text)
