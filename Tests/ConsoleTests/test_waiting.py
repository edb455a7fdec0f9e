"""Edits show at once, whatever the network does; what is not saved is marked, and what is refused is taken back."""

import unittest

from selenium.webdriver.common.keys import Keys

from support.browser import until
from support.case import ConsoleCase

PRESS = """
for (const key of arguments[0]) {
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}
"""
REFUSE = """
const { outbox } = document.querySelector(".board").board.source;
const { send } = outbox;
outbox.send = ([operation], options) => operation.undo
  ? send([operation], options)
  : new Promise((_, fail) => setTimeout(fail, 400, new Error("Not today.")));
"""


class WaitingCases(ConsoleCase):
    def setUp(self):
        super().setUp()
        self.addCleanup(self.browser.slow_down())

    def tearDown(self):
        self.browser.script("sessionStorage.clear()")
        super().tearDown()

    def network(self, **values):
        self.browser.script("Object.assign(window.network, arguments[0])", values)

    def unsaved(self):
        return "not saved yet" in self.browser.text(".list-facts")

    def test_all_quick_moves_count_where_the_way_is_long(self):
        moves = 100
        self.list += "-long"
        items = [f"i{number}" for number in range(moves + 20)]
        self.server.make(self.list, {"todo": items})
        self.browser.open_list(self.server, self.list)
        until(lambda: self.browser.list_order() == {"todo": items}, "the list is shown")
        self.network(delay=800)
        self.browser.focus("i0")
        self.browser.script(PRESS, [" ", "ArrowDown", " "] * moves)
        wanted = {"todo": items[1 : moves + 1] + ["i0"] + items[moves + 1 :]}
        until(lambda: self.browser.list_order() == wanted, "the page has made all of them")
        until(self.unsaved, "it says that something is not saved")
        until(lambda: self.server.order(self.list) == wanted, "the server has all of them")
        until(lambda: not self.unsaved(), "it says that all is saved")
        self.assertEqual(self.browser.list_order(), wanted)

    def test_keys_that_lead_beyond_the_shown_rows_wait_for_them(self):
        steps = 150
        self.list += "-beyond"
        items = [f"i{number}" for number in range(300)]
        self.server.make(self.list, {"todo": items})
        self.browser.open_list(self.server, self.list)
        until(lambda: self.browser.list_order() == {"todo": items}, "the list is shown")
        self.browser.focus("i1")
        self.browser.script(PRESS, [" "] + ["ArrowDown"] * steps + [" "])
        wanted = {"todo": ["i0"] + items[2 : steps + 2] + ["i1"] + items[steps + 2 :]}
        until(lambda: self.server.order(self.list) == wanted, "it is where the keys led")
        until(lambda: self.browser.script("return document.activeElement.dataset.id") == "i1", "it has the focus")
        self.browser.script(PRESS, [" ", "Home", " ", " ", "End", " "])
        wanted = {"todo": ["i0"] + items[2:] + ["i1"]}
        until(lambda: self.server.order(self.list) == wanted, "it is at the end")

    def test_without_an_answer_edits_show_and_are_marked(self):
        self.open()
        self.network(isSilent=True)
        self.browser.drag(self.browser.row("a"), self.browser.row("f"))
        wanted = {"todo": ["b", "c", "d"], "done": ["e", "a", "f"]}
        self.assertEqual(self.browser.order(), wanted)
        self.assertEqual(self.browser.all(".ghost, .marker, .lifted"), [])
        self.assertEqual(len(self.browser.all('.row.unsaved[data-id="a"]')), 1)
        until(self.unsaved, "it says that something is not saved")
        until(lambda: self.browser.text("#connection-text") == "No answer", "the state is true")
        self.assertEqual(self.server.order(self.list), self.START)
        self.network(isSilent=False)
        self.assert_order(wanted)
        until(lambda: self.browser.text("#connection-text") == "Connected", "the state is true")
        until(lambda: not self.browser.all(".unsaved"), "nothing is marked any more")

    def test_what_is_refused_is_taken_back_with_its_reason(self):
        self.open()
        self.browser.script(REFUSE)
        self.browser.drag(self.browser.row("a"), self.browser.row("f"))
        self.assertEqual(self.browser.order()["done"], ["e", "a", "f"])
        until(lambda: "Taken back: Not today." in self.browser.notice(), "it says why")
        self.assertEqual(self.browser.order(), self.START)
        self.browser.combined(Keys.CONTROL, "z")
        until(lambda: self.browser.said() == "There is nothing to undo.", "it was taken back in one step")

    def test_a_refused_text_comes_back(self):
        self.open()
        self.browser.script(REFUSE)
        self.browser.click("Edit Item a")
        self.browser.type("title", "A long thought")
        self.browser.keys(Keys.ENTER)
        self.assertEqual(self.browser.text('.row[data-id="a"] .row-title'), "A long thought")
        until(lambda: "Not today." in (self.browser.text(".row .problem") or ""), "it says why")
        self.assertEqual(self.browser.input("title").get_attribute("value"), "A long thought")
        self.browser.keys(Keys.ESCAPE)
        self.assertEqual(self.browser.text('.row[data-id="a"] .row-title'), "Item a")

    def test_what_is_not_saved_survives_a_reload_and_another_page(self):
        self.open()
        self.network(isSilent=True)
        self.browser.drag(self.browser.row("a"), self.browser.row("f"))
        self.browser.script("location.hash = '#/strategies'")
        until(lambda: self.browser.all("#plan-choice"), "another page is shown")
        self.browser.driver.refresh()
        wanted = {"todo": ["b", "c", "d"], "done": ["e", "a", "f"]}
        until(lambda: self.server.order(self.list) == wanted, "it was saved")

    def test_an_item_is_added_edited_and_moved_before_the_server_answers(self):
        self.open()
        self.network(delay=600)
        self.browser.focus("a")
        self.browser.keys("n")
        self.browser.keys("One", Keys.ENTER, Keys.ESCAPE)
        item = self.browser.order()["todo"][-1]
        self.browser.script("document.querySelector(`.row[data-id='${arguments[0]}']`).focus()", item)
        self.browser.keys(Keys.ENTER)
        self.browser.combined(Keys.CONTROL, "a")
        self.browser.keys("Two", Keys.ENTER)
        self.browser.keys(Keys.SPACE, Keys.HOME, Keys.SPACE)
        self.assert_order({"todo": [item, "a", "b", "c", "d"], "done": ["e", "f"]})
        until(lambda: self.server.fields(self.list, item) == {"title": "Two"}, "it has its title")
        for _ in range(3):
            self.browser.combined(Keys.CONTROL, "z")
        self.assert_order(self.START)


