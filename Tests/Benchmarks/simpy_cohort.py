#!/usr/bin/env python3
"""Times a year of a cohort of subscribers in SimPy, as one would write it there: a process for each subscriber.

Usage: simpy_cohort.py SUBSCRIBERS MONTHS CANCELLING FAILING RECOVERY-DAYS

The subscribers of LifecycleBenchmark.swift: they buy a monthly subscription over 28 days; each month the share CANCELLING of
those who are left turns auto-renew off, and the period that runs is their last. The share FAILING of the renewals cannot be
charged. There is no grace: RECOVERY-DAYS later the payment method works again, and a new period begins that day. A month is a
twelfth of a year. Nothing else is simulated: no catalogue, no transactions, no clock of the calendar.

Prints one line: SimPy's version, how often a subscription renewed in MONTHS months from the day after the last purchase, the
seconds of the processor for those months, each in the fastest of three runs, and the renewals of one second. Ends with 3
where SimPy is missing.
"""
import random
import sys
import time

try:
    import simpy
except ImportError:
    sys.exit(3)

PERIOD = 365 / 12
PURCHASE_DAYS = 28


class Cohort:
    """What all subscribers share, and the number that is wanted."""

    def __init__(self, cancelling, failing, recovery):
        self.environment = simpy.Environment()
        self.chance = random.Random(11)
        self.cancelling, self.failing, self.recovery = cancelling, failing, recovery
        self.renewals = 0

    def subscriber(self, day):
        """One subscriber's life, from the purchase to the end."""
        environment, chance = self.environment, self.chance
        yield environment.timeout(day)
        while True:
            yield environment.timeout(PERIOD)
            if chance.random() < self.cancelling:
                return
            if chance.random() < self.failing:
                yield environment.timeout(self.recovery)
            self.renewals += 1


def year(subscribers, months, *shares):
    """The renewals of a cohort, and the seconds that each month took."""
    cohort = Cohort(*shares)
    for number in range(subscribers):
        cohort.environment.process(cohort.subscriber(number * PURCHASE_DAYS // subscribers))
    cohort.environment.run(until=PURCHASE_DAYS)
    times = []
    for month in range(1, months + 1):
        start = time.process_time()
        cohort.environment.run(until=PURCHASE_DAYS + month * PERIOD)
        times.append(time.process_time() - start)
    return cohort.renewals, times


subscribers, months = int(sys.argv[1]), int(sys.argv[2])
years = [year(subscribers, months, *map(float, sys.argv[3:6])) for _ in range(3)]
renewals = years[0][0]
seconds = sum(min(times) for times in zip(*(times for _, times in years)))
print(simpy.__version__, renewals, f"{seconds:.4f}", f"{renewals / seconds:.0f}")
