#!/usr/bin/python3
"""Several programs add to the end of one list in PostgreSQL: positions are doubled, or transactions are repeated.

    DATABASE_URL=postgresql://localhost/test Examples/position-columns/writers_postgresql.py
"""
from postgresql import attempt, connections

WRITERS = 10


def add_at_once(writers, level):
    """Each writer reads the end of the list, then each adds an item there, then each commits. What came of it."""
    ends = []
    for writer in writers:
        writer.execute(f"BEGIN ISOLATION LEVEL {level}")
        ends.append(writer.execute("SELECT coalesce(max(position), 0) + 1 FROM item").fetchone()[0])
    outcomes = []
    for writer, end in zip(writers, ends, strict=True):
        outcomes.append(attempt(writer, f"INSERT INTO item (position) VALUES ({end})"))
    for number, writer in enumerate(writers):
        if outcomes[number] == "done":
            outcomes[number] = attempt(writer, "COMMIT")
        else:
            writer.execute("ROLLBACK")
    return outcomes


def main():
    with connections(WRITERS) as writers:
        first = writers[0]
        first.execute("CREATE TABLE item (id serial PRIMARY KEY, position integer NOT NULL)")

        outcomes = add_at_once(writers, "READ COMMITTED")
        print(f"READ COMMITTED: {outcomes.count('done')} of {WRITERS} writers succeed")
        for position, count in first.execute("SELECT position, count(*) FROM item GROUP BY position"):
            print(f"  position {position} belongs to {count} items")

        first.execute("TRUNCATE item")
        left, transactions, messages = list(writers), 0, set()
        while left:
            outcomes = add_at_once(left, "SERIALIZABLE")
            transactions += len(left)
            messages.update(outcomes)
            left = [writer for writer, outcome in zip(left, outcomes, strict=True) if outcome != "done"]
        print(f"SERIALIZABLE: {WRITERS} writers need {transactions} transactions; the others end with")
        for message in sorted(messages - {"done"}):
            print(f"  {message}")
        positions = [position for (position,) in first.execute("SELECT position FROM item ORDER BY position")]
        print("  positions at the end:", *positions)


if __name__ == "__main__":
    main()
