"""The protocol of README.md: one folder, one request, a dump and the answers for each filter."""

import json
import sys
from pathlib import Path


def run(make, load, add, has, dump, version):
    """Does what the command line says.

    make(filter) and load(filter, bytes) give a filter, add(filter, keys) fills it, has(filter, keys)
    gives its answers, dump(filter) its bytes.
    """
    command, folder = sys.argv[1], Path(sys.argv[2])
    request = json.loads((folder / "request.json").read_text("utf-8"))
    for wanted in request["filters"]:
        path = folder / (wanted["name"] + ".dump")
        if command == "make":
            filter = make(wanted)
            add(filter, [plain(key) for key in wanted["keys"]])
            path.write_bytes(dump(filter))
        else:
            filter = load(wanted, path.read_bytes())
        answers = has(filter, [plain(key) for key in wanted["probes"]])
        text = "".join("1" if answer else "0" for answer in answers)
        (folder / (wanted["name"] + ".answers")).write_text(text)
    (folder / "version").write_text(version)


def plain(key):
    """A key as Python has it: str, bytes or int."""
    if isinstance(key, str):
        return key
    if "hex" in key:
        return bytes.fromhex(key["hex"])
    return int(key.get("i64", key.get("i32")))
