"""A signed value with one bit changed: in the bytes of its header, its payload or its signature."""

import hashlib

from payloads import decode_part, encode_part

PARTS = ["header", "payload", "signature"]


def flipped(jws, part, bit):
    """The text with one bit of a part changed; bit 8 is the lowest of the second byte."""
    parts = jws.split(".")
    data = bytearray(decode_part(parts[part]))
    data[bit // 8] ^= 1 << bit % 8
    return ".".join(parts[:part] + [encode_part(bytes(data))] + parts[part + 1:])


def chosen(jws):
    """The part and the bit that a hash of the text chooses: always the same ones for the same text."""
    choice = int.from_bytes(hashlib.sha256(jws.encode()).digest(), "big")
    part, rest = choice % 3, choice // 3
    return part, rest % (8 * len(decode_part(jws.split(".")[part])))
