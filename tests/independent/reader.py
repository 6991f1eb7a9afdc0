#!/usr/bin/env python3
"""A second, independent reader of edgebloom filter files, written from docs/reference/format/index.md and docs/reference/format alone.

It reads schemes 1 to 3 (standard, partitioned, blocked): bits, counters, positions, exceptions and scalable files;
and static sets (scheme 30). Keyed filters and those of other systems are refused. Only the standard library is used.

    python3 reader.py            JSON lines on stdin: {"file": base64, "keys": [{"text": …} | {"hex": …} | {"int": …}, …]}
    python3 reader.py --golden   compares it with the golden files of the repository; exits 1 on a difference
"""

import base64
import json
import math
import re
import struct
import sys
from pathlib import Path

# --- core: reading and answering -------------------------------------------------------------------------------------

STATIC = 30
LAST_SCHEME = 31
LAYOUTS = {1: "standard", 2: "partitioned", 3: "blocked", STATIC: "static"}
CELL_BITS = {1: 1, 2: 2, 3: 4, 4: 8, 5: 16}
RAW, POSITIONS, SUB_FILTERS = 1, 2, 3  # payload encodings
NAME, VERSION, GROWTH, UNIVERSE, VALUES, KEY_FORM = 1, 2, 3, 6, 7, 8  # metadata tags
MASK, MAX_U64 = 2**32 - 1, 2**64 - 1


class FormatError(ValueError):
    """The file breaks a rule of the format, or is of a kind that this reader leaves out."""


def require(condition, message):
    if not condition:
        raise FormatError(message)


# The hash: MurmurHash3_x86_128. Lanes are numbers of 32 bits.


def rotl(x, by):
    return (x << by | x >> (32 - by)) & MASK


def mix(k1, k2, k3, k4):
    c1, c2, c3, c4 = 0x239B961B, 0xAB0E9789, 0x38B34AE5, 0xA1E38B93
    return (rotl(k1 * c1 & MASK, 15) * c2 & MASK, rotl(k2 * c2 & MASK, 16) * c3 & MASK,
            rotl(k3 * c3 & MASK, 17) * c4 & MASK, rotl(k4 * c4 & MASK, 18) * c1 & MASK)


def fmix(h):
    h = (h ^ h >> 16) * 0x85EBCA6B & MASK
    h = (h ^ h >> 13) * 0xC2B2AE35 & MASK
    return h ^ h >> 16


def add_lanes(h1, h2, h3, h4):
    h1 = (h1 + h2 + h3 + h4) & MASK
    return h1, (h2 + h1) & MASK, (h3 + h1) & MASK, (h4 + h1) & MASK


def finish(lanes, number):
    return add_lanes(*map(fmix, add_lanes(*(h ^ number for h in lanes))))


def murmur3(data, seed):
    h1 = h2 = h3 = h4 = seed
    whole = len(data) // 16 * 16
    for block in struct.iter_unpack("<4I", data[:whole]):
        k1, k2, k3, k4 = mix(*block)
        h1 = ((rotl(h1 ^ k1, 19) + h2) * 5 + 0x561CCD1B) & MASK
        h2 = ((rotl(h2 ^ k2, 17) + h3) * 5 + 0x0BCAA747) & MASK
        h3 = ((rotl(h3 ^ k3, 15) + h4) * 5 + 0x96CD1C35) & MASK
        h4 = ((rotl(h4 ^ k4, 13) + h1) * 5 + 0x32AC3B17) & MASK
    rest = mix(*struct.unpack("<4I", bytes(data[whole:]).ljust(16, b"\0")))
    # a file can have more than 2^32 bytes: the number is taken mod 2^32, as "all arithmetic" of the hash is
    return finish([h ^ k for h, k in zip((h1, h2, h3, h4), rest)], len(data) & MASK)


# From a key to positions


