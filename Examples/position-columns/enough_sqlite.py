#!/usr/bin/python3
"""A position column that holds in SQLite: one writer at a time, and moves instead of whole orders.

    Examples/position-columns/enough_sqlite.py
"""
import pathlib
import random
import sqlite3
import tempfile
import threading

WRITERS, ITEMS = 10, 20


def write(file, writer):
    db = sqlite3.connect(file, isolation_level=None, timeout=60)
    choice = random.Random(writer)
    for _ in range(ITEMS):
        # IMMEDIATE: others can't write from before the first read until the commit.
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO item (position) SELECT coalesce(max(position), 0) + 1 FROM item")
        db.execute("COMMIT")

        db.execute("BEGIN IMMEDIATE")
        id, source = choice.choice(db.execute("SELECT id, position FROM item ORDER BY id").fetchall())
        db.execute("UPDATE item SET position = position - 1 WHERE position > ?", (source,))
        target = choice.randint(1, db.execute("SELECT count(*) FROM item").fetchone()[0])
        db.execute("UPDATE item SET position = position + 1 WHERE position >= ? AND id <> ?", (target, id))
        db.execute("UPDATE item SET position = ? WHERE id = ?", (target, id))
        db.execute("COMMIT")
    db.close()


def main(file):
    db = sqlite3.connect(file)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, position INTEGER NOT NULL)")
    threads = [threading.Thread(target=write, args=(file, writer)) for writer in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    positions = [position for (position,) in db.execute("SELECT position FROM item ORDER BY position")]
    print(f"{WRITERS} writers have each added {ITEMS} items and made {ITEMS} moves")
    is_right = positions == list(range(1, WRITERS * ITEMS + 1))
    print(f"positions 1 to {positions[-1]}:", "each is there once" if is_right else "some are missing or doubled")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        main(pathlib.Path(name) / "list.sqlite")
