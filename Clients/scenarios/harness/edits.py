"""Random transactions and random views, for lists of a few items: in those, edges are everywhere."""

TITLES = ["", "a", "B", "item 9", "item 10", "straße", "漢字 🎉"]
OWNERS = ["ann", "bob", "eve"]

# How many items and sections a list has at most before more are removed than inserted.
MOST_ITEMS = 14
MOST_SECTIONS = 5


class Edits:
    """Makes transactions for one collection. It keeps what is needed to name elements that exist: the ids of sections, each
    with those of its items, in no order."""

    def __init__(self, random):
        self.random = random
        self.next = 0
        self.sections = {}

    def take(self, listing):
        """The list as it is now."""
        self.sections = {section["id"]: [item["id"] for item in section["items"]] for section in listing["sections"]}

    def transaction(self):
        return [self.operation() for _ in range(self.random.choice([1, 1, 2, 3, 5]))]

    # What exists.

    def items(self):
        return [item for items in self.sections.values() for item in items]

    def some(self, ids, most):
        return self.random.sample(ids, min(len(ids), self.random.randint(1, most)))

    def new_id(self, prefix):
        self.next += 1
        return f"{prefix}{self.next}"

    def fields(self):
        """A random choice of the fields that views use."""
        made = {}
        if self.random.random() < 0.8:
            made["title"] = self.random.choice(TITLES)
        if self.random.random() < 0.5:
            made["due"] = {"int": str(self.random.randint(0, 4))}
        if self.random.random() < 0.4:
            made["done"] = self.random.random() < 0.5
        if self.random.random() < 0.5:
            made["owner"] = self.random.choice(OWNERS)
        return made

    # Operations.

    def operation(self):
        items, random = self.items(), self.random
        if not self.sections or random.random() < 0.08 and len(self.sections) < MOST_SECTIONS:
            return self.insert_sections()
        if not items or random.random() < (0.35 if len(items) < MOST_ITEMS else 0.05):
            return self.insert_items()
        kinds = [self.move_items] * 6 + [self.update_items] * 4 + [self.remove_items] * 3 + [self.reorder_items] * 2
        kinds += [self.move_sections] * 2 + [self.update_sections, self.remove_sections, self.reorder_sections]
        return random.choice(kinds)()

    def place(self, siblings):
        """A place among others."""
        kinds = [{"first": True}, {"last": True}]
        if siblings:
            anchor = self.random.choice(siblings)
            kinds += [{"before": anchor}, {"after": anchor}] * 2
        return self.random.choice(kinds)

    def insert_items(self):
        section = self.random.choice(list(self.sections))
        new = [{"id": self.new_id("i"), "fields": self.fields()} for _ in range(self.random.randint(1, 3))]
        operation = {"insert_items": {"items": new, "section": section, "to": self.place(self.sections[section])}}
        self.sections[section] += [item["id"] for item in new]
        return operation

    def move_items(self):
        moved = self.some(self.items(), self.random.choice([1, 1, 1, 2, 4]))
        section = self.random.choice(list(self.sections))
        staying = [item for item in self.sections[section] if item not in moved]
        for items in self.sections.values():
            items[:] = [item for item in items if item not in moved]
        self.sections[section] += moved
        return {"move_items": {"items": [{"id": item} for item in moved], "section": section, "to": self.place(staying)}}

    def update_items(self):
        updates = []
        for item in self.some(self.items(), 3):
            update = {"id": item, "set": self.fields()}
            if self.random.random() < 0.3:
                update["remove"] = [self.random.choice(["title", "due", "done", "owner"])]
            elif self.random.random() < 0.2:
                update["replace_all"] = True
            updates.append(update)
        return {"update_items": {"items": updates}}

    def remove_items(self):
        removed = self.some(self.items(), 3)
        for items in self.sections.values():
            items[:] = [item for item in items if item not in removed]
        return {"remove_items": {"items": [{"id": item} for item in removed]}}

    def reorder_items(self):
        section = self.random.choice([name for name, items in self.sections.items() if items])
        items = self.some(self.sections[section], len(self.sections[section]))
        return {"reorder_items": {"section": section, "items": items}}

    def insert_sections(self):
        new = [{"id": self.new_id("s"), "fields": self.fields()} for _ in range(self.random.randint(1, 2))]
        operation = {"insert_sections": {"sections": new, "to": self.place(list(self.sections))}}
        self.sections.update((section["id"], []) for section in new)
        return operation

    def move_sections(self):
        moved = self.some(list(self.sections), 2)
        staying = [section for section in self.sections if section not in moved]
        return {"move_sections": {"sections": [{"id": section} for section in moved], "to": self.place(staying)}}

    def update_sections(self):
        return {"update_sections": {"sections": [{"id": section, "set": self.fields()}
                                                 for section in self.some(list(self.sections), 2)]}}

    def remove_sections(self):
        removed = self.random.choice(list(self.sections))
        del self.sections[removed]
        return {"remove_sections": {"sections": [{"id": removed}]}}

    def reorder_sections(self):
        return {"reorder_sections": {"sections": self.some(list(self.sections), len(self.sections))}}