class TypingCases(ConsoleCase):
    """What is typed is never lost."""

    def setUp(self):
        super().setUp()
        self.open()

    def tearDown(self):
        self.browser.script("sessionStorage.clear()")
        super().tearDown()

    def typed(self, label="title"):
        return self.browser.input(label).get_attribute("value")

    def write(self):
        self.browser.click("Edit Item a")
        self.browser.type("title", "A long thought")

    def test_a_text_survives_a_reload_and_other_pages(self):
        self.browser.column("done").find_element("css selector", "[data-action=add-item]").click()
        self.browser.type("Title of the new item in Done", "Another one")
        self.write()
        self.browser.driver.refresh()
        self.assertEqual(self.typed(), "A long thought")
        self.browser.script("location.hash = '#/'")
        until(lambda: self.browser.all(".list-card"), "the lists are shown")
        self.browser.driver.back()
        self.assertEqual(self.typed(), "A long thought")
        self.assertEqual(self.typed("Title of the new item in Done"), "Another one")
        self.browser.click("Save")
        until(lambda: self.server.fields(self.list, "a") == {"title": "A long thought"}, "it is saved")
        self.browser.driver.refresh()
        until(lambda: self.browser.order() == self.START, "the list is shown")
        self.assertEqual(self.browser.all(".editing"), [])

    def test_what_others_saved_meanwhile_is_said_after_a_reload_as_well(self):
        self.write()
        self.server.arrange("update", self.list, "a", "--title", "Theirs")
        self.browser.driver.refresh()
        self.assertEqual(self.typed(), "A long thought")
        self.browser.click("Save")
        until(lambda: "“Theirs”" in (self.browser.text(".row .problem") or ""), "it says what the title is now")
        self.assertEqual(self.typed(), "A long thought")

    def test_a_text_goes_on_where_others_move_its_item_into_an_empty_section(self):
        self.server.arrange("section", "add", self.list, "later", "--title", "Later")
        until(lambda: "later" in self.browser.sections(), "the section is shown")
        self.write()
        self.server.arrange("update", self.list, "a", "--title", "Theirs")
        self.server.arrange("move", self.list, "a", "--section", "later")
        until(lambda: self.browser.order()["later"] == ["a"], "the item has moved")
        self.browser.keys(" of mine")
        self.assertEqual(self.typed(), "A long thought of mine")

    def test_nothing_moves_while_a_word_is_composed(self):
        self.write()
        fire = "document.activeElement.dispatchEvent(new CompositionEvent(arguments[0], { bubbles: true }))"
        self.browser.script(fire, "compositionstart")
        self.server.arrange("move", self.list, "a", "--section", "done")
        version = self.server.show(self.list)["version"]
        until(lambda: self.browser.version() == version, "the page knows it")
        self.assertEqual(self.browser.order(), self.START)
        self.browser.script(
            "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }))"
        )
        self.assertEqual(self.typed(), "A long thought")
        self.browser.script(fire, "compositionend")
        until(lambda: self.browser.order()["done"] == ["e", "f", "a"], "it is shown")
        self.assertEqual(self.typed(), "A long thought")

    def test_a_text_in_a_dialog_survives_another_page(self):
        for name, label, action in (("Add section", "Title", None), ("Menu of section Todo", "title", "Edit section…")):
            open_dialog = lambda: (self.browser.click(name), action and self.browser.click(action, ".menu"))
            open_dialog()
            self.browser.type(label, "A long thought", "dialog")
            self.browser.script("location.hash = '#/'")
            until(lambda: self.browser.all(".list-card"), "the lists are shown")
            self.browser.driver.back()
            until(lambda: self.browser.order() == self.START, "the list is shown")
            open_dialog()
            self.assertEqual(self.browser.input(label, "dialog").get_attribute("value"), "A long thought")
            self.browser.dismiss()
            open_dialog()
            self.assertNotEqual(self.browser.input(label, "dialog").get_attribute("value"), "A long thought")
            self.browser.dismiss()

    def test_the_text_of_a_view_survives_a_reload(self):
        self.browser.open(self.server, f"#/new-view?of={self.list}")
        self.browser.type("Text of the view", f"{self.list} where not done")
        self.browser.driver.refresh()
        self.assertEqual(self.browser.input("Text of the view").get_attribute("value"), f"{self.list} where not done")
        self.browser.click("Discard")
        self.assertEqual(self.browser.input("Text of the view").get_attribute("value").strip(), self.list)

    def test_a_cancelled_text_can_be_had_again(self):
        self.write()
        self.browser.keys(Keys.ESCAPE)
        self.browser.click("Edit again")
        self.assertEqual(self.typed(), "A long thought")


