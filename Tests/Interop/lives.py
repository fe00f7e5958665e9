"""Lives of subscribers, each in a store of its own, and everything that signed data must say of what becomes of them.

LIVES has them all, those of purchases.py among them; the place of one is its seed.
"""

from interop import DAY, WEEK, date, instant, months
from purchases import (
    TOKEN, downloads, introductory_offers, offer_codes, promotional_offers, single_products, storefronts, win_back)
from shop import BASIC, DAILY, MUSIC, NEWS, PREMIUM, THEME, VIDEO, WEEKLY, YEARLY
from world import after, renewals, row

START = instant("2026-01-31T09:00:00.250Z")


def years_of_months(world):
    now = world.now
    me = world.customer()
    world.interop.purchase(customer=me, product=DAILY, token=TOKEN)
    for count in [1, 2, 13, 26]:
        world.to(after(now, "P1M", count) - 1)
        first = row(DAILY, now, appAccountToken=TOKEN)
        world.bought(me, [first] + renewals(DAILY, now, count - 1, 1, appAccountToken=TOKEN), f"month {count}")
        world.renews(me, NEWS, 1, DAILY)


def changes_of_plan(world):
    now, ask = world.now, world.interop
    me, waiting = world.customer(), world.customer()
    ask.purchase(customer=me, product=BASIC)
    ask.purchase(customer=waiting, product=PREMIUM)
    basic = row(BASIC, now, price=990, offer="intro", upgraded=True)
    up = now + 10 * DAY
    world.to(up)
    ask.purchase(customer=me, product=PREMIUM)
    premium = row(PREMIUM, up)
    world.bought(me, [basic, premium], "upgraded")
    # The same level and length: at once. The same level and another length: with the renewal.
    across = up + 5 * DAY
    world.to(across)
    ask.purchase(customer=me, product=VIDEO)
    ask.purchase(customer=waiting, product=YEARLY)
    video, trial = row(VIDEO, across), row(PREMIUM, now, now + WEEK, 0, offer="intro")
    premium = {**premium, "isUpgraded": True}
    world.bought(me, [basic, premium, video], "crossgraded")
    world.renews(waiting, MUSIC, 1, PREMIUM, autoRenewProductId=YEARLY)
    ask.purchase(customer=me, product=WEEKLY)
    world.look()
    world.renews(me, MUSIC, 1, VIDEO, autoRenewProductId=WEEKLY)
    down = months(across, 1)
    world.to(down + WEEK)
    world.bought(me, [basic, premium, video] + renewals(WEEKLY, down, 2), "downgraded")
    month = months(now + WEEK, 1)
    world.bought(
        waiting, [trial] + renewals(PREMIUM, now + WEEK, 1) + [row(YEARLY, month, renewal=True)],
        "crossgraded with the renewal")
    ask.purchase(customer=me, product=YEARLY)
    weeks = renewals(WEEKLY, down, 2)
    weeks[1]["isUpgraded"] = True
    world.bought(me, [basic, premium, video] + weeks + [row(YEARLY, down + WEEK)], "upgraded again")


