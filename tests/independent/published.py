#!/usr/bin/env python3
"""An independent reader of published sets, written from docs/reference/format/published.md and the pages that it names alone.

It reads sets of keys in the raw form, with and without shards. It checks no signature: that needs more than the standard
library. Filter files are read by reader.py, which stands beside this file.

    python3 published.py FOLDER     keys on stdin, one a line; prints 1 ("maybe") or 0 ("no") for each, and a tab and the value of
                                    the key, as JSON, if keys have values. The folder has manifest.json and files/. What is wrong
                                    with it is one line on stderr, and exit code 2
    python3 published.py            JSON lines on stdin: {"files": {path: base64, …}, "keys": [text, …]}; prints a line for
                                    each: the answers as a text of 0 and 1, with a space and a JSON array of the values if keys
                                    have values, or what is wrong
"""

import base64
import hashlib
import json
import re
import struct
import sys
from datetime import datetime, timezone
from pathlib import Path

from reader import POSITIONS, FilterFile, FormatError, key_lanes, require

SHARD_SALT = 0x73686172


def refuse(text):
    raise ValueError(text)


def unique(pairs):
    members = dict(pairs)
    return members if len(members) == len(pairs) else refuse("a member twice")


def parse(data, what, most):
    require(data[:1] == b"{", f"{what} does not begin with a brace")
    require(len(data) <= most, f"{what} is too long")
    try:
        # NaN and Infinity are not JSON
        return json.loads(data.decode("utf-8"), parse_constant=refuse, object_pairs_hook=unique)
    except (ValueError, RecursionError):
        raise FormatError(f"{what} is not JSON in UTF-8") from None


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_text(value):
    return isinstance(value, str) and len(value.encode("utf-16-le", "surrogatepass")) <= 2048


def is_whole(value, least=0, most=2**53 - 1):
    return is_number(value) and least <= value <= most and value == int(value)


