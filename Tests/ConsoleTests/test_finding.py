"""Finding and showing: search, links, how items look, collapsed sections, the table, several items edited, and Ctrl-K."""

import json
import unittest

from selenium.webdriver.common.keys import Keys

from support.browser import until
from support.case import ConsoleCase


class FindingCases(ConsoleCase):
    FIELDS = {"owner": "Ann"}

    def setUp(self):
        super().setUp()
        self.open()

    def update(self, item, *words):
        self.server.arrange("update", self.list, item, *words)

    def menu(self, entry):
        self.browser.click("Menu of the list")
        self.browser.click(entry, ".menu")

    # Search

    def test_a_search_hides_what_is_not_found(self):
        self.update("b", "--title", "Écrire la lettre")
        self.update("e", "--field", "owner=Bob")
        self.browser.click("Find", ".list-head")
        self.browser.keys("ecrire")
        until(lambda: self.browser.order() == {"todo": ["b"], "done": []}, "without case and accents")
        self.assertEqual(self.browser.text(".finder .hint"), "1 of 6 items")
        self.assertEqual(self.browser.text('.column[data-section="todo"] .column-count'), "1 of 4")
        self.browser.type("Find on the board", "owner:bob item")
        until(lambda: self.browser.order() == {"todo": [], "done": ["e"]}, "all words count, one of them in a field")
        self.browser.type("Find on the board", "owner:ann")
        until(lambda: len(self.browser.order()["todo"]) == 4, "another value")
        # What comes to be found is shown, and what is no longer found goes.
        self.update("e", "--field", "owner=Annabel")
        until(lambda: "e" in self.browser.order()["done"], "a change of somebody else counts")
        self.browser.keys(Keys.ESCAPE)
        until(lambda: self.browser.order() == self.START, "all are shown again")
        self.assertEqual(self.browser.text('.column[data-section="todo"] .column-count'), "4")

    def test_what_is_found_is_moved_behind_the_row_that_is_seen(self):
        self.update("b", "--field", "owner=Bob")
        self.update("d", "--field", "owner=Bob")
        self.browser.script("document.querySelector('.row').focus()")
        self.browser.keys("/")
        self.browser.keys("owner:bob")
        until(lambda: self.browser.order() == {"todo": ["b", "d"], "done": []}, "two are found")
        self.browser.drag(self.browser.row("d"), self.browser.row("b"))
        until(lambda: self.server.order(self.list)["todo"] == ["a", "d", "b", "c"], "the server has it before the other")

    def test_a_search_goes_on_in_an_earlier_version(self):
        self.update("b", "--title", "Letter")
        self.browser.click("Find", ".list-head")
        self.browser.keys("item b")
        until(lambda: self.browser.order() == {"todo": [], "done": []}, "nothing is found")
        self.browser.click("History", ".list-head")
        self.browser.click("Look at version 1")
        until(lambda: self.browser.order() == {"todo": ["b"], "done": []}, "it is found in the version")

    # Links

    def test_a_link_leads_to_an_item(self):
        self.browser.open(self.server, f"#/list/{self.list}?item=e")
        until(lambda: self.browser.focused() == "e", "the item has the focus")
        self.browser.script("location.hash = arguments[0]", f"#/list/{self.list}?item=nothing")
        until(lambda: "no item “nothing”" in self.browser.notice(), "an item that is gone is said")

    def test_the_menu_of_an_item_copies_its_link_and_id(self):
        self.browser.script(
            "window.copied = []; Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (t) => { window.copied.push(t); } } })"
        )
        self.browser.chain().context_click(self.browser.row("c")).perform()
        self.browser.click("Copy link", ".menu")
        until(lambda: "Copied the link" in self.browser.notice(), "it says so")
        self.browser.focus("c")
        self.browser.combined(Keys.SHIFT, Keys.F10)
        self.browser.click("Copy id c", ".menu")
        until(lambda: len(self.browser.script("return window.copied")) == 2, "both are copied")
        link, item = self.browser.script("return window.copied")
        self.assertEqual(item, "c")
        self.assertTrue(link.endswith(f"#/list/{self.list}?item=c"), link)

    def test_the_menu_of_an_item_works_with_the_keyboard(self):
        self.browser.focus("b")
        self.browser.combined(Keys.SHIFT, Keys.F10)
        until(lambda: self.browser.all(".menu"), "the menu is open")
        self.browser.keys(Keys.ESCAPE)
        until(lambda: self.browser.focused() == "b", "the item has the focus again")
        self.browser.combined(Keys.SHIFT, Keys.F10)
        self.browser.keys(Keys.END, Keys.ENTER)
        self.assert_order({"todo": ["a", "c", "d"], "done": ["e", "f"]})

    def test_without_a_clipboard_the_text_is_shown(self):
        self.browser.script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
        self.menu("Copy link")
        until(lambda: self.browser.input("Press Ctrl-C to copy it", "dialog").get_attribute("value").endswith(self.list), "it is there")

    # Title and description

    def test_a_list_gets_a_title_and_a_description(self):
        self.menu("Title and description…")
        self.browser.type("Title", "Sprint 12", "dialog")
        self.browser.type("Description", "What we do until May.", "dialog")
        self.browser.click("Save", "dialog")
        until(lambda: self.browser.text(".list-head h1") == "Sprint 12", "the title is shown")
        self.assertEqual(self.browser.text(".list-about"), "What we do until May.")
        lists = json.loads(self.server.arrange("list", "--json"))["collections"]
        fields = next(each["fields"] for each in lists if each["collection"] == self.list)
        self.assertEqual(fields, {"title": "Sprint 12", "description": "What we do until May."})
        self.menu("Title and description…")
        self.browser.type("Title", Keys.BACKSPACE, "dialog")
        self.browser.click("Save", "dialog")
        until(lambda: self.browser.text(".list-head h1") == self.list, "without a title it is called by its name")

    # How items look

    def test_fields_are_hidden_or_become_labels_and_colours(self):
        self.update("b", "--field", "kind=bug, urgent", "--field", "level=red")
        until(lambda: "urgent" in self.browser.text('.row[data-id="b"]'), "the fields are shown")
        self.menu("How items look…")
        for name, keys in (("owner", (Keys.END,)), ("kind", (Keys.ARROW_DOWN,)), ("level", (Keys.END,))):
            self.browser.input(name, "dialog").send_keys(*keys)
        self.browser.input("Colour of the cards", "dialog").send_keys("level")
        self.browser.click("Save", "dialog")
        row = '.row[data-id="b"]'
        until(lambda: not self.browser.all(f"{row} .row-fields"), "no field is shown with its name")
        labels = "return [...document.querySelectorAll(arguments[0])].map((l) => l.textContent)"
        self.assertEqual(self.browser.script(labels, f"{row} .label"), ["bug", "urgent"])
        self.assertEqual(self.browser.one(row).get_attribute("data-hue"), "red")
        self.assertIsNone(self.browser.one('.row[data-id="a"]').get_attribute("data-hue"))
        self.browser.driver.refresh()
        until(lambda: self.browser.script(labels, f"{row} .label") == ["bug", "urgent"], "the browser remembers it")
        self.menu("How items look…")
        self.browser.click("As it was at first", "dialog")
        until(lambda: self.browser.all(f"{row} .row-fields"), "it is as at first")

    def test_a_section_is_collapsed_and_expanded(self):
        self.browser.click("Collapse section Todo")
        until(lambda: self.browser.order() == {"todo": [], "done": ["e", "f"]}, "it has no rows")
        self.browser.driver.refresh()
        until(lambda: self.browser.order() == {"todo": [], "done": ["e", "f"]}, "the browser remembers it")
        self.assertEqual(self.browser.button("Expand section Todo").get_attribute("aria-expanded"), "false")
        self.browser.lift(self.browser.row("e"))
        self.browser.hover(self.browser.column("todo"), 0.5)
        until(lambda: len(self.browser.order()["todo"]) == 4, "it opens for what is dragged over it")
        self.browser.hover(self.browser.row("b"))
        self.browser.release()
        self.assert_order({"todo": ["a", "e", "b", "c", "d"], "done": ["f"]})

    # Several at once

    def test_several_items_are_edited_at_once(self):
        self.update("a", "--field", "points:=3", "--field", "note=x")
        self.update("b", "--field", "points:=5", "--field", "note=y")
        until(lambda: "5" in self.browser.text('.row[data-id="b"]'), "the page knows it")
        for item in ("a", "b"):
            self.browser.focus(item)
            self.browser.keys("x")
        self.browser.click("Edit…", ".board-foot")
        self.assertEqual(self.browser.input("owner", "dialog").get_attribute("value"), "Ann")
        self.assertEqual(self.browser.input("points", "dialog").get_attribute("value"), "")
        self.browser.type("owner", "Bob", "dialog")
        self.browser.type("points", "8", "dialog")
        self.browser.click("Take away the field note", "dialog")
        self.browser.click("Save", "dialog")
        for item in ("a", "b"):
            wanted = {"title": f"Item {item}", "owner": "Bob", "points": 8}
            until(lambda: self.server.fields(self.list, item) == wanted, f"{item} is changed")
        self.assertEqual(self.server.fields(self.list, "c"), {"title": "Item c", "owner": "Ann"})
        self.browser.click("Undo")
        until(lambda: self.server.fields(self.list, "b") == {"title": "Item b", "owner": "Ann", "points": 5, "note": "y"}, "it is one step")

    def test_what_is_not_touched_stays_different(self):
        self.browser.focus("a")
        self.browser.keys("x")
        self.browser.focus("c")
        self.browser.keys("x")
        self.browser.click("Edit…", ".board-foot")
        self.browser.type("owner", "Cid", "dialog")
        self.browser.click("Save", "dialog")
        until(lambda: self.server.fields(self.list, "c") == {"title": "Item c", "owner": "Cid"}, "the titles stay")
        self.assertEqual(self.server.fields(self.list, "a"), {"title": "Item a", "owner": "Cid"})

    # The table

    def cells(self):
        return self.browser.script(
            "return [...document.querySelectorAll('.items tbody tr')].map((r) => [...r.querySelectorAll('th, td:not(.table-select)')].map((c) => c.textContent))"
        )

    def test_a_table_is_sorted_and_edited(self):
        for item, points in (("a", 3), ("b", 20), ("e", 100)):
            self.update(item, "--field", f"points:={points}")
        self.menu("Show as a table")
        until(lambda: self.cells()[:1] == [["Item a", "Todo", "Ann", "3"]], "it is shown")
        self.browser.click("points", ".items")
        until(lambda: [row[0] for row in self.cells()][:3] == ["Item a", "Item b", "Item e"], "by size, what has none last")
        self.browser.click("points", ".items")
        until(lambda: self.browser.one('.items th[aria-sort="descending"]'), "the other way round")
        self.assertEqual(self.server.order(self.list), self.START, "the list stays in its order")
        self.browser.click("Item b", ".items")
        self.browser.type("points", "21", "dialog")
        self.browser.click("Save", "dialog")
        until(lambda: ["Item b", "Todo", "Ann", "21"] in self.cells(), "it is shown")
        until(lambda: self.server.fields(self.list, "b")["points"] == 21, "the server has it")
        self.browser.input("Select Item b").click()
        self.browser.input("Select Item e").click()
        self.assertIn("2 selected", self.browser.text(".board-foot"))
        self.browser.click("Remove", ".board-foot")
        until(lambda: len(self.cells()) == 4, "they are gone")
        self.menu("Show as a board")
        self.assert_order({"todo": ["a", "c", "d"], "done": ["f"]})

    def test_a_table_shows_what_is_found(self):
        self.menu("Show as a table")
        until(lambda: len(self.cells()) == 6, "it is shown")
        self.browser.click("Find", ".list-head")
        self.browser.keys("item c")
        until(lambda: [row[0] for row in self.cells()] == ["Item c"], "one is found")

    # Ctrl-K

    def test_everything_is_found_with_ctrl_k(self):
        other = f"{self.list}-other"
        self.server.make(other, {"todo": ["z"]})
        self.update("e", "--title", "Zebra")
        until(lambda: "Zebra" in self.browser.text('.row[data-id="e"]'), "the page knows it")
        found = lambda: self.browser.script("return [...document.querySelectorAll('.palette-entry .palette-text')].map((e) => e.textContent)")
        self.browser.combined(Keys.CONTROL, "k")
        until(lambda: "Find…" in found(), "what can be done here is offered")
        self.browser.keys("zebra")
        until(lambda: found() == ["Zebra"], "an item is found")
        self.browser.keys(Keys.ENTER)
        until(lambda: self.browser.focused() == "e", "it has the focus")
        self.browser.combined(Keys.CONTROL, "k")
        self.browser.keys("hist")
        until(lambda: found()[:1] == ["History"], "a panel is found")
        self.browser.keys(Keys.ENTER)
        until(lambda: self.browser.all(".panel .entry"), "it is open")
        self.browser.combined(Keys.CONTROL, "k")
        self.browser.keys(other)
        until(lambda: found() == [other], "a list is found")
        self.browser.keys(Keys.ENTER)
        until(lambda: self.browser.order() == {"todo": ["z"]}, "it is shown")
        self.browser.combined(Keys.CONTROL, "k")
        self.browser.keys("server", Keys.ENTER)
        until(lambda: self.browser.script("return location.hash") == "#/server", "a page is found")


if __name__ == "__main__":
    unittest.main()
