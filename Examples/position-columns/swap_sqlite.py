#!/usr/bin/python3
"""A unique constraint on the position, in SQLite: it keeps duplicates out, and forbids to swap and to shift.

    Examples/position-columns/swap_sqlite.py
"""
import sqlite3


def attempt(db, what, *statements):
    try:
        with db:
            for statement in statements:
                db.execute(statement)
        outcome = "done"
    except sqlite3.IntegrityError as error:
        outcome = str(error)
    order = [id for (id,) in db.execute("SELECT id FROM item ORDER BY position")]
    print(f"{what}: {outcome}; the list is", *order)


def main():
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE item (id TEXT PRIMARY KEY, position INTEGER NOT NULL UNIQUE)")
    with db:
        db.executemany("INSERT INTO item VALUES (?, ?)", [("tea", 1), ("milk", 2), ("rice", 3)])

    attempt(db, "a second item at 3", "INSERT INTO item VALUES ('salt', 3)")
    attempt(db, "swap 1 and 2 with one statement", "UPDATE item SET position = 3 - position WHERE position IN (1, 2)")
    attempt(db, "shift all by one to make room", "UPDATE item SET position = position + 1")
    attempt(
        db,
        "swap through negative positions",
        "UPDATE item SET position = position - 3 WHERE position IN (1, 2)",
        "UPDATE item SET position = -position WHERE position < 0",
    )


if __name__ == "__main__":
    main()
