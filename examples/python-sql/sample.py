"""Writes app.db, a table of 100,000 usernames."""

import sqlite3

with sqlite3.connect("app.db") as db:
    db.execute("DROP TABLE IF EXISTS users")
    db.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
    names = ((f"user{i}",) for i in range(100_000))
    db.executemany("INSERT INTO users (name) VALUES (?)", names)
