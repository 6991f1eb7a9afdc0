"""Publishes a list with the same files as `edgebloom publish`, the work being spread over the executors of a Spark cluster.

    spark-submit publish.py --shards 64 --static -o blocked 'lists/*.txt'
"""

import argparse
import json
import re
import shlex
import struct
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE

import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql.functions import col, concat, lit

DIGEST = 16
END = 0xFFFFFFFF
# A row is no longer than this, however much memory `step digests` takes.
LENGTH = 1 << 20
COLUMNS = "shard int, digests binary, keys bigint"
SCHEMA = pa.schema([("shard", pa.int32()), ("digests", pa.binary()), ("keys", pa.int64())])


class Step:
    """A process whose every failure is an exception that says what was wrong."""

    def __init__(self, name, command):
        self.name = f"edgebloom step {name}"
        # A pipe could fill up while nobody reads it.
        self.said = tempfile.TemporaryFile()
        self.process = subprocess.Popen([*command, name], stdin=PIPE, stdout=PIPE, stderr=self.said)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def feed(self, pieces):
        """Writes all of it. A process that does not take it all shows that by its status, or by what it has counted."""
        with suppress(BrokenPipeError), self.process.stdin as stdin:
            stdin.writelines(pieces)

    def read(self, size):
        data = self.process.stdout.read(size)
        if len(data) < size:
            self.end()
            raise RuntimeError(f"{self.name}: its output is cut off, though its exit status is 0")
        return data

    def end(self):
        """Demands that there is no more output, and the exit status 0."""
        how = "more output than expected" if self.process.stdout.read(1) else ""
        if status := self.process.wait(timeout=60):
            how = f"killed by signal {-status}" if status < 0 else f"exit status {status}"
        self.said.seek(0)
        said = self.said.read().decode(errors="replace")
        # Warnings are for the log of the executor.
        sys.stderr.write(said)
        if how:
            raise RuntimeError(": ".join([self.name, how, *said.splitlines()[-1:]]))


def bytes_of(column):
    """The values of a binary column one after the other, as they are in memory."""
    if not len(column):
        return b""
    _, offsets, data = column.buffers()
    ends = memoryview(offsets).cast("i")[column.offset :]
    return memoryview(data)[ends[0] : ends[len(column)]]


def digests_of(batches, command, is_exact):
    """The digests of the keys of a partition; its last row has their number, so that it is lost if and only if they are."""
    counts, errors = [], []

    def lines():
        # A byte order mark is no key at the beginning of a file, where Spark removes it; at that of a partition it is.
        yield b"\n"
        try:
            for batch in batches:
                counts.append(batch.num_rows)
                yield bytes_of(batch.column(0))
        except Exception as error:
            # The process takes this for the end of the keys, and does not fail.
            errors.append(error)

    with Step("digests", command) as step:
        feeder = threading.Thread(target=step.feed, args=[lines()], daemon=True)
        feeder.start()
        rows, digests = [], 0
        while (frame := struct.unpack("<II", step.read(8)))[0] != END:
            shard, count = frame
            digests += count
            for left in range(DIGEST * count, 0, -LENGTH):
                rows.append({"shard": shard, "digests": step.read(min(left, LENGTH))})
                if len(rows) == 16:
                    yield pa.RecordBatch.from_pylist(rows, SCHEMA)
                    rows = []
        [total] = struct.unpack("<Q", step.read(8))
        step.end()
        feeder.join()
        for error in errors:
            raise error
        given = sum(counts) if is_exact else total
        if frame[1] or not given == total == digests:
            raise RuntimeError(f"{step.name}: {given} keys went in, it counts {total}, and {digests} digests came out")
        yield pa.RecordBatch.from_pylist([*rows, {"shard": 0, "keys": total}], SCHEMA)


def build(table, command, folder, upload):
    """Writes the files of a shard; gives what `step shard` prints, and the numbers of keys that came along."""
    shard = table["shard"][0].as_py()
    pieces = [bytes_of(chunk) for chunk in table["digests"].drop_null().chunks]
    keys = table["keys"].drop_null().to_pylist()
    with Step("shard", [*command, f"--shard={shard}"]) as step:
        step.feed(pieces)
        line = step.process.stdout.readline()
        step.end()
    outcome = json.loads(line)
    given = sum(map(len, pieces)) // DIGEST
    if (outcome["shard"], outcome["digests"]) != (shard, given):
        raise RuntimeError(f"{step.name}: {given} digests of shard {shard} went in, it says {line.decode()}")
    base, layers = outcome["record"]["base"], outcome["record"]["layers"]
    for ref in {"base": [base], "layer": layers[-1:], "same": []}[outcome["kind"]]:
        put(upload, folder, f"files/{ref['sha256']}.bloom")
    return pa.table({"line": [json.dumps({**outcome, "partitions": len(keys), "given": sum(keys)})]})


