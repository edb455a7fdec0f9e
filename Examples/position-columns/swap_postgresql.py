#!/usr/bin/python3
"""A unique constraint on the position, in PostgreSQL: checked for each row, or at the end.

    DATABASE_URL=postgresql://localhost/test Examples/position-columns/swap_postgresql.py
"""
from postgresql import attempt, begin_blocked, connections

SWAP = "UPDATE item SET position = 3 - position WHERE position IN (1, 2)"
SHIFT = "UPDATE item SET position = position + 1"


def create(db, constraint):
    db.execute("DROP TABLE IF EXISTS item")
    db.execute(f"CREATE TABLE item (id text PRIMARY KEY, position integer NOT NULL {constraint})")
    db.execute("INSERT INTO item VALUES ('tea', 1), ('milk', 2), ('rice', 3)")


def main():
    with connections(3) as (anna, ben, observer):
        for constraint in ("UNIQUE", "UNIQUE DEFERRABLE INITIALLY DEFERRED"):
            create(anna, constraint)
            print(constraint)
            print("  swap with one statement:", attempt(anna, SWAP))
            print("  shift all by one:", attempt(anna, SHIFT))
            add = "INSERT INTO item VALUES ('salt', 2) ON CONFLICT (position) DO NOTHING"
            print("  add unless the position is taken:", attempt(anna, add))

            # Two add at the end: the second one waits until the first one has committed, and then fails.
            create(anna, constraint)
            anna.execute("BEGIN")
            anna.execute("INSERT INTO item VALUES ('bread', 4)")
            outcomes = []
            waiting = begin_blocked(observer, ben, "INSERT INTO item VALUES ('salt', 4)", outcomes)
            anna.execute("COMMIT")
            waiting.join()
            print("  the second of two who add at the end:", *outcomes)


if __name__ == "__main__":
    main()
