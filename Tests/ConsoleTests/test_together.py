"""Two windows and the command line at once: what others change is shown, and never gets in the way of who drags."""

import os
import random
import subprocess
import unittest

from selenium.webdriver.common.keys import Keys

from support.browser import until
from support.case import ConsoleCase
from support.servers import ROOT

# Moves that others make while somebody drags.
EDITS = int(os.environ.get("CONSOLE_EDITS", "10000"))
CLIENT = os.environ.get("CONSOLE_CLIENT", str(ROOT / "Clients/JavaScript")) + "/arrange.js"


# Counts what is drawn, and when rows begin to slide.
WORK = """
const work = (window.work = { frames: 0, renders: [], sliding: [], readsBehind: 0 });
const count = () => { work.frames += 1; requestAnimationFrame(count); };
requestAnimationFrame(count);
const board = document.querySelector(".board").board;
const { render } = board;
let slides = 0;
board.render = function () {
  slides = 0;
  const now = performance.now();
  render.call(this);
  work.renders.push(now);
  if (slides > 0) work.sliding.push(now);
};
const { animate, getBoundingClientRect } = Element.prototype;
Element.prototype.animate = function (...values) { slides += 1; return animate.apply(this, values); };
Element.prototype.getBoundingClientRect = function () {
  if (slides > 0 && this.matches(".row")) work.readsBehind += 1;
  return getBoundingClientRect.call(this);
};
"""


