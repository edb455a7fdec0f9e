#!/usr/bin/python3
"""Positions with gaps, in SQLite: each move halves a gap, until two rows have the same position.

    Examples/position-columns/gap_sqlite.py
"""
import sqlite3


def order(db):
    return [id for (id,) in db.execute("SELECT id FROM item ORDER BY position, id")]


def moves_until_equal(type, gap, place):
    """Drags the last item of three to the place, again and again. The number of moves until two positions are equal or
    one is 0, and the list before and after the last move."""
    db = sqlite3.connect(":memory:")
    db.execute(f"CREATE TABLE item (id TEXT PRIMARY KEY, position {type} NOT NULL)")
    db.executemany("INSERT INTO item VALUES (?, ?)", [("tea", gap), ("milk", 2 * gap), ("rice", 3 * gap)])
    moves = 0
    while db.execute("SELECT count(DISTINCT position) FROM item WHERE position > 0").fetchone()[0] == 3:
        before = order(db)
        # The middle between the two rows around the place; in front of all rows there is 0.
        positions = [0] + [position for (position,) in db.execute("SELECT position FROM item ORDER BY position")]
        around = positions[place : place + 2]
        db.execute("UPDATE item SET position = (? + ?) / 2 WHERE id = ?", (*around, before[-1]))
        moves += 1
    return moves, before, order(db)


def main():
    print("moves to one place until two rows have the same position, or the first one has 0:")
    for type, gap in [("INTEGER", 100), ("INTEGER", 1000), ("INTEGER", 65536), ("REAL", 1.0), ("REAL", 1000.0)]:
        between, _, _ = moves_until_equal(type, gap, 1)
        front, _, _ = moves_until_equal(type, gap, 0)
        print(f"  {type.lower():7}  gap {gap:7}   behind the first: {between:4}   to the front: {front:4}")

    moves, before, after = moves_until_equal("REAL", 1.0, 1)
    print(f"the list before move {moves}:", *before)
    print(f"{before[-1]} is dropped behind {before[0]}:", *after)
    expected = [before[0], before[-1], before[1]]
    print("that is", "right" if after == expected else f"not what was asked for, which is: {' '.join(expected)}")


if __name__ == "__main__":
    main()
