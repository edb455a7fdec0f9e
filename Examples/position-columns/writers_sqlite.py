#!/usr/bin/python3
"""Two programs change one list in SQLite: two items get the same position, and a move is lost.

    Examples/position-columns/writers_sqlite.py
"""
import pathlib
import sqlite3
import tempfile


def next_position(db):
    return db.execute("SELECT max(position) + 1 FROM item").fetchone()[0]


def add(db, id, position):
    with db:
        db.execute("INSERT INTO item VALUES (?, ?)", (id, position))


def shown(db):
    return [id for (id,) in db.execute("SELECT id FROM item ORDER BY position, id")]


def save(db, ids):
    with db:
        db.executemany("UPDATE item SET position = ? WHERE id = ?", list(enumerate(ids, 1)))


def main(directory):
    # Two connections to one file: what two programs have.
    anna, ben = (sqlite3.connect(directory / "list.sqlite") for _ in range(2))
    with anna:
        anna.execute("CREATE TABLE item (id TEXT PRIMARY KEY, position INTEGER NOT NULL)")
        anna.executemany("INSERT INTO item VALUES (?, ?)", [("milk", 1), ("tea", 2), ("rice", 3)])

    # Both look where the list ends before either adds.
    end_for_anna, end_for_ben = next_position(anna), next_position(ben)
    add(anna, "bread", end_for_anna)
    add(ben, "salt", end_for_ben)
    print(f"Anna adds bread at {end_for_anna}, Ben adds salt at {end_for_ben}")
    for position, count in anna.execute("SELECT position, count(*) FROM item GROUP BY position HAVING count(*) > 1"):
        print(f"position {position} belongs to {count} items; the column does not say which one is first")

    # Both read the list, then each moves an item on a screen and saves what the screen shows.
    save(anna, ["milk", "tea", "rice", "bread", "salt"])
    seen_by_anna, seen_by_ben = shown(anna), shown(ben)
    seen_by_anna.insert(0, seen_by_anna.pop(seen_by_anna.index("rice")))
    seen_by_ben.append(seen_by_ben.pop(seen_by_ben.index("milk")))
    save(anna, seen_by_anna)
    print("Anna moves rice to the front:", *shown(anna))
    save(ben, seen_by_ben)
    print("Ben moves milk to the end:", *shown(anna))
    print("the move of rice is", "kept" if shown(anna)[0] == "rice" else "lost, and nobody got an error")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        main(pathlib.Path(name))