def failed_charges(world):
    now, ask = world.now, world.interop
    graced, tried, lost, left, weekly = [world.customer() for _ in range(5)]
    for me in [graced, tried, lost, left]:
        ask.purchase(customer=me, product=DAILY)
    ask.purchase(customer=weekly, product=WEEKLY)
    for me in range(5):
        ask.setPaymentMethod(customer=me, works=False)
    week, end = now + WEEK, months(now, 1)
    world.to(week)
    failing = {"expirationIntent": 2, "isInBillingRetryPeriod": True}
    world.renews(weekly, MUSIC, 4, WEEKLY, gracePeriodExpiresDate=week + 6 * DAY, **failing)
    world.to(end + 5 * DAY)
    for me in [graced, tried, lost, left]:
        world.renews(me, NEWS, 4, DAILY, gracePeriodExpiresDate=end + 16 * DAY, **failing)
    ask.setPaymentMethod(customer=graced, works=True)
    ask.setAutoRenew(customer=left, group=NEWS, isOn=False)
    world.look()
    world.bought(graced, [row(DAILY, now)] + renewals(DAILY, now, 1, 1), "recovered within grace")
    world.renews(graced, NEWS, 1, DAILY)
    world.renews(left, NEWS, 2, DAILY, autoRenewStatus=0, expirationIntent=1, isInBillingRetryPeriod=False)
    world.to(end + 16 * DAY)
    world.renews(tried, NEWS, 3, DAILY, **failing)
    again = end + 30 * DAY
    world.to(again)
    ask.setPaymentMethod(customer=tried, works=True)
    world.look()
    world.bought(tried, [row(DAILY, now), row(DAILY, again, renewal=True)], "recovered in billing retry")
    world.renews(tried, NEWS, 1, DAILY)
    world.to(end + 60 * DAY)
    world.renews(lost, NEWS, 2, DAILY, autoRenewStatus=0, expirationIntent=2, isInBillingRetryPeriod=False)
    world.bought(lost, [row(DAILY, now)], "never recovered")


