"""Placing rows of views, and sending items to another list: with the mouse, the keyboard and a finger."""

import json
import unittest

from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

import test_access
from support.browser import until
from support.case import ConsoleCase

# Items of two owners, in the order of the list; h and i are done, and hidden in most views of these cases.
ITEMS = {
    "a": ("todo", "ann", 1),
    "h": ("todo", "ann", 2, True),
    "b": ("todo", "ann", 3),
    "c": ("todo", "bob", 4),
    "d": ("doing", "bob", 5),
    "i": ("doing", "bob", 6, True),
    "e": ("doing", "ann", 7),
}


class ViewCase(ConsoleCase):
    """A case with a list, and a view over it that a test defines."""

    START = None

    def setUp(self):
        super().setUp()
        ConsoleCase.number += 1
        self.list, self.view = f"list{ConsoleCase.number}", f"view{ConsoleCase.number}"
        lines = [{"section": {"id": each, "fields": {"title": each.capitalize()}}} for each in ("todo", "doing")]
        for item, (section, owner, due, *done) in ITEMS.items():
            fields = {"title": f"Item {item}", "owner": owner, "due": due, "done": bool(done)}
            lines.append({"id": item, "section": section, "fields": fields})
        text = "".join(json.dumps(line) + "\n" for line in lines)
        self.server.arrange("import", self.list, "-", "--format", "jsonl", "--create", "lexorank", text=text)

    def define(self, text, shown, browser=None):
        """Defines the view, with `LIST` for the list, and opens it."""
        browser = browser or self.browser
        self.server.arrange("view", "define", self.view, *text.replace("LIST", self.list).split("\n"))
        browser.open_list(self.server, self.view)
        until(lambda: browser.order() == shown, "the view is shown")

    def assert_shown(self, wanted):
        """The server has the view so, and the page shows it, with nothing that is not saved."""
        until(lambda: self.server.order(self.view) == wanted, f"the server has {wanted}")
        until(lambda: self.browser.order() == wanted, f"the page shows {wanted}, not {self.browser.order()}")
        until(lambda: not self.browser.all(".row-unsaved"), "everything is saved")

    def assert_list(self, wanted):
        self.assertEqual(self.server.order(self.list), wanted)

    def keyboard(self, item, *keys):
        self.browser.focus(item)
        self.browser.keys(Keys.SPACE, *keys)

    def foresee(self, wanted):
        """The line below the board says what the drop would do."""
        try:
            until(lambda: self.browser.text(".preview") == wanted, "the line says what the drop would do")
        except AssertionError:
            self.assertEqual(self.browser.text(".preview"), wanted)


