#!/usr/bin/env python3
"""Times Apple's library for Python: how many signed transactions it verifies in a second.

Usage: time_verification.py ROOT TOKENS BUNDLE-ID [SECONDS]

ROOT is the root certificate in DER, TOKENS a file with one signed transaction of the environment Sandbox in each line.
Verifies them in turn, offline as the library calls it, for so many seconds of the processor (3 unless told), and prints the
number.
"""
import pathlib
import sys
import time

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier

root, tokens, bundle = pathlib.Path(sys.argv[1]).read_bytes(), pathlib.Path(sys.argv[2]).read_text().split(), sys.argv[3]
seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 3
verifier = SignedDataVerifier([root], False, Environment.SANDBOX, bundle)
for token in tokens:  # all of them once, so that nothing is counted that is refused
    verifier.verify_and_decode_signed_transaction(token)
count, start = 0, time.process_time()
while time.process_time() - start < seconds:
    verifier.verify_and_decode_signed_transaction(tokens[count % len(tokens)])
    count += 1
print(count / (time.process_time() - start))
