"""Outlines: the tree, folded, edited, and arranged with the mouse and with the keyboard; and what is left out of its menus."""

import json
import unittest

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from support.browser import until
from support.case import shared
from test_access import AxeCase, Guarded, MOST_REQUESTS

OUTLINE = "a(b(c)d)ef"
# Above the size that the page holds as a whole.
LARGE = 20_001
# The most bytes of a first view. The page of a board is loaded first, which finds that the list is an outline.
FIRST_VIEW = 200_000
# The most rows in the page: those on the screen, with a few around them.
MOST_ROWS = 60


def parsed(text):
    """The items of a text such as `a(b)c`, each with its parent."""
    above, last = [""], ""
    for letter in text:
        if letter == "(":
            above.append(last)
        elif letter == ")":
            above.pop()
        else:
            last = letter
            yield letter, above[-1]


def written(rows):
    """Rows, each an id with its depth from 1, as a text such as `a(b)c`."""
    text, before = "", 1
    for item, depth in rows:
        text += "(" * (depth - before) + ")" * (before - depth) + item
        before = depth
    return text + ")" * (before - 1)


class OutlineCase(AxeCase):
    START = None
    number = 0

    def make(self, text=OUTLINE, server=None, **fields):
        """Makes an outline, in which the item with the id "b" has the title "Item b", and opens it."""
        OutlineCase.number += 1
        self.list = f"outline{OutlineCase.number}"
        lines = [
            {"id": item, "section": "", "parent": parent, "fields": {"title": f"Item {item}", **fields}}
            for item, parent in parsed(text)
        ]
        content = "".join(json.dumps(line) + "\n" for line in lines)
        words = ["import", self.list, "-", "--format", "jsonl", "--create", "lexorank", "--outline"]
        (server or self.server).arrange(*words, text=content)

    def open(self, hash=""):
        self.browser.open(self.server, f"#/list/{self.list}{hash}")
        until(lambda: self.browser.all(".tree"), "the outline is shown")

    def items(self):
        """What the server has, as a text."""
        sections = self.server.show(self.list)["sections"]
        return written([(item["id"], item["depth"]) for section in sections for item in section["items"]])

    def shown(self):
        """What the page shows, as a text."""
        return written(
            self.browser.script(
                "return [...document.querySelectorAll('.tree:not([hidden]) [role=treeitem][data-id]')].map((r) => [r.dataset.id, +r.ariaLevel])"
            )
        )

    def wait_for(self, text, what="the page shows it"):
        until(lambda: self.shown() == text, f"{what}: {text}, not {self.shown()}")

    def row(self, item):
        return self.browser.one(f'[role=treeitem][data-id="{item}"]')

    def focus(self, item):
        """Brings the focus to an item with the tabulator and the arrows alone."""
        self.browser.script("document.activeElement.blur(); document.getElementById('main').focus()")
        until(lambda: self.browser.keys(Keys.TAB) or self.browser.focused(), "the tree has the focus")
        self.browser.keys(Keys.HOME)
        until(lambda: self.browser.focused() == item or self.browser.keys(Keys.ARROW_DOWN), f"{item} has the focus")

    def wait_for_focus(self, item):
        until(lambda: self.browser.focused() == item, f"{item} has the focus, not {self.browser.focused()}")

    def open_menu(self, item):
        self.browser.chain().move_to_element(self.row(item)).perform()
        self.browser.click(f"Menu of Item {item}")
        until(lambda: self.browser.all(".menu"), "the menu is open")

    def entries(self):
        return self.browser.script("return [...document.querySelectorAll('.menu [role=menuitem]')].map((e) => e.textContent)")

    def submit(self, title):
        """Types a title into the dialog that is open, and sends it."""
        self.browser.type("Title", title, "dialog")
        self.browser.keys(Keys.ENTER)
        until(lambda: not self.browser.all("dialog"), "the dialog is closed")


