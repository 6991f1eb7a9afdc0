"""Bloom filters of Parquet files in the protocol of ../README.md.

Written by pyarrow or DuckDB, asked by DuckDB. The filter is cut out of the file where the file's own
metadata says it is. To be asked, one that was written elsewhere takes the place of an equally long one.
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
import protocol
import duckdb
import pyarrow
from pyarrow import parquet

TYPES = {"BYTE_ARRAY": pyarrow.binary(), "INT64": pyarrow.int64(), "INT32": pyarrow.int32()}
SQL_TYPES = {"BYTE_ARRAY": "BLOB", "INT64": "BIGINT", "INT32": "INTEGER"}
# Questions in one statement.
AT_ONCE = 200

database = duckdb.connect()
folder = tempfile.TemporaryDirectory(prefix="edgebloom-parquet-")


class File:
    """A Parquet file of one column and its filter."""

    def __init__(self, wanted):
        self.name = wanted["name"]
        self.path = f"{folder.name}/{self.name}.parquet"
        self.kind = wanted["kind"]
        self.params = wanted["params"]
        self.type = self.params["type"]

    def write(self, keys):
        keys = [as_bytes(key) if self.type == "BYTE_ARRAY" else key for key in keys]
        table = pyarrow.table({"k": pyarrow.array(keys, TYPES[self.type])})
        if self.kind == "pyarrow":
            own = {"ndv": self.params["capacity"], "fpp": self.params["errorRate"]}
            parquet.write_table(table, self.path, bloom_filter_options={"k": own})
        else:
            # DuckDB writes a filter only for a column that it can write as a dictionary.
            database.register("keys", table)
            database.execute(
                f"copy (select k::{SQL_TYPES[self.type]} as k from keys) to '{self.path}' (format parquet, "
                f"dictionary_size_limit 1000000, bloom_filter_false_positive_ratio {self.params['errorRate']})"
            )
            database.unregister("keys")

    def place(self):
        rows = database.execute(
            f"select bloom_filter_offset, bloom_filter_length from parquet_metadata('{self.path}')"
        ).fetchall()
        if len(rows) != 1 or None in rows[0]:
            raise ValueError(f"{self.name}: not one filter of a known place: {rows}")
        return rows[0]

    def filter(self):
        offset, length = self.place()
        return Path(self.path).read_bytes()[offset : offset + length]

    def replace(self, data):
        offset, length = self.place()
        if len(data) != length:
            raise ValueError(f"{self.name}: {len(data)} bytes, the writer makes {length}")
        with open(self.path, "r+b") as file:
            file.seek(offset)
            file.write(data)


def as_bytes(key):
    return key.encode("utf-8") if isinstance(key, str) else key


def load(wanted, data):
    file = File(wanted)
    # A file of the same keys has a filter of the same length; all of it is overwritten.
    file.write([protocol.plain(key) for key in wanted["keys"]])
    file.replace(data)
    return file


def has(file, keys):
    for start in range(0, len(keys), AT_ONCE):
        some = keys[start : start + AT_ONCE]
        ask = " union all ".join(
            f"select {i} as i, bloom_filter_excludes as no from parquet_bloom_probe('{file.path}', 'k', {literal(file, key)})"
            for i, key in enumerate(some)
        )
        rows = dict(database.execute(ask).fetchall())
        yield from (not rows[i] for i in range(len(some)))


def literal(file, key):
    if file.type != "BYTE_ARRAY":
        return f"'{key}'::{SQL_TYPES[file.type]}"
    return "'" + "".join(f"\\x{byte:02x}" for byte in as_bytes(key)) + "'::BLOB"


protocol.run(
    File,
    load,
    lambda file, keys: file.write(keys),
    has,
    lambda file: file.filter(),
    f"pyarrow {pyarrow.__version__}, DuckDB {duckdb.__version__}",
)
