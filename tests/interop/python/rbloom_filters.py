"""rbloom's filters in the protocol of ../README.md."""

import hashlib
import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
import protocol
from rbloom import Bloom


def sha256(key):
    """128 bits, signed; systems.mjs has the same function."""
    data = key.encode("utf-8") if isinstance(key, str) else key
    return int.from_bytes(hashlib.sha256(data).digest()[:16], "big", signed=True)


def make(wanted):
    return Bloom(wanted["params"]["capacity"], wanted["params"]["errorRate"], sha256)


def load(_, data):
    return Bloom.load_bytes(data, sha256)


def add(filter, keys):
    filter.update(keys)


def has(filter, keys):
    return [key in filter for key in keys]


protocol.run(make, load, add, has, lambda filter: filter.save_bytes(), "rbloom " + version("rbloom"))
