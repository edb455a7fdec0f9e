"""Lists as JSON over HTTP has them: put together from pages, changed by batches, and moved in before the server answers.

A list has a pair for each section: its element, and the list of its items. No function changes the list that it gets.
"""


def joined(pages):
    """The list of which these are all pages, those of a read or of a snapshot."""
    sections = []
    for page in pages:
        for run in page["sections"]:
            if run["index"] == len(sections):
                sections.append((run["section"], []))
            sections[run["index"]][1].extend(run["items"])
    return sections


def check(sections, size):
    """Fails where a list has another size than the server says."""
    counts = len(sections), sum(len(items) for _, items in sections)
    if counts != (size["sections"], size["items"]):
        raise ValueError(f"the list has {counts}, not {size}")


def applied(old, batch):
    """The list that a batch makes of another one: without what leaves it, with what comes, and then with what is updated.

    Fails with a ValueError or a LookupError where the batch is not for this list.
    """
    check(old, batch["before"])

    def kept(path, count=1):
        return old[path["section"]][1][path["item"]:path["item"] + count]

    item_moves, section_moves = pairs(pairs(batch.get("item_moves", []))), pairs(batch.get("section_moves", []))
    leaving = {*pairs(batch.get("item_deletes", [])), *(source for source, _ in item_moves)}
    staying = [
        (section, [item for place, item in enumerate(items) if (index, place) not in leaving])
        for index, (section, items) in enumerate(old)
    ]
    coming = {target: staying[source] for source, target in section_moves}
    for insert in batch.get("section_inserts", []):
        items = []
        for run in insert.get("items", []):
            items += kept(run["kept_from"], run["kept"]) if "kept_from" in run else run["items"]
        coming[insert["at"]] = (insert["section"] if "section" in insert else old[insert["kept_from"]][0], items)
    leaving = {*batch.get("section_deletes", []), *(source for source, _ in section_moves)}
    new = [section for index, section in enumerate(staying) if index not in leaving]
    for index in sorted(coming):
        new.insert(index, coming[index])

    arriving = {target: old[section][1][item] for (section, item), target in item_moves}
    for insert in batch.get("item_inserts", []):
        arriving[place(insert["at"])] = insert["item"] if "item" in insert else kept(insert["kept_from"])[0]
    for section, item in sorted(arriving):
        new[section][1].insert(item, arriving[section, item])

    for update in batch.get("section_updates", []):
        new[update["at"]] = (update["section"], new[update["at"]][1])
    for update in batch.get("item_updates", []):
        section, item = place(update["at"])
        new[section][1][item] = update["item"]
    # Where the stream has order keys: those of what was placed.
    for index, key, version in zip(*(batch.get(name, []) for name in ("keyed_sections", "section_keys", "section_placements"))):
        new[index] = ({**new[index][0], "key": key, "placement_version": version}, new[index][1])
    keyed_items = pairs(batch.get("keyed_items", []))
    for (section, item), key, version in zip(keyed_items, batch.get("item_keys", []), batch.get("item_placements", [])):
        new[section][1][item] = {**new[section][1][item], "key": key, "placement_version": version}
    check(new, batch["after"])
    return new


def pairs(numbers):
    return list(zip(numbers[::2], numbers[1::2]))


def place(path):
    return path["section"], path["item"]


def change_count(batch):
    """How many changes of elements a batch has, as a threshold counts them."""
    numbers = {"section_deletes": 1, "section_inserts": 1, "section_moves": 2, "section_updates": 1,
               "item_deletes": 2, "item_inserts": 1, "item_moves": 4, "item_updates": 1}
    return sum(len(batch.get(name, [])) // count for name, count in numbers.items())


class Refused(Exception):
    """A move that the server would refuse, with the code that it would give."""

    def __init__(self, code, detail):
        super().__init__(detail)
        self.code = code


def moved(old, ids, section=None, to=None):
    """The list after a move of items to a section and a place, as the operation `move_items` of the server makes it.

    Fails with what the server would refuse: ``Refused``.
    """
    to = to or {"last": True}
    where = {item["id"]: (index, item) for index, (_, items) in enumerate(old) for item in items}
    anchor = to.get("before", to.get("after"))
    if missing := [id for id in ids if id not in where]:
        raise Refused("NOT_FOUND", f"there is no item {missing[0]}")
    if len(set(ids)) != len(ids):
        raise Refused("INVALID_ARGUMENT", "an item is named twice")
    sections = {element["id"]: index for index, (element, _) in enumerate(old)}
    if section is not None and section not in sections:
        raise Refused("NOT_FOUND", f"there is no section {section}")
    target = where[anchor if anchor in where else ids[0]][0] if section is None else sections[section]
    new = [(element, [item for item in items if item["id"] not in ids]) for element, items in old]
    end = len(new[target][1])
    if anchor in where and where[anchor][0] == target:
        items = old[target][1]
        before = items[:items.index(where[anchor][1]) + ("after" in to)]
        gap = sum(item["id"] not in ids for item in before)
    elif anchor is not None and to.get("if_anchor_missing", "fail") == "fail":
        raise Refused("NOT_FOUND", f"the anchor {anchor} is not there")
    elif anchor is not None:
        gap = 0 if to["if_anchor_missing"] == "first" else end
    else:
        gap = to.get("at", 0 if "first" in to else end)
    if not 0 <= gap <= end:
        raise Refused("OUT_OF_RANGE", f"{gap} is outside of the section")
    new[target][1][gap:gap] = [where[id][1] for id in ids]
    return new
