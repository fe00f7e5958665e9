"""Lives by what is bought: products of all types, all four offers, in which storefront, and the download of the app."""

import uuid

from interop import DAY, WEEK, date, instant, months, refused_kind
from shop import BASIC, COINS, DAILY, MUSIC, NEWS, PASS, PREMIUM, THEME, YEARLY, offer_members
from world import after, renewals, row

TOKEN = str(uuid.UUID("5d1f3a7e-0c42-4b8e-9f6a-2b7c8d9e0f11"))


def single_products(world):
    now, buy = world.now, world.interop.purchase
    me = world.customer()
    buy(customer=me, product=COINS, quantity=3, token=TOKEN.upper())
    buy(customer=me, product=THEME)
    buy(customer=me, product=PASS)
    coins = row(COINS, now, price=2_970, quantity=3, appAccountToken=TOKEN)
    theme, ticket = row(THEME, now), row(PASS, now)
    numbers = [payload["transactionId"] for payload in world.bought(me, [coins, theme, ticket])]
    world.later(days=3)
    world.interop.finish(customer=me, transaction=numbers[0])
    world.bought(me, [theme, ticket], "finished")
    world.interop.refund(transaction=numbers[0], reason="developerIssue")
    world.interop.refund(transaction=numbers[1])
    back = {"revocationDate": world.now, "revocationType": "REFUND_FULL", "revocationPercentage": 100_000}
    world.later(days=1)
    refunded = [{**coins, **back, "revocationReason": 1}, {**theme, **back, "revocationReason": 0}, ticket]
    world.bought(me, refunded, "refunded")
    for number in numbers[:2]:
        world.interop.reverseRefund(transaction=number)
    world.later(days=1)
    world.bought(me, [theme, ticket], "refunds reversed")


def introductory_offers(world):
    now = world.now
    free, paid, ahead = world.customer(), world.customer(), world.customer()
    for me, product in [(free, PREMIUM), (paid, BASIC), (ahead, YEARLY)]:
        world.interop.purchase(customer=me, product=product)
    basic = [row(BASIC, now, price=990, offer="intro")] + [
        row(BASIC, after(now, "P1M", place), after(now, "P1M", place + 1), 990, offer="intro", renewal=True)
        for place in [1, 2]
    ] + renewals(BASIC, now, 9, 3)
    trial, three = row(PREMIUM, now, now + WEEK, 0, offer="intro"), months(now, 3)
    quarter = row(YEARLY, now, three, 14_990, offer="intro")
    world.look()
    world.bought(free, [trial])
    world.renews(free, MUSIC, 1, PREMIUM)
    world.renews(paid, MUSIC, 1, BASIC, renewalPrice=990, **offer_members(BASIC, None))
    world.renews(ahead, MUSIC, 1, YEARLY)
    world.to(months(now, 2))
    world.bought(paid, basic[:3], "the last period of the offer")
    world.renews(paid, MUSIC, 1, BASIC, what="the last period of the offer")
    world.to(months(now, 11))
    world.bought(free, [trial] + renewals(PREMIUM, now + WEEK, 11))
    world.bought(paid, basic)
    world.bought(ahead, [quarter, row(YEARLY, three, renewal=True)])
    for me, product in [(free, PREMIUM), (paid, BASIC), (ahead, YEARLY)]:
        world.renews(me, MUSIC, 1, product, what="after the offer")


def promotional_offers(world):
    now, ask = world.now, world.interop
    key = ask.makeKey(name="Server")["id"]
    new, running, gone = world.customer(), world.customer(), world.customer()

    def redeem(me, offer, product=PREMIUM, **members):
        signed = ask.signOffer(keyID=key, product=product, offer=offer, token=TOKEN)
        ask.purchase(
            customer=me, product=product, token=TOKEN, offer={"kind": "promotional", "id": offer, **signed}, **members)

    # Subscribed in another group, so the offer applies at once.
    ask.purchase(customer=new, product=DAILY)
    redeem(new, "half3")
    half = [
        row(PREMIUM, after(now, "P1M", place), after(now, "P1M", place + 1), 4_990, offer="half3", renewal=place > 0,
            appAccountToken=TOKEN)
        for place in range(3)
    ]
    # Running: the offer waits for the end of the trial.
    ask.purchase(customer=running, product=PREMIUM)
    jws = ask.signOffer(keyID=key, product=PREMIUM, offer="prepaid6", compactJWS=True, customer=running)["jws"]
    ask.purchase(customer=running, product=PREMIUM, offer={"kind": "promotionalJWS", "id": "prepaid6", "jws": jws})
    trial, week = row(PREMIUM, now, now + WEEK, 0, offer="intro"), now + WEEK
    # Lapsed.
    ask.purchase(customer=gone, product=PREMIUM)
    ask.setAutoRenew(customer=gone, group=MUSIC, isOn=False)
    world.look()
    world.renews(new, MUSIC, 1, PREMIUM, renewalPrice=4_990, **offer_members(PREMIUM, "half3"))
    world.bought(running, [trial])
    world.renews(running, MUSIC, 1, PREMIUM, renewalPrice=29_990, **offer_members(PREMIUM, "prepaid6"))
    world.renews(gone, MUSIC, 1, PREMIUM, autoRenewStatus=0)
    world.to(now + 10 * DAY)
    world.renews(
        gone, MUSIC, 2, PREMIUM, autoRenewStatus=0, expirationIntent=1, eligibleWinBackOfferIds=["gift", "comeback"])
    redeem(gone, "freemonth")
    back = world.now
    world.later(months=8)
    world.bought(new, [row(DAILY, now), half[0]] + merged(
        renewals(DAILY, now, 8, 1), half[1:] + renewals(PREMIUM, now, 6, 3, appAccountToken=TOKEN)))
    prepaid = row(PREMIUM, week, months(week, 6), 29_990, offer="prepaid6", renewal=True)
    world.bought(running, [trial, prepaid] + renewals(PREMIUM, months(week, 6), 3))
    free = row(PREMIUM, back, price=0, offer="freemonth", appAccountToken=TOKEN)
    world.bought(gone, [trial, free] + renewals(PREMIUM, back, 8, 1, appAccountToken=TOKEN))


