"""What stands beside a board: the stream, the history and the keys; and the pages of views and of the server."""

import unittest

from selenium.webdriver.common.keys import Keys

from support.browser import until
from support.case import ConsoleCase, shared
from support.servers import Server


class PanelCases(ConsoleCase):
    def setUp(self):
        super().setUp()
        self.open()

    def entries(self):
        return [entry.get_attribute("textContent") for entry in self.browser.all(".panel .entry")]

    # The stream

    def test_batches_are_readable(self):
        self.browser.click("Changes", ".list-head")
        until(lambda: "No changes yet" in self.browser.text(".panel"), "it says that there is nothing yet")
        self.server.arrange("move", self.list, "a", "--section", "done", "--first")
        until(
            lambda: any("Moved “Item a” from “Todo” to “Done” at 1" in entry for entry in self.entries()),
            "the batch is in words",
        )
        self.assertIn("by anonymous", self.entries()[0])
        self.browser.drag(self.browser.row("b"), self.browser.row("d"))
        until(lambda: "by you" in self.entries()[0], "my own is called so")

    def test_the_panel_opens_and_closes_with_the_keyboard(self):
        self.browser.focus_button("Changes")
        self.browser.keys(Keys.ENTER)
        until(lambda: self.browser.all(".panel:not([hidden])"), "the panel is open")
        self.browser.focus_button("Close Changes")
        self.browser.keys(Keys.ENTER)
        until(lambda: not self.browser.all(".panel:not([hidden])"), "the panel is closed")

    # The history

    def change_by_others(self):
        self.server.arrange("move", self.list, "a", "--section", "done", "--first")
        self.server.arrange("update", self.list, "b", "--title", "Changed")
        self.server.arrange("remove", self.list, "c")
        self.server.arrange("add", self.list, "New", "--id", "n", "--section", "todo")
        self.server.arrange("section", "move", self.list, "done", "--first")
        until(lambda: self.browser.version() == 6, "the page is at the newest version")

    def test_earlier_versions_are_shown(self):
        self.change_by_others()
        self.browser.click("History", ".list-head")
        until(lambda: len(self.entries()) == 6, "all commits are listed")
        self.assertIn("Moved “Item a” from “Todo” to “Done” at 1", self.entries()[4])
        self.browser.click("Look at version 1")
        until(lambda: self.browser.order() == self.START, "version 1 is shown")
        until(lambda: self.browser.sections() == ["todo", "done"], "with its sections")
        self.assertEqual(self.browser.text('.row[data-id="b"] .row-title'), "Item b")
        self.assertIn("version 1", self.browser.text("#banner"))
        self.browser.click("One version forward")
        until(lambda: self.browser.order()["done"] == ["a", "e", "f"], "version 2 is shown")
        self.browser.click("Back to now")
        until(lambda: self.browser.order() == self.server.order(self.list), "the present is shown")
        self.assertFalse(self.browser.one("#banner").is_displayed())

    def test_the_slider_works_with_the_keyboard(self):
        self.change_by_others()
        self.browser.click("History", ".list-head")
        self.browser.script("arguments[0].focus()", self.browser.input("Version"))
        self.browser.keys(*[Keys.ARROW_LEFT] * 5)
        until(lambda: self.browser.order() == self.START, "version 1 is shown")
        self.browser.keys(Keys.END)
        until(lambda: self.browser.order() == self.server.order(self.list), "the present is shown")

    def test_each_change_is_put_back(self):
        self.change_by_others()
        self.browser.click("History", ".list-head")
        for version in (5, 4, 3, 2, 6):
            self.browser.click(f"Put back what version {version} changed")
            until(lambda: f"Put back what version {version} changed" in self.browser.notice(), "it is put back")
        self.assert_order(self.START)
        self.assertEqual(self.server.sections(self.list), ["todo", "done"])
        self.assertEqual(self.server.fields(self.list, "b"), {"title": "Item b"})
        self.assertEqual(self.server.fields(self.list, "c"), {"title": "Item c"})

    def test_a_removed_section_is_put_back_with_its_items(self):
        self.server.arrange("section", "remove", self.list, "todo")
        until(lambda: self.browser.version() == 2, "the section is gone")
        self.browser.click("History", ".list-head")
        self.browser.click("Put back what version 2 changed")
        self.assert_order(self.START)
        self.assertEqual(self.server.sections(self.list), ["todo", "done"])

    # Keys

    def test_the_strategy_is_changed(self):
        self.browser.click("Order keys", ".list-head")
        until(lambda: "lexorank" in self.browser.text(".panel"), "the strategy is shown")
        self.browser.click("Change strategy…")
        self.browser.input("Strategy", "dialog").send_keys("dense")
        self.browser.click("Change", "dialog")
        until(lambda: self.server.show(self.list)["strategy"] == "dense", "the server has the strategy")
        until(lambda: "dense" in self.browser.text(".list-facts"), "the page shows it")
        self.assert_order(self.START)

    def test_keys_are_verified_and_renewed(self):
        self.browser.click("Order keys", ".list-head")
        self.browser.click("Verify keys")
        until(lambda: "All 8 keys are right" in self.browser.text(".panel"), "they are verified")
        self.browser.click("Renew keys")
        until(lambda: "Renewed 8 keys" in self.browser.text(".panel"), "they are renewed")
        self.assert_order(self.START)


