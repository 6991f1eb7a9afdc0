"""Writes taken.bloom, a filter of the usernames in app.db."""

import sqlite3
from filter_file import write_filter

db = sqlite3.connect("app.db")
[count] = db.execute("SELECT count(DISTINCT name) FROM users").fetchone()
names = (name for [name] in db.execute("SELECT DISTINCT name FROM users WHERE name IS NOT NULL"))
print(write_filter("taken.bloom", names, capacity=count, error_rate=0.01), "names")
