"""Moving items and sections: each with the mouse and with the keyboard alone, judged by the order that the server has."""

import unittest

from selenium.webdriver.common.keys import Keys

from support.browser import until
from support.case import ConsoleCase


class MovingCases(ConsoleCase):
    def setUp(self):
        super().setUp()
        self.open()

    def keyboard(self, item, *keys):
        """Lifts an item, presses keys, and drops it."""
        self.browser.focus(item)
        self.browser.keys(Keys.SPACE, *keys)
        self.browser.keys(Keys.SPACE)

    # Within a section

    def test_within_a_section_with_the_mouse(self):
        self.browser.drag(self.browser.row("a"), self.browser.row("d"))
        self.assert_order({"todo": ["b", "c", "a", "d"], "done": ["e", "f"]})

    def test_within_a_section_with_the_keyboard(self):
        self.keyboard("a", Keys.ARROW_DOWN, Keys.ARROW_DOWN)
        self.assert_order({"todo": ["b", "c", "a", "d"], "done": ["e", "f"]})
        until(lambda: self.browser.focused() == "a", "the moved item has the focus")

    def test_to_the_end_with_the_mouse(self):
        self.browser.drag(self.browser.row("a"), self.browser.row("d"), part=0.75)
        self.assert_order({"todo": ["b", "c", "d", "a"], "done": ["e", "f"]})

    def test_to_the_end_with_the_keyboard(self):
        self.keyboard("a", *[Keys.ARROW_DOWN] * 9)
        self.assert_order({"todo": ["b", "c", "d", "a"], "done": ["e", "f"]})

    def test_to_the_start_with_the_mouse(self):
        self.browser.drag(self.browser.row("c"), self.browser.row("a"))
        self.assert_order({"todo": ["c", "a", "b", "d"], "done": ["e", "f"]})

    def test_to_the_start_with_the_keyboard(self):
        self.keyboard("c", Keys.ARROW_UP, Keys.ARROW_UP)
        self.assert_order({"todo": ["c", "a", "b", "d"], "done": ["e", "f"]})

    # Across sections

    def test_to_another_section_with_the_mouse(self):
        self.browser.drag(self.browser.row("b"), self.browser.row("f"))
        self.assert_order({"todo": ["a", "c", "d"], "done": ["e", "b", "f"]})

    def test_to_another_section_with_the_keyboard(self):
        self.keyboard("b", Keys.ARROW_RIGHT, Keys.ARROW_UP, Keys.ARROW_UP, Keys.ARROW_UP)
        self.assert_order({"todo": ["a", "c", "d"], "done": ["b", "e", "f"]})

    def test_into_an_empty_section_with_the_mouse(self):
        self.server.arrange("section", "add", self.list, "later", "--title", "Later")
        until(lambda: "later" in self.browser.sections(), "the new section is shown")
        self.browser.drag(
            self.browser.row("a"), self.browser.column("later").find_element("css selector", ".scroller"), part=0.5
        )
        self.assert_order({"todo": ["b", "c", "d"], "done": ["e", "f"], "later": ["a"]})

    def test_into_an_empty_section_with_the_keyboard(self):
        self.server.arrange("section", "add", self.list, "later", "--title", "Later")
        until(lambda: "later" in self.browser.sections(), "the new section is shown")
        self.keyboard("a", Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        self.assert_order({"todo": ["b", "c", "d"], "done": ["e", "f"], "later": ["a"]})

    # Several at once

    def test_several_with_the_mouse(self):
        for item in ("a", "c", "e"):
            self.browser.chain().key_down(Keys.CONTROL).click(self.browser.row(item)).key_up(Keys.CONTROL).perform()
        self.assertEqual(self.browser.text(".selection-count"), "3 selected")
        self.browser.drag(self.browser.row("c"), self.browser.row("f"))
        self.assert_order({"todo": ["b", "d"], "done": ["a", "c", "e", "f"]})
        until(lambda: self.browser.version() == 2, "it was one commit")

    def test_several_with_the_keyboard(self):
        for item in ("a", "c"):
            self.browser.focus(item)
            self.browser.keys("x")
        self.keyboard("c", Keys.ARROW_RIGHT, *[Keys.ARROW_DOWN] * 5)
        self.assert_order({"todo": ["b", "d"], "done": ["e", "f", "a", "c"]})

    def test_a_range_with_the_mouse(self):
        self.browser.row("a").click()
        self.browser.chain().key_down(Keys.SHIFT).click(self.browser.row("c")).key_up(Keys.SHIFT).perform()
        self.browser.drag(self.browser.row("b"), self.browser.row("e"))
        self.assert_order({"todo": ["d"], "done": ["a", "b", "c", "e", "f"]})

    def test_a_range_with_the_keyboard(self):
        self.browser.focus("b")
        self.browser.combined(Keys.SHIFT, Keys.ARROW_DOWN)
        until(lambda: self.browser.text(".selection-count") == "2 selected", "two items are selected")
        self.browser.keys(Keys.SPACE, Keys.ARROW_UP)
        self.browser.keys(Keys.SPACE)
        self.assert_order({"todo": ["b", "c", "a", "d"], "done": ["e", "f"]})

    def test_without_dragging(self):
        for item in ("a", "b"):
            self.browser.focus(item)
            self.browser.keys("x")
        self.browser.click("Move to…")
        self.browser.one("#move-section").send_keys("Done")
        self.browser.one("#move-place").send_keys("At the start")
        self.browser.click("Move", "dialog")
        self.assert_order({"todo": ["c", "d"], "done": ["a", "b", "e", "f"]})

    # Sections

    def test_a_section_with_the_mouse(self):
        grip = self.browser.column("done").find_element("css selector", ".grip")
        self.browser.lift(grip, dx=-20)
        self.browser.chain().move_to_element_with_offset(self.browser.column("todo"), -100, 0).perform()
        self.browser.release()
        until(lambda: self.server.sections(self.list) == ["done", "todo"], "the server has the order")
        until(lambda: self.browser.sections() == ["done", "todo"], "the page has the order")

    def test_a_section_with_the_keyboard(self):
        grip = self.browser.column("todo").find_element("css selector", ".grip")
        self.browser.script("arguments[0].focus()", grip)
        self.browser.keys(Keys.SPACE, Keys.ARROW_RIGHT)
        self.browser.keys(Keys.SPACE)
        until(lambda: self.server.sections(self.list) == ["done", "todo"], "the server has the order")

    def test_a_section_from_its_menu(self):
        self.browser.click("Menu of section Todo")
        self.browser.click("Move right", ".menu")
        until(lambda: self.server.sections(self.list) == ["done", "todo"], "the server has the order")

    # Nothing

    def test_escape_cancels_with_the_mouse(self):
        self.browser.lift(self.browser.row("a"))
        self.browser.hover(self.browser.row("f"))
        self.browser.keys(Keys.ESCAPE)
        self.browser.release()
        self.assertEqual(self.browser.said(), "Cancelled. Nothing was moved.")
        self.assert_order(self.START)
        self.assertEqual(self.browser.all(".ghost, .marker, .lifted"), [])

    def test_escape_cancels_with_the_keyboard(self):
        self.browser.focus("a")
        self.browser.keys(Keys.SPACE, Keys.ARROW_RIGHT, Keys.ESCAPE)
        self.assertEqual(self.browser.said(), "Cancelled. Nothing was moved.")
        self.assert_order(self.START)
        self.assertEqual(self.browser.all(".ghost, .marker, .lifted"), [])

    def test_a_drop_beside_the_board_is_nothing(self):
        self.browser.drag(self.browser.row("a"), self.browser.one(".brand"))
        self.assertEqual(self.browser.said(), "Cancelled. Nothing was moved.")
        self.assert_order(self.START)

    def test_a_drop_where_it_was_makes_no_version(self):
        self.browser.lift(self.browser.row("b"), dy=6)
        self.browser.release()
        until(lambda: self.browser.said().startswith("Nothing changed"), "it is said that nothing changed")
        self.assertEqual(self.server.show(self.list)["version"], 1)

    def test_lifted_and_dropped_with_the_keyboard_makes_no_version(self):
        self.keyboard("b")
        until(lambda: self.browser.said().startswith("Dropped"), "the drop is said")
        self.assertEqual(self.server.show(self.list)["version"], 1)

    # Before the drop

    def test_what_a_drop_would_write_with_the_mouse(self):
        self.browser.lift(self.browser.row("a"))
        self.browser.hover(self.browser.row("f"))
        until(lambda: "Writes 1 order key" in (self.browser.text(".preview") or ""), "the effect is shown")
        self.assertIn("Room left:", self.browser.text(".preview"))
        self.assertEqual(self.server.show(self.list)["version"], 1)
        self.browser.keys(Keys.ESCAPE)
        self.browser.release()

    def test_what_a_drop_would_write_with_the_keyboard(self):
        self.browser.focus("a")
        self.browser.keys(Keys.SPACE, Keys.ARROW_RIGHT)
        until(lambda: "Writes 1 order key" in (self.browser.text(".preview") or ""), "the effect is shown")
        self.browser.keys(Keys.ARROW_LEFT, Keys.ARROW_UP, Keys.ARROW_UP, Keys.ARROW_UP)
        until(lambda: "No change" in (self.browser.text(".preview") or ""), "it is shown that nothing would change")
        self.browser.keys(Keys.ESCAPE)
        self.assertEqual(self.server.show(self.list)["version"], 1)

    def test_to_the_ends_of_a_section_with_home_and_end(self):
        self.keyboard("c", Keys.ARROW_RIGHT, Keys.HOME)
        self.assert_order({"todo": ["a", "b", "d"], "done": ["c", "e", "f"]})
        self.browser.focus("a")
        self.browser.keys(Keys.SPACE, Keys.END)
        until(lambda: "Home and End move" in self.browser.text(".board-foot .board-hint:not([hidden])"), "it says which keys move")
        self.browser.keys(Keys.SPACE)
        self.assert_order({"todo": ["b", "d", "a"], "done": ["c", "e", "f"]})

    def test_a_section_to_the_end_with_the_keyboard(self):
        self.browser.focus_button("Move section Todo")
        self.browser.keys(Keys.SPACE, Keys.END, Keys.SPACE)
        until(lambda: self.server.sections(self.list) == ["done", "todo"], "the section has moved")

    # Undo

    def test_undo_with_the_mouse(self):
        self.browser.drag(self.browser.row("b"), self.browser.row("f"))
        self.assert_order({"todo": ["a", "c", "d"], "done": ["e", "b", "f"]})
        self.browser.click("Undo")
        self.assert_order(self.START)

    def test_undo_with_the_keyboard(self):
        for item in ("a", "c"):
            self.browser.focus(item)
            self.browser.keys("x")
        self.keyboard("a", Keys.ARROW_RIGHT)
        until(lambda: len(self.browser.order()["done"]) == 4, "the items have moved")
        self.browser.combined(Keys.CONTROL, "z")
        self.assert_order(self.START)

    def test_undo_leaves_what_somebody_else_moved_later_with_the_mouse(self):
        self.browser.drag(self.browser.row("b"), self.browser.row("f"))
        self.assert_order({"todo": ["a", "c", "d"], "done": ["e", "b", "f"]})
        self.server.arrange("move", self.list, "b", "--section", "done", "--first")
        self.assert_order({"todo": ["a", "c", "d"], "done": ["b", "e", "f"]})
        self.browser.click("Undo")
        until(lambda: "Not undone" in self.browser.notice(), "it says so")
        self.assert_order({"todo": ["a", "c", "d"], "done": ["b", "e", "f"]})

    def test_undo_leaves_what_somebody_else_moved_later_with_the_keyboard(self):
        for item in ("a", "c", "d"):
            self.browser.focus(item)
            self.browser.keys("x")
        self.keyboard("a", Keys.ARROW_RIGHT)
        until(lambda: len(self.browser.order()["done"]) == 5, "the items have moved")
        self.server.arrange("move", self.list, "a", "--section", "done", "--last")
        self.server.arrange("remove", self.list, "d")
        until(lambda: self.browser.order()["done"][-1] == "a" and "d" not in self.browser.order()["done"], "it is shown")
        self.browser.combined(Keys.CONTROL, "z")
        until(lambda: "except for" in self.browser.notice() and "2 changes" in self.browser.notice(), "it says what stays")
        self.assert_order({"todo": ["b", "c"], "done": ["e", "f", "a"]})

    def test_undo_of_a_section_leaves_what_somebody_else_moved_later(self):
        self.browser.click("Menu of section Todo")
        self.browser.click("Move right", ".menu")
        until(lambda: self.browser.sections() == ["done", "todo"], "the section has moved")
        self.server.arrange("section", "move", self.list, "todo", "--first")
        until(lambda: self.browser.sections() == ["todo", "done"], "it is shown")
        self.server.arrange("section", "move", self.list, "todo", "--last")
        until(lambda: self.browser.sections() == ["done", "todo"], "it is shown")
        self.browser.click("Undo")
        until(lambda: "Not undone" in self.browser.notice(), "it says so")
        self.assertEqual(self.server.sections(self.list), ["done", "todo"])

    # Below each other

    def test_sections_below_each_other_with_the_mouse(self):
        self.browser.click("Show sections below each other")
        self.browser.drag(self.browser.row("b"), self.browser.row("f"))
        self.assert_order({"todo": ["a", "c", "d"], "done": ["e", "b", "f"]})

    def test_sections_below_each_other_with_the_keyboard(self):
        self.browser.click("Show sections below each other")
        self.keyboard("b", Keys.ARROW_RIGHT, Keys.ARROW_DOWN)
        self.assert_order({"todo": ["a", "c", "d"], "done": ["e", "b", "f"]})


    # Hands that slip

    def test_a_release_that_the_page_does_not_hear_of_ends_the_drag(self):
        self.browser.lift(self.browser.row("a"))
        self.browser.hover(self.browser.row("f"))
        self.browser.script(
            "dispatchEvent(new PointerEvent('pointermove', { pointerId: 1, pointerType: 'mouse', buttons: 0, clientX: 9, clientY: 9 }))"
        )
        until(lambda: not self.browser.all(".ghost, .marker, .lifted"), "nothing is dragged any more")
        self.browser.release()
        self.assert_order(self.START)

    def test_a_drag_in_place_is_no_click(self):
        row = self.browser.row("b")
        self.browser.lift(row, dy=9)
        self.browser.chain().move_by_offset(0, -9).perform()
        self.browser.release()
        until(lambda: self.browser.said().startswith("Nothing changed"), "it is said that nothing changed")
        self.assertEqual(self.browser.all(".row.selected"), [])
        row.click()
        self.assertEqual(len(self.browser.all(".row.selected")), 1)

    def test_a_held_space_lifts_once(self):
        self.browser.focus("a")
        press = (
            "for (const repeat of arguments[0]) document.activeElement.dispatchEvent("
            "new KeyboardEvent('keydown', { key: ' ', repeat, bubbles: true, cancelable: true }))"
        )
        self.browser.script(press, [False, True, True, True])
        self.assertEqual(len(self.browser.all(".row.lifted")), 1)
        self.browser.keys(Keys.ARROW_DOWN)
        self.browser.script(press, [False, True, True])
        self.assert_order({"todo": ["b", "a", "c", "d"], "done": ["e", "f"]})
        self.assertEqual(self.browser.all(".row.lifted"), [])

    def test_the_line_is_above_what_is_dragged(self):
        self.browser.lift(self.browser.row("a"))
        self.browser.hover(self.browser.row("c"))
        layer = "return Number(getComputedStyle(document.querySelector(arguments[0])).zIndex)"
        self.browser.one(".marker")
        self.assertGreater(self.browser.script(layer, ".marker"), self.browser.script(layer, ".ghost"))
        self.browser.keys(Keys.ESCAPE)
        self.browser.release()

    def test_the_edge_of_a_narrow_board_leads_to_the_next_section(self):
        self.browser.resize(400, 800)
        columns = "document.querySelector('.columns')"
        self.browser.script(f"{columns}.scrollLeft = 0")
        x, y = self.browser.centre(self.browser.row("a"))
        actions = self.browser.chain()
        actions.w3c_actions.pointer_action.move_to_location(int(x), int(y)).pointer_down()
        actions.w3c_actions.pointer_action.move_to_location(int(x) + 20, int(y)).move_to_location(394, int(y))
        actions.perform()
        most = self.browser.script(f"return {columns}.scrollWidth - {columns}.clientWidth")
        self.assertGreater(most, 200)
        until(lambda: self.browser.script(f"return {columns}.scrollLeft") >= most - 120, "the next section is there")
        until(lambda: self.browser.all('.column.target[data-section="done"]'), "the item goes there")
        self.browser.release()
        until(lambda: "a" in self.server.order(self.list)["done"], "it is there")

    def test_the_line_of_a_section_is_where_it_goes_on_a_board_that_is_scrolled(self):
        for number in range(5):
            self.server.arrange("section", "add", self.list, f"more{number}", "--title", f"More {number}")
        until(lambda: len(self.browser.sections()) == 7, "the sections are shown")
        self.browser.resize(800, 700)
        grip = self.browser.button("Move section More 4")
        self.browser.script("arguments[0].focus()", grip)
        self.browser.keys(Keys.SPACE, Keys.ARROW_LEFT)
        place = "return document.querySelector(arguments[0]).getBoundingClientRect().left"
        left = self.browser.script(place, '.column[data-section="more3"]')
        self.assertLess(abs(self.browser.script(place, ".marker") - left), 16)
        self.browser.keys(Keys.ESCAPE)


class TouchCases(ConsoleCase):
    """On a telephone."""

    def setUp(self):
        super().setUp()
        self.browser.resize(360, 760, touch=True)
        self.open()

    def tearDown(self):
        self.browser.resize(1440, 900)
        super().tearDown()

    def test_by_the_grip(self):
        x, y = self.browser.centre(self.browser.row("a").find_element("css selector", ".grip"))
        tx, ty = self.browser.centre(self.browser.row("c"))
        self.browser.touch("touchStart", x, y)
        self.browser.touch("touchMove", x, y + 10)
        self.browser.touch("touchMove", tx, ty + 10)
        until(lambda: self.browser.all(".marker"), "the place is shown")
        self.browser.touch("touchEnd")
        self.assert_order({"todo": ["b", "c", "a", "d"], "done": ["e", "f"]})

    def test_by_resting_on_an_item(self):
        x, y = self.browser.centre(self.browser.row("a").find_element("css selector", ".row-title"))
        tx, ty = self.browser.centre(self.browser.row("c"))
        self.browser.touch("touchStart", x, y)
        until(lambda: self.browser.all(".ghost"), "the item is lifted")
        self.browser.touch("touchMove", tx, ty + 10)
        self.browser.touch("touchEnd")
        self.assert_order({"todo": ["b", "c", "a", "d"], "done": ["e", "f"]})

    def test_a_second_finger_takes_nothing_along(self):
        x, y = self.browser.centre(self.browser.row("a").find_element("css selector", ".grip"))
        tx, ty = self.browser.centre(self.browser.row("c"))
        self.browser.touch("touchStart", x, y)
        self.browser.touch("touchMove", x, y + 10)
        self.browser.touch("touchMove", tx, ty + 10)
        until(lambda: self.browser.all(".marker"), "the place is shown")
        second = (
            "for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel']) document.querySelector('.row').dispatchEvent("
            "new PointerEvent(type, { pointerId: 99, pointerType: 'touch', clientX: 60, clientY: 400, bubbles: true }))"
        )
        self.browser.script(second)
        self.assertEqual(len(self.browser.all(".ghost")), 1)
        self.browser.touch("touchEnd")
        self.assert_order({"todo": ["b", "c", "a", "d"], "done": ["e", "f"]})

    def test_a_finger_that_moves_at_once_scrolls(self):
        x, y = self.browser.centre(self.browser.row("a").find_element("css selector", ".row-title"))
        self.browser.touch("touchStart", x, y)
        self.browser.touch("touchMove", x, y + 60)
        self.browser.touch("touchMove", x, y + 90)
        self.browser.touch("touchEnd")
        self.assertEqual(self.browser.all(".ghost"), [])
        self.assert_order(self.START)


if __name__ == "__main__":
    unittest.main()
