"""pybloom_live's filters in the protocol of ../README.md."""

import io
import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
import protocol
from pybloom_live import BloomFilter, ScalableBloomFilter


def is_scalable(wanted):
    return wanted["kind"] == "scalable"


def make(wanted):
    params = wanted["params"]
    if is_scalable(wanted):
        return ScalableBloomFilter(params["capacity"], params["errorRate"], params["scale"])
    return BloomFilter(params["capacity"], params["errorRate"])


def load(wanted, data):
    kind = ScalableBloomFilter if is_scalable(wanted) else BloomFilter
    return kind.fromfile(io.BytesIO(data))


def add(filter, keys):
    for key in keys:
        filter.add(key)


def has(filter, keys):
    return [key in filter for key in keys]


def dump(filter):
    file = io.BytesIO()
    filter.tofile(file)
    return file.getvalue()


protocol.run(make, load, add, has, dump, "pybloom-live " + version("pybloom-live"))