class PlacingCases(ViewCase):
    ALL = {"todo": ["a", "h", "b", "c"], "doing": ["d", "i", "e"]}

    # Filtered

    FILTERED = {"todo": ["a", "b", "c"], "doing": ["d", "e"]}

    def test_in_a_filtered_view_with_the_mouse(self):
        self.define("LIST where not done", self.FILTERED)
        self.browser.lift(self.browser.row("c"))
        self.browser.hover(self.browser.row("b"))
        self.foresee("Changes its place alone; 1 hidden row in this gap")
        self.browser.release()
        self.assert_shown({"todo": ["a", "c", "b"], "doing": ["d", "e"]})
        self.assert_list({"todo": ["a", "h", "c", "b"], "doing": ["d", "i", "e"]})

    def test_in_a_filtered_view_with_the_keyboard(self):
        self.define("LIST where not done", self.FILTERED)
        self.keyboard("a", Keys.ARROW_RIGHT)
        self.foresee("Moves it to the section Doing; 1 hidden row in this gap")
        self.browser.keys(Keys.SPACE)
        self.assert_shown({"todo": ["b", "c"], "doing": ["d", "a", "e"]})
        self.assert_list({"todo": ["h", "b", "c"], "doing": ["d", "a", "i", "e"]})
        until(lambda: self.browser.focused() == "a", "the placed row has the focus")

    def test_a_row_that_stays_writes_nothing(self):
        self.define("LIST where not done", self.FILTERED)
        before = self.server.show(self.list)["version"]
        self.browser.drag(self.browser.row("a"), self.browser.row("b"))
        until(lambda: "there already" in self.browser.said(), "it is said")
        self.assertEqual(self.server.show(self.list)["version"], before)

    # Grouped

    GROUPED = {"=ann": ["a", "b", "e"], "=bob": ["c", "d"]}

    def test_in_a_grouped_view_with_the_mouse(self):
        self.define("LIST group owner where not done", self.GROUPED)
        self.browser.lift(self.browser.row("b"))
        self.browser.hover(self.browser.row("c"), 0.75)
        self.foresee("Sets owner = bob; stays in Todo")
        self.browser.release()
        self.assert_shown({"=ann": ["a", "e"], "=bob": ["c", "b", "d"]})
        self.assertEqual(self.server.fields(self.list, "b")["owner"], "bob")
        self.assert_list({"todo": ["a", "h", "c", "b"], "doing": ["d", "i", "e"]})
        until(lambda: "sets owner = bob" in self.browser.notice(), "the notice says what was done")
        self.browser.click("Undo", "#notices")
        self.assert_shown(self.GROUPED)
        self.assert_list(self.ALL)
        self.assertEqual(self.server.fields(self.list, "b")["owner"], "ann")

    def test_in_a_grouped_view_with_the_keyboard(self):
        self.define("LIST group owner where not done", self.GROUPED)
        self.keyboard("e", Keys.ARROW_RIGHT, *[Keys.ARROW_DOWN] * 4)
        self.foresee("Sets owner = bob; stays in Doing; 1 hidden row in this gap")
        self.browser.keys(Keys.SPACE)
        self.assert_shown({"=ann": ["a", "b"], "=bob": ["c", "d", "e"]})
        self.assert_list(self.ALL)

    def test_another_section_needs_consent_and_the_row_goes_back_until_then(self):
        self.define("LIST group owner where not done", self.GROUPED)
        self.keyboard("a", Keys.ARROW_DOWN, Keys.ARROW_DOWN)
        self.foresee("Asks before: moves it to the section Doing")
        self.browser.keys(Keys.SPACE)
        self.browser.one("dialog")
        self.assertEqual(self.browser.text(".dialog-body p"), "This also moves it to the section Doing.")
        self.assertEqual(self.browser.order(), self.GROUPED)
        test_access.AccessCases.check(self, "the question")
        self.browser.click("Cancel", "dialog")
        until(lambda: not self.browser.all("dialog"), "the dialog is closed")
        self.assert_shown(self.GROUPED)
        self.assert_list(self.ALL)
        self.keyboard("a", Keys.ARROW_DOWN, Keys.ARROW_DOWN)
        self.browser.keys(Keys.SPACE)
        self.browser.click("Move", "dialog")
        self.assert_shown({"=ann": ["b", "e", "a"], "=bob": ["c", "d"]})
        self.assert_list({"todo": ["h", "b", "c"], "doing": ["d", "i", "e", "a"]})

    # Sorted

    SORTED = {"all": ["e", "d", "c", "b", "a"]}

    def test_in_a_sorted_view_with_the_mouse(self):
        self.define("LIST flat all where not done sort due desc", self.SORTED)
        self.browser.lift(self.browser.row("a"))
        self.browser.hover(self.browser.row("c"), 0.75)
        self.foresee("Asks before: sets due = 3; stays in Todo")
        self.browser.release()
        self.browser.one("dialog")
        self.assertEqual(self.browser.text(".dialog-body p"), "This also sets due = 3.")
        self.browser.click("Move", "dialog")
        self.assert_shown({"all": ["e", "d", "c", "a", "b"]})
        self.assertEqual(self.server.fields(self.list, "a")["due"], 3)
        self.browser.focus("d")
        self.browser.combined(Keys.CONTROL, "z")
        self.assert_shown(self.SORTED)
        self.assertEqual(self.server.fields(self.list, "a")["due"], 1)

    def test_in_a_sorted_view_with_the_keyboard(self):
        self.define("LIST flat all where not done sort due desc", self.SORTED)
        self.keyboard("e", Keys.ARROW_DOWN)
        until(lambda: "sets due = 5" in self.browser.text(".preview"), "the line says what it takes")
        test_access.AccessCases.check(self, "a lifted row of a view")
        self.browser.keys(Keys.ESCAPE)
        self.assert_shown(self.SORTED)

    # Stitched

    def other(self):
        other = f"{self.list}b"
        self.server.make(other, {"inbox": ["x", "y"]})
        return other

    def test_in_a_stitched_view_with_the_mouse(self):
        other = self.other()
        shown = {"one/all": ["one/a", "one/b", "one/c", "one/d", "one/e"], "two/all": ["two/x", "two/y"]}
        self.define(f"one: LIST flat all where not done\ntwo: {other} flat all", shown)
        self.browser.lift(self.browser.row("one/b"))
        self.browser.hover(self.browser.row("two/x"), 0.75)
        self.foresee(f"Asks before: hands it over to the list {other}")
        self.browser.release()
        self.browser.click("Move", "dialog")
        until(lambda: self.server.order(other) == {"inbox": ["x", "b", "y"]}, "the other list has it")
        self.assert_list({"todo": ["a", "h", "c"], "doing": ["d", "i", "e"]})
        until(
            lambda: self.browser.order()
            == {"one/all": ["one/a", "one/c", "one/d", "one/e"], "two/all": ["two/x", "two/b", "two/y"]},
            "the page shows it",
        )
        self.browser.click("Undo", "#notices")
        until(lambda: self.browser.order() == shown, "it is back")
        self.assert_list(self.ALL)

    def test_in_a_stitched_view_with_the_keyboard(self):
        other = self.other()
        shown = {"one/todo": ["one/a", "one/h", "one/b", "one/c"], "two/all": ["two/x", "two/y"]}
        self.define(f"one: LIST sections todo\ntwo: {other} flat all", shown)
        self.keyboard("one/a", Keys.ARROW_DOWN)
        self.foresee("Changes its place alone")
        self.browser.keys(Keys.SPACE)
        self.assert_list({"todo": ["h", "a", "b", "c"], "doing": ["d", "i", "e"]})

    # Others

    def test_several_rows_without_dragging(self):
        self.define("LIST group owner where not done", self.GROUPED)
        for item in ("a", "b"):
            self.browser.focus(item)
            self.browser.keys("x")
        self.browser.click("Move to…")
        Select(self.browser.one("#move-section")).select_by_value("=bob")
        self.browser.one("#move-place").send_keys("At the start")
        self.browser.click("Move", "dialog")
        self.assert_shown({"=ann": ["e"], "=bob": ["a", "b", "c", "d"]})
        self.assertEqual([self.server.fields(self.list, item)["owner"] for item in "ab"], ["bob", "bob"])
        self.browser.click("Undo", "#notices")
        self.assert_shown(self.GROUPED)
        self.assert_list(self.ALL)

    def test_a_row_behind_a_cap_is_said_to_be_hidden(self):
        self.define("LIST flat all where not done cap 2", {"all": ["a", "b"]})
        self.keyboard("a", Keys.ARROW_DOWN)
        until(lambda: "b" in self.browser.order()["all"], "the view is there")
        self.browser.keys(Keys.SPACE)
        self.assert_shown({"all": ["b", "a"]})

    def test_a_view_in_which_nothing_can_be_placed_says_why(self):
        self.define("LIST where not done\nas definer", self.FILTERED)
        self.keyboard("a", Keys.ARROW_DOWN)
        until(lambda: self.browser.text(".preview").startswith("Can’t go here: "), "the line says that it can't go there")
        self.browser.keys(Keys.SPACE)
        until(lambda: self.browser.notice().startswith("Taken back: "), "the notice says why")
        self.assert_shown(self.FILTERED)

    def test_a_neighbour_that_others_remove_meanwhile(self):
        """The section under the pointer stays as it is, and so does the gap that is seen there."""
        self.define("LIST group owner where not done", self.GROUPED)
        self.browser.lift(self.browser.row("b"))
        self.browser.hover(self.browser.row("c"))
        self.server.arrange("remove", self.list, "c")
        until(lambda: "1 change of others" in self.browser.text('.column[data-section="=bob"] .column-waiting'), "it waits")
        self.foresee("Sets owner = bob; stays in Todo; 1 hidden row in this gap")
        self.browser.release()
        self.assert_shown({"=ann": ["a", "e"], "=bob": ["b", "d"]})

    def test_sections_of_a_view_are_not_dragged(self):
        self.define("LIST where not done", self.FILTERED)
        self.assertEqual(self.browser.all(".column-head .grip"), [])



