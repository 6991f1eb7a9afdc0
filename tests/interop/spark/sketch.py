"""Spark's sketch BloomFilter, in Spark's own JVM, in the protocol of ../README.md."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
import protocol
from pyspark.sql import SparkSession

spark = (
    SparkSession.builder.master("local[1]")
    .config("spark.ui.enabled", "false")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.driver.host", "127.0.0.1")
    .getOrCreate()
)
jvm = spark.sparkContext._jvm
sketch = jvm.org.apache.spark.util.sketch.BloomFilter


def make(wanted):
    params = wanted["params"]
    items = params["capacity"]
    bits = sketch.optimalNumOfBits(items, params["errorRate"])
    # An inner class is reached through its binary name only.
    kind = jvm.java.lang.Class.forName(sketch._fqn + "$Version")
    number = {"spark-v1": 0, "spark-v2": 1}[wanted["kind"]]
    return sketch.create(kind.getEnumConstants()[number], items, bits, params.get("seed", 0))


def load(_, data):
    return sketch.readFrom(data)


def add(filter, keys):
    for key in keys:
        if isinstance(key, str):
            filter.putString(key)
        elif isinstance(key, bytes):
            filter.putBinary(key)
        else:
            filter.putLong(key)


def has(filter, keys):
    for key in keys:
        if isinstance(key, str):
            yield filter.mightContainString(key)
        elif isinstance(key, bytes):
            yield filter.mightContainBinary(key)
        else:
            yield filter.mightContainLong(key)


def dump(filter):
    stream = jvm.java.io.ByteArrayOutputStream()
    filter.writeTo(stream)
    return bytes(stream.toByteArray())


try:
    protocol.run(make, load, add, has, dump, "Spark " + spark.version)
finally:
    spark.stop()
