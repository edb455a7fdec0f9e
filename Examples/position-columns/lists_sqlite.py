#!/usr/bin/python3
"""Several lists with positions from 1, in SQLite: how a list comes to begin with 1 twice.

    Examples/position-columns/lists_sqlite.py
"""
import sqlite3

ROWS = [("milk", "doing", 1), ("tea", "doing", 2), ("rice", "todo", 1), ("salt", "todo", 2), ("bread", "todo", 3)]


def show(db, what):
    print(f"{what}:")
    for (name,) in db.execute("SELECT DISTINCT list FROM item ORDER BY list").fetchall():
        rows = db.execute("SELECT position, id FROM item WHERE list = ? ORDER BY position, id", (name,))
        print(f"  {name}:", ", ".join(f"{position} {id}" for position, id in rows))


def main():
    # Two connections to one database.
    file = "file:lists?mode=memory&cache=shared"
    anna, ben = (sqlite3.connect(file, uri=True, isolation_level=None) for _ in range(2))
    anna.execute("CREATE TABLE item (id TEXT PRIMARY KEY, list TEXT NOT NULL, position INTEGER NOT NULL)")
    anna.executemany("INSERT INTO item VALUES (?, ?, ?)", ROWS)
    show(anna, "at first")

    # The position of an item in one list means nothing in another one.
    anna.execute("UPDATE item SET list = 'doing' WHERE id = 'rice'")
    show(anna, "rice gets another list, and keeps its position")

    # Room at the place of rice, and tea into it.
    anna.execute("UPDATE item SET position = position + 1 WHERE list = 'doing' AND position >= 1")
    anna.execute("UPDATE item SET position = 1 WHERE id = 'tea'")
    show(anna, "tea is dropped between milk and rice, at the position of rice")

    # Both find the list empty before either puts an item into it.
    end = "SELECT coalesce(max(position), 0) + 1 FROM item WHERE list = 'done'"
    positions = [writer.execute(end).fetchone()[0] for writer in (anna, ben)]
    for writer, id, position in zip((anna, ben), ("salt", "bread"), positions, strict=True):
        writer.execute("UPDATE item SET list = 'done', position = ? WHERE id = ?", (position, id))
    show(anna, "Anna and Ben each put the first item into done")

    # Done right it takes three statements: room in the new list, the item itself, the hole in the old list.
    anna.executemany("REPLACE INTO item VALUES (?, ?, ?)", ROWS)
    before = anna.total_changes
    anna.execute("BEGIN IMMEDIATE")
    anna.execute("UPDATE item SET position = position + 1 WHERE list = 'doing' AND position >= 1")
    anna.execute("UPDATE item SET list = 'doing', position = 1 WHERE id = 'rice'")
    anna.execute("UPDATE item SET position = position - 1 WHERE list = 'todo' AND position > 1")
    anna.execute("COMMIT")
    show(anna, f"from the beginning, with three statements and {anna.total_changes - before} rows written")


if __name__ == "__main__":
    main()
