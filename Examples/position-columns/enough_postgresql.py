#!/usr/bin/python3
"""A position column that holds in PostgreSQL: each writer locks the row of the list first.

    DATABASE_URL=postgresql://localhost/test Examples/position-columns/enough_postgresql.py
"""
import threading

from postgresql import connections

WRITERS, ITEMS = 10, 20


def write(db, outcomes):
    for _ in range(ITEMS):
        with db.transaction():
            # Others wait here, so all take their locks in one order: first the list, then its items.
            db.execute("SELECT FROM list WHERE id = 'todo' FOR UPDATE")
            db.execute("INSERT INTO item (list, position) SELECT 'todo', coalesce(max(position), 0) + 1 FROM item")
        with db.transaction():
            db.execute("SELECT FROM list WHERE id = 'todo' FOR UPDATE")
            # The last item to the front, one statement.
            db.execute("UPDATE item SET position = position % (SELECT max(position) FROM item) + 1")
    outcomes.append("done")


def main():
    with connections(WRITERS) as writers:
        first = writers[0]
        first.execute("CREATE TABLE list (id text PRIMARY KEY)")
        first.execute("INSERT INTO list VALUES ('todo')")
        first.execute(
            """CREATE TABLE item (
                 id serial PRIMARY KEY, list text NOT NULL REFERENCES list, position integer NOT NULL,
                 UNIQUE (list, position) DEFERRABLE INITIALLY DEFERRED)"""
        )
        outcomes = []
        threads = [threading.Thread(target=write, args=(writer, outcomes)) for writer in writers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        print(f"{outcomes.count('done')} of {WRITERS} writers have each added {ITEMS} items and made {ITEMS} moves")
        positions = [position for (position,) in first.execute("SELECT position FROM item ORDER BY position")]
        is_right = positions == list(range(1, WRITERS * ITEMS + 1))
        print(f"positions 1 to {positions[-1]}:", "each is there once" if is_right else "some are missing or doubled")


if __name__ == "__main__":
    main()