class UndoCases(ConsoleCase):
    """What can be done in one step can be undone in one step."""

    def undo(self):
        self.browser.combined(Keys.CONTROL, "z")

    def redo(self):
        self.browser.chain().key_down(Keys.CONTROL).key_down(Keys.SHIFT).send_keys("z").key_up(Keys.SHIFT).key_up(
            Keys.CONTROL
        ).perform()

    def test_undone_steps_are_made_again(self):
        self.open()
        orders = [self.START]
        for item in ("a", "b"):
            self.browser.drag(self.browser.row(item), self.browser.row("f"))
            until(lambda: item in self.browser.order()["done"], "it has moved")
            orders.append(self.browser.order())
        self.browser.focus("a")
        self.browser.keys(Keys.DELETE)
        until(lambda: "a" not in self.browser.order()["done"], "it is removed")
        orders.append(self.browser.order())
        for wanted in orders[-2::-1]:
            self.undo()
            self.assert_order(wanted)
        for wanted in orders[1:]:
            self.redo()
            self.assert_order(wanted)
        self.redo()
        until(lambda: self.browser.said() == "There is nothing to redo.", "that is all")
        self.assert_order(orders[-1])

    def test_a_section_comes_back_with_its_items(self):
        self.open()
        self.browser.click("Menu of section Todo")
        self.browser.click("Remove section…", ".menu")
        self.browser.click("Remove section", "dialog")
        self.assert_order({"done": ["e", "f"]})
        self.undo()
        self.assert_order(self.START)
        self.assertEqual(self.server.sections(self.list), ["todo", "done"])
        self.redo()
        self.assert_order({"done": ["e", "f"]})

    def test_a_large_removal_comes_back(self):
        for name, number, fields in (("heavy", 60, {"text": "x" * 20_000}), ("many", 5_100, {})):
            name = f"{self.list}-{name}"
            self.server.make(name, {"todo": [f"i{i}" for i in range(number)], "done": []}, fields=fields)
            before = self.server.order(name)
            self.browser.open_list(self.server, name)
            self.browser.click("Menu of section Todo")
            self.browser.click("Select all items", ".menu")
            state = "const { source } = document.querySelector('.board').board; return [source.itemCount, source.unsavedCount]"
            for action, wanted in ((("Remove", ".board-foot"), {"todo": [], "done": []}), (("Undo",), before)):
                self.browser.click(*action)
                items = sum(map(len, wanted.values()))
                until(lambda: self.browser.script(state) == [items, 0], f"there are {items} items, and all is saved")
                self.assertEqual(self.server.order(name), wanted)
            self.server.arrange("delete", name, "--yes")

    def test_steps_outlive_a_look_at_earlier_versions(self):
        self.open()
        self.browser.drag(self.browser.row("a"), self.browser.row("f"))
        self.assert_order({"todo": ["b", "c", "d"], "done": ["e", "a", "f"]})
        self.browser.click("History", ".list-head")
        self.browser.click("Look at version 1")
        until(lambda: self.browser.order() == self.START, "the earlier version is shown")
        self.browser.click("Close History")
        until(lambda: self.browser.order() != self.START, "the list is shown as it is")
        self.undo()
        self.assert_order(self.START)


if __name__ == "__main__":
    unittest.main()
