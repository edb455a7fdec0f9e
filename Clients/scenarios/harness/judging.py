"""What a scenario expects, compared with what there is."""
import json

from .processes import Failure

MISSING = object()


def shown(value):
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 600 else text[:600] + "…"


def match(pattern, value, where="the reply"):
    """Fails where a value is not as the pattern says.

    An object fits where the members that the pattern names fit; a list where each element does. Everything else has to be
    equal, except for objects with one member whose name begins with a dollar sign: see OPERATORS.
    """
    if isinstance(pattern, dict) and len(pattern) == 1 and next(iter(pattern)).startswith("$"):
        (name, operand), = pattern.items()
        if name not in OPERATORS:
            raise Failure(f"a scenario uses {name}, which does not exist")
        if not OPERATORS[name](operand, value):
            found = "missing" if value is MISSING else shown(value)
            raise Failure(f"{where} is {found}, which is not {name} {shown(operand)}")
    elif value is MISSING:
        raise Failure(f"{where} is missing, not {shown(pattern)}")
    elif isinstance(pattern, dict):
        if not isinstance(value, dict):
            raise Failure(f"{where} is {shown(value)}, not an object")
        for name, inner in pattern.items():
            match(inner, value.get(name, MISSING), f"{where}.{name}")
    elif isinstance(pattern, list):
        if not isinstance(value, list) or len(value) != len(pattern):
            raise Failure(f"{where} is {shown(value)}, not {shown(pattern)}")
        for index, inner in enumerate(pattern):
            match(inner, value[index], f"{where}[{index}]")
    elif value != pattern or isinstance(value, bool) != isinstance(pattern, bool):
        raise Failure(f"{where} is {shown(value)}, not {shown(pattern)}")


def matches(pattern, value):
    try:
        match(pattern, value)
    except Failure:
        return False
    return True


OPERATORS = {
    "$any": lambda operand, value: value is not MISSING,
    "$missing": lambda operand, value: value is MISSING,
    "$min": lambda operand, value: value is not MISSING and value >= operand,
    "$max": lambda operand, value: value is not MISSING and value <= operand,
    "$in": lambda operand, value: value in operand,
    "$not": lambda operand, value: not matches(operand, value),
    "$has": lambda operand, value: isinstance(value, str) and operand in value,
    "$length": lambda operand, value: isinstance(value, list) and matches(operand, len(value)),
    # A list with an element that fits.
    "$contains": lambda operand, value: isinstance(value, list) and any(matches(operand, one) for one in value),
    # A list with these elements in this order, and perhaps others in between.
    "$in_order": lambda operand, value: isinstance(value, list) and in_order(operand, value),
}


def in_order(patterns, values):
    left = iter(values)
    return all(any(matches(pattern, value) for value in left) for pattern in patterns)


def same_list(found, wanted, what, keys=False):
    """Fails where two lists are not the same. Order keys are compared only where `keys` says so."""
    left, right = (plain(one, without=() if keys else ("key",)) for one in (found, wanted))
    if left != right:
        raise Failure(f"{what} is not the server's: {difference(left, right)}\n    {shown(left)}\n    {shown(right)}")


def plain(listing, without=("key",)):
    """The sections of a list, without some members of the elements."""
    def kept(element):
        return {name: value for name, value in element.items() if name not in without}

    return [{**kept(section), "items": [kept(item) for item in section["items"]]} for section in listing["sections"]]


def agree(found, wanted):
    """Whether two lists of sections are the same, except for content versions that are older: no batch tells of an update that
    was taken back."""
    if found == wanted:
        return True
    if not found or len(found) != len(wanted):
        return False
    return all(
        len(left["items"]) == len(right["items"]) and element_agrees(left, right)
        and all(map(element_agrees, left["items"], right["items"]))
        for left, right in zip(found, wanted))


def element_agrees(found, wanted):
    return found.keys() == wanted.keys() and all(
        value == wanted[name] or name == "items" or name == "content_version" and value < wanted[name]
        for name, value in found.items())


def difference(found, wanted):
    """The first place at which two lists of sections differ, as a sentence."""
    for index, (left, right) in enumerate(zip(found, wanted)):
        heads = [{name: value for name, value in one.items() if name != "items"} for one in (left, right)]
        if heads[0] != heads[1]:
            return f"section {index} is {shown(heads[0])}, not {shown(heads[1])}"
        for place, items in enumerate(zip(left["items"], right["items"])):
            if items[0] != items[1]:
                return f"item {index}, {place} is {shown(items[0])}, not {shown(items[1])}"
        if len(left["items"]) != len(right["items"]):
            return f"section {index} has {len(left['items'])} items, not {len(right['items'])}"
    return f"there are {len(found)} sections, not {len(wanted)}"


class Chain:
    """The updates of one stream: each begins where the one before ended."""

    def __init__(self, resumed=None, is_view=False):
        self.version = self.epoch = None
        if resumed:
            self.version, self.epoch = resumed
        self.is_view = is_view

    def take(self, update):
        kind = update.get("update")
        if kind == "end":
            return
        if not update.get("token"):
            raise Failure(f"an update without a token: {shown(update)}")
        version, epoch = update["version"], update["epoch"]
        if kind == "list":
            if not update.get("reason"):
                raise Failure(f"a whole list without a reason: {shown(update)}")
        else:
            if self.version is None:
                raise Failure(f"the first update is no list: {shown(update)}")
            if version < self.version:
                raise Failure(f"version {self.version} is followed by {version}")
            if epoch != self.epoch:
                raise Failure(f"an update of the epoch {epoch} after one of {self.epoch}")
        if kind == "batch":
            # The server skips versions at which nothing visible changed.
            if update["from"] < self.version:
                raise Failure(f"a batch from version {update['from']} after an update to version {self.version}")
            if not self.is_view and not 1 <= update["commits"] <= version - update["from"]:
                raise Failure(f"a batch of {update['commits']} commits from version {update['from']} to {version}")
        self.version, self.epoch = version, epoch