def merged(*series):
    """Rows of several subscriptions in the order in which the store makes them; at one instant as they are listed."""
    return sorted((row for rows in series for row in rows), key=lambda row: row["purchaseDate"])


def offer_codes(world):
    now, ask = world.now, world.interop
    codes = ask.createCodes(product=PREMIUM, offer="Spring", count=2)["codes"]
    ask.createCodes(product=PREMIUM, offer="Autumn", custom="AUTUMN26", limit=5)
    headlines = ask.createCodes(product=DAILY, offer="Headlines", count=1)["codes"]
    new, present = world.customer(), world.customer()
    ask.redeemCode(customer=new, code=codes[0])
    ask.redeemCode(customer=new, code=headlines[0])
    ask.purchase(customer=present, product=PREMIUM)
    ask.redeemCode(customer=present, code="AUTUMN26")
    trial, week = row(PREMIUM, now, now + WEEK, 0, offer="intro"), now + WEEK
    world.look()
    world.renews(present, MUSIC, 1, PREMIUM, renewalPrice=3_990, **offer_members(PREMIUM, "Autumn"))
    world.later(months=4)
    free, three = row(PREMIUM, now, price=0, offer="Spring"), months(now, 3)
    news = row(DAILY, now, three, 4_990, offer="Headlines")
    world.bought(new, [free, news] + merged(
        renewals(PREMIUM, now, 4, 1), renewals(DAILY, three, 2)))
    autumn = [
        row(PREMIUM, after(week, "P1M", place), after(week, "P1M", place + 1), 3_990, offer="Autumn", renewal=True)
        for place in range(2)
    ]
    world.bought(present, [trial] + autumn + renewals(PREMIUM, week, 2, 2))
    world.tally.equal(refused_kind(ask.redeemCode, customer=new, code=codes[1]), "ineligible", "one code per offer")


def win_back(world):
    now, ask = world.now, world.interop
    me = world.customer()
    ask.purchase(customer=me, product=PREMIUM)
    world.to(now + WEEK)
    ask.setAutoRenew(customer=me, group=MUSIC, isOn=False)
    end = months(now + WEEK, 1)
    world.to(end)
    paid = [row(PREMIUM, now, now + WEEK, 0, offer="intro")] + renewals(PREMIUM, now + WEEK, 1)
    lapsed = {"autoRenewStatus": 0, "expirationIntent": 1, "eligibleWinBackOfferIds": ["gift", "comeback"]}
    world.renews(me, MUSIC, 2, PREMIUM, **lapsed)
    back = end + 61 * DAY
    world.to(back)
    ask.purchase(customer=me, product=PREMIUM, offer={"kind": "winBack", "id": "comeback"})
    # More than 60 days without service: a new series.
    world.look()
    world.renews(
        me, MUSIC, 1, PREMIUM, renewalPrice=2_990, recentSubscriptionStartDate=back, **offer_members(PREMIUM, "comeback"))
    world.later(months=2)
    offer = [
        row(PREMIUM, after(back, "P1M", place), after(back, "P1M", place + 1), 2_990, offer="comeback", renewal=place > 0)
        for place in range(2)
    ]
    world.bought(me, paid + offer + renewals(PREMIUM, back, 1, 2))
    world.renews(me, MUSIC, 1, PREMIUM, recentSubscriptionStartDate=back)


def storefronts(world):
    now, ask = world.now, world.interop
    for storefront in ["DEU", "JPN"]:
        me = world.customer(storefront=storefront)
        ask.purchase(customer=me, product=DAILY)
        ask.purchase(customer=me, product=COINS, quantity=10)
        world.bought(me, [row(DAILY, now), row(COINS, now, price=9_900, quantity=10)])
        world.renews(me, NEWS, 1, DAILY)
    world.later(months=1)


def downloads(world):
    always = {"bundleId": "com.example.music", "receiptCreationDate": world.now, "receiptType": world.environment}
    if world.environment == "Production":
        always["appAppleId"] = world.app
        jws = world.interop.appTransaction(customer=world.customer())["appTransaction"]["jws"]
        other = world.verifier_for([world.root], app=world.app + 1)
        world.tally.equal(
            world.refusal("appTransaction", jws, other), "INVALID_APP_IDENTIFIER", f"{world.name}: another app")
    plain, old = world.customer(), world.customer(appVersion="7.1", firstDownload={
        "version": "2", "date": "2019-06-03T17:00:00.001Z", "platform": "macOS", "preorderDate": "2019-01-01T00:00:00Z"})
    first = "2013-08-01T07:00:00Z" if world.environment == "Sandbox" else date(world.now)
    for me, members in [
        (plain, {"applicationVersion": "1.0", "originalApplicationVersion": "1.0", "originalPlatform": "iOS",
                 "originalPurchaseDate": instant(first)}),
        (old, {"applicationVersion": "7.1", "originalApplicationVersion": "2", "originalPlatform": "macOS",
               "originalPurchaseDate": instant("2019-06-03T17:00:00.001Z"),
               "preorderDate": instant("2019-01-01T00:00:00Z")}),
    ]:
        payload = world.app_transaction(me)
        rest = {name: value for name, value in payload.items() if not name.startswith("deviceVerification")}
        world.tally.equal(
            rest, {**always, "appTransactionId": world.downloads[me], **members}, f"{world.name}: customer {me}")