class PublishedSet:
    """Every file is read and checked at once; a client with many shards would do so when a key needs it."""

    def __init__(self, read):
        """`read` returns the bytes at a path of the set."""
        self.read = read
        manifest = parse(read("manifest.json"), "the manifest", 2**16)
        require(manifest.get("edgebloom") == "published-set", "not the manifest of a published set")
        require(is_whole(manifest.get("format"), 1, 1), "a manifest of another format")
        for member in ("name", "version"):
            require(manifest.get(member) is None or is_text(manifest[member]), member)
        require(manifest.get("understand", []) == [], "a member that this reader does not know")
        for member, most in (("sequence", 2**53 - 1), ("keys", 2**53 - 1), ("seed", 2**32 - 1)):
            require(is_whole(manifest.get(member), 0, most), member)
        rate = manifest.get("errorRate")
        require(is_number(rate) and 0 < rate < 1, "errorRate")
        never = manifest.get("never", {"keys": 0, "exact": 0})
        require(isinstance(never, dict) and is_whole(never.get("keys")) and is_whole(never.get("exact")), "never")
        self.is_map = manifest.get("map", False)
        require(isinstance(self.is_map, bool), "map")
        self._check_expiry(manifest.get("expires"))
        require(manifest.get("keyForm") == "raw", "this reader looks up keys in the raw form only")
        require(sum(member in manifest for member in ("set", "shards", "shardLists")) == 1, "one of set, shards and shardLists")
        self.seed = int(manifest["seed"])
        if "set" in manifest:
            sets = [manifest["set"]]
        else:
            shards = manifest.get("shards", manifest.get("shardLists"))
            require(isinstance(shards, list) and len(shards) in [2**i for i in range(1, 9)], "shards or shardLists")
            if "shardLists" in manifest:
                shards = [shard for sha256 in shards for shard in self._shard_list(sha256)]
            sets = [parse(self._file(shard, "json"), "the file of a shard", 2**16) for shard in shards]
        self.sets = [self._read_set(value) for value in sets]

    def _check_expiry(self, expires):
        if expires is None:
            return
        form = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z"
        require(isinstance(expires, str) and re.fullmatch(form, expires, re.ASCII), "expires")
        try:
            time = datetime.fromisoformat(expires[:-1] + "+00:00")
        except ValueError:
            raise FormatError("expires") from None
        require(datetime.now(timezone.utc) < time, f"the manifest expired at {expires}")

    def _file(self, reference, extension):
        require(isinstance(reference, dict), "a file reference is not a JSON object")
        sha256, length = reference.get("sha256"), reference.get("bytes")
        require(isinstance(sha256, str) and re.fullmatch("[0-9a-f]{64}", sha256), "sha256 of a file reference")
        require(is_whole(length, 1), "bytes of a file reference")
        name = f"files/{sha256}.{extension}"
        data = self.read(name)
        require(len(data) == length, f"the length of {name}")
        require(hashlib.sha256(data).hexdigest() == sha256, f"the SHA-256 of {name}")
        return data

    def _shard_list(self, sha256):
        """The 256 file references in a shard list."""
        data = self._file({"sha256": sha256, "bytes": 9216}, "shards")
        return [{"sha256": digest.hex(), "bytes": length} for digest, length in struct.iter_unpack("<32sI", data)]

    def _filter_files(self, reference):
        """The filter files of one file, which stand there one after the other."""
        data, files = memoryview(self._file(reference, "bloom")), []
        while data:
            file = FilterFile(data)
            require(file.cells == 1 and file.payload_encoding != POSITIONS, "a set has no counters and no positions")
            require(file.seed == self.seed, "a filter file has another seed than the manifest")
            require(not file.exceptions, "a filter file has exceptions")
            require(file.is_map == (self.is_map and not files), "a filter file is a map, or is none")
            files.append(file)
            require(len(files) <= 16, "more than 16 filter files")
            data = data[file.byte_length:]
        return files

    def _read_set(self, value):
        """The base, and for each layer its filter files."""
        require(isinstance(value, dict) and is_whole(value.get("keys")), "a set, or its keys")
        layers = value.get("layers")
        require(isinstance(layers, list) and len(layers) <= 64, "layers")
        base = self._filter_files(value.get("base"))
        require(len(base) == 1, "a base is one filter file")
        return base[0], [self._filter_files(layer) for layer in layers]

    def file_with(self, key):
        """The filter file that answers "maybe" for a key, which is bytes; None for "no"."""
        base, layers = self.sets[key_lanes(key, self.seed, SHARD_SALT)[0] * len(self.sets) >> 32]
        for added, *removed in reversed(layers):
            if removed and all(file.has(key) for file in removed):
                return None
            if added.has(key):
                return added
        return base if base.has(key) else None

    def has(self, key):
        """True for "maybe", False for "no"."""
        return self.file_with(key) is not None

    def get(self, key):
        """The value of a key; None if it has none."""
        file = self.file_with(key)
        return file and file.get(key)


def answers(request):
    files = {path: base64.b64decode(data) for path, data in request["files"].items()}

    def read(path):
        require(path in files, f"no file {path}")
        return files[path]

    published = PublishedSet(read)
    keys = [key.encode() for key in request["keys"]]
    found = "".join(str(int(published.has(key))) for key in keys)
    values = " " + json.dumps([published.get(key) for key in keys]) if published.is_map else ""
    return found + values


def main():
    if len(sys.argv) > 2:
        sys.exit(__doc__)
    if len(sys.argv) == 1:
        for line in sys.stdin:
            try:
                print(answers(json.loads(line)), flush=True)
            except FormatError as error:
                print(error, flush=True)
        return
    try:
        published = PublishedSet(lambda path: (Path(sys.argv[1]) / path).read_bytes())
    except (FormatError, OSError) as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    for line in sys.stdin.buffer:
        key = line.removesuffix(b"\n")
        print(int(published.has(key)), *([json.dumps(published.get(key))] if published.is_map else []), sep="\t")


if __name__ == "__main__":
    main()
