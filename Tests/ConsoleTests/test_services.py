"""Who follows a list, and strategies that are compared on the server."""

import json
import subprocess
import unittest

from selenium.webdriver.common.keys import Keys

from support.browser import COMPARED, until
from support.case import ConsoleCase
from support.servers import program


class FollowerCases(ConsoleCase):
    def setUp(self):
        super().setUp()
        self.open()

    def follow(self):
        """Another follower: the command."""
        watch = subprocess.Popen(
            [program("arrange"), "watch", self.list, "--json", "--server", self.server.listen], stdout=subprocess.PIPE
        )
        watch.stdout.readline()

        def end():
            watch.kill()
            watch.wait()
            watch.stdout.close()

        self.addCleanup(end)
        return end

    def facts(self):
        return self.browser.text(".list-facts")

    def entries(self, within):
        return [entry.get_attribute("textContent") for entry in self.browser.all(f"{within} .entry")]

    def test_a_board_says_who_follows(self):
        until(lambda: "1 follower" in self.facts(), "this page is counted")
        self.browser.click("Followers", ".list-head")
        until(lambda: len(self.entries(".panel")) == 1, "this page is listed")
        self.assertIn("arrange console", self.entries(".panel")[0])
        self.assertIn("told version 1", self.entries(".panel")[0])
        end = self.follow()
        until(lambda: "2 followers" in self.facts(), "the other is counted")
        until(lambda: len(self.entries(".panel")) == 2, "the other is listed")
        self.assertIn("127.0.0.1", self.entries(".panel")[1])
        end()
        until(lambda: len(self.entries(".panel")) == 1, "it has gone")

    def test_the_lists_say_who_follows_with_the_keyboard(self):
        self.follow()
        self.browser.open(self.server)
        card = f'.list-card[data-name="{self.list}"]'
        until(lambda: "follower1" in (self.browser.text(f"{card} .facts") or ""), "it is counted")
        self.browser.focus_on(lambda: self.browser.one(f"{card} .menu-button"), "the menu")
        self.browser.keys(Keys.ENTER, Keys.ARROW_DOWN, Keys.ENTER)
        until(lambda: len(self.entries("dialog")) == 1, "it is listed")
        self.browser.dismiss()


PLAN = json.dumps(
    {
        "seeds": 1,
        "repeats": 1,
        "strategies": ["fractional", "lexorank"],
        "workloads": [
            {"kind": "append", "items": 100, "operations": 200},
            {"kind": "zigzag", "items": 100, "operations": 200, "bars": {"lexorank": {"keys_most": 0}}},
        ],
    }
)
LONG = json.dumps({"seeds": 99, "workloads": [{"kind": "random-move", "items": 100_000, "operations": 200_000}]})


class ComparisonCases(ConsoleCase):
    START = None

    def setUp(self):
        super().setUp()
        self.browser.open(self.server, "#/strategies")
        until(lambda: self.browser.all("textarea"), "the page is shown")

    def report(self, selector):
        return self.browser.script(
            "const page = document.querySelector('.report-page')?.shadowRoot;"
            "return page ? [...page.querySelectorAll(arguments[0])].map((each) => each.textContent) : []",
            selector,
        )

    def plan(self, text):
        area = self.browser.input("Plan, in YAML")
        self.browser.script("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))", area, text)

    def test_strategies_are_compared_with_the_mouse(self):
        self.plan(PLAN)
        self.browser.click("Compare")
        until(lambda: len(self.report("section.workload")) == 2, "the report is shown", COMPARED)
        self.assertEqual(self.report("section.workload h2"), ["append", "zigzag"])
        self.assertTrue(any("lexorank" in table for table in self.report("table")))
        self.assertTrue(self.report("svg .curve"))
        self.assertTrue(any("keys_most" in table for table in self.report("table")))
        # A link in the report stays on the page.
        self.browser.script("document.querySelector('.report-page').shadowRoot.querySelector('nav a').click()")
        self.assertEqual(self.browser.script("return location.hash"), "#/strategies")
        self.assertEqual(len(self.report("section.workload")), 2)

    def test_strategies_are_compared_with_the_keyboard(self):
        self.plan(PLAN)
        self.browser.script("arguments[0].focus()", self.browser.input("Plan, in YAML"))
        self.browser.keys(Keys.TAB, Keys.ENTER)
        until(lambda: len(self.report("section.workload")) == 2, "the report is shown", COMPARED)

    def test_a_plan_with_a_mistake_is_refused_at_its_line(self):
        self.plan("strategies: [dense]\nx: 1\n")
        self.browser.click("Compare")
        until(lambda: "ine 2, x" in (self.browser.text("#main .problem") or ""), "it says where")
        self.assertEqual(self.browser.input("Plan, in YAML").get_attribute("aria-invalid"), "true")

    def test_a_comparison_is_cancelled(self):
        self.plan(LONG)
        self.browser.click("Compare")
        until(lambda: "operations" in (self.browser.text(".run-state") or ""), "it runs", COMPARED)
        self.browser.click("Cancel")
        until(lambda: "Cancelled" in self.browser.text(".run-state"), "it says so", COMPARED)
        self.plan(PLAN)

        def is_compared():
            # The server refuses the next one for as long as it ends the one before.
            if self.browser.text(".run-state") != "Waiting for the server…" and not self.browser.all("#main progress:not([hidden])"):
                self.browser.click("Compare")
            return len(self.report("section.workload")) == 2

        until(is_compared, "the report is shown", COMPARED)


if __name__ == "__main__":
    unittest.main()
