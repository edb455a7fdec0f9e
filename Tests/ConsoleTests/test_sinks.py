"""Sinks: made, tested, paused, replayed and deleted in the page."""

import base64
import json
import pathlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from support.browser import until
from test_access import AxeCase


class Receiver(ThreadingHTTPServer):
    """Keeps the bodies of the webhooks that it gets, and answers with `status`."""

    daemon_threads = True

    def __init__(self):
        self.bodies, self.status = [], 204
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}/hooks"

    def types(self):
        return [body["type"] for body in self.bodies]


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if self.server.status == 204:
            self.server.bodies.append(body)
        self.send_response(self.server.status)
        self.end_headers()

    def log_message(self, *_):
        pass


class SinkCases(AxeCase):
    def setUp(self):
        super().setUp()
        self.receiver = Receiver()
        self.addCleanup(self.receiver.server_close)
        self.addCleanup(self.receiver.shutdown)
        key = pathlib.Path(self.server.directory, "sink-key")
        key.write_text("whsec_" + base64.b64encode(bytes(range(32))).decode())
        self.key = f"file:{key}"
        self.browser.open(self.server, "#/sinks")
        until(lambda: self.browser.all(".page-head .button"), "the page is shown")

    def tearDown(self):
        for each in json.loads(self.server.arrange("sink", "list", "--json"))["sinks"]:
            self.server.arrange("sink", "delete", each["name"])
        super().tearDown()

    def make(self, name="hooks"):
        self.browser.click("New sink", ".page-head")
        until(lambda: self.browser.all("dialog"), "the dialog is open")
        for label, text in (
            ("Name", name),
            ("Address", self.receiver.url),
            ("Lists", self.list),
            ("Keys", self.key),
            ("Private networks", "127.0.0.1"),
        ):
            self.browser.type(label, text, "dialog")
        self.browser.click("Create the sink", "dialog")
        until(lambda: self.entry(name), f"{name} is shown")

    def entry(self, name="hooks"):
        return self.browser.text(f'.sinks [aria-label="{name}"]') or ""

    def within(self, name="hooks"):
        return f'.sinks [aria-label="{name}"]'

    def test_one_is_made_and_delivers(self):
        until(lambda: "No sinks yet" in self.browser.text(".sinks"), "there is none")
        self.make()
        until(lambda: "1 list, all delivered" in self.entry(), "everything is delivered")
        self.assertEqual(self.receiver.types(), ["arrange.list"])
        self.browser.focus_button(f"Deliver {self.list} again")
        self.server.arrange("move", self.list, "a", "--last")
        until(lambda: len(self.receiver.bodies) == 2, "the move is delivered")
        until(lambda: "2 messages" in self.entry(), "the page counts it")
        self.assertEqual(self.browser.focused_button(), f"Deliver {self.list} again")
        self.browser.click("Send a test", self.within())
        until(lambda: "has accepted it" in self.entry(), "the test has arrived")
        self.assertEqual(self.receiver.types()[-1], "arrange.test")
        self.check("sinks")
        self.browser.resize(360, 740)
        self.check("sinks, narrow")

    def test_one_is_paused_resumed_and_replayed(self):
        self.make()
        until(lambda: "all delivered" in self.entry(), "everything is delivered")
        self.browser.click("Pause", self.within())
        until(lambda: "paused" in self.entry(), "it is paused")
        self.server.arrange("move", self.list, "a", "--last")
        until(lambda: self.browser.all(f"{self.within()} .tag.broken"), "that is marked")
        self.assertEqual(len(self.receiver.bodies), 1)
        self.browser.click("Resume", self.within())
        until(lambda: len(self.receiver.bodies) == 2, "what was missed is delivered")
        until(lambda: "all delivered" in self.entry(), "the page knows it")
        self.browser.click(f"Deliver {self.list} again", self.within())
        self.browser.click("Deliver it again", "dialog")
        until(lambda: self.receiver.types().count("arrange.list") == 2, "the list is delivered again")

    def test_what_fails_is_said(self):
        self.receiver.status = 500
        self.make()
        until(lambda: "1 of 1 list failing" in self.entry(), "it fails")
        self.assertIn("500", self.entry())
        self.browser.click("Send a test", self.within())
        until(lambda: "was not accepted" in self.entry(), "the test says so as well")
        self.check("a sink that fails")

    def test_one_is_changed_and_deleted(self):
        self.make()
        self.browser.click("Menu of hooks", self.within())
        self.browser.click("Edit…", ".menu")
        until(lambda: self.browser.all("dialog"), "the dialog is open")
        self.check("the settings of a sink")
        self.browser.type("Lists", f"{self.list} other/**", "dialog")
        self.browser.click("Save", "dialog")
        until(lambda: "other/**" in self.entry(), "it is changed")
        self.browser.click("Menu of hooks", self.within())
        self.browser.click("Delete…", ".menu")
        self.browser.click("Delete the sink", "dialog")
        until(lambda: "No sinks yet" in self.browser.text(".sinks"), "it is gone")

    def test_what_is_wrong_is_said_in_the_dialog(self):
        self.browser.click("New sink", ".page-head")
        self.browser.type("Name", "hooks", "dialog")
        self.browser.type("Address", "ftp://a.example/", "dialog")
        self.browser.type("Lists", self.list, "dialog")
        self.browser.type("Keys", self.key, "dialog")
        self.browser.click("Create the sink", "dialog")
        until(lambda: "http" in (self.browser.text("dialog .problem") or ""), "it says what is wrong")
        self.browser.dismiss()