class TreeCases(OutlineCase):
    def setUp(self):
        super().setUp()
        self.make()
        self.open()

    def test_it_is_shown_and_followed(self):
        self.wait_for(OUTLINE)
        self.assertIn("6 items", self.browser.text(".list-facts"))
        self.server.arrange("move", self.list, "e", "--under", "c")
        self.wait_for("a(b(c(e))d)f", "what others move is moved here")
        self.server.arrange("update", self.list, "f", "--field", "title=Another")
        until(lambda: "Another" in self.row("f").text, "what others edit is shown")
        self.server.arrange("remove", self.list, "b", "--descendants", "promote")
        self.wait_for("a(c(e)d)f")
        self.server.arrange("delete", self.list, "--yes")
        until(lambda: "There is no list" in (self.browser.text("#main .empty") or ""), "it says that it is gone")

    def test_it_is_folded_and_remembers_it(self):
        self.focus("b")
        self.browser.keys(Keys.ARROW_LEFT)
        self.wait_for("a(bd)ef")
        self.browser.keys(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
        self.wait_for("aef")
        self.assertEqual(self.row("a").get_attribute("aria-label"), "Item a, 3 items below it")
        self.assertEqual(self.row("a").find_element(By.CSS_SELECTOR, ".badge").text, "3")
        self.server.arrange("add", self.list, "--id", "g", "--under", "c", "New")
        until(lambda: "4 items below" in self.row("a").get_attribute("aria-label"), "what is hidden is counted")
        self.browser.driver.refresh()
        until(lambda: self.browser.all(".tree"), "the outline is shown")
        self.wait_for("aef")
        self.row("a").find_element(By.CSS_SELECTOR, "[data-toggle]").click()
        self.wait_for("a(bd)ef")
        self.browser.click("Menu of the list")
        self.browser.click("Expand all")
        self.wait_for("a(b(c(g))d)ef")
        self.browser.click("Menu of the list")
        self.browser.click("Collapse all")
        self.wait_for("aef")

    def test_the_keyboard_moves_items(self):
        self.focus("e")
        for key, wanted in (
            (Keys.ARROW_RIGHT, "a(b(c)de)f"),
            (Keys.ARROW_UP, "a(b(c)ed)f"),
            (Keys.ARROW_RIGHT, "a(b(ce)d)f"),
            (Keys.ARROW_LEFT, "a(b(c)ed)f"),
            (Keys.ARROW_DOWN, "a(b(c)de)f"),
            (Keys.ARROW_LEFT, "a(b(c)d)ef"),
        ):
            self.browser.combined(Keys.ALT, key)
            self.wait_for(wanted)
            self.wait_for_focus("e")
        until(lambda: self.items() == OUTLINE, "the server has it")
        self.browser.combined(Keys.ALT, Keys.ARROW_LEFT)
        until(lambda: "can't move there" in self.browser.text(".outline [role=status]"), "it says what can't be")

    def test_the_mouse_moves_items(self):
        # Onto an item: below it, as the last one.
        self.browser.drag(self.row("f"), self.row("a"), 0.5)
        self.wait_for("a(b(c)df)e")
        until(lambda: self.items() == "a(b(c)df)e", "the server has it")
        # Between two: with what is below it. Which level it is, says the distance from the edge.
        place, end = self.browser.centre(self.row("b")), self.row("e").rect
        self.browser.carry(*place, end["x"] + 10, end["y"] + 2)
        self.wait_for("a(df)b(c)e")
        until(lambda: self.items() == "a(df)b(c)e", "the server has it")
        self.browser.lift(self.row("e"))
        self.browser.hover(self.row("a"), 0.5)
        until(lambda: self.browser.all('[data-drop-below][data-id="a"]'), "it says where it goes")
        self.browser.keys(Keys.ESCAPE)
        self.browser.release()
        self.assertEqual(self.items(), "a(df)b(c)e")

    def test_several_items_move_together(self):
        self.focus("d")
        self.browser.keys(" ", Keys.ARROW_DOWN, Keys.ARROW_DOWN, " ")
        self.browser.drag(self.row("f"), self.row("e"), 0.5)
        self.wait_for("a(b(c))e(df)")

    def test_what_would_be_below_itself_stays(self):
        """Others move the place below what is dragged, while it is dragged."""
        self.browser.lift(self.row("e"))
        self.browser.hover(self.row("f"), 0.5)
        until(lambda: self.browser.all('[data-drop-below][data-id="f"]'), "the place is known")
        # The page learns of it when the drop has been sent.
        self.browser.script(
            "const { send } = WebSocket.prototype; window.held = []; WebSocket.prototype.send = function (data) {"
            " window.held.push(() => send.call(this, data)); }; window.letGo = () => { WebSocket.prototype.send = send; held.forEach((s) => s()); }"
        )
        self.browser.release()
        self.server.arrange("move", self.list, "f", "--under", "e")
        self.wait_for("a(b(c)d)e(f)")
        self.browser.script("letGo()")
        until(lambda: "1 item stayed" in self.browser.notice(), "it says so")
        self.assertEqual(self.items(), "a(b(c)d)e(f)")

    def test_items_are_added_with_the_keyboard(self):
        self.focus("b")
        self.browser.keys("n")
        self.submit("After")
        until(lambda: len(self.browser.all("[role=treeitem]")) == 7, "it is there")
        added = self.browser.focused()
        self.assertNotIn(added, "abcdef")
        self.wait_for(f"a(b(c){added}d)ef")
        # The next one goes below it.
        self.browser.combined(Keys.SHIFT, "n")
        self.submit("Below")
        until(lambda: self.browser.focused() not in (added, None), "the new one has the focus")
        self.wait_for(f"a(b(c){added}({self.browser.focused()})d)ef")
        self.assertEqual(self.row(added).get_attribute("aria-label"), "After")

    def test_items_are_added_with_the_mouse(self):
        self.focus("a")
        self.browser.keys(Keys.ARROW_LEFT)
        self.wait_for("aef")
        self.open_menu("a")
        self.browser.click("Add item below it…")
        self.submit("Hidden at first")
        until(lambda: self.browser.focused() not in ("a", None), "what is above it is expanded")
        self.wait_for(f"a(b(c)d{self.browser.focused()})ef")
        self.browser.click("Add item", ".board-foot")
        self.submit("The last one")
        until(lambda: self.shown().startswith("a(b(c)d") and "ef" in self.shown() and not self.shown().endswith("ef"), "it is last")
        self.browser.click("Add item", ".board-foot")
        self.browser.keys(Keys.ENTER)
        until(lambda: "Give the item a title" in (self.browser.text("dialog .problem") or ""), "an item has a title")
        self.browser.dismiss()

    def test_a_title_is_edited(self):
        self.focus("e")
        self.browser.keys(Keys.ENTER)
        self.browser.type("title", "Write it", "dialog")
        self.browser.keys(Keys.ENTER)
        until(lambda: self.row("e").get_attribute("aria-label") == "Write it", "it is shown")
        until(lambda: self.browser.focused() == "e", "the item has the focus again")
        self.browser.chain().double_click(self.row("f").find_element(By.CSS_SELECTOR, ".tree-title")).perform()
        self.browser.type("title", "Mine", "dialog")
        self.server.arrange("update", self.list, "f", "--field", "title=Theirs")
        until(lambda: self.row("f").get_attribute("aria-label") == "Theirs", "others were faster")
        self.browser.click("Save", "dialog")
        until(lambda: "It now has title “Theirs”" in self.browser.text("dialog .dialog-body > .problem"), "it says what it is now")
        self.browser.click("Save", "dialog")
        until(lambda: self.server.fields(self.list, "f")["title"] == "Mine", "the second time it is saved")

    def test_it_says_how_much_is_removed(self):
        self.focus("b")
        self.browser.keys(Keys.DELETE)
        until(lambda: self.browser.text("dialog h2") == "Remove “Item b”?", "it asks")
        self.assertIn("Remove it as well: 1 item", self.browser.text("dialog select"))
        self.browser.dismiss()
        self.assertEqual(self.items(), OUTLINE)
        self.wait_for_focus("b")
        self.browser.keys(Keys.DELETE)
        self.browser.input("What is below it", "dialog").send_keys("Keep")
        self.browser.click("Remove", "dialog")
        self.wait_for("a(cd)ef", "what was below it stays")
        self.focus("a")
        self.browser.keys(Keys.DELETE)
        until(lambda: "2 items" in (self.browser.text("dialog select") or ""), "it says how many")
        self.browser.click("Remove", "dialog")
        self.wait_for("ef")
        until(lambda: self.browser.focused() in ("e", "f"), "another item has the focus")
        self.focus("e")
        self.browser.keys(" ", Keys.ARROW_DOWN, " ", Keys.DELETE)
        until(lambda: self.browser.text("dialog h2") == "Remove 2 items?", "all that is selected")
        self.browser.click("Remove", "dialog")
        until(lambda: self.browser.text("#main .empty-title") == "Nothing in it yet", "it is empty")
        self.browser.click("Add the first item")
        self.submit("First")
        until(lambda: len(self.browser.all("[role=treeitem]")) == 1, "it is there")

    def test_the_menu_does_what_a_drag_does(self):
        self.open_menu("d")
        self.assertEqual(
            self.entries(),
            ["Edit…", "Add item after it…", "Add item below it…", "Move up", "Move down", "Move in", "Move out", "Copy link", "Copy id", "Remove…"],
        )
        self.browser.click("Move in")
        self.wait_for("a(b(cd))ef")
        self.focus("d")
        self.browser.combined(Keys.SHIFT, Keys.F10)
        until(lambda: self.browser.all(".menu"), "the menu is open")
        self.browser.click("Move out")
        self.wait_for(OUTLINE)

    def test_what_outlines_do_not_have_is_left_out(self):
        self.browser.click("Menu of the list")
        until(lambda: self.browser.all(".menu"), "the menu is open")
        wanted = [
            "Collapse all", "Expand all", "Add section…", "Undo last change", "Redo", "History", "Bin", "Title and description…",
            "Who follows", "Copy link", "Keyboard",
        ]
        self.assertEqual(self.entries(), wanted)
        self.browser.keys(Keys.ESCAPE)
        self.browser.open(self.server)
        self.browser.click(f"Menu of {self.list}")
        until(lambda: self.browser.all(".menu"), "the menu is open")
        wanted = ["Who follows", "Title and description…", "Export as JSON lines", "Export as CSV", "Delete list…"]
        self.assertEqual(self.entries(), wanted)
        self.browser.keys(Keys.ESCAPE)

    def test_an_export_is_an_outline_again(self):
        self.browser.open(self.server)
        self.browser.script(
            "window.blobs = []; const make = URL.createObjectURL; URL.createObjectURL = (b) => { window.blobs.push(b); return make(b); };"
            "addEventListener('click', (e) => e.target.matches('a[download]') && e.preventDefault())"
        )
        for number, (format, name) in enumerate((("jsonl", "JSON lines"), ("csv", "CSV"))):
            self.browser.click(f"Menu of {self.list}")
            self.browser.click(f"Export as {name}", ".menu")
            until(lambda: self.browser.script("return blobs.length") > number, "the file is there")
            text = self.browser.driver.execute_async_script("blobs.at(-1).text().then(arguments[0])")
            copy = f"{self.list} {format}"
            self.server.arrange("import", copy, "-", "--format", format, "--create", "lexorank", "--outline", text=text)
            shown = lambda name: [(i["id"], i["depth"], i["fields"]) for i in self.server.show(name)["sections"][0]["items"]]
            self.assertEqual(shown(copy), shown(self.list))
            self.server.arrange("delete", copy, "--yes")

    def test_an_item_is_found_by_its_address_and_by_its_title(self):
        self.focus("a")
        self.browser.keys(Keys.ARROW_LEFT)
        self.wait_for("aef")
        self.browser.script(f"location.hash = '#/list/{self.list}?item=c'")
        self.wait_for_focus("c")
        self.focus("a")
        self.browser.keys(Keys.ARROW_LEFT)
        self.wait_for("aef")
        self.browser.combined(Keys.CONTROL, "k")
        self.browser.one("dialog input").send_keys("Item c")
        until(lambda: "Item c" in (self.browser.text("dialog") or ""), "it is found")
        self.browser.keys(Keys.ENTER)
        self.wait_for_focus("c")

    def test_it_goes_on_after_the_server_was_away(self):
        self.wait_for(OUTLINE)
        self.server.stop()
        until(lambda: self.browser.text("#connection-text") == "Not connected", "it says so")
        self.server.start()
        self.server.arrange("move", self.list, "f", "--under", "a")
        self.wait_for("a(b(c)df)e")


class SectionCases(OutlineCase):
    def test_sections_have_rows_where_there_are_several(self):
        self.make("ab")
        self.open()
        self.wait_for("ab")
        self.browser.click("Menu of the list")
        self.browser.click("Add section…")
        self.submit("Later")
        until(lambda: "Later" in [row.get_attribute("aria-label") for row in self.browser.all("[role=treeitem]")], "it is there")
        section = next(row for row in self.browser.all("[role=treeitem]") if row.get_attribute("aria-label") == "Later")
        self.browser.drag(self.row("b"), section, 0.5)
        until(lambda: [len(s["items"]) for s in self.server.show(self.list)["sections"]] == [1, 1], "an item goes there")
        section.click()
        self.browser.keys(Keys.ENTER)
        self.browser.type("title", "Soon", "dialog")
        self.browser.keys(Keys.ENTER)
        until(lambda: "Soon" in [row.get_attribute("aria-label") for row in self.browser.all("[role=treeitem]")], "it is renamed")
        self.browser.keys(Keys.DELETE)
        until(lambda: "Remove it as well: 1 item" in (self.browser.text("dialog select") or ""), "it says what is in it")
        self.browser.click("Remove", "dialog")
        self.wait_for("a")

    def test_boxes_are_ticked(self):
        self.make("ab", done=False)
        self.open()
        self.row("a").find_element(By.CSS_SELECTOR, "input").click()
        until(lambda: self.server.fields(self.list, "a")["done"] is True, "it is done")
        until(lambda: self.browser.all('[data-id="a"] .is-done'), "the page knows it")
        self.focus("b")
        self.browser.keys("d")
        until(lambda: self.server.fields(self.list, "b")["done"] is True, "so is the other one")

    def test_an_outline_is_made(self):
        self.browser.open(self.server)
        self.browser.click("New list")
        self.browser.type("Name", "made here", "dialog")
        self.browser.input("Begin with", "dialog").send_keys("An outline")
        self.browser.click("Create list", "dialog")
        until(lambda: self.browser.text("#main .empty-title") == "Nothing in it yet", "it is there")
        self.check("an empty outline")
        self.server.arrange("add", "made here", "--id", "x", "New")
        self.wait_for("x")
        self.server.arrange("delete", "made here", "--yes")
        until(lambda: "There is no list" in (self.browser.text("#main .empty") or ""), "it says that it is gone")

    def test_at_most_the_rows_on_the_screen_are_in_the_page(self):
        content = "".join(
            json.dumps({"id": f"i{n}", "section": "", "parent": f"i{n - n % 10}" if n % 10 else "", "fields": {"title": f"Item {n}"}}) + "\n"
            for n in range(LARGE)
        )
        self.list = "large outline"
        words = ["import", self.list, "-", "--format", "jsonl", "--create", "lexorank", "--outline"]
        self.server.arrange(*words, text=content)
        self.open()
        rows = lambda: [row.get_attribute("data-id") for row in self.browser.all("[role=treeitem]")]
        until(lambda: rows()[:3] == ["i0", "i10", "i20"], "what is below items is not loaded")
        self.assertLessEqual(len(rows()), MOST_ROWS)
        self.assertIn("20,001 items", self.browser.text(".list-facts"))
        self.assertEqual(self.row("i0").get_attribute("aria-label"), "Item 0, 9 items below it")
        self.focus("i10")
        self.browser.keys(Keys.ARROW_RIGHT)
        until(lambda: rows()[:4] == ["i0", "i10", "i11", "i12"], "it comes where it is expanded")
        self.wait_for_focus("i10")
        self.browser.drag(self.row("i10"), self.row("i0"), 0.5)
        until(lambda: rows()[:2] == ["i0", "i20"], "an item is moved below one that is not loaded")
        order = [item["id"] for item in self.server.show(self.list)["sections"][0]["items"]][:13]
        self.assertEqual(order, ["i0", *(f"i{n}" for n in range(1, 10)), "i10", "i11", "i12"])
        self.browser.keys(Keys.END)
        self.wait_for_focus("i20000")
        self.assertLessEqual(len(rows()), MOST_ROWS)


class OutlineTimeCases(OutlineCase):
    def setUp(self):
        super().setUp()
        self.make()
        self.open()
        self.wait_for(OUTLINE)

    def panel(self):
        return [entry.get_attribute("textContent") for entry in self.browser.all(".panel:not([hidden]) .entry")]

    def redo_with_shift(self):
        self.browser.chain().key_down(Keys.CONTROL).key_down(Keys.SHIFT).send_keys("z").key_up(Keys.SHIFT).key_up(Keys.CONTROL).perform()

    def test_what_was_done_is_undone_and_made_again(self):
        moved = "a(b(c)de)f"
        self.focus("e")
        self.browser.combined(Keys.ALT, Keys.ARROW_RIGHT)
        self.wait_for(moved)
        for undo, redo in (
            (lambda: self.browser.combined(Keys.CONTROL, "z"), self.redo_with_shift),
            (lambda: self.browser.click("Undo last change"), lambda: self.browser.click("Redo last change")),
            (lambda: self.browser.combined(Keys.CONTROL, "z"), lambda: self.browser.combined(Keys.CONTROL, "y")),
        ):
            undo()
            self.wait_for(OUTLINE)
            until(lambda: self.items() == OUTLINE, "the server has it")
            redo()
            self.wait_for(moved)
        self.browser.driver.refresh()
        until(lambda: self.browser.all(".tree"), "the outline is shown")
        self.browser.click("Undo last change")
        self.wait_for(OUTLINE, "the steps outlive a reload")
        self.browser.click("Undo last change")
        until(lambda: "nothing to undo" in self.browser.notice(), "it says when there is nothing left")

    def test_what_others_did_stays(self):
        self.focus("d")
        self.browser.keys(" ", Keys.ARROW_DOWN, " ")
        self.browser.drag(self.row("e"), self.row("f"), 0.5)
        self.wait_for("a(b(c))f(de)")
        self.server.arrange("move", self.list, "d", "--under", "b")
        self.wait_for("a(b(cd))f(e)")
        self.browser.click("Undo last change")
        self.wait_for("a(b(cd))ef")
        until(lambda: "except for" in self.browser.notice(), "it says that something stays")
        self.browser.click("What stays")
        until(lambda: "“Item d”: its place stays" in (self.browser.text("dialog") or ""), "it says what")
        self.browser.dismiss()

    def test_a_removal_is_undone_and_put_back_from_the_bin(self):
        self.server.arrange("remove", self.list, "b", "--descendants", "remove")
        self.server.arrange("remove", self.list, "a", "--descendants", "remove")
        self.wait_for("ef")
        self.browser.click("Bin", ".list-head")
        until(lambda: len(self.panel()) == 2, "both are listed")
        self.assertIn("with 1 item below", self.panel()[0])
        self.assertIn("from Item a with 1 item below", self.panel()[1])
        self.browser.click("Put back Item b")
        self.wait_for(OUTLINE, "what it was below comes with it")
        until(lambda: "with “Item a”" in self.browser.notice(), "it says so")
        until(lambda: self.panel() == [], "the bin is empty")
        self.browser.click("Undo")
        self.wait_for("ef", "putting back is a step like any other")
        self.browser.click("Close Bin")
        self.browser.click("Redo last change")
        self.wait_for(OUTLINE)
        until(lambda: "Done again" in self.browser.notice(), "it says so")
        self.focus("b")
        self.browser.keys(Keys.DELETE)
        until(lambda: self.browser.all("dialog"), "it asks")
        self.browser.click("Remove", "dialog")
        self.wait_for("a(d)ef")
        until(lambda: "Removed “Item b”" in self.browser.notice(), "it says so")
        self.browser.click("Undo")
        self.wait_for(OUTLINE)

    def test_earlier_versions_are_looked_at_compared_and_gone_back_to(self):
        self.server.arrange("move", self.list, "e", "--under", "c")
        self.server.arrange("remove", self.list, "d")
        self.server.arrange("update", self.list, "f", "--field", "title=Another")
        now = "a(b(c(e)))f"
        self.wait_for(now)
        start = self.server.show(self.list)["version"] - 3
        self.browser.click("History", ".list-head")
        until(lambda: len(self.panel()) > 2, "commits are listed")
        self.assertIn("Moved “Item e” from “Items” to “Item c” at 1", self.panel()[2])
        self.browser.click(f"Look at version {start}")
        self.wait_for(OUTLINE, "it is shown as it was")
        self.browser.click(f"Look at version {start + 1}")
        self.wait_for("a(b(c(e))d)f")
        self.browser.click("Back to now")
        self.wait_for(now)
        self.browser.click(f"Menu of version {start}")
        self.browser.click("Compare with now…", ".menu")
        until(lambda: "1 removed, 1 moved, 1 edited." in (self.browser.text("dialog") or ""), "the differences are shown")
        for line in ("Removed “Item d” from “Item a”", "Moved “Item e” from", "to “Item c” at 1", "Edited “Another”"):
            self.assertIn(line, self.browser.text("dialog"))
        self.browser.dismiss()
        self.browser.click(f"Menu of version {start}")
        self.browser.click("Go back to it…", ".menu")
        until(lambda: "1 added, 1 moved, 1 edited." in (self.browser.text("dialog") or ""), "it says what it would change")
        self.browser.click("Go back", "dialog")
        self.wait_for(OUTLINE)
        self.browser.click("Undo")
        self.wait_for(now)

    def test_the_panels_can_be_used_by_everybody(self):
        self.server.arrange("remove", self.list, "d")
        self.wait_for("a(b(c))ef")
        for title in ("History", "Bin"):
            self.browser.click(title, ".list-head")
            until(lambda: self.panel(), "something is listed")
            self.check(f"the panel {title} beside an outline")
            self.browser.click(f"Close {title}")
            until(lambda: not self.panel(), "it is closed")
        self.browser.click("History", ".list-head")
        until(lambda: self.panel(), "commits are listed")
        self.browser.click("Look at version 1")
        self.wait_for(OUTLINE)
        self.check("an earlier version of an outline")


class OutlineAccessCases(OutlineCase):
    def test_the_first_view_is_small(self):
        if self.server.pages:
            self.skipTest("nothing is joined or compressed")
        self.make()
        self.browser.cdp("Network.clearBrowserCache")
        self.browser.open(self.server, f"#/list/{self.list}")
        until(lambda: self.browser.all(".tree [role=treeitem]"), "the outline is shown")
        sizes = self.browser.script(
            "return [performance.getEntriesByType('navigation')[0], ...performance.getEntriesByType('resource')].map((e) => e.encodedBodySize + 300)"
        )
        print(f"first view of an outline: {sum(sizes):,} bytes in {len(sizes)} requests")
        self.assertLessEqual(sum(sizes), FIRST_VIEW)
        self.assertLessEqual(len(sizes), MOST_REQUESTS)

    def test_everybody_can_use_it(self):
        self.make(notes="A longer text of a field, which has no room beside the title of the item on narrow screens.", done=False)
        for width in (1440, 360):
            self.browser.resize(width, 740)
            self.open()
            self.wait_for(OUTLINE)
            self.check(f"an outline, {width} px wide")
            self.focus("b")
            self.browser.keys(Keys.ARROW_LEFT)
            self.open_menu("b")
            self.check(f"the menu of an item, {width} px wide")
            self.browser.keys(Keys.ESCAPE)
            self.focus("b")
            self.browser.keys(Keys.ENTER)
            until(lambda: self.browser.all("dialog"), "the form is open")
            self.check(f"the form of an item, {width} px wide")
            self.browser.dismiss()
            self.browser.keys(Keys.DELETE)
            until(lambda: self.browser.all("dialog"), "it asks")
            self.check(f"the question before a removal, {width} px wide")
            self.browser.dismiss()
            self.browser.keys("?")
            until(lambda: self.browser.all("dialog .keys"), "the keys are shown")
            self.check(f"the keys, {width} px wide")
            self.browser.dismiss()

    def test_who_may_only_read_changes_nothing(self):
        server = shared("guarded outlines", Guarded)
        self.server = server
        server.arrange("create", "plan", "--outline", "--token", server.token)
        server.arrange("add", "plan", "--id", "a", "--id", "b", "One", "Two", "--token", server.token)
        self.browser.open(server, "#/list/plan")
        self.browser.one("#connection").click()
        self.browser.type("Token", server.tokens["reader"], "dialog")
        self.browser.keys(Keys.ENTER)
        until(lambda: self.browser.text("#principal") == "reader", "it says who is signed in")
        self.wait_for("ab")
        self.assertIn("may look at this outline", self.browser.text(".board-hint"))
        self.focus("b")
        self.browser.combined(Keys.ALT, Keys.ARROW_RIGHT)
        self.browser.keys("n", Keys.DELETE, Keys.ENTER)
        self.browser.drag(self.row("b"), self.row("a"), 0.5)
        self.assertEqual(self.browser.all("dialog"), [])
        self.browser.combined(Keys.SHIFT, Keys.F10)
        until(lambda: self.browser.all(".menu"), "the menu is open")
        self.assertEqual(self.entries(), ["Copy link", "Copy id"])
        self.browser.keys(Keys.ESCAPE)
        self.assertEqual(server.refusals(), [], "nothing was tried that is not allowed")
        self.browser.script("sessionStorage.clear()")


if __name__ == "__main__":
    unittest.main()
