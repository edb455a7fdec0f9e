#!/usr/bin/python3
"""Swap and shift in Arrange, where no two items can have the same place.

    Examples/position-columns/swap_arrange.py [SERVER]
"""
import sys

import arrange
from arrange import blocking


def main(server="127.0.0.1:7411", name="swap"):
    with blocking.Client(server) as client:
        client.create(name)
        client.apply(name, arrange.insert_items([arrange.element(id) for id in ("tea", "milk", "rice")]))

        def show(what):
            print(f"{what}:", *(item.id for item in client.read(name)[1].items))

        client.apply(name, arrange.reorder_items(["milk", "tea"]))
        show("swap the first two")
        client.apply(name, arrange.insert_items([arrange.element("salt")], to=arrange.first()))
        show("make room at the front")
        # A transaction happens as a whole or not at all.
        try:
            client.apply(
                name,
                arrange.move_items(["rice"], to=arrange.first()),
                arrange.move_items(["tea"], to=arrange.after("bread")),
            )
        except arrange.ArrangeError as error:
            show(f"two moves, the second behind an item that is not there: {error.code.name}")
        client.delete(name)


if __name__ == "__main__":
    main(*sys.argv[1:])
