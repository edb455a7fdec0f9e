#!/usr/bin/python3
"""Two programs change one list in Arrange.

    Examples/position-columns/writers_arrange.py [SERVER]
"""
import sys
import threading

import arrange
from arrange import blocking

WRITERS, ITEMS = 10, 20


def shown(client, name):
    return [item.id for item in client.read(name)[1].items]


def main(server="127.0.0.1:7411", name="writers"):
    with blocking.Client(server) as anna, blocking.Client(server) as ben:
        anna.create(name)
        anna.apply(name, arrange.insert_items([arrange.element(id) for id in ("milk", "tea", "rice")]))

        # Nobody looks for the end: the server does, when it adds.
        anna.apply(name, arrange.insert_items([arrange.element("bread")], to=arrange.last()))
        ben.apply(name, arrange.insert_items([arrange.element("salt")], to=arrange.last()))
        print("Anna adds bread, Ben adds salt:", *shown(anna, name))

        # Both read the list; then each sends a move, not the whole order.
        seen_by_ben = ben.read(name)[0]
        anna.apply(name, arrange.move_items(["rice"], to=arrange.first()))
        print("Anna moves rice to the front:", *shown(anna, name))
        ben.apply(name, arrange.move_items(["milk"], to=arrange.last()))
        print("Ben moves milk to the end:", *shown(anna, name))

        # A move can be made to fail if the list has changed since it was read.
        try:
            ben.apply(name, arrange.move_items(["tea"], to=arrange.first()), if_state=seen_by_ben.state)
        except arrange.ArrangeError as error:
            print(f"Ben moves tea, if the list is still as he read it: {error.code.name}")

        def add(writer):
            for number in range(ITEMS):
                anna.apply(name, arrange.insert_items([arrange.element(f"{writer}-{number}")]))

        threads = [threading.Thread(target=add, args=[writer]) for writer in range(WRITERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        added = shown(anna, name)[5:]
        of_each = [[int(id.split("-")[1]) for id in added if id.startswith(f"{each}-")] for each in range(WRITERS)]
        is_right = of_each == [list(range(ITEMS))] * WRITERS
        print(f"{WRITERS} writers add {ITEMS} items each at the same time: {len(set(added))} items are there,")
        print("  those of each writer in", "their order" if is_right else "another order")
        anna.delete(name)


if __name__ == "__main__":
    main(*sys.argv[1:])
