"""Who follows a list."""

import subprocess
import unittest

from selenium.webdriver.common.keys import Keys

from support.browser import until
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
        self.browser.script("arguments[0].focus()", self.browser.one(f"{card} .menu-button"))
        self.browser.keys(Keys.ENTER, Keys.ARROW_DOWN, Keys.ENTER)
        until(lambda: len(self.entries("dialog")) == 1, "it is listed")
        self.browser.keys(Keys.ESCAPE)
        until(lambda: not self.browser.all("dialog"), "the dialog is closed")


if __name__ == "__main__":
    unittest.main()
