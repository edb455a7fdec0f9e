#!/usr/bin/python3
"""An item goes to another list in Arrange: to another section, and to another collection.

    Examples/position-columns/lists_arrange.py [SERVER]
"""
import sys

import arrange
from arrange import blocking


def main(server="127.0.0.1:7411", name="lists", other="archive"):
    with blocking.Client(server) as client:
        client.create(name)
        client.create(other)
        client.apply(
            name,
            arrange.insert_sections([arrange.element("todo"), arrange.element("doing")]),
            arrange.insert_items([arrange.element(id) for id in ("rice", "salt", "bread")], section="todo"),
            arrange.insert_items([arrange.element(id) for id in ("milk", "tea")], section="doing"),
        )

        def show(what):
            print(f"{what}:")
            for section in client.read(name)[1].sections + client.read(other)[1].sections:
                items = ", ".join(f"{number} {item.id}" for number, item in enumerate(section.items, 1))
                print(f"  {section.id or other}: {items}")

        show("at first")
        result = client.apply(name, arrange.move_items(["rice"], section="doing", to=arrange.first()))
        show(f"rice goes to the front of doing, with {result.changed + result.rekeyed} key written")
        client.transact(arrange.transfer(name, ["tea"], other))
        show("tea goes to another collection, in one transaction over both")
        for each in (name, other):
            client.delete(each)


if __name__ == "__main__":
    main(*sys.argv[1:])
