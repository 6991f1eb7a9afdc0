"""What runtimes.slow.test.mjs asks of the independent reader: as answers.js."""

import json
import sys

sys.path.insert(0, sys.argv[1])
from reader import FilterFile

request = json.load(sys.stdin)
file = FilterFile.from_text(request["file"])
found = total = 0
for number in range(request["count"]):
    if file.has(str(number) if number % 3 == 0 else f"user-{number}@mail.example"):
        found += 1
        total = (total * 31 + number) & 0xFFFFFFFF
print(json.dumps({"found": found, "sum": total - 2**32 if total >= 2**31 else total}))
