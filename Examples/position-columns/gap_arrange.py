#!/usr/bin/python3
"""Items are moved to one place of a list in Arrange, again and again.

    Examples/position-columns/gap_arrange.py [SERVER]
"""
import sys

import arrange
from arrange import blocking

ITEMS, MOVES = 1000, 1000


def main(server="127.0.0.1:7411", name="gap"):
    # The target is behind the item at this index; the second one is the one that halves the gap with each move.
    places = {"behind the first": lambda move: 0, "between the two moved last": lambda move: (move + 1) // 2}
    with blocking.Client(server) as client:
        for place, index in places.items():
            client.create(name, strategy="lexorank")
            model = [str(number) for number in range(ITEMS)]
            client.apply(name, arrange.insert_items([arrange.element(id) for id in model]))
            written, longest = [], 0
            for move in range(MOVES):
                anchor = index(move)
                id = model.pop()
                model.insert(anchor + 1, id)
                result = client.apply(name, arrange.move_items([id], to=arrange.after(model[anchor])))
                written.append(result.changed + result.rekeyed)
                longest = max(longest, len(result.operations[0][0].key))
            is_right = [item.id for item in client.read(name)[1].items] == model
            print(f"{MOVES} moves {place}: the order is {'right' if is_right else 'wrong'}")
            print(f"  {sum(written)} keys written, at most {max(written)} by one move, of at most {longest} bytes")
            client.delete(name)


if __name__ == "__main__":
    main(*sys.argv[1:])