class OutlineCases(ViewCase):
    """Views of an outline: the pointer, and Shift with the arrows, say how deep a row goes."""

    ROWS = {"": ["a", "x", "b", "c"]}

    def setUp(self):
        super().setUp()
        self.list += "-outline"
        self.server.arrange("create", self.list, "--outline")
        for item, parent in (("a", ""), ("b", ""), ("c", ""), ("x", "a")):
            self.server.arrange("add", self.list, f"Item {item}", "--id", item, "--under", parent)

    def level(self, item):
        return self.browser.row(item).get_attribute("aria-level")

    def assert_levels(self, **wanted):
        until(lambda: {item: int(self.level(item)) for item in wanted} == wanted, f"the rows are as deep as {wanted}")

    def test_with_the_keyboard(self):
        self.define("LIST", self.ROWS)
        self.assert_levels(a=1, x=2, b=1)
        self.keyboard("c", Keys.ARROW_UP)
        self.foresee("Changes its place alone")
        self.browser.combined(Keys.SHIFT, Keys.ARROW_RIGHT)
        self.foresee("Moves it below Item a")
        self.browser.keys(Keys.SPACE)
        self.assert_shown({"": ["a", "x", "c", "b"]})
        self.assert_levels(c=2)

    def test_rows_below_go_along(self):
        self.define("LIST", self.ROWS)
        self.keyboard("a", Keys.END, Keys.SPACE)
        self.assert_shown({"": ["b", "c", "a", "x"]})
        self.assert_levels(a=1, x=2)
        self.keyboard("a", Keys.ARROW_UP)
        self.browser.combined(Keys.SHIFT, Keys.ARROW_RIGHT)
        self.foresee("Moves it below Item b")
        self.browser.keys(Keys.SPACE)
        self.assert_shown({"": ["b", "a", "x", "c"]})
        self.assert_levels(a=2, x=3)

    def test_with_the_mouse(self):
        self.define("LIST", self.ROWS)
        self.browser.lift(self.browser.row("c"))
        self.browser.hover(self.browser.row("b"))
        self.foresee("Changes its place alone")
        self.browser.chain().move_by_offset(2 * 24, 0).perform()
        self.foresee("Moves it below Item x")
        self.browser.chain().move_by_offset(-24, 0).perform()
        self.foresee("Moves it below Item a")
        self.browser.release()
        self.assert_shown({"": ["a", "x", "c", "b"]})
        self.assert_levels(c=2)
        self.browser.click("Undo", "#notices")
        self.assert_shown(self.ROWS)
        self.assert_levels(c=1)


