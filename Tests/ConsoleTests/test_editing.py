"""Content: items, fields and sections, in place; with the mouse and with the keyboard alone."""

import unittest

from selenium.webdriver.common.keys import Keys

from support.browser import until
from support.case import ConsoleCase


class EditingCases(ConsoleCase):
    FIELDS = {"done": False, "points": 3}

    def setUp(self):
        super().setUp()
        self.open()

    def assert_fields(self, item, wanted):
        until(
            lambda: self.server.fields(self.list, item) == wanted,
            f"{item} has {wanted}, not {self.server.fields(self.list, item)}",
        )

    def save_open_form(self):
        until(lambda: not self.browser.all(".editing"), "the form is closed")

    def test_all_fields_are_shown(self):
        self.assertEqual(self.browser.text('.row[data-id="a"] .row-fields dt'), "points")
        self.assertEqual(self.browser.text('.row[data-id="a"] .row-fields dd'), "3")

    def test_an_edit_with_the_mouse(self):
        self.browser.chain().double_click(self.browser.row("a").find_element("css selector", ".row-title")).perform()
        self.browser.type("title", "Write it")
        self.browser.type("points", "5")
        self.browser.click("Save")
        self.assert_fields("a", {"title": "Write it", "done": False, "points": 5})
        self.save_open_form()
        self.assertEqual(self.browser.text('.row[data-id="a"] .row-title'), "Write it")

    def test_an_edit_with_the_keyboard(self):
        self.browser.focus("a")
        self.browser.keys(Keys.ENTER)
        self.browser.combined(Keys.CONTROL, "a")
        self.browser.keys("Write it", Keys.ENTER)
        self.assert_fields("a", {"title": "Write it", "done": False, "points": 3})
        until(lambda: self.browser.focused() == "a", "the item has the focus again")

    def test_escape_leaves_everything_as_it_was(self):
        self.browser.focus("a")
        self.browser.keys(Keys.ENTER)
        self.browser.keys("something else", Keys.ESCAPE)
        self.save_open_form()
        self.assertEqual(self.browser.text('.row[data-id="a"] .row-title'), "Item a")
        self.assertEqual(self.server.show(self.list)["version"], 1)

    def test_a_field_is_added_with_its_kind(self):
        self.browser.click("Edit Item a")
        self.browser.click("Field")
        self.browser.type("Name of the field", "due")
        self.browser.input("Kind of value of the new field").send_keys("date")
        self.browser.type("value of the new field", "2026-03-01")
        self.browser.click("Save")
        wanted = {"title": "Item a", "done": False, "points": 3, "due": {"$timestamp": "2026-03-01T00:00:00.000000Z"}}
        self.assert_fields("a", wanted)
        until(lambda: "2026-03-01" in self.browser.text('.row[data-id="a"]'), "the day is shown")

    def test_a_field_is_taken_away(self):
        self.browser.click("Edit Item a")
        self.browser.click("Take away the field points")
        self.browser.click("Save")
        self.assert_fields("a", {"title": "Item a", "done": False})

    def test_what_can_not_be_read_is_said(self):
        self.browser.click("Edit Item a")
        self.browser.type("points", "many")
        self.browser.click("Save")
        self.assertIn("not a whole number", self.browser.text(".row .problem"))
        self.browser.type("points", "7")
        self.browser.keys(Keys.ENTER)
        self.assert_fields("a", {"title": "Item a", "done": False, "points": 7})

    def test_somebody_else_edits_the_same_item(self):
        self.browser.click("Edit Item a")
        self.browser.type("title", "Mine")
        self.server.arrange("update", self.list, "a", "--title", "Theirs")
        self.browser.click("Save")
        until(lambda: "Somebody else changed" in self.browser.text(".row .problem"), "it says what happened")
        self.assertIn("title “Theirs”", self.browser.text(".row .problem"))
        self.assert_fields("a", {"title": "Theirs", "done": False, "points": 3})
        self.browser.click("Cancel")
        self.save_open_form()
        self.assertEqual(self.browser.text('.row[data-id="a"] .row-title'), "Theirs")

    def test_after_a_conflict_the_next_save_works_and_keeps_other_fields(self):
        self.browser.click("Edit Item a")
        self.browser.type("title", "Mine")
        self.server.arrange("update", self.list, "a", "--title", "Theirs", "--field", "points:=8")
        self.browser.click("Save")
        until(lambda: "“Theirs”" in (self.browser.text(".row .problem") or ""), "it says what the title is now")
        self.assertEqual(self.browser.input("points").get_attribute("value"), "8")
        self.browser.click("Save")
        self.save_open_form()
        self.assert_fields("a", {"title": "Mine", "done": False, "points": 8})

    def test_a_cancelled_edit_is_not_saved_with_the_next_one(self):
        self.browser.click("Edit Item a")
        self.browser.type("title", "Lost")
        self.browser.click("Cancel")
        self.save_open_form()
        self.browser.click("Edit Item a")
        self.browser.type("points", "4")
        self.browser.keys(Keys.ENTER)
        self.save_open_form()
        self.assert_fields("a", {"title": "Item a", "done": False, "points": 4})
        self.assertEqual(self.server.show(self.list)["version"], 2)

    def test_a_text_stays_where_somebody_else_removes_the_item(self):
        self.browser.click("Edit Item a")
        self.browser.type("title", "A long thought")
        self.server.arrange("remove", self.list, "a")
        until(lambda: "has been removed" in (self.browser.text(".row .problem") or ""), "it says what happened")
        self.assertEqual(self.browser.input("title").get_attribute("value"), "A long thought")
        self.browser.click("Save")
        self.assertIn("has been removed", self.browser.text(".row .problem"))
        self.browser.click("Cancel")
        self.assert_order({"todo": ["b", "c", "d"], "done": ["e", "f"]})

    def test_a_text_moves_along_with_its_item(self):
        self.browser.click("Edit Item a")
        self.browser.type("title", "Going")
        self.server.arrange("move", self.list, "a", "--section", "done", "--last")
        until(lambda: self.browser.order()["done"] == ["e", "f", "a"], "the item has moved")
        self.browser.keys(" on", Keys.ENTER)
        self.save_open_form()
        self.assert_fields("a", {"title": "Going on", "done": False, "points": 3})

    def test_a_text_is_said_where_its_section_is_removed(self):
        self.browser.click("Edit Item a")
        self.browser.type("title", "A long thought")
        self.server.arrange("section", "remove", self.list, "todo")
        until(lambda: "A long thought" in self.browser.notice(), "the text is in the notice")

    def test_a_text_stays_where_an_item_is_not_added(self):
        self.browser.column("done").find_element("css selector", "[data-action=add-item]").click()
        self.browser.script(
            "document.querySelector('.board').board.source.outbox.send = () => Promise.reject(new Error('Not today.'))"
        )
        self.browser.type("Title of the new item in Done", "A long thought")
        self.browser.click("Add")
        until(lambda: "Not today." in self.browser.notice(), "it says why")
        value = lambda: self.browser.input("Title of the new item in Done").get_attribute("value")
        until(lambda: value() == "A long thought", "the text is there again")

    def test_an_undo_leaves_what_somebody_else_did_later(self):
        self.browser.click("Edit Item a")
        self.browser.type("title", "Mine")
        self.browser.click("Save")
        self.save_open_form()
        self.server.arrange("update", self.list, "a", "--title", "Theirs")
        until(lambda: self.browser.text('.row[data-id="a"] .row-title') == "Theirs", "their title is shown")
        self.browser.click("Undo")
        until(lambda: "Not undone" in self.browser.notice(), "it says so")
        self.assert_fields("a", {"title": "Theirs", "done": False, "points": 3})

    def test_own_changes_are_undone_one_after_another(self):
        for points in ("4", "5"):
            self.browser.click("Edit Item a")
            self.browser.type("points", points)
            self.browser.click("Save")
            self.save_open_form()
        self.browser.input("Done: Item a").click()
        until(lambda: self.browser.all('.row.is-done[data-id="a"]'), "it is shown as done")
        self.browser.focus("a")
        self.browser.keys(Keys.DELETE)
        self.assert_order({"todo": ["b", "c", "d"], "done": ["e", "f"]})
        for done, points in ((True, 5), (False, 5), (False, 4), (False, 3)):
            self.browser.combined(Keys.CONTROL, "z")
            self.assert_fields("a", {"title": "Item a", "done": done, "points": points})

    def test_done_with_the_mouse(self):
        self.browser.input("Done: Item a").click()
        self.assert_fields("a", {"title": "Item a", "done": True, "points": 3})
        until(lambda: self.browser.all('.row.is-done[data-id="a"]'), "it is shown as done")

    def test_done_with_the_keyboard(self):
        self.browser.focus("a")
        self.browser.keys("d")
        self.assert_fields("a", {"title": "Item a", "done": True, "points": 3})

    def test_items_are_added_with_the_mouse(self):
        self.browser.column("done").find_element("css selector", "[data-action=add-item]").click()
        self.browser.type("Title of the new item in Done", "One")
        self.browser.click("Add")
        self.browser.type("Title of the new item in Done", "Two")
        self.browser.click("Add")
        self.browser.click("Close", '.column[data-section="done"]')
        titles = lambda: [item["fields"].get("title") for item in self.server.show(self.list)["sections"][1]["items"]]
        until(lambda: titles() == ["Item e", "Item f", "One", "Two"], "the items are at the end")

    def test_items_are_added_with_the_keyboard(self):
        self.browser.focus("a")
        self.browser.keys("n")
        self.browser.keys("One", Keys.ENTER, "Two", Keys.ENTER, Keys.ESCAPE)
        until(lambda: len(self.server.order(self.list)["todo"]) == 6, "the items are there")

    def test_an_item_is_removed_and_comes_back_with_the_mouse(self):
        self.browser.row("b").click()
        self.browser.click("Remove", ".board-foot")
        self.assert_order({"todo": ["a", "c", "d"], "done": ["e", "f"]})
        self.browser.click("Undo")
        self.assert_order(self.START)
        self.assert_fields("b", {"title": "Item b", "done": False, "points": 3})

    def test_items_are_removed_and_come_back_with_the_keyboard(self):
        for item in ("b", "c", "e"):
            self.browser.focus(item)
            self.browser.keys("x")
        self.browser.keys(Keys.DELETE)
        self.assert_order({"todo": ["a", "d"], "done": ["f"]})
        self.browser.combined(Keys.CONTROL, "z")
        self.assert_order(self.START)

    def test_a_section_is_added_renamed_and_removed(self):
        self.browser.click("Add section")
        self.browser.type("Title", "Later", "dialog")
        self.browser.click("Add section", "dialog")
        until(lambda: len(self.server.sections(self.list)) == 3, "the section is there")
        self.browser.click("Menu of section Later")
        self.browser.click("Edit section…", ".menu")
        self.browser.type("title", "Some day", "dialog")
        self.browser.click("Save", "dialog")
        until(lambda: self.server.show(self.list)["sections"][2]["fields"] == {"title": "Some day"}, "it has the new title")
        self.browser.click("Menu of section Some day")
        self.browser.click("Remove section…", ".menu")
        self.browser.click("Remove section", "dialog")
        until(lambda: self.server.sections(self.list) == ["todo", "done"], "the section is gone")

    def test_a_section_is_added_with_the_keyboard(self):
        add = self.browser.button("Add section")
        self.browser.script("arguments[0].focus()", add)
        self.browser.keys(Keys.ENTER)
        until(lambda: self.browser.all("dialog"), "the dialog is open")
        self.browser.keys("Later", Keys.ENTER)
        until(lambda: len(self.server.sections(self.list)) == 3, "the section is there")


class LongSectionCases(ConsoleCase):
    """A section of which the page has rows for a part alone."""

    START = {"todo": [f"i{number}" for number in range(400)]}

    def test_a_text_stays_while_its_row_is_scrolled_away(self):
        self.browser.open_list(self.server, self.list)
        self.browser.click("Edit Item i1")
        self.browser.type("title", "A long thought")
        jump = "const c = document.querySelector('.column').column; c.jump(arguments[0])"
        self.browser.script(jump, 300)
        until(lambda: self.browser.all('.row[data-id="i301"]'), "the end is shown")
        self.browser.script(jump, 0)
        until(lambda: self.browser.order()["todo"][:3] == ["i0", "i1", "i2"], "the start is shown")
        self.assertEqual(self.browser.input("title").get_attribute("value"), "A long thought")
        self.browser.click("Save")
        until(lambda: self.server.fields(self.list, "i1") == {"title": "A long thought"}, "it is saved")


if __name__ == "__main__":
    unittest.main()