def key_bytes(key):
    if isinstance(key, str):  # a surrogate in a Python string is always a lone one
        return re.sub("[\ud800-\udfff]", "\ufffd", key).encode("utf-8")
    if isinstance(key, int) and not isinstance(key, bool):
        if not -2**63 <= key < 2**63:
            raise ValueError("an integer key has 64 bits with a sign")
        return struct.pack("<q", key)
    return bytes(memoryview(key))  # raises TypeError for what is not bytes


def key_lanes(data, seed, salt):
    lanes = murmur3(data, seed * 0x9E3779B1 & MASK | 0x80000000)
    return finish(lanes, salt) if salt else lanes


def layer_lanes(lanes, salt):
    factors = (0, 0x85EBCA6B, 0xC2B2AE35, 0x27D4EB2F)
    return finish([h ^ salt * factor & MASK for h, factor in zip(lanes, factors)], salt) if salt else lanes


def probe_positions(scheme, bits, hashes, lanes):
    (x, h2, y, h4), words, positions = lanes, bits // 64, []
    slice_words, block = words // hashes, x * (bits // 512) >> 32
    for i in range(hashes):
        next_x = (x * 0x2C9277B5 + h2) & MASK
        if scheme == 1:
            word = x * words >> 32
        elif scheme == 2:
            word = i * slice_words + (x * slice_words >> 32)
        else:
            word = 8 * block + (next_x >> 29)
        positions.append(64 * word + (y >> 26))
        x, y = next_x, (y * 0x2C9277B5 + h4) & MASK
    return positions


