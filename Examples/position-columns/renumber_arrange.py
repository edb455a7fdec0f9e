#!/usr/bin/python3
"""The same moves in Arrange: how many keys each of them writes, under each strategy.

    Examples/position-columns/renumber_arrange.py [SERVER]
"""
import random
import sys

import arrange
from arrange import blocking

ITEMS, MOVES, SEED = 10_000, 200, 1


def main(server="127.0.0.1:7411"):
    with blocking.Client(server) as client:
        print(f"a list of {ITEMS} items")
        for strategy in ("fractional", "lexorank", "dense"):
            name = f"renumber-{strategy}"
            client.create(name, strategy=strategy)
            for first in range(0, ITEMS, 1000):
                items = [arrange.element(str(number)) for number in range(first, first + 1000)]
                client.apply(name, arrange.insert_items(items))

            def move(id, index, name=name):
                result = client.apply(name, arrange.move_items([id], to=arrange.at(index)))
                return result.changed + result.rekeyed

            front, middle = move(str(ITEMS - 1), 0), move(str(ITEMS - 2), ITEMS // 2)
            random.seed(SEED)
            keys = [move(str(random.randrange(ITEMS)), random.randrange(ITEMS)) for _ in range(MOVES)]
            print(f"keys written under {strategy}:")
            print(f"  last to front {front}, last to middle {middle}, {MOVES} moves at random {sum(keys)}")
            client.delete(name)


if __name__ == "__main__":
    main(*sys.argv[1:])
