"""Large lists: the page has windows of their items alone."""

import unittest

from selenium.webdriver.common.keys import Keys

from support.browser import until
from support.case import ConsoleCase, shared

# Above the size that the page holds as a whole.
ITEMS = 25_000
MOST_ROWS = 200


class LargeCases(ConsoleCase):
    START = None

    def setUp(self):
        super().setUp()
        self.list = "large"
        shared("large list", lambda: Made(self.server))
        self.browser.open_list(self.server, self.list)
        until(lambda: len(self.browser.all(".row")) > 20, "rows are shown")

    def tearDown(self):
        self.assertLessEqual(len(self.browser.all(".row")), MOST_ROWS)
        super().tearDown()

    def first(self):
        """The first row on the screen of the section with many items, with its distance from the top."""
        return self.browser.script(
            "const s = document.querySelector('.column[data-section=many] .scroller'); const t = s.getBoundingClientRect().top;"
            "const r = [...s.querySelectorAll('.row')].find((r) => r.getBoundingClientRect().bottom > t + 1);"
            "return [r.dataset.id, Math.round(r.getBoundingClientRect().top - t)]"
        )

    def scroll(self, by):
        self.browser.script("document.querySelector('.column[data-section=many] .scroller').scrollTop += arguments[0]", by)

    def jump(self, index):
        self.browser.script(
            "const i = document.querySelector('.column[data-section=many] input[type=range]');"
            "i.value = arguments[0]; i.dispatchEvent(new Event('input'))",
            index,
        )
        until(lambda: self.first()[0] == f"m{index}", f"item {index} is on the screen")

    def test_edits_show_before_the_server_answers(self):
        self.addCleanup(self.browser.slow_down())
        self.browser.open_list(self.server, self.list)
        until(lambda: len(self.browser.all(".row")) > 20, "rows are shown")
        before = self.order()
        first, second, third = self.browser.order()["many"][:3]
        self.browser.script("window.network.isSilent = true")
        self.browser.drag(self.browser.row(first), self.browser.row(third))
        self.assertEqual(self.browser.order()["many"][:3], [second, first, third])
        self.assertEqual(len(self.browser.all(f'.row.unsaved[data-id="{first}"]')), 1)
        self.browser.focus(second)
        self.browser.keys(Keys.DELETE)
        self.assertEqual(self.browser.order()["many"][:2], [first, third])
        self.browser.script("window.network.isSilent = false")
        until(lambda: self.order()[:2] == [first, third], "the server has both")
        until(lambda: not self.browser.all(".unsaved"), "the page knows it")
        for _ in range(2):
            self.browser.combined(Keys.CONTROL, "z")
        until(lambda: self.browser.order()["many"][:3] == [first, second, third], "both are undone")
        until(lambda: not self.browser.all(".unsaved"), "the server has answered")
        until(lambda: self.order() == before, "the server has the order of before")

    def order(self):
        return [item["id"] for item in self.server.show(self.list)["sections"][0]["items"]]

    def test_it_scrolls_through_windows(self):
        seen = set()
        for _ in range(40):
            self.scroll(600)
            seen.add(self.first()[0])
            self.assertLessEqual(len(self.browser.all(".row")), MOST_ROWS)
        until(lambda: int(self.first()[0][1:]) > 150, "the window has moved on")
        shown = self.browser.order()["many"]
        start = int(shown[0][1:])
        self.assertEqual(shown, [f"m{start + index}" for index in range(len(shown))])

    def test_it_jumps_to_the_middle_and_the_end(self):
        self.jump(12_000)
        self.assertIn("From item 12,001 of 25,000", self.browser.text('.column[data-section="many"] .column-window'))
        self.browser.focus_on(lambda: self.browser.one('.column[data-section="many"] input[type=range]'), "the place")
        self.browser.keys(Keys.END)
        until(lambda: f"m{ITEMS - 1}" in self.browser.order()["many"], "the last item is there")

    def test_what_is_read_does_not_slide_away(self):
        self.jump(12_000)
        self.scroll(30)
        before = self.first()
        self.server.arrange("add", self.list, *[f"New {index}" for index in range(50)], "--section", "many", "--first")
        until(
            lambda: "25,0" in self.browser.text('.column[data-section="many"] .column-count'),
            "the page knows of the new items",
        )
        until(
            lambda: "From item 12,0" in self.browser.text('.column[data-section="many"] .column-window'),
            "the window is known",
        )
        self.assertEqual(self.first(), before)
        self.server.arrange("remove", self.list, *self.order()[:50])
        until(lambda: self.browser.text('.column[data-section="many"] .column-count') == "25,000", "they are gone again")
        self.assertEqual(self.first(), before)

    def test_an_item_is_moved_with_the_mouse(self):
        self.jump(5_000)
        self.browser.drag(self.browser.row("m5001"), self.browser.row("m5004"))
        until(lambda: self.order()[5000:5005] == ["m5000", "m5002", "m5003", "m5001", "m5004"], "the server has the order")
        until(
            lambda: self.browser.order()["many"].index("m5001") == self.browser.order()["many"].index("m5004") - 1,
            "the page has the order",
        )
        self.browser.click("Undo")
        until(lambda: self.order()[5000:5003] == ["m5000", "m5001", "m5002"], "it is back")

    def test_an_item_is_moved_with_the_keyboard(self):
        self.jump(5_000)
        self.browser.script("document.querySelector('.row[data-id=m5001]').focus()")
        self.browser.keys(Keys.SPACE, Keys.ARROW_RIGHT)
        self.browser.keys(Keys.SPACE)
        until(lambda: "m5001" in self.server.order(self.list)["few"], "the server has it in the other section")
        until(lambda: "m5001" in self.browser.order()["few"], "the page has it")
        self.browser.combined(Keys.CONTROL, "z")
        until(lambda: self.order()[5000:5003] == ["m5000", "m5001", "m5002"], "it is back")

    def test_changes_of_others_are_marked(self):
        self.jump(5_000)
        self.server.arrange("update", self.list, "m5002", "--field", "note=read")
        until(lambda: self.browser.text('.row[data-id="m5002"] .row-mark') == "edited", "it is marked")
        self.server.arrange("update", self.list, "m5002", "--unset", "note")

    def test_the_focus_goes_on_past_a_window(self):
        self.browser.script("document.querySelector('.row[data-id=m0]').focus()")
        for _ in range(4):
            self.browser.keys(*[Keys.ARROW_DOWN] * 50)
        until(lambda: self.browser.focused() == "m200", f"the focus is 200 items on, not on {self.browser.focused()}")

    def test_versions_of_a_large_list_are_shown_compared_and_gone_back_to(self):
        before = self.browser.version()
        self.server.arrange("section", "update", self.list, "few", "--title", "Less")
        self.server.arrange("move", self.list, "m20000", "--section", "few", "--first")
        until(lambda: self.browser.version() == before + 2, "the page knows it")
        self.browser.click("History", ".list-head")
        self.browser.click(f"Look at version {before}")
        until(lambda: f"version {before:,}" in self.browser.text("#banner"), "the version is shown")
        until(lambda: self.browser.text('.column[data-section="few"] h2') == "Few", "with the title of then")
        self.browser.click("Compare…", ".panel")
        until(lambda: self.browser.all("dialog .differences"), "the differences are shown")
        found = self.browser.text("dialog .differences")
        self.assertIn("Moved “Item m20000” from “Many” to “Less” at 1", found)
        self.assertIn("Changed section “Less” at 2", found)
        self.browser.dismiss()
        self.browser.click("Go back to it…", ".panel")
        until(lambda: "1 moved, 1 edited." in (self.browser.text("dialog") or ""), "it says what it would change")
        self.browser.click("Go back", "dialog")
        until(lambda: self.order()[20_000] == "m20000", "it is as it was")
        until(lambda: self.browser.text('.column[data-section="few"] h2') == "Few", "the page shows it")

    def test_the_server_searches_a_large_list(self):
        self.browser.click("Find", ".list-head")
        self.browser.keys("item m2345")
        wanted = {"many": ["m2345", *[f"m2345{digit}" for digit in range(10)]], "few": []}
        until(lambda: self.browser.order() == wanted, "it shows what is found")
        self.assertIn("11 of 25,002 items", self.browser.text(".finder"))
        self.assertEqual(self.browser.all(".row-edit"), [], "which is not edited there")
        self.browser.keys(Keys.ESCAPE)
        until(lambda: len(self.browser.order()["many"]) > 20, "the list is shown again")

    def test_a_link_leads_to_an_item_in_the_middle(self):
        self.browser.open(self.server, f"#/list/{self.list}?item=m12345")
        until(lambda: self.browser.focused() == "m12345", "the item has the focus")


class Made:
    """The list, made once."""

    def __init__(self, server):
        server.make("large", {"many": [f"m{index}" for index in range(ITEMS)], "few": ["x", "y"]})

    def close(self):
        pass


if __name__ == "__main__":
    unittest.main()
