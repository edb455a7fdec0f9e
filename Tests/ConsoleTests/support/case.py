"""What all cases have: one server and two browsers for all of them, and what must never happen."""

import atexit
import unittest

from support.browser import Browser, until
from support.servers import Server

_shared = {}


def shared(name, make):
    if name not in _shared:
        _shared[name] = make()
    return _shared[name]


def close_all():
    for each in _shared.values():
        each.close()
    _shared.clear()


atexit.register(close_all)


class ConsoleCase(unittest.TestCase):
    """A case with a list of its own: `self.list`, with two sections, "todo" with a, b, c, d, and "done" with e, f."""

    START = {"todo": ["a", "b", "c", "d"], "done": ["e", "f"]}
    FIELDS = None
    number = 0

    def setUp(self):
        self.server = shared("server", Server)
        self.browser = shared("browser", Browser)
        self.used = [self.browser]
        self.browser.resize(1440, 900)
        self.browser.colours("light")
        if self.START:
            ConsoleCase.number += 1
            self.list = f"list{ConsoleCase.number}"
            self.server.make(self.list, self.START, fields=self.FIELDS)

    def other(self):
        """A second browser."""
        browser = shared("other", Browser)
        self.used.append(browser)
        return browser

    def tearDown(self):
        for browser in self.used:
            self.assertEqual(browser.errors(), [], "the console of the browser")
            self.assertLessEqual(browser.hosts(), {self.server.host}, "requests to other hosts")
            browser.leave()

    def open(self, browser=None):
        (browser or self.browser).open_list(self.server, self.list)
        until(lambda: (browser or self.browser).order() == self.START, "the list is shown")

    def assert_order(self, wanted, *browsers):
        """The server has an order, and all windows show it."""
        until(lambda: self.server.order(self.list) == wanted, f"the server has {wanted}")
        for browser in browsers or (self.browser,):
            until(lambda: browser.order() == wanted, f"the page shows {wanted}, not {browser.order()}")