class TouchCases(ViewCase):
    """On a telephone."""

    def setUp(self):
        super().setUp()
        self.browser.resize(360, 760, touch=True)

    def tearDown(self):
        self.browser.resize(1440, 900)
        super().tearDown()

    def test_a_row_of_a_sorted_view_with_a_finger(self):
        shown = {"all": ["a", "b", "c", "d", "e"]}
        self.define("LIST flat all where not done sort due", shown)
        x, y = self.browser.centre(self.browser.row("d").find_element("css selector", ".row-title"))
        tx, ty = self.browser.centre(self.browser.row("b"))
        self.browser.touch("touchStart", x, y)
        until(lambda: self.browser.all(".ghost"), "the row is lifted")
        self.browser.touch("touchMove", tx, ty + 10)
        until(lambda: "sets due" in self.browser.text(".preview"), "the line says what it takes")
        self.browser.touch("touchEnd")
        self.browser.one("dialog")
        test_access.AccessCases.check(self, "the question on a telephone")
        self.browser.click("Move", "dialog")
        until(lambda: self.browser.order() == self.server.order(self.view) != shown, "it is placed")


class SendingCases(ConsoleCase):
    def setUp(self):
        super().setUp()
        self.target = f"{self.list}-b"
        self.server.make(self.target, {"inbox": ["x"], "later": []})
        self.open()

    def send(self, *items):
        for item in items:
            self.browser.focus(item)
            self.browser.keys("x")
        self.browser.click("Send to…")
        self.browser.one("dialog")
        self.browser.input("To the list").send_keys(self.target)
        until(lambda: "Later" in self.browser.input("Into the section").text, "there are sections to choose from")
        self.browser.input("Into the section").send_keys("Later")

    def test_to_another_list_and_back(self):
        self.send("b", "e")
        test_access.AccessCases.check(self, "sending")
        self.browser.click("Send", "dialog")
        self.assert_order({"todo": ["a", "c", "d"], "done": ["f"]})
        self.assertEqual(self.server.order(self.target), {"inbox": ["x"], "later": ["b", "e"]})
        self.browser.click("Undo", "#notices")
        self.assert_order(self.START)
        self.assertEqual(self.server.order(self.target), {"inbox": ["x"], "later": []})

    def test_an_id_that_the_other_list_has_is_refused_as_a_whole(self):
        self.server.arrange("add", self.target, "Taken", "--id", "b", "--section", "inbox")
        self.send("a", "b")
        self.browser.click("Send", "dialog")
        until(lambda: self.browser.notice().startswith("Taken back: "), "it is said")
        self.assert_order(self.START)


if __name__ == "__main__":
    unittest.main()
