#!/usr/bin/python3
"""Positions without gaps, in SQLite: how many rows a move writes.

    Examples/position-columns/renumber_sqlite.py
"""
import random
import sqlite3

ITEMS, MOVES, SEED = 10_000, 200, 1


def move(db, source, target):
    """Moves the item from a position to another one, both counted from 1. The number of rows written."""
    before = db.total_changes
    id = db.execute("SELECT id FROM item WHERE position = ?", (source,)).fetchone()[0]
    if target < source:
        shift = "UPDATE item SET position = position + 1 WHERE position BETWEEN ? AND ?"
        db.execute(shift, (target, source - 1))
    else:
        shift = "UPDATE item SET position = position - 1 WHERE position BETWEEN ? AND ?"
        db.execute(shift, (source + 1, target))
    db.execute("UPDATE item SET position = ? WHERE id = ?", (target, id))
    return db.total_changes - before


def main():
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, position INTEGER NOT NULL)")
    db.execute("CREATE INDEX item_position ON item (position)")
    db.executemany("INSERT INTO item VALUES (?, ?)", [(number, number) for number in range(1, ITEMS + 1)])

    print(f"a list of {ITEMS} items")
    print("the last one to the front:", move(db, ITEMS, 1), "rows written")
    print("the last one to the middle:", move(db, ITEMS, ITEMS // 2), "rows written")
    random.seed(SEED)
    rows = [move(db, *random.sample(range(1, ITEMS + 1), 2)) for _ in range(MOVES)]
    print(f"{MOVES} moves at random: {sum(rows) // MOVES} rows written by each on average, at most {max(rows)}")


if __name__ == "__main__":
    main()
