"""Time: what an undo leaves, versions with names, versions compared, going back, and the bin."""

import json
import unittest

from selenium.webdriver.common.keys import Keys

from support.browser import until
from support.case import ConsoleCase


class TimeCases(ConsoleCase):
    def setUp(self):
        super().setUp()
        self.open()

    def entries(self, within=".panel"):
        return [entry.get_attribute("textContent") for entry in self.browser.all(f"{within} .entry")]

    def change(self):
        """Versions 2 to 5: an item is moved, one is edited, one is removed, one is added."""
        self.server.arrange("move", self.list, "a", "--section", "done", "--first")
        self.server.arrange("update", self.list, "b", "--title", "Changed")
        self.server.arrange("remove", self.list, "c")
        self.server.arrange("add", self.list, "New", "--id", "n", "--section", "todo")
        until(lambda: self.browser.version() == 5, "the page is at the newest version")

    def names(self):
        return {each["name"]: each["version"] for each in json.loads(self.server.arrange("versions", "list", self.list, "--json"))["versions"]}

    # What an undo leaves

    def test_what_an_undo_leaves_is_shown_with_whose_it_is(self):
        for item in ("a", "c"):
            self.browser.focus(item)
            self.browser.keys("x")
        self.browser.keys(Keys.DELETE)
        until(lambda: self.server.order(self.list)["todo"] == ["b", "d"], "both are removed")
        self.server.arrange("add", self.list, "Another", "--id", "a", "--section", "done")
        until(lambda: "a" in self.browser.order()["done"], "the id is used again")
        self.browser.combined(Keys.CONTROL, "z")
        until(lambda: "except for" in self.browser.notice(), "it says that something stays")
        self.browser.click("What stays")
        until(lambda: self.entries("dialog"), "what stays is listed")
        self.assertEqual(len(self.entries("dialog")), 1)
        self.assertIn("anonymous made another element with its id (version 3)", self.entries("dialog")[0])
        self.browser.dismiss()
        self.assert_order({"todo": ["b", "c", "d"], "done": ["e", "f", "a"]})

    def test_the_buttons_at_the_head_undo_and_make_again(self):
        moved = {"todo": ["b", "c", "d"], "done": ["e", "a", "f"]}
        self.browser.drag(self.browser.row("a"), self.browser.row("f"))
        self.assert_order(moved)
        self.browser.click("Undo last change")
        self.assert_order(self.START)
        self.browser.click("Redo last change")
        self.assert_order(moved)
        self.browser.click("Undo last change")
        self.assert_order(self.START)
        self.browser.click("Undo last change")
        until(lambda: "nothing to undo" in self.browser.notice(), "it says when there is nothing left")

    def test_the_history_keeps_the_focus_while_others_change_the_list(self):
        self.change()
        self.browser.click("History", ".list-head")
        self.browser.focus_button("Look at version 2")
        self.server.arrange("move", self.list, "b", "--last")
        until(lambda: "Version 6" in self.entries()[0], "the new version is listed")
        self.assertEqual(self.browser.focused_button(), "Look at version 2")

    # Names

    def test_a_version_gets_a_name_and_loses_it(self):
        self.change()
        self.browser.click("History", ".list-head")
        self.browser.click("Menu of version 2")
        self.browser.click("Name it…", ".menu")
        self.browser.type("Name", "41", "dialog")
        self.browser.click("Set the name", "dialog")
        until(lambda: "can’t be a number" in self.browser.text("dialog .problem"), "a number is none")
        self.browser.type("Name", "before the meeting", "dialog")
        self.browser.click("Set the name", "dialog")
        until(lambda: self.names() == {"before the meeting": 2}, "the server has it")
        until(lambda: "before the meeting" in self.browser.text('[aria-label="Versions with names"]'), "it is listed")
        self.browser.click("Look at before the meeting")
        until(lambda: self.browser.order()["done"] == ["a", "e", "f"] and "c" in self.browser.order()["todo"], "it is shown")
        self.browser.click("Back to now")
        self.browser.click("Menu of before the meeting")
        self.browser.click("Delete the name…", ".menu")
        self.browser.click("Delete the name", "dialog")
        until(lambda: self.names() == {}, "the server has it no more")
        until(lambda: not self.browser.one('.panel section').is_displayed(), "nothing is listed any more")

    def test_a_name_goes_to_another_version_only_after_a_warning(self):
        self.change()
        self.server.arrange("versions", "set", self.list, "mark", "--at", "2")
        self.browser.click("History", ".list-head")
        until(lambda: self.browser.all('[aria-label="Versions with names"] .entry'), "the name is listed")
        self.browser.click("Name it…", ".panel")
        self.browser.type("Name", "mark", "dialog")
        self.browser.click("Set the name", "dialog")
        until(lambda: "is the name of version 2" in (self.browser.text("dialog .problem") or ""), "it says whose it is")
        self.assertEqual(self.names(), {"mark": 2})
        self.browser.click("Set the name", "dialog")
        until(lambda: self.names() == {"mark": 5}, "it names the other one")

    # Comparing

    def test_versions_are_compared(self):
        self.change()
        self.browser.click("History", ".list-head")
        self.browser.click("Menu of version 1")
        self.browser.click("Compare with now…", ".menu")
        until(lambda: self.browser.all("dialog .differences"), "the differences are shown")
        self.assertIn("1 added, 1 removed, 1 moved, 1 edited.", self.browser.text("dialog .differences"))
        found = {kind: self.browser.text(f'dialog ul[aria-label="{kind}"]') for kind in ("Added", "Removed", "Moved", "Edited")}
        self.assertEqual(found["Added"], "Added “New” in “Todo” at 3")
        self.assertEqual(found["Removed"], "Removed “Item c” from “Todo”")
        self.assertEqual(found["Moved"], "Moved “Item a” from “Todo” to “Done” at 1")
        self.assertEqual(found["Edited"], "Edited “Changed” in “Todo”: title from “Item b” to “Changed”")
        self.browser.type("To", "1", "dialog")
        self.browser.click("Compare", "dialog")
        until(lambda: "There is no difference." in (self.browser.text("dialog") or ""), "a version is like itself")
        self.browser.type("From", "now", "dialog")
        self.browser.keys(Keys.ENTER)
        until(lambda: "Added “Item c”" in (self.browser.text("dialog") or ""), "the other way round, what was removed is added")
        self.browser.type("To", "nothing", "dialog")
        self.browser.keys(Keys.ENTER)
        until(lambda: self.browser.all("dialog .block .problem"), "a name that is not there is refused")

    # Going back

    def test_going_back_is_shown_before_and_can_be_undone(self):
        self.change()
        self.server.arrange("versions", "set", self.list, "start", "--at", "1")
        before = self.server.order(self.list)
        self.browser.click("History", ".list-head")
        self.browser.click("Menu of start")
        self.browser.click("Go back to it…", ".menu")
        until(lambda: "1 added, 1 removed, 1 moved, 1 edited." in (self.browser.text("dialog") or ""), "it says what it would change")
        self.assertIn("Removed “New”", self.browser.text("dialog"))
        self.assertEqual(self.server.show(self.list)["version"], 5, "nothing is changed yet")
        self.browser.input("What it has then", "dialog").send_keys(Keys.ARROW_DOWN)
        until(lambda: "1 added, 1 moved, 1 edited." in (self.browser.text("dialog") or ""), "what was added since would stay")
        self.browser.input("What it has then", "dialog").send_keys(Keys.ARROW_UP)
        until(lambda: "1 removed" in (self.browser.text("dialog") or ""), "it would not")
        self.browser.click("Go back", "dialog")
        self.assert_order(self.START)
        until(lambda: "Went back to “start”" in self.browser.notice(), "it says so")
        self.browser.click("Undo")
        self.assert_order(before)

    def test_going_back_asks_again_where_somebody_changed_the_list(self):
        self.change()
        self.browser.click("History", ".list-head")
        self.browser.click("Menu of version 1")
        self.browser.click("Go back to it…", ".menu")
        until(lambda: "1 removed" in (self.browser.text("dialog") or ""), "it says what it would change")
        self.server.arrange("remove", self.list, "f")
        self.browser.click("Go back", "dialog")
        until(lambda: "has changed in the meantime" in (self.browser.text("dialog .problem") or ""), "it says why not")
        until(lambda: "2 added" in (self.browser.text("dialog") or ""), "what it would change is another thing now")
        self.browser.click("Go back", "dialog")
        self.assert_order(self.START)

    def test_an_earlier_version_on_the_board_is_gone_back_to(self):
        self.change()
        self.browser.click("History", ".list-head")
        self.browser.click("Look at version 1")
        until(lambda: self.browser.order() == self.START, "version 1 is shown")
        self.browser.click("Go back to it…", ".panel")
        until(lambda: "1 removed" in (self.browser.text("dialog") or ""), "it says what it would change")
        self.browser.click("Go back", "dialog")
        self.assert_order(self.START)
        until(lambda: not self.browser.one("#banner").is_displayed(), "the present is shown")

    # The bin

    def test_what_was_removed_is_put_back_from_the_bin(self):
        self.browser.click("Bin", ".list-head")
        until(lambda: "The bin is empty" in self.browser.text(".panel"), "nothing was removed yet")
        self.server.arrange("remove", self.list, "b")
        self.server.arrange("section", "remove", self.list, "done")
        until(lambda: len(self.entries()) == 2, "both are listed")
        self.assertIn("section with 2 items", self.entries()[0])
        self.assertIn("Item bfrom Todo", self.entries()[1])
        self.assertIn("removed by anonymous", self.entries()[1])
        self.browser.focus_button("Put back Item b")
        # What others remove comes before it, and it keeps the focus.
        self.server.arrange("remove", self.list, "d")
        until(lambda: len(self.entries()) == 3, "the third one is listed")
        self.assertEqual(self.browser.focused_button(), "Put back Item b")
        self.browser.keys(Keys.ENTER)
        until(lambda: self.server.order(self.list) == {"todo": ["a", "b", "c"]}, "it is where it was")
        until(lambda: self.browser.focused_button() == "Put back Done", "its neighbour has the focus")
        self.browser.click("Put back Item d")
        until(lambda: self.server.order(self.list) == {"todo": self.START["todo"]}, "the other one is where it was")
        until(lambda: len(self.entries()) == 1, "it is in the bin no more")
        self.browser.click("Put back Done")
        self.assert_order(self.START)
        self.browser.click("Undo")
        until(lambda: self.server.sections(self.list) == ["todo"], "putting back is a step like any other")

    def test_an_item_of_a_removed_section_comes_back_with_it(self):
        self.server.arrange("remove", self.list, "e")
        self.server.arrange("section", "remove", self.list, "done")
        self.browser.click("Bin", ".list-head")
        until(lambda: len(self.entries()) == 2, "both are listed")
        self.browser.click("Put back Item e")
        self.assert_order(self.START)
        until(lambda: "with its section “Done”" in self.browser.notice(), "it says so")

    def test_the_bin_is_emptied_after_a_question(self):
        self.change()
        self.browser.click("Bin", ".list-head")
        until(lambda: len(self.entries()) == 1, "it is listed")
        self.browser.click("Empty the bin…")
        self.assertIn("The whole history up to now goes with it", self.browser.text("dialog"))
        self.browser.click("Empty the bin", "dialog")
        until(lambda: "The bin is empty" in self.browser.text(".panel"), "nothing is left")
        self.assertEqual(json.loads(self.server.arrange("bin", "list", self.list, "--json"))["elements"], [])

    def test_a_bin_with_a_named_version_says_why_it_is_not_emptied(self):
        self.change()
        self.server.arrange("versions", "set", self.list, "kept")
        self.browser.click("Bin", ".list-head")
        self.browser.click("Empty the bin…")
        self.browser.click("Empty the bin", "dialog")
        until(lambda: "name" in (self.browser.text("dialog .problem") or ""), "it says why")
        self.browser.dismiss()


if __name__ == "__main__":
    unittest.main()