def random_view(random, collection):
    """A view over a collection, in both forms of the driver's protocol."""
    count = random.choice([1, 1, 2])
    parts = [random_part(random, collection) for _ in range(count)]
    lines, messages = [], []
    for number, (text, query) in enumerate(parts):
        named = count > 1
        lines.append(f"part{number}: {text}" if named else text)
        messages.append({**({"name": f"part{number}"} if named else {}), "query": query})
    return {"text": "\n".join(lines), "definition": {"parts": messages}}


def random_part(random, collection):
    text, query = [f'"{collection}"'], {"collection": collection}
    layout = random.randrange(4)
    if layout == 0:
        text.append("flat all")
        query["flat"] = {"id": "all"}
    elif layout == 1:
        field = random.choice(["owner", "due", "done"])
        order = random.choice(["asc", "desc", "best"])
        number = {"asc": "GROUP_ORDER_ASCENDING", "desc": "GROUP_ORDER_DESCENDING", "best": "GROUP_ORDER_BEST_ITEM"}[order]
        text.append(f"group {field} order {order}")
        query["grouped"] = {"field": field, "order": number}
    else:
        query["own_sections"] = True
    if random.random() < 0.6:
        filter_text, steps = random_filter(random)
        text.append(f"where {filter_text}")
        query["filter"] = {"steps": steps}
    if random.random() < 0.6:
        keys, messages = [], []
        for field in random.sample(["title", "due", "owner"], random.randint(1, 2)):
            descending, natural = random.random() < 0.4, field == "title" and random.random() < 0.5
            keys.append(field + (" desc" if descending else "") + (" natural" if natural else ""))
            messages.append({"field": field, "natural": natural,
                             "direction": "SORT_DIRECTION_DESCENDING" if descending else "SORT_DIRECTION_ASCENDING"})
        text.append(f"sort {', '.join(keys)}")
        query["sort"] = messages
    if random.random() < 0.5:
        cap = random.randint(1, 4)
        text.append(f"cap {cap}")
        query["cap"] = str(cap)
    if random.random() < 0.2:
        text.append("only title")
        query["only"] = {"fields": ["title"]}
    return " ".join(text), query


def random_filter(random):
    """A condition as text, and as steps in postfix notation."""
    kind = random.randrange(4)
    if kind == 0:
        return "not done", [comparison("done", "EQUAL", {"bool_value": True}), {"negate": True}]
    if kind == 1:
        number = random.randint(0, 4)
        return f"due >= {number}", [comparison("due", "GREATER_OR_EQUAL", {"int_value": str(number)})]
    if kind == 2:
        owner = random.choice(OWNERS)
        return (f'owner = "{owner}" or exists due',
                [comparison("owner", "EQUAL", {"string_value": owner}), {"exists": "due"}, {"any_of": "2"}])
    return 'title contains "i" and not done', [
        {"contains": {"field": "title", "text": "i"}}, comparison("done", "EQUAL", {"bool_value": True}), {"negate": True},
        {"all_of": "2"}]


def comparison(field, operator, value):
    return {"comparison": {"field": field, "operator": f"COMPARISON_OPERATOR_{operator}", "value": value}}
