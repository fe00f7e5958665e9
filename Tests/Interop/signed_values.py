"""Everything that a store signs, judged by Apple's App Store Server Library.

    signed_values.py <interop>

Takes stores through the lives of lives.py and purchases.py. Apple's library verifies every transaction, renewal info and app
transaction with the store's root, for the environment Sandbox, with online checks off; the payload is linted, compared with
the model of the app, and compared with what the script works out by itself. Each value with one bit changed has to be refused,
by Apple's library and by the store's own verifier. Then forgeries of many kinds have to be refused, and offers that the library
signs to be taken. Prints a line for each check that fails, and the numbers at the end.
"""

import os
import sys
import tempfile
import time

import forgeries
import lives
import own_chain
import shop
import signed_offers
from interop import Interop, Tally
from world import World


def main():
    tally, started = Tally(), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "Shop.storekit")
        shop.write(file)
        interop = Interop(sys.argv[1])
        signed = 0
        for seed, (life, options) in enumerate(lives.LIVES, start=1):
            world = World(interop, tally, file, f"{life.__name__} (seed {seed})", seed=seed, **options)
            life(world)
            signed += len(world.verified)
        print(f"{signed} signed values, each also with a bit changed, seeds 1 to {len(lives.LIVES)}")
        print(f"{forgeries.judge(interop, tally, file)} forgeries")
        signed_offers.judge(interop, tally, file)
        own_chain.judge(interop, tally, file)
        again = Interop(sys.argv[1])
        same = all(again.exchange(line) == answer for line, answer in interop.lines[:400])
        tally.check(same, "the same lines give the same answers")
        tally.equal([interop.close(), again.close()], [0, 0], "the program ends well")
    print(f"{time.monotonic() - started:.1f} s")
    return tally.finish()


sys.exit(main())
