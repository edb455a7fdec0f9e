#!/usr/bin/python3
"""Positions with gaps, in PostgreSQL: the midpoint of two doubles, and of two decimal numbers.

    DATABASE_URL=postgresql://localhost/test Examples/position-columns/gap_postgresql.py
"""
from postgresql import connections

MOST = 1000


def halve(db, type, midpoint):
    """Drops the last item of three behind the first, again and again. The number of moves until two positions are
    equal, or None, and the most characters of a position."""
    db.execute("DROP TABLE IF EXISTS item")
    db.execute(f"CREATE TABLE item (id text PRIMARY KEY, position {type} NOT NULL)")
    db.execute("INSERT INTO item VALUES ('tea', 1), ('milk', 2), ('rice', 3)")
    for moves in range(1, MOST + 1):
        db.execute(
            f"""WITH place AS (SELECT min(position) AS a, (array_agg(position ORDER BY position))[2] AS b FROM item)
                UPDATE item SET position = {midpoint} FROM place
                WHERE id = (SELECT id FROM item ORDER BY position DESC LIMIT 1)"""
        )
        different, length = db.execute(
            "SELECT count(DISTINCT position), max(length(position::text)) FROM item"
        ).fetchone()
        if different < 3:
            return moves, length
    return None, length


def main():
    with connections(1) as (db,):
        for type, midpoint in [
            ("double precision", "(a + b) / 2"),
            ("numeric", "(a + b) / 2"),
            ("numeric", "(a + b) * 0.5"),
        ]:
            moves, length = halve(db, type, midpoint)
            what = f"two rows are equal after {moves} moves" if moves else f"no equal rows after {MOST} moves"
            print(f"{type:16}  {midpoint:13}  {what}; the longest position has {length} characters")


if __name__ == "__main__":
    main()
