"""Writes edgebloom filter files: Bloom filters in the standard layout."""

import math
import struct

MASK = 0xFFFFFFFF


def rotl(x, by):
    return (x << by | x >> 32 - by) & MASK


def mix(k1, k2, k3, k4):
    return (
        rotl(k1 * 0x239B961B & MASK, 15) * 0xAB0E9789 & MASK,
        rotl(k2 * 0xAB0E9789 & MASK, 16) * 0x38B34AE5 & MASK,
        rotl(k3 * 0x38B34AE5 & MASK, 17) * 0xA1E38B93 & MASK,
        rotl(k4 * 0xA1E38B93 & MASK, 18) * 0x239B961B & MASK,
    )


def fmix(h):
    h = (h ^ h >> 16) * 0x85EBCA6B & MASK
    h = (h ^ h >> 13) * 0xC2B2AE35 & MASK
    return h ^ h >> 16


def add(h1, h2, h3, h4):
    h1 = h1 + h2 + h3 + h4 & MASK
    return h1, h2 + h1 & MASK, h3 + h1 & MASK, h4 + h1 & MASK


def murmur3(data, seed):
    """MurmurHash3_x86_128, as four 32-bit numbers."""
    h1 = h2 = h3 = h4 = seed
    whole = len(data) & ~15
    for block in struct.iter_unpack("<4I", data[:whole]):
        k1, k2, k3, k4 = mix(*block)
        h1 = (rotl(h1 ^ k1, 19) + h2) * 5 + 0x561CCD1B & MASK
        h2 = (rotl(h2 ^ k2, 17) + h3) * 5 + 0x0BCAA747 & MASK
        h3 = (rotl(h3 ^ k3, 15) + h4) * 5 + 0x96CD1C35 & MASK
        h4 = (rotl(h4 ^ k4, 13) + h1) * 5 + 0x32AC3B17 & MASK
    rest = mix(*struct.unpack("<4I", data[whole:].ljust(16, b"\0")))
    lanes = (h ^ k ^ len(data) for h, k in zip((h1, h2, h3, h4), rest))
    return add(*map(fmix, add(*lanes)))


def write_filter(path, keys, capacity, error_rate=0.01, seed=0):
    """Writes a filter of the keys, each a str or bytes, with room for `capacity` keys."""
    if capacity < 1 or not 0 < error_rate < 1:
        raise ValueError("capacity: at least 1; error_rate: above 0 and below 1")
    size = math.ceil(capacity * -math.log(error_rate) / math.log(2) ** 2)
    hashes = min(range(1, 65), key=lambda k: (1 - math.exp(-k * capacity / size)) ** k)
    words = -(-size // 64)
    step = min(64, 1 << max(words // 256, 1).bit_length() - 1)
    words = -(-words // step) * step
    if not 1 <= words <= 2**26:
        raise ValueError("a filter has 64 to 2**32 bits")
    bits, inserted = bytearray(8 * words), 0
    for key in keys:
        data = key if isinstance(key, bytes) else key.encode()
        x, h2, y, h4 = murmur3(data, seed * 0x9E3779B1 & MASK | 0x80000000)
        for _ in range(hashes):
            bits[8 * (x * words >> 32) + (y >> 29)] |= 1 << (y >> 26 & 7)
            x, y = x * 0x2C9277B5 + h2 & MASK, y * 0x2C9277B5 + h4 & MASK
        inserted += 1
    # Version, flags, scheme, cells, key encoding and payload encoding; then the shape.
    ids, shape = (1, 0, 1, 1, 1, 1), (hashes, words, 64 * words, seed, 0)
    file = struct.pack("<4s6BHIQIIQQd", b"\xebFLT", *ids, *shape, capacity, inserted, error_rate) + bits
    h1, h2, _, _ = murmur3(file, 0x80000000)
    with open(path, "wb") as out:
        out.write(file + struct.pack("<II", h1, h2))
    return inserted
