#!/usr/bin/python3
"""Two programs renumber one list in PostgreSQL at the same time: a deadlock.

    DATABASE_URL=postgresql://localhost/test Examples/position-columns/renumber_postgresql.py
"""
from postgresql import attempt, begin_blocked, connections


def main():
    with connections(3) as (anna, ben, observer):
        anna.execute("CREATE TABLE item (id text PRIMARY KEY, position integer NOT NULL)")
        anna.execute("INSERT INTO item VALUES ('tea', 1), ('milk', 2), ('rice', 3), ('salt', 4)")

        # Anna moves the first item to the end: the others go up, then it gets the last position.
        anna.execute("BEGIN")
        rows = anna.execute("UPDATE item SET position = position - 1 WHERE position BETWEEN 2 AND 4").rowcount
        print(f"Anna moves tea to the end; {rows} rows are shifted first")

        # Ben moves the last item to the front meanwhile: the others go down. PostgreSQL changes the rows one after the
        # other: the first one is free, the next one is Anna's.
        ben.execute("BEGIN")
        outcomes = []
        shift = "UPDATE item SET position = position + 1 WHERE position BETWEEN 1 AND 3"
        waiting = begin_blocked(observer, ben, shift, outcomes)
        print("Ben moves salt to the front; his statement waits for the rows that Anna has shifted")

        outcomes.append(attempt(anna, "UPDATE item SET position = 4 WHERE id = 'tea'"))
        waiting.join()
        print("Anna sets the position of tea, which Ben has shifted")
        for outcome in sorted(outcomes):
            print(f"  one of the two: {outcome}")
        for writer in (anna, ben):
            writer.execute("ROLLBACK")


if __name__ == "__main__":
    main()