def put(upload, folder, name):
    """Runs the command of --upload, if there is one, with a file that was written."""
    command = [part.replace("{file}", f"{folder}/{name}").replace("{name}", name) for part in shlex.split(upload)]
    if command:
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=sys.stderr)


def publish(spark, args, command):
    folder, shards, upload = args.output, args.shards, args.upload
    is_exact = args.keys in (None, "raw") and args.input in (None, "lines") and not args.comments
    spark.conf.set("spark.sql.shuffle.partitions", min(shards, 2000))
    # A file that cannot be read must not be left out; a key may have any bytes but the end of a line, "\r" too.
    reader = spark.read.option("ignoreCorruptFiles", False).option("ignoreMissingFiles", False)
    keys = reader.text(args.lists, lineSep="\n").select("value").where(~col("value").isin("", "\r"))
    lines = keys.select(concat(col("value").cast("binary"), lit(b"\n")))
    hashed = lines.mapInArrow(lambda batches: digests_of(batches, command, is_exact), COLUMNS)
    # A shard that has no keys has a file, too.
    every = spark.range(shards).selectExpr("int(id) shard", "binary(null) digests", "bigint(null) keys")
    grouped = hashed.union(every).groupBy("shard")
    rows = grouped.applyInArrow(lambda table: build(table, command, folder, upload), "line string").collect()
    outcomes = [json.loads(row.line) for row in rows]
    digests, given, partitions = (sum(each[of] for each in outcomes) for of in ["digests", "given", "partitions"])
    if digests != given or partitions != lines.rdd.getNumPartitions():
        raise RuntimeError(f"there are {digests} digests of {given} keys, of {partitions} partitions")
    signing = [f"--signing-key={args.signing_key}"] if args.signing_key else []
    step = [*command, "manifest", "--json", *signing]
    lines = "\n".join(row.line for row in rows)
    facts = json.loads(subprocess.run(step, check=True, text=True, input=lines, stdout=PIPE).stdout)
    # The executors have uploaded the filters. In this order, no file is missing that an earlier one names.
    for name in facts["files"]:
        if not name.endswith(".bloom"):
            put(upload, folder, name)
    print(f"{given:,} keys of {partitions:,} partitions are published in {shards:,} shards")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0], epilog="The others are those of edgebloom.")
    parser.add_argument("lists", nargs="+", metavar="LIST", help="text files, as globs that Spark takes: a key a line")
    parser.add_argument("--edgebloom", default="edgebloom", metavar="COMMAND", help="what starts it on every machine")
    parser.add_argument("--upload", default="", metavar="COMMAND", help="run with each {file}, which is {name} in the set")
    parser.add_argument("--signing-key", metavar="FILE", help="is read by the driver only")
    parser.add_argument("-o", "--output", required=True, metavar="DIR", type=lambda path: str(Path(path).absolute()))
    parser.add_argument("--shards", required=True, type=int)
    parser.add_argument("--state", required=True, metavar="DIR", help="folder for the next run, which all machines share")
    for name in "error-rate seed memory compact keep expires name version keys input".split():
        parser.add_argument(f"--{name}")
    for name in ["static", "comments", "allow-shrink"]:
        parser.add_argument(f"--{name}", action="store_true")
    args = parser.parse_args()
    command = [*shlex.split(args.edgebloom), "step"]
    for name, value in vars(args).items():
        if name not in ("lists", "edgebloom", "upload", "signing_key") and value not in (None, False):
            command.append(f"--{name.replace('_', '-')}" + ("" if value is True else f"={value}"))
    spark = SparkSession.builder.appName("edgebloom publish").getOrCreate()
    try:
        publish(spark, args, command)
    except Exception as error:
        # What an executor has said is in the middle of two stacks.
        found = re.search(r"^[\w.]+Error: (.*)$", str(error), re.MULTILINE)
        sys.exit(f"publish.py: {found[1] if found else error}\npublish.py: nothing is published")
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