class ViewCases(ConsoleCase):
    FIELDS = {"done": False}

    def write(self, text):
        area = self.browser.input("Text of the view")
        area.send_keys(Keys.CONTROL, "a")
        area.send_keys(text)

    def test_a_view_is_written_with_a_live_result(self):
        self.browser.open(self.server, f"#/new-view?of={self.list}")
        until(lambda: self.browser.order() == self.START, "the whole list is shown")
        self.write(f"{self.list} flat hits where not done sort title desc")
        until(lambda: self.browser.order() == {"hits": ["f", "e", "d", "c", "b", "a"]}, "the result is shown")
        self.server.arrange("update", self.list, "c", "--field", "done:=true")
        until(lambda: self.browser.order() == {"hits": ["f", "e", "d", "b", "a"]}, "the result is live")
        self.browser.click("Save…")
        self.browser.type("Name", f"{self.list}-open", "dialog")
        self.browser.click("Save", "dialog")
        until(lambda: self.browser.text(".list-head h1") == f"{self.list}-open", "the view is open")
        shown = self.server.arrange("view", "show", f"{self.list}-open")
        self.assertIn(f"{self.list} flat hits where not done sort title desc", shown)

    def test_it_says_which_lists_there_are(self):
        self.browser.open(self.server, f"#/new-view?of={self.list}")
        until(lambda: "Lists here: " in (self.browser.text(".view-page > .block > .hint") or ""), "it names lists")

    def test_a_mistake_is_shown_at_its_place(self):
        self.browser.open(self.server, f"#/new-view?of={self.list}")
        self.write(f"{self.list} where sort title")
        until(lambda: "expected a condition, found 'sort'" in self.browser.text("#view-state"), "it says what is expected")
        self.assertEqual(self.browser.text(".editor-back mark"), "sort")
        self.write("nothing flat all")
        until(lambda: self.browser.text(".editor-back mark") == "nothing", "what the server refuses is marked, too")

    def test_a_stored_view_is_edited(self):
        name = f"{self.list}-stored"
        self.server.arrange(
            "view", "define", name, f'x: {self.list} group done declare false, true where title contains~ "ITEM" cap 3'
        )
        self.browser.open(self.server, f"#/view/{name}")
        self.assertIn(
            'group done declare false, true where title contains~ "ITEM" cap 3',
            self.browser.input("Text of the view").get_attribute("value"),
        )
        self.browser.input("Text of the view").send_keys(Keys.CONTROL, Keys.END)
        self.browser.input("Text of the view").send_keys(Keys.BACKSPACE, Keys.BACKSPACE, "2")
        until(lambda: sum(map(len, self.browser.order().values())) == 2, "the cap counts")
        self.browser.click("Save")
        until(lambda: "cap 2" in self.server.arrange("view", "show", name), "it is stored")

    def test_items_and_sections_of_a_view_can_not_be_edited(self):
        name = f"{self.list}-view"
        self.server.arrange("view", "define", name, self.list)
        self.browser.open_list(self.server, name)
        until(lambda: self.browser.all(".row"), "the view is shown")
        self.assertEqual(self.browser.all("[data-action=edit], [data-action=lift-section]"), [])


class ServerCases(ConsoleCase):
    START = None

    def test_health_and_figures_are_drawn(self):
        self.browser.open(self.server, "#/server")
        until(lambda: "Serving" in self.browser.text(".health"), "the health is shown")
        until(lambda: len(self.browser.all(".chart-value")) == 10, "there are charts")
        until(
            lambda: self.browser.script(
                "return [...document.querySelectorAll('.chart-line')].every((l) => l.getAttribute('d') !== null)"
            ),
            "they are drawn",
        )
        until(
            lambda: self.browser.script("return document.querySelectorAll('.chart-value')[7].textContent") == "1",
            "one connection",
        )

    def test_a_visit_leaves_no_stream_open(self):
        if self.server.pages:
            self.skipTest("the modules are not joined")
        self.browser.open(self.server)
        self.browser.driver.execute_async_script(
            "const done = arguments[0]; import(document.querySelector('script[type=module]').src).then(({ use }) => {"
            " const { server } = use('/page/shared/service.js');"
            " window.signals = []; const client = server(); const watch = client.watchHealth;"
            " client.watchHealth = (options) => { window.signals.push(options?.signal); return watch.call(client, options); };"
            " done(); })"
        )
        for _ in range(3):
            self.browser.script("location.hash = '#/server'")
            until(lambda: self.browser.all(".figure"), "figures are shown")
            self.browser.script("location.hash = '#/'")
            until(lambda: not self.browser.all(".figure"), "the lists are shown")
        self.assertEqual(self.browser.script("return window.signals.map((signal) => signal?.aborted)"), [True] * 3)

    def test_an_address_that_is_no_escape_is_taken_as_it_is(self):
        self.browser.open(self.server, "#/new-view?of=%zz")
        until(lambda: self.browser.all(".editor-state"), "the editor is open")
        self.assertIn("%zz", self.browser.input("Text of the view").get_attribute("value"))


if __name__ == "__main__":
    unittest.main()