def refunds(world):
    now, ask = world.now, world.interop
    ended, upgraded, older = world.customer(), world.customer(), world.customer()
    for me, product in [(ended, DAILY), (upgraded, WEEKLY), (older, DAILY)]:
        ask.purchase(customer=me, product=product)
    world.to(now + 2 * DAY)
    ask.purchase(customer=upgraded, product=VIDEO)
    first = {me: world.transactions(me)[0]["transactionId"] for me in range(3)}
    ask.refund(transaction=first[ended])
    ask.refund(transaction=first[upgraded], reason="developerIssue")
    back = {"revocationDate": world.now, "revocationReason": 0}
    full = {**back, "revocationType": "REFUND_FULL", "revocationPercentage": 100_000}
    world.later(days=1)
    world.bought(ended, [row(DAILY, now, **full)], "refunded")
    world.renews(ended, NEWS, 5, DAILY, autoRenewStatus=0, what="refunded")
    # Five of seven days came back with the upgrade, so the rest of the price now: 1,990 − ⌊1,990 × 5 ÷ 7⌋ = 569.
    part = {"revocationReason": 1, "revocationType": "REFUND_PRORATED", "revocationPercentage": 569 * 100_000 // 1_990}
    world.bought(
        upgraded, [row(WEEKLY, now, upgraded=True, **{**back, **part}), row(VIDEO, now + 2 * DAY)], "upgraded, refunded")
    ask.reverseRefund(transaction=first[ended])
    world.later(days=1)
    world.bought(ended, [row(DAILY, now)], "reversed")
    world.renews(ended, NEWS, 1, DAILY, autoRenewStatus=0, what="reversed")
    world.to(months(now, 1))
    ask.refund(transaction=first[older])
    world.look()
    late = {**full, "revocationDate": world.now}
    world.bought(older, [row(DAILY, now, **late)] + renewals(DAILY, now, 1, 1), "an older period refunded")
    world.renews(older, NEWS, 1, DAILY)


def families(world):
    now, ask = world.now, world.interop
    buyer, member, stays = world.customer(), world.customer(), world.customer()
    ask.purchase(customer=buyer, product=PREMIUM, token=TOKEN)
    ask.purchase(customer=buyer, product=THEME)
    ask.purchase(customer=buyer, product=DAILY)
    world.later(days=1)
    for joining in [member, stays]:
        ask.joinFamily(customer=joining, organizer=buyer)
    world.to(now + WEEK)
    tally = world.tally
    # A member pays nothing, and no offer is theirs.
    shared = [row(PREMIUM, now, now + WEEK, 0, shared=True)] + renewals(PREMIUM, now + WEEK, 1, price=0, shared=True)
    shares = world.bought(member, shared)
    own = {payload["transactionId"] for payload in world.transactions(buyer)}
    tally.check(not own & {share["transactionId"] for share in shares}, "families: numbers of their own")
    tally.equal([(group, status) for group, status, _ in world.infos(member)], [(MUSIC, 1)], "families: one status")
    # The price of the next renewal, and the offer that it comes of, are the buyer's.
    key = ask.makeKey(name="Server")["id"]
    offer = ask.signOffer(keyID=key, product=PREMIUM, offer="half3", token=TOKEN)
    ask.purchase(
        customer=buyer, product=PREMIUM, token=TOKEN, offer={"kind": "promotional", "id": "half3", **offer})
    world.look()
    for shares_it in [member, stays]:
        world.renews(shares_it, MUSIC, 1, PREMIUM, shared=True)
    world.later(days=1)
    ask.leaveFamily(customer=member)
    world.look()
    lost = {"revocationDate": world.now, "revocationReason": 0, "revocationType": "FAMILY_REVOKE"}
    world.bought(member, [shared[0], {**shared[1], **lost}], "access lost")
    world.renews(member, MUSIC, 5, PREMIUM, shared=True, autoRenewStatus=0, what="access lost")
    # What becomes of the buyer's subscription is the business of those who share it.
    ask.setPaymentMethod(customer=buyer, works=False)
    failing, end = {"expirationIntent": 2, "isInBillingRetryPeriod": True}, months(now + WEEK, 1)
    over = {"autoRenewStatus": 0, "expirationIntent": 2, "isInBillingRetryPeriod": False}
    for moment, status, said in [
            (end, 4, {"gracePeriodExpiresDate": end + 16 * DAY, **failing}), (end + 16 * DAY, 3, failing),
            (end + 60 * DAY, 2, over)]:
        world.to(moment)
        world.renews(stays, MUSIC, status, PREMIUM, shared=True, what="shared", **said)
        world.renews(member, MUSIC, 5, PREMIUM, shared=True, autoRenewStatus=0, what="lost long ago")


def prices(world):
    now, ask = world.now, world.interop
    agrees, declines, silent = world.customer(), world.customer(), world.customer()
    ask.purchase(customer=agrees, product=DAILY)
    ask.purchase(customer=declines, product=DAILY)
    ask.purchase(customer=silent, product=PREMIUM)
    ask.setPrice(product=DAILY, price="3.99", subscribers="requiresConsent")
    ask.setPrice(product=PREMIUM, price="10.99", subscribers="needsNoConsent")
    world.look()
    end, trial = months(now, 1), now + WEEK
    month = months(trial, 1)
    world.to(end - 10 * DAY)
    for me in [agrees, declines]:
        world.renews(me, NEWS, 1, DAILY, renewalPrice=3_990, priceIncreaseStatus=0)
    ask.answerPriceRise(customer=agrees, group=NEWS, agrees=True)
    world.look()
    world.renews(agrees, NEWS, 1, DAILY, renewalPrice=3_990, priceIncreaseStatus=1)
    world.to(month - 10 * DAY)
    world.renews(silent, MUSIC, 1, PREMIUM, renewalPrice=10_990, priceIncreaseStatus=1)
    world.to(month)
    world.bought(agrees, [row(DAILY, now), row(DAILY, end, months(now, 2), 3_990, renewal=True)], "agreed")
    world.renews(declines, NEWS, 2, DAILY, autoRenewStatus=0, expirationIntent=3)
    world.bought(silent, [
        row(PREMIUM, now, trial, 0, offer="intro"), row(PREMIUM, trial, month, 9_990, renewal=True),
        row(PREMIUM, month, months(trial, 2), 10_990, renewal=True)], "no consent needed")
    ask.setPrice(product=DAILY, price="1.99")
    world.to(months(now, 2))
    rows = [row(DAILY, now)] + [
        row(DAILY, after(now, "P1M", place), after(now, "P1M", place + 1), price, renewal=True)
        for place, price in [(1, 3_990), (2, 1_990)]
    ]
    world.bought(agrees, rows, "lowered")


def off_sale(world):
    now, ask = world.now, world.interop
    me = world.customer()
    ask.purchase(customer=me, product=DAILY)
    ask.purchase(customer=me, product=VIDEO)
    ask.setSale(product=DAILY, isForSale=False)
    ask.setSale(product=VIDEO, isForSale=False)
    end = months(now, 1)
    world.to(end)
    world.renews(me, NEWS, 3, DAILY, expirationIntent=4, isInBillingRetryPeriod=True)
    back = end + 20 * DAY
    world.to(back)
    ask.setSale(product=VIDEO, isForSale=True)
    world.to(end + 60 * DAY)
    world.renews(me, NEWS, 2, DAILY, autoRenewStatus=0, expirationIntent=4, isInBillingRetryPeriod=False)
    world.bought(
        me, [row(DAILY, now), row(VIDEO, now), row(VIDEO, back, renewal=True)] + renewals(VIDEO, back, 1, 1), "back on sale")


def extensions(world):
    now, ask = world.now, world.interop
    me = world.customer()
    ask.purchase(customer=me, product=DAILY)
    end = months(now, 1) + 30 * DAY
    answer = ask.extendRenewal(customer=me, group=NEWS, days=30)
    world.tally.equal(answer, {"renewalDate": date(end)}, "extensions: the new date")
    world.look()
    world.bought(me, [row(DAILY, now, end)], "extended")
    world.renews(me, NEWS, 1, DAILY)
    world.to(months(end, 1))
    world.bought(me, [row(DAILY, now, end)] + renewals(DAILY, end, 2), "renewed afterwards")


def sandbox_pace(world):
    """The sandbox's own: a month is five minutes, and after twelve renewals auto-renew goes off."""
    now = world.now
    me = world.customer()
    world.interop.purchase(customer=me, product=DAILY)
    world.later(hours=2)
    minutes = 5 * 60_000
    rows = [
        row(DAILY, now + place * minutes, now + (place + 1) * minutes, renewal=place > 0) for place in range(13)]
    world.bought(me, rows)
    world.tally.equal([row[1] for row in world.infos(me)], [2], "sandbox: status")


def long_time(world):
    """From the first second of 1970 to 2101, month by month."""
    now = world.now
    me = world.customer()
    world.interop.purchase(customer=me, product=DAILY)
    for year in [2049, 2050, 2101]:
        world.now = instant(world.interop.advance(to=f"{year}-01-01T00:00:00Z")["now"])
        world.infos(me)
        world.app_transaction(me)
    world.bought(me, [row(DAILY, now)] + renewals(DAILY, now, 12 * 131, 1))


def one_moment(world):
    """A purchase at an edge of time; what is signed there must hold there."""
    me = world.customer()
    world.interop.purchase(customer=me, product=DAILY)
    world.interop.purchase(customer=me, product=PREMIUM)
    world.look()
    world.bought(me, [row(DAILY, world.now), row(PREMIUM, world.now, world.now + WEEK, 0, offer="intro")])


PLAIN = {"start": date(START)}
LIVES = [
    (single_products, PLAIN), (years_of_months, PLAIN), (introductory_offers, PLAIN), (promotional_offers, PLAIN),
    (offer_codes, PLAIN), (win_back, PLAIN), (changes_of_plan, PLAIN), (refunds, PLAIN), (families, {**PLAIN, "gracePeriod": "sixteenDays"}),
    (failed_charges, {**PLAIN, "gracePeriod": "sixteenDays"}), (prices, PLAIN), (off_sale, PLAIN), (extensions, PLAIN),
    (storefronts, PLAIN), (downloads, PLAIN), (downloads, {**PLAIN, "environment": "Production"}),
    (one_moment, {**PLAIN, "environment": "Production"}), (sandbox_pace, {**PLAIN, "pace": "sandbox"}), (long_time, {"start": "1970-01-01T00:00:00Z"}),
    *((one_moment, {"start": moment}) for moment in [
        "1970-01-01T00:00:00.001Z", "2049-12-31T23:59:59.999Z", "2050-01-01T00:00:00Z", "2101-02-28T12:00:00Z", "9998-12-31T23:59:59.999Z"]),
]
