"""A filter of a million users, built by Spark's own aggregate, and its bytes in a file.

    python3 examples/spark/build_filter.py users.sketch [count]
"""

import sys
from pathlib import Path

try:
    from pyspark.sql import SparkSession
except ImportError as error:
    sys.exit(f"{sys.executable} has no PySpark ({error})")

RATE = 0.01

path = Path(sys.argv[1])
count = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000

spark = (
    SparkSession.builder.master("local[*]")
    .appName("a filter for the edge")
    .config("spark.ui.enabled", "false")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.driver.host", "127.0.0.1")
    .getOrCreate()
)
spark.sparkContext.setLogLevel("ERROR")
try:
    users = spark.range(count).selectExpr("concat('user-', id, '@example.org') as address")
    # DataFrameStatFunctions.bloomFilter has no Python counterpart; the data frame of the JVM has it.
    sketch = users._jdf.stat().bloomFilter("address", count, RATE)
    stream = spark.sparkContext._jvm.java.io.ByteArrayOutputStream()
    sketch.writeTo(stream)
    data = bytes(stream.toByteArray())
    path.write_bytes(data)
    print(f"Spark {spark.version}: {count:,} addresses, {sketch.bitSize():,} bits, format V{data[3]}, {len(data):,} bytes")
finally:
    spark.stop()