class TogetherCases(ConsoleCase):
    def setUp(self):
        super().setUp()
        self.open()

    def move(self, *words):
        self.server.arrange("move", self.list, *words)

    def test_a_drop_shows_in_another_window_with_the_mouse(self):
        other = self.other()
        self.open(other)
        self.browser.drag(self.browser.row("a"), self.browser.row("f"))
        self.assert_order({"todo": ["b", "c", "d"], "done": ["e", "a", "f"]}, self.browser, other)
        until(lambda: other.text('.row[data-id="a"] .row-mark') == "moved", "the other window marks it")
        self.assertEqual(self.browser.all(".row-mark"), [])

    def test_a_drop_shows_in_another_window_with_the_keyboard(self):
        other = self.other()
        self.open(other)
        self.browser.focus("a")
        self.browser.keys(Keys.SPACE, Keys.ARROW_RIGHT, Keys.SPACE)
        until(lambda: "a" in other.order()["done"], "the other window shows it")
        self.assert_order(other.order(), self.browser, other)

    def test_a_change_by_the_command_is_marked(self):
        self.move("d", "--section", "done", "--first")
        self.assert_order({"todo": ["a", "b", "c"], "done": ["d", "e", "f"]})
        self.assertEqual(self.browser.text('.row[data-id="d"] .row-mark'), "moved")

    def test_nothing_moves_under_the_pointer(self):
        self.browser.lift(self.browser.row("a"))
        self.browser.hover(self.browser.row("d"))
        shown = self.browser.order()["todo"]
        self.move("d", "--section", "todo", "--first")
        self.move("e", "--section", "todo", "--first")
        until(
            lambda: self.browser.text('.column[data-section="todo"] .column-waiting').startswith("2 changes"),
            "it says what waits",
        )
        self.assertEqual(self.browser.order()["todo"], shown)
        until(lambda: self.browser.order()["done"] == ["f"], "the section beside it goes on")
        self.browser.release()
        # It was dropped behind c, which is where the person saw the place.
        self.assert_order({"todo": ["e", "d", "b", "c", "a"], "done": ["f"]})

    def test_nothing_moves_while_an_item_is_lifted_with_the_keyboard(self):
        self.browser.focus("a")
        self.browser.keys(Keys.SPACE, Keys.ARROW_DOWN)
        shown = self.browser.order()["todo"]
        self.move("d", "--section", "todo", "--first")
        until(
            lambda: self.browser.text('.column[data-section="todo"] .column-waiting').startswith("1 change"),
            "it says what waits",
        )
        self.assertEqual(self.browser.order()["todo"], shown)
        self.browser.keys(Keys.SPACE)
        self.assert_order({"todo": ["d", "b", "a", "c"], "done": ["e", "f"]})

    def test_the_neighbour_goes_away_during_a_drag(self):
        self.browser.lift(self.browser.row("a"))
        self.browser.hover(self.browser.row("f"))
        self.server.arrange("remove", self.list, "e")
        until(lambda: "1 change" in self.browser.text('.column[data-section="done"] .column-waiting'), "it says what waits")
        self.browser.release()
        until(lambda: sorted(self.server.order(self.list)["done"]) == ["a", "f"], "the item is in the section")
        self.assert_order(self.server.order(self.list))

    def test_the_neighbour_goes_away_while_lifted_with_the_keyboard(self):
        self.browser.focus("a")
        self.browser.keys(Keys.SPACE, Keys.ARROW_DOWN)
        self.server.arrange("remove", self.list, "b")
        until(lambda: "1 change" in self.browser.text('.column[data-section="todo"] .column-waiting'), "it says what waits")
        self.browser.keys(Keys.SPACE)
        until(lambda: sorted(self.server.order(self.list)["todo"]) == ["a", "c", "d"], "the item is in the section")
        self.assert_order(self.server.order(self.list))

    def test_what_is_dragged_goes_away(self):
        self.browser.lift(self.browser.row("a"))
        self.browser.hover(self.browser.row("f"))
        self.server.arrange("remove", self.list, "a")
        self.browser.release()
        until(lambda: self.browser.all("#notices .error"), "it says what is wrong")
        self.assertIn("a", self.browser.notice())
        self.assert_order({"todo": ["b", "c", "d"], "done": ["e", "f"]})

    def test_the_list_is_deleted(self):
        self.server.arrange("delete", self.list, "--yes")
        until(lambda: f"There is no list “{self.list}”" in self.browser.text("#main"), "it says that the list is gone")

    def test_another_strategy_disturbs_nothing(self):
        self.browser.lift(self.browser.row("a"))
        self.browser.hover(self.browser.row("f"))
        self.server.arrange("strategy", "change", self.list, "fractional")
        self.browser.release()
        self.assert_order({"todo": ["b", "c", "d"], "done": ["e", "a", "f"]})

    def test_the_connection_is_cut_and_restored(self):
        self.server.stop()
        until(lambda: self.browser.text("#connection-text") == "Not connected", "it says that the connection is lost")
        self.assertIn("connects again by itself", self.browser.text("#banner"))
        self.assertEqual(self.browser.order(), self.START)
        self.server.start()
        self.move("a", "--section", "done", "--first")
        until(lambda: self.browser.text("#connection-text") == "Connected", "it connects again")
        self.assert_order({"todo": ["b", "c", "d"], "done": ["a", "e", "f"]})
        self.browser.drag(self.browser.row("b"), self.browser.row("f"))
        self.assert_order({"todo": ["c", "d"], "done": ["a", "e", "b", "f"]})

    def test_the_connection_is_cut_during_a_drag(self):
        self.browser.lift(self.browser.row("a"))
        self.browser.hover(self.browser.row("f"))
        self.server.stop()
        until(lambda: self.browser.text("#connection-text") == "Not connected", "it says that the connection is lost")
        self.server.start()
        until(lambda: self.browser.text("#connection-text") == "Connected", "it connects again")
        self.browser.release()
        self.assert_order({"todo": ["b", "c", "d"], "done": ["e", "a", "f"]})

    def edit(self, seed, edits=EDITS):
        print(f"{edits} random moves of others, seed {seed}")
        command = [
            "node",
            str(ROOT / "Tests/ConsoleTests/support/edits.mjs"),
            self.server.listen,
            self.list,
            str(edits),
            str(seed),
            CLIENT,
        ]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    def test_many_edits_of_others_while_dragging(self):
        seed = int(os.environ.get("ARRANGE_TEST_SEED", random.randrange(2**31)))
        self.server.arrange("section", "add", self.list, "mine", "--title", "Mine")
        until(lambda: "mine" in self.browser.sections(), "the new section is shown")
        writer = self.edit(seed)
        drags = 0
        while writer.poll() is None:
            # Rows come and go meanwhile, so that the mouse goes to places, not to elements.
            place = self.browser.script(
                "const r = document.querySelector('.row')?.getBoundingClientRect(); return r && [r.x + 60, r.y + 10]"
            )
            if place:
                self.browser.carry(*place, *self.browser.centre(self.browser.column("mine")))
                drags += 1
        output = writer.communicate()[0]
        self.assertGreater(int(output), 0)
        self.assertGreater(drags, 0)
        until(lambda: self.browser.order() == self.server.order(self.list), "the page shows what the server has")
        self.assertEqual(self.browser.all(".ghost, .marker, .lifted"), [])

    def test_many_edits_of_others_are_little_work(self):
        """The board is drawn once in a frame, reads no place behind an animation, and rows slide at most four times a second."""
        self.browser.colours("light", motion="no-preference")
        self.browser.script(WORK)
        self.assertGreater(int(self.edit(1, 3000).communicate()[0]), 0)
        until(lambda: self.browser.order() == self.server.order(self.list), "the page shows what the server has")
        work = self.browser.script("return window.work")
        self.assertGreater(len(work["renders"]), 0)
        self.assertLessEqual(len(work["renders"]), work["frames"] + 1)
        self.assertEqual(work["readsBehind"], 0)
        sliding = work["sliding"]
        self.assertGreater(len(sliding), 0)
        for index in range(4, len(sliding)):
            self.assertGreaterEqual(sliding[index] - sliding[index - 4], 1000 - 1)

    def test_many_edits_of_others_while_moving_with_the_keyboard(self):
        seed = int(os.environ.get("ARRANGE_TEST_SEED", random.randrange(2**31)))
        # Before the others begin: what they move can't be reached by counting.
        self.browser.focus(self.browser.order()["todo"][0])
        writer = self.edit(seed)
        while writer.poll() is None:
            self.browser.keys(Keys.SPACE, Keys.ARROW_RIGHT, Keys.ARROW_UP, Keys.SPACE, Keys.ARROW_DOWN)
        self.assertGreater(int(writer.communicate()[0]), 0)
        self.browser.keys(Keys.ESCAPE)
        until(lambda: self.browser.order() == self.server.order(self.list), "the page shows what the server has")
        self.assertEqual(self.browser.all(".ghost, .marker, .lifted"), [])


if __name__ == "__main__":
    unittest.main()
