#!/usr/bin/python3
"""Creates a list, fills it, moves an item and reads it.

    Examples/python/board.py [SERVER [NAME]]
"""
import asyncio
import sys

import arrange


async def main(server="127.0.0.1:7411", name="python-board"):
    async with arrange.Client(server) as client:
        created = await client.create(name, strategy="lexorank")
        print(f"created {created.name} with strategy {created.strategy}")

        # One transaction: a section and three items in it. All of it happens, or nothing.
        titles = {"write": "Write it", "read": "Read it", "ship": "Ship it"}
        items = [arrange.element(id, {"title": title}) for id, title in titles.items()]
        result = await client.apply(
            name,
            arrange.insert_sections([arrange.element("todo")]),
            arrange.insert_items(items, section="todo"),
        )
        print(f"inserted {len(result.operations[1])} items, now at version {result.version}")

        # What a person does with a finger.
        await client.apply(name, arrange.move_items(["ship"], to=arrange.before("write")))
        info, board = await client.read(name)
        print(f"{info.name}, version {info.version}")
        for section in board.sections:
            print(f"  {section.id}: {', '.join(item.id for item in section.items)}")

        # What can't be done is said in words, and with the path of the field at fault.
        try:
            await client.apply(name, arrange.move_items(["ship"], to=arrange.before("nobody")))
        except arrange.ArrangeError as error:
            print(error)


if __name__ == "__main__":
    try:
        asyncio.run(main(*sys.argv[1:]))
    except arrange.ArrangeError as error:
        sys.exit(f"board.py: {error}")