class Layer:
    """The layer of a static set at the beginning of `data`, of which it takes `byte_length` bytes."""

    def __init__(self, data, hashes, error_rate):
        require(len(data) >= 8, "a layer is cut off")
        first, self.salt = struct.unpack_from("<II", data)
        self.blocks, self.bumps = first & 2**31 - 1, first >> 31
        require(2 <= self.blocks <= 2**27, "beginning of a layer")
        self.hashes, self.starts = hashes, 32 * self.blocks - 63
        wide = math.ceil((2 - error_rate * 2 ** (hashes + 1)) * self.starts)
        self.first_wide = (self.starts - wide) // 32 if wide else self.blocks
        buckets = (self.starts + 127) // 128
        thresholds_end = 8 + 8 * ((buckets + 31) // 32) * self.bumps
        end = thresholds_end + 4 * (hashes * self.blocks + self.blocks - self.first_wide)
        self.byte_length = (end + 7) // 8 * 8
        require(len(data) >= self.byte_length, "a layer is cut off")
        self.thresholds, self.solution = data[8:thresholds_end], data[thresholds_end:end]
        require(int.from_bytes(self.thresholds, "little") >> 2 * buckets == 0, "bits after the thresholds")
        require(not any(data[end:self.byte_length]), "bytes after the solution")

    def number(self, block, column):
        """The values of 32 slots in a column; 0 after the last block, whose slots no equation takes."""
        at = 4 * (self.hashes * block + max(0, block - self.first_wide) + column)
        return struct.unpack_from("<I", self.solution, at)[0] if block < self.blocks else 0

    def answer(self, lanes):
        """True for "maybe", False for "no", None for a key of a later layer."""
        a, b, c, d = layer_lanes(lanes, self.salt)
        start = a * self.starts >> 32
        bucket, block = start // 128, start // 32
        if self.bumps and start % 128 < (0, 16, 44, 128)[self.thresholds[bucket // 4] >> bucket % 4 * 2 & 3]:
            return None
        x, f = c * 0x85EBCA6B & MASK, d * 0xC2B2AE35 & MASK
        slots, f = b | 1 | (x ^ x >> 16) << 32, f ^ f >> 15
        for i in range(self.hashes + (block >= self.first_wide)):
            values = sum(self.number(block + j, i) << 32 * j for j in range(3)) >> start % 32
            if bin(values & slots).count("1") & 1 != f >> i & 1:
                return False
        return True


def found_in(layers, lanes):
    return next(found for layer in layers if (found := layer.answer(lanes)) is not None)


class FilterFile:
    """One filter. Its fields are attributes with the names of the header in docs/reference/format/index.md, in snake case."""

    @classmethod
    def from_bytes(cls, data):
        file = cls(memoryview(data).cast("B"))
        require(len(data) == file.byte_length, "bytes after the checksum")
        return file

    @classmethod
    def from_text(cls, text):
        match = re.fullmatch(r"([A-Za-z0-9+/]*={0,2}|[A-Za-z0-9_-]*={0,2})(\r?\n)?", text)
        require(match and len(match[1]) % 4 == 0, "the text is not padded base64 in one alphabet")
        plain = match[1].replace("-", "+").replace("_", "/")
        data = base64.b64decode(plain)
        require(base64.b64encode(data).decode() == plain, "unused bits of the base64 text are not 0")
        return cls.from_bytes(data)

    def __init__(self, data, outer=None):
        """Reads the file at the beginning of `data`; a sub-filter is also held against the `outer` file."""
        self.sub_filters, self.exceptions, self.name, self.version = [], [], "", ""
        self.universe = self.exact = 0
        self.is_map = False
        self._read_header(data)
        if outer:
            self._check_sub_filter(outer)
        if self.payload_encoding != SUB_FILTERS:
            self._check_shape()
        start = self._read_metadata(data) if self.flags & 1 else 56
        payload_end = start + 8 * self.payload_length
        self.byte_length = payload_end + 8
        require(len(data) >= self.byte_length, "the file is truncated")
        h1, h2, _, _ = murmur3(data[:payload_end], 0x80000000)
        require(struct.unpack_from("<II", data, payload_end) == (h1, h2), "the checksum is wrong")
        self._payload = data[start:payload_end]
        if self.payload_encoding == SUB_FILTERS:
            self._read_sub_filters()
        elif self.payload_encoding == POSITIONS:
            self._read_positions()
        if self.scheme == STATIC:
            self._read_layers()
        if self.flags & 2:
            self._read_exceptions()
        self._exception_set = frozenset(self.exceptions)

    def _read_header(self, data):
        require(bytes(data[:4]) == b"\xebFLT", "not a filter file")
        require(len(data) >= 56, "the header is truncated")
        (self.format_version, self.flags, self.scheme, self.cells, self.key_encoding, self.payload_encoding,
         self.hashes, self.payload_length, self.bits, self.seed, self.salt, self.capacity, self.inserted, rate,
         ) = struct.unpack_from("<6BHIQIIQQQ", data, 4)
        self.error_rate = struct.unpack_from("<d", data, 48)[0]
        require(self.format_version == 1 and self.flags < 4, "unknown version or flag")
        require(1 <= self.scheme <= LAST_SCHEME and 1 <= self.cells <= 5, "unknown scheme or cells")
        require(1 <= self.key_encoding <= 11 and 1 <= self.payload_encoding <= 3, "unknown encoding")
        require(self.scheme in LAYOUTS, "not handled here: a filter of another system, or under a secret key")
        require(self.key_encoding == 1, "the key encoding does not belong to the scheme")
        require(self.cells == 1 or self.payload_encoding == RAW, "counters must be raw")
        require(self.scheme != STATIC or self.cells == self.payload_encoding == 1, "a static set has raw bits")
        require(self.payload_encoding != POSITIONS or not self.flags & 2, "exceptions beside positions")
        require(self.payload_encoding != SUB_FILTERS or self.flags == 1, "flags of a scalable file")
        self.layout, self.cell_bits = LAYOUTS[self.scheme], CELL_BITS[self.cells]
        given = self.capacity >= 1 and 0x3C32725DD1D243AC <= rate <= 0x3FEFFFFFFFFFFFFF
        require(given or self.capacity == rate == 0, "capacity and error rate")

    def _check_shape(self):
        require(1 <= self.hashes <= 64, "hashes")
        unit = {1: 64, 2: 64 * self.hashes, 3: 512, STATIC: 64}[self.scheme]
        require(64 <= self.bits <= (2**38 if self.scheme == STATIC else 2**32) and self.bits % unit == 0, "bits")
        if self.scheme == STATIC:
            require(2.0**-32 <= self.error_rate <= 0.5, "error rate of a static set")
            require(2.0**-(self.hashes + 1) < self.error_rate <= 2.0**-self.hashes, "hashes and error rate")
            require(self.inserted <= 2**32 and self.capacity == max(1, self.inserted), "inserted and capacity")
        require(self.payload_length >= 1, "payload length")  # of positions; their own check is in _read_positions
        if self.payload_encoding == RAW:
            extra = self.payload_length - self.bits * self.cell_bits // 64
            require(1 <= extra <= 4096 if self.flags & 2 else extra == 0, "payload length")

    def _check_sub_filter(self, outer):
        for field in ("scheme", "cells", "key_encoding", "seed", "salt"):
            require(getattr(self, field) == getattr(outer, field), f"{field} of a sub-filter")
        require(self.payload_encoding == RAW and self.flags == 0, "a sub-filter must be raw and have no other sections")
        require(self.capacity >= 1, "a sub-filter without capacity and error rate")

    def _read_metadata(self, data):
        """Returns where the section ends."""
        require(len(data) >= 64, "the metadata is truncated")
        length, reserved = struct.unpack_from("<II", data, 56)
        at, end = 64, 64 + length
        require(1 <= length <= 2680 and reserved == 0, "metadata section")
        require(len(data) >= end, "the metadata is truncated")
        entries, last_tag = {}, 0
        while at < end:
            require(at + 8 <= end, "a metadata entry passes the end of its section")
            tag, reserved, size = struct.unpack_from("<HHI", data, at)
            next_entry = at + 8 + (size + 7) // 8 * 8
            # 4 and 5 are of schemes left out
            known = tag <= GROWTH or tag == KEY_FORM or (tag in (UNIVERSE, VALUES) and self.scheme == STATIC)
            require(last_tag < tag and known and reserved == 0, "metadata tag")
            require(1 <= size <= 1024 and next_entry <= end, "size of a metadata entry")
            require(not any(data[at + 8 + size:next_entry]), "padding of a metadata entry")
            entries[tag] = bytes(data[at + 8:at + 8 + size])
            at, last_tag = next_entry, tag
        try:
            self.name, self.version, self.key_form = (entries.get(tag, b"").decode("utf-8") for tag in (NAME, VERSION, KEY_FORM))
        except UnicodeDecodeError:
            raise FormatError("name or version is not UTF-8") from None
        require(len(entries.get(KEY_FORM, b"")) <= 64, "metadata entry of a key form")
        growth_size = 16 if self.payload_encoding == SUB_FILTERS else 0
        require(len(entries.get(GROWTH, b"")) == growth_size, "metadata entry of growth")
        if GROWTH in entries:
            self.sub_filter_count, self.growth, self.tightening = struct.unpack("<IId", entries[GROWTH])
            require(1 <= self.sub_filter_count <= 1024 and 1 <= self.growth <= 1000, "number of sub-filters, or growth")
            require(0 < self.tightening < 1, "tightening")
        if UNIVERSE in entries:
            require(len(entries[UNIVERSE]) == 32, "metadata entry of a universe")
            self.universe, self.exact, rate, self.removed_sets, zero = struct.unpack("<QQQII", entries[UNIVERSE])
            self.exact_rate = struct.unpack_from("<d", entries[UNIVERSE], 16)[0]
            require(self.exact <= min(self.universe, 2**32), "number of keys made exact")
            require(zero == 0 and (self.removed_sets in (1, 2) if self.exact else self.removed_sets == 0), "removed sets")
            require(2.0**-32 <= self.exact_rate <= 0.5 if self.exact else rate == 0, "rate of the keys made exact")
        if VALUES in entries:
            require(len(entries[VALUES]) == 16, "metadata entry of values")
            count, code_bits, self._value_salt, self._table_words = struct.unpack("<4I", entries[VALUES])
            require(count <= 65536 and code_bits <= 32 and (count > 1) == (code_bits > 0), "values or code bits")
            self.is_map, self._value_count, self._code_bits = True, count, code_bits
        return end

    def _read_sub_filters(self):
        left = self._payload
        for _ in range(self.sub_filter_count):
            self.sub_filters.append(FilterFile(left, outer=self))
            left = left[self.sub_filters[-1].byte_length:]
        require(len(left) == 0, "bytes after the last sub-filter")
        for field in ("hashes", "bits", "capacity", "inserted"):
            total = min(sum(getattr(sub, field) for sub in self.sub_filters), MAX_U64)
            require(getattr(self, field) == total, f"{field} is not the sum over the sub-filters")

    def _read_positions(self):
        payload, at, position, self._positions = self._payload, 8, -1, set()
        count = struct.unpack_from("<Q", payload)[0]
        require(count <= self.bits // 256 and count <= len(payload) - 8, "number of positions")
        for _ in range(count):
            distance, shift, byte = 0, 0, 0x80
            while byte & 0x80:
                require(at < len(payload) and shift < 35, "a number of the positions is too long")
                byte = payload[at]
                distance |= (byte & 0x7F) << shift
                at, shift = at + 1, shift + 7
            require(byte or shift == 7, "a number of the positions has a byte too many")
            position += distance + 1
            require(position < self.bits, "a position is not below m")
            self._positions.add(position)
        require(len(payload) - at < 8 and not any(payload[at:]), "bytes after the positions")

    def _read_layers(self):
        def read_set(left, columns, rate):
            layers = []
            while not layers or layers[-1].bumps:
                require(len(layers) < 16, "more than 16 layers")
                layers.append(Layer(left, columns, rate))
                left = left[layers[-1].byte_length:]
            return layers, left

        left = self._payload[:self.bits // 8]
        if self.is_map:
            require(8 * self._table_words <= len(left), "the table of values is too long")
            self._read_table(left[len(left) - 8 * self._table_words:])
            left = left[:len(left) - 8 * self._table_words]
        self._layers, left = read_set(left, self.hashes, self.error_rate)
        self._removal = []
        if self.exact:
            columns = max(r for r in range(1, 33) if self.exact_rate <= 2.0**-r)
            first, left = read_set(left, columns, self.exact_rate)
            self._removal.append(first)
            if self.removed_sets == 2:
                second, left = read_set(left, 1, 0.5)
                self._removal.append(second)
        if self.is_map and self._code_bits:
            self._bit_layers, left = read_set(left, 1, 0.5)
        require(len(left) == 0, "bytes after the last layer")

    def _read_table(self, table):
        count, code_bits = self._value_count, self._code_bits
        require(len(table) >= 4 * code_bits + 2 * count, "the table of values is too short")
        self._codes = struct.unpack_from(f"<{code_bits}I", table)
        full = sum(codes << code_bits - i for i, codes in enumerate(self._codes, 1)) == 1 << code_bits
        require(not code_bits or (full and sum(self._codes) == count and self._codes[-1] > 0), "codes")
        at, self.values = 4 * code_bits + 2 * count, []
        for length in struct.unpack_from(f"<{count}H", table, 4 * code_bits):
            require(at + length <= len(table), "the table of values is too short")
            try:
                self.values.append(bytes(table[at:at + length]).decode("utf-8"))
            except UnicodeDecodeError:
                raise FormatError("a value is not UTF-8") from None
            at += length
        require(len(table) - at < 8 and not any(table[at:]), "bytes after the values")

    def _read_exceptions(self):
        left = self._payload[self.bits * self.cell_bits // 8:]
        # 2 bytes of size, then size − 1 bytes of the key, as long as they are there
        while len(left) >= 2 and 0 < (size := left[0] | left[1] << 8) < len(left):
            key = bytes(left[2:size + 1])
            require(not self.exceptions or self.exceptions[-1] < key, "exceptions do not ascend")
            self.exceptions.append(key)
            left = left[size + 1:]
        require(self.exceptions and len(left) < 8 and not any(left), "exceptions")

    def cell(self, position):
        """The bit or counter of a position."""
        if self.payload_encoding == POSITIONS:
            return int(position in self._positions)
        at = position * self.cell_bits
        return int.from_bytes(self._payload[at // 8:at // 8 + 2], "little") >> at % 8 & (1 << self.cell_bits) - 1

    def positions(self, key):
        """The k positions of a key in the order of the probes; of a scalable file those in its newest sub-filter.
        A static set has none."""
        if self.sub_filters:
            return self.sub_filters[-1].positions(key)
        if self.scheme == STATIC:
            return []
        return probe_positions(self.scheme, self.bits, self.hashes, key_lanes(key_bytes(key), self.seed, self.salt))

    def get(self, key):
        """The value of a key in a map; None if it has none."""
        if not self.has(key):
            return None
        lanes = key_lanes(key_bytes(key), self.seed, self.salt)
        code = first = before = 0
        for i, codes in enumerate(self._codes):
            code = 2 * code + found_in(self._bit_layers, layer_lanes(lanes, (self._value_salt + i) & MASK))
            if code - first < codes:
                return self.values[before + code - first]
            before, first = before + codes, 2 * (first + codes)
        return self.values[0]

    def has(self, key):
        """True for "maybe", False for "no"."""
        if self.sub_filters:
            return any(sub.has(key) for sub in self.sub_filters)
        if key_bytes(key) in self._exception_set:
            return False
        if self.scheme != STATIC:
            return all(map(self.cell, self.positions(key)))
        if self.inserted == 0:
            return False
        lanes = key_lanes(key_bytes(key), self.seed, self.salt)
        removed = self._removal and all(found_in(part, finish(lanes, 2 + i)) for i, part in enumerate(self._removal))
        return found_in(self._layers, lanes) and not removed


# --- end of the core -------------------------------------------------------------------------------------------------


def golden():
    """Compares this reader with tests/golden; returns False if anything differs."""
    root = Path(__file__).resolve().parent.parent / "golden"
    index = json.loads((root / "native/index.json").read_text("utf-8"))
    agreed = {"files": 0, "answers": 0, "positions": 0, "other values": 0, "refused": 0}
    differences = []

    def same(what, kind, expected, found):
        if expected == found:
            agreed[kind] += 1
        else:
            differences.append(f"{what}: {found!r}, expected {expected!r}")

    def numbered(keys):
        return [f"{keys['prefix']}{i}" for i in range(keys["count"])]

    def compare(entry):
        what, text = entry["file"], (root / "native" / entry["file"]).read_text("ascii")
        same(f"{what} text", "other values", entry["base64"], text)
        file = FilterFile.from_text(text)
        parts = file.sub_filters or [file]
        names = ("layout", "bits", "hashes", "seed", "inserted", "name", "version", "byteLength", "bitsSet")
        expected = {name: entry[name] for name in names}
        expected |= {name: entry.get(name) or 0 for name in ("salt", "capacity", "errorRate")}  # null is 0 in the file
        found = header_of(file)
        found |= {name: int(found[name]) for name in ("capacity", "inserted")}
        found["byteLength"] = file.byte_length
        found["bitsSet"] = len(file._positions) if file.payload_encoding == POSITIONS else sum(
            part.cell(i) > 0 for part in parts for i in range(part.bits))
        for name, value in expected.items():
            same(f"{what} {name}", "other values", value, found[name])
        same(f"{what} exceptions", "other values", [key.encode() for key in entry.get("allowed", [])], file.exceptions)
        same(f"{what} counter bits", "other values", entry.get("counterBits", 1), file.cell_bits)
        for stage, part in zip(entry.get("stages", []), parts):
            for name, value in stage.items():
                same(f"{what} sub-filter {name}", "other values", value, getattr(part, name))
        if file.sub_filters:
            for name in ("growth", "tightening"):
                same(f"{what} {name}", "other values", entry[name], getattr(file, name))
            same(f"{what} sub-filters", "other values", len(entry["stages"]), len(parts))
        if "stuck" in entry:
            counters, top = [file.cell(i) for i in range(file.bits)], 2**file.cell_bits - 1
            same(f"{what} saturated", "other values", entry["stuck"], counters.count(top))
            for count in entry["counts"]:
                least = min(map(file.cell, file.positions(count["key"])))
                same(f"{what} count of {count['key']}", "other values", count["count"], least)
        # every key that was added; what else is listed; how many of those asked
        for key in entry["members"] + entry["falsePositives"] + numbered(entry["keys"]):
            same(f"{what} {key}", "answers", True, file.has(key))
        for key in entry["absent"] + entry.get("allowed", []):
            same(f"{what} {key}", "answers", False, file.has(key))
        asked = numbered(entry["asked"])
        possibly = sum(map(file.has, asked))
        same(f"{what} asked", "other values", entry["asked"]["possibly"], possibly)
        agreed["answers"] += len(asked) if possibly == entry["asked"]["possibly"] else 0
        for case in entry["positions"]:
            part = parts[case.get("stage", 0)]
            same(f"{what} {case['key']}", "positions", case["positions"], part.positions(case["key"]))
        agreed["files"] += 1

    def guarded(name, compare_it, *arguments):
        try:
            compare_it(*arguments)
        except FormatError as error:
            differences.append(f"{name}: rejected: {error}")

    for entry in index["dumps"] + index["variants"]:
        guarded(entry["file"], compare, entry)

    def compare_static(row):
        what, file, more = f"static set {row['name']}", FilterFile.from_text(row["base64"]), row["keys"]["more"]
        count = row["keys"]["count"] + len(more)
        expected = {"layout": "static", "name": row["name"], "inserted": count, "capacity": max(1, count)}
        expected |= {name: row[name] for name in ("bits", "seed", "salt", "universe", "exact")}
        expected |= {"error_rate": row["errorRate"], "byte_length": row["byteLength"]}
        expected["exceptions"] = sorted(key.encode() for key in row["exceptions"])
        for name, value in expected.items():
            same(f"{what} {name}", "other values", value, getattr(file, name))
        for key in numbered(row["keys"]) + list(map(key_of, more)) + row["falsePositives"]:
            same(f"{what} {key!r}", "answers", True, file.has(key))
        for key in row["absent"] + row["exceptions"]:
            same(f"{what} {key}", "answers", False, file.has(key))
            same(f"{what} {key}", "positions", [], file.positions(key))
        found = sum(map(file.has, numbered(row["asked"])))
        same(f"{what} asked", "other values", row["asked"]["possibly"], found)
        agreed["files"] += 1

    for row in json.loads((root / "static/index.json").read_text("utf-8")):
        guarded(row["row"], compare_static, row)

    def compare_map(row):
        what, file, values = f"map {row['row']}", FilterFile.from_text(row["base64"]), row["values"]
        for i in range(row["keys"]["count"]):
            halves = min(((i + 1) & -(i + 1)).bit_length() - 1, len(values) - 1)
            value = values[i % len(values) if row["rule"] == "turns" else halves]
            same(f"{what} {i}", "answers", value, file.get(f"{row['keys']['prefix']}{i}"))
        found = {i: values[value] for i, value in row["asked"]["found"]}
        for i in range(row["asked"]["count"]):
            same(f"{what} other {i}", "answers", found.get(i), file.get(f"other-{i}"))
        agreed["files"] += 1

    for row in json.loads((root / "maps/index.json").read_text("utf-8")):
        guarded(row["row"], compare_map, row)

    for case in json.loads((root / "native/carries.json").read_text("utf-8"))["cases"]:
        lanes = key_lanes(key_bytes(case["key"]), 0, 0)
        found = probe_positions(1, 64 * case["words"], 64, lanes)[case["probe"]] // 64
        same(f"carries {case['key']}", "positions", case["word"], found)

    # the examples of the documents: hashes, files, answers, and three payloads
    examples = json.loads((root / "format-examples.json").read_text("utf-8"))
    for text, seed, *lanes in examples["murmur3x86"]:
        same(f"hash of {text!r}", "other values", [int(lane, 16) for lane in lanes], list(murmur3(text.encode(), seed)))
    check = b"".join(struct.pack("<4I", *murmur3(bytes(range(i)), 256 - i)) for i in range(256))
    same("SMHasher's check", "other values", 0xB3ECE62A, murmur3(check, 0)[0])
    for key, *lanes in examples["hashes"]:
        found = list(key_lanes(key_bytes(key), 7, 0))
        same(f"lanes of {key}", "other values", [int(lane, 16) for lane in lanes], found)
    for key, *rows in examples["positions"]:
        for scheme, bits, row in zip((1, 2, 3), (128, 384, 1024), rows):
            same(f"example {key}", "positions", row, probe_positions(scheme, bits, 3, key_lanes(key_bytes(key), 7, 0)))

    def compare_example(example):
        file = FilterFile.from_text(example["text"])
        for key, positions, answer in example["answers"]:
            same(f"example {key}", "positions", positions, file.positions(key))
            same(f"example {key}", "answers", answer.startswith("maybe"), file.has(key))
        agreed["files"] += 1

    for number, example in enumerate(examples["filters"]):
        guarded(f"example {number}", compare_example, example)

    for row in json.loads((root / "native/rejected.json").read_text("utf-8")):
        try:
            FilterFile.from_text(row["base64"])
            differences.append(f"not refused: {row['what']}")
        except FormatError:
            agreed["refused"] += 1

    # files that this reader leaves out must be refused
    keyed = json.loads((root / "keyed/index.json").read_text("utf-8"))["dumps"]
    systems = json.loads((root / "native-of-systems.json").read_text("utf-8"))
    for text in [entry["base64"] for entry in keyed] + [entry["text"] for entry in systems.values()]:
        try:
            FilterFile.from_text(text)
            differences.append(f"not refused: {text[:80]}")
        except FormatError as error:
            same("refused", "refused", True, str(error).startswith("not handled here"))

    for line in differences[:40]:
        print(line)
    print(", ".join(f"{number} {kind}" for kind, number in agreed.items()), f"agreed; {len(differences)} differences")
    return not differences


def header_of(file):
    """`subFilters` is 0 for a filter that is not scalable; `exceptions` is their number."""
    return {
        "layout": file.layout, "bits": file.bits, "hashes": file.hashes, "seed": file.seed, "salt": file.salt,
        "capacity": str(file.capacity), "errorRate": file.error_rate or 0, "inserted": str(file.inserted),
        "name": file.name, "version": file.version,
        "subFilters": len(file.sub_filters), "exceptions": len(file.exceptions),
    }


def text_of(units):
    return struct.pack(f"<{len(units)}H", *units).decode("utf-16-le", "surrogatepass")


def key_of(spelled):
    (kind, value), = spelled.items()
    return {"text": str, "hex": bytes.fromhex, "int": int, "utf16": text_of}[kind](value)


def answer(request):
    try:
        file = FilterFile.from_text(request["file"])
    except FormatError as error:
        return {"error": str(error)}
    keys = [key_of(spelled) for spelled in request["keys"]]
    return {
        "header": header_of(file),
        "answers": [file.has(key) for key in keys],
        "positions": [file.positions(key) for key in keys],
    }


def main():
    if sys.argv[1:] == ["--golden"]:
        sys.exit(0 if golden() else 1)
    if sys.argv[1:]:
        sys.exit(__doc__)
    for line in sys.stdin:
        if line.strip():
            print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
