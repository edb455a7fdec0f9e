"""What everybody has to be able to use: axe, sizes of targets, narrow screens, tokens; and how much a first view loads."""

import importlib.util
import json
import pathlib
import subprocess
import tempfile
import unittest

from selenium.webdriver.common.keys import Keys

from support.browser import COMPARED, until
from support.case import ConsoleCase, shared
from support.servers import program, Server

# The most bytes of a first view, as they are sent, and the most requests; and the least size of a target, in CSS pixels (WCAG 2.2, 2.5.8).
FIRST_VIEW = 150_000
MOST_REQUESTS = 12
LEAST_TARGET = 24


def axe():
    """The script of axe-core, of the package that ships it."""
    package = importlib.util.find_spec("axe_playwright_python")
    return (pathlib.Path(package.submodule_search_locations[0]) / "axe.min.js").read_text()


class AxeCase(ConsoleCase):
    def check(self, what):
        """axe finds nothing, in both schemes; targets are large enough; nothing is cut off at the side."""
        for scheme in ("light", "dark"):
            self.browser.colours(scheme)
            if not self.browser.script("return typeof axe !== 'undefined'"):
                self.browser.cdp("Runtime.evaluate", expression=axe())
            found = self.browser.driver.execute_async_script(
                "const done = arguments[arguments.length - 1];"
                "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })"
                ".then((r) => done(r.violations.map((v) => [v.id, v.help, v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200) + ' ' + n.failureSummary)])))"
            )
            self.assertEqual(found, [], f"{what}, {scheme}")
        self.browser.colours("light")
        small = self.browser.script(
            "return [...document.querySelectorAll('button, a[href], input, select, textarea')].filter((e) => e.checkVisibility()).map((e) =>"
            " [e.outerHTML.slice(0, 120), e.getBoundingClientRect()]).filter(([, r]) => r.width > 0 && (r.width < arguments[0] || r.height < arguments[0])).map(([t]) => t)",
            LEAST_TARGET,
        )
        small = [
            each for each in small if "row-done" not in each and 'type="checkbox"' not in each and 'class="skip"' not in each
        ]
        self.assertEqual(small, [], f"{what}: targets that are too small")
        over = self.browser.script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.assertLessEqual(over, 0, f"{what}: the page is wider than the screen")


class AccessCases(AxeCase):
    FIELDS = {"done": False, "notes": "A longer text of a field, which takes lines of its own in the card."}

    def test_the_lists(self):
        self.browser.open(self.server)
        until(lambda: self.browser.all(".list-card"), "lists are shown")
        self.check("lists")
        self.browser.click("New list")
        until(lambda: self.browser.all("dialog"), "the dialog is open")
        self.check("a dialog")
        self.browser.dismiss()

    def test_a_board(self):
        self.open()
        self.check("a board")
        self.browser.row("a").click()
        self.server.arrange("move", self.list, "e", "--first")
        self.server.arrange("move", self.list, "f", "--section", "todo", "--last")
        until(lambda: self.browser.all(".row-mark"), "a change is marked")
        self.check("a board with a selection and a mark")
        middles = self.browser.script(
            "return [...document.querySelectorAll('.board-foot .group > *')].map((e) => e.getBoundingClientRect())"
            ".map(({ top, height }) => Math.round(top + height / 2))"
        )
        self.assertLessEqual(max(middles) - min(middles), 1, "the number of selected items is level with its buttons")
        self.browser.click("Edit Item a")
        self.browser.click("Field")
        self.check("an item that is edited")
        self.browser.click("Cancel")

    def test_a_lifted_item(self):
        self.open()
        self.browser.focus("a")
        self.browser.keys(Keys.SPACE, Keys.ARROW_DOWN)
        until(lambda: "Writes" in self.browser.text(".preview"), "the effect is shown")
        self.check("a lifted item")
        self.browser.keys(Keys.ESCAPE)

    def test_the_panels(self):
        self.open()
        for panel in ("Changes", "History", "Bin", "Order keys", "Followers"):
            self.browser.click(panel, ".list-head")
            until(lambda: panel in self.browser.text(".panel"), f"{panel} is open")
            is_list = panel in ("History", "Followers")
            until(lambda: not is_list or self.browser.all(".panel .entry"), f"{panel} has entries")
            self.check(panel)

    def test_versions_and_the_bin(self):
        self.open()
        self.server.arrange("remove", self.list, "b")
        self.server.arrange("versions", "set", self.list, "mark")
        self.browser.click("Bin", ".list-head")
        until(lambda: self.browser.all(".panel .entry"), "what was removed is listed")
        self.check("a bin")
        self.browser.click("History", ".list-head")
        until(lambda: self.browser.all('.panel [aria-label="Versions with names"] .entry'), "the name is listed")
        self.check("a version with a name")
        for entry in ("Compare with now…", "Go back to it…"):
            self.browser.click("Menu of version 1")
            self.browser.click(entry, ".menu")
            until(lambda: self.browser.all("dialog .differences"), f"{entry} shows differences")
            self.check(entry)
            self.browser.dismiss()

    def test_what_is_found_and_how_it_looks(self):
        self.server.arrange("update", self.list, "b", "--field", "tags=red, a longer label")
        for width in (1440, 360):
            self.browser.resize(width, 740)
            self.open()
            until(lambda: self.browser.all(".label"), "labels are shown")
            self.browser.click("Collapse section Done")
            self.browser.click("Find", ".list-head")
            self.browser.keys("item")
            self.check(f"a search, {width}")
            self.browser.keys(Keys.ESCAPE)
            for entry in ("How items look…", "Title and description…"):
                self.browser.click("Menu of the list")
                until(lambda: self.browser.all(".menu"), "the menu is open")
                self.check(f"the menu of a list, {width}")
                self.browser.click(entry, ".menu")
                until(lambda: self.browser.all("dialog"), "the dialog is open")
                self.check(f"{entry}, {width}")
                self.browser.dismiss()
            self.browser.row("a").click()
            self.browser.click("Edit…", ".board-foot")
            until(lambda: self.browser.all("dialog"), "the dialog is open")
            self.check(f"several items, {width}")
            self.browser.dismiss()
            self.browser.combined(Keys.CONTROL, "k")
            until(lambda: self.browser.all(".palette-entry .hint"), "entries are shown")
            self.check(f"Ctrl-K, {width}")
            self.browser.dismiss()
            self.browser.click("Menu of the list")
            self.browser.click("Show as a table", ".menu")
            until(lambda: self.browser.all(".items tbody tr"), "the table is shown")
            self.check(f"a table, {width}")

    def test_compared_strategies(self):
        self.browser.open(self.server, "#/strategies")
        until(lambda: self.browser.all("#plan-choice option"), "there are plans")
        self.check("plans")
        self.browser.click("Compare")
        until(lambda: self.browser.all(".report-page"), "the report is shown", COMPARED)
        self.check("a report")
        self.browser.resize(360, 740)
        self.check("a report on a narrow screen")

    def test_a_view_and_its_editor(self):
        name = f"{self.list}-view"
        self.server.arrange("view", "define", name, f"{self.list} where not done")
        self.browser.open_list(self.server, name)
        until(lambda: self.browser.all(".row"), "the view is shown")
        self.check("a view")
        self.browser.open(self.server, f"#/view/{name}")
        until(lambda: self.browser.all(".row"), "the result is shown")
        self.check("the editor")
        self.browser.input("Text of the view").send_keys(Keys.CONTROL, Keys.END)
        self.browser.input("Text of the view").send_keys(" and")
        until(lambda: self.browser.all(".editor-state.wrong"), "the mistake is shown")
        self.check("the editor with a mistake")

    def test_the_server(self):
        self.browser.open(self.server, "#/server")
        until(lambda: self.browser.all(".figure"), "figures are shown")
        self.check("the server")

    def test_narrow_screens(self):
        self.browser.resize(360, 740)
        self.browser.open(self.server)
        until(lambda: self.browser.all(".list-card"), "lists are shown")
        self.check("lists on a narrow screen")
        self.open()
        self.check("a board on a narrow screen")
        self.browser.click("History", ".list-head")
        until(lambda: self.browser.all(".panel .entry"), "commits are listed")
        self.check("a panel on a narrow screen")
        self.browser.open(self.server, f"#/new-view?of={self.list}")
        until(lambda: self.browser.all(".row"), "the result is shown")
        self.check("the editor on a narrow screen")
        self.browser.open(self.server, "#/server")
        until(lambda: self.browser.all(".figure"), "figures are shown")
        self.check("the server on a narrow screen")

    def test_small_screens(self):
        self.server.make(f"{self.list}-wide", {"todo": ["a"] + [f"i{i}" for i in range(9)]}, fields={"title": "t" * 3000, "label " * 9: 1})
        for name in (self.list, f"{self.list}-wide"):
            for width, height in ((320, 256), (320, 700), (667, 375)):
                self.browser.resize(width, height)
                self.browser.open_list(self.server, name)
                until(lambda: self.browser.all(".row"), "the list is shown")
                over = self.browser.script("return document.documentElement.scrollWidth - innerWidth")
                self.assertLessEqual(over, 0, f"{name} at {width} by {height}: wider than the screen")
                # Two rows, or one that is higher, can be seen at a time.
                room = self.browser.script("return document.querySelector('.scroller').clientHeight")
                self.assertGreaterEqual(room, 80, f"{name} at {width} by {height}: room for rows")
        self.assertLessEqual(self.browser.script("return document.querySelector('.row-title').clientHeight"), 160)
        self.browser.resize(320, 700)
        self.browser.open(self.server)
        until(lambda: self.browser.all(".list-card"), "lists are shown")
        self.check("lists on a very narrow screen")
        # Fonts differ from machine to machine, and people set letters wider (WCAG 1.4.12).
        self.browser.script("document.body.style.letterSpacing = '0.12em'; document.body.style.wordSpacing = '0.16em'")
        self.check("lists on a very narrow screen, with spaced letters")
        self.open()
        self.check("a board on a very narrow screen")
        self.server.arrange("delete", f"{self.list}-wide", "--yes")

    def test_a_menu_and_a_notice(self):
        self.open()
        self.browser.drag(self.browser.row("a"), self.browser.row("f"))
        until(lambda: self.browser.notice(), "there is a notice")
        self.browser.click("Menu of section Todo")
        self.check("a menu and a notice")

    def test_marks_keep_the_heights_of_rows(self):
        self.open()
        heights = "return [...document.querySelectorAll('.row')].map((r) => r.getBoundingClientRect().height)"
        before = self.browser.script(heights)
        self.server.arrange("move", self.list, "a", "--last")
        until(lambda: self.browser.all(".row-mark"), "the change is marked")
        self.assertEqual(sorted(self.browser.script(heights)), sorted(before))

    def test_long_words_stay_in_their_places(self):
        name = "n" * 128
        field = "f" * 128
        self.server.make(name, {"todo": ["a"]}, fields={"title": "t" * 1000, field: 1})
        wider = (
            "return [...document.querySelectorAll('#main *')].filter((e) => e.checkVisibility() && e.parentElement &&"
            " e.getBoundingClientRect().right > e.parentElement.closest(arguments[0])?.getBoundingClientRect().right + 1)"
            ".map((e) => e.outerHTML.slice(0, 80))"
        )
        for width in (1440, 360):
            self.browser.resize(width, 800)
            self.browser.open(self.server)
            until(lambda: self.browser.all(f'.list-card[data-name="{name}"]'), "the list is shown")
            self.assertEqual(self.browser.script(wider, ".list-card"), [])
            over = "return [...document.querySelectorAll('.page, .place')].filter((e) => e.scrollWidth > e.clientWidth).length"
            self.assertEqual(self.browser.script(over), 0)
            self.browser.open_list(self.server, name)
            until(lambda: self.browser.all(".row-fields dt"), "the item is shown")
            self.assertEqual(self.browser.script(wider, ".row"), [])
            self.browser.click("History", ".list-head")
            until(lambda: self.browser.all(".panel .entry"), "commits are listed")
            self.assertEqual(self.browser.script(wider, ".panel"), [])
        self.server.arrange("delete", name, "--yes")

    def test_the_first_view_is_small(self):
        if self.server.pages:
            self.skipTest("nothing is joined or compressed")
        for page, hash, shown in (("lists", "", ".list-card"), ("board", f"#/list/{self.list}", ".row")):
            self.browser.cdp("Network.clearBrowserCache")
            self.browser.open(self.server, hash)
            until(lambda: self.browser.all(shown), f"the {page} are shown")
            entries = self.browser.script(
                "return [performance.getEntriesByType('navigation')[0], ...performance.getEntriesByType('resource')].map((e) => e.encodedBodySize + 300)"
            )
            print(f"first view of {page}: {sum(entries):,} bytes in {len(entries)} requests")
            self.assertLessEqual(sum(entries), FIRST_VIEW, page)
            self.assertLessEqual(len(entries), MOST_REQUESTS, page)
            self.browser.open(self.server, hash)
            until(lambda: self.browser.all(shown), f"the {page} are shown again")
            sent = self.browser.script(
                "return performance.getEntriesByType('resource').filter((e) => e.transferSize > 0).map((e) => new URL(e.name).pathname)"
            )
            self.assertEqual(sent, [], "what the browser has already is not sent again")

    def test_the_colours_can_be_chosen(self):
        self.browser.open(self.server)
        ground = lambda: self.browser.script("return getComputedStyle(document.documentElement).backgroundColor")
        light = ground()
        self.browser.one("#theme").click()
        self.assertEqual(ground(), light)
        self.browser.one("#theme").click()
        until(lambda: ground() != light, "it is dark")
        self.browser.driver.refresh()
        until(lambda: self.browser.all(".list-card"), "lists are shown")
        self.assertNotEqual(ground(), light)

    def test_motion_can_be_turned_off(self):
        self.open()
        self.server.arrange("move", self.list, "a", "--last")
        until(lambda: self.browser.order()["todo"] == ["b", "c", "d", "a"], "it has moved")
        self.assertEqual(self.browser.script("return document.getAnimations().length"), 0)

    def test_names_of_any_form(self):
        for name in ("team/sprint 1", 'ünï & <b>code</b> "%2F"', "#?x=1"):
            self.server.make(name, {"todo": ["<i>a</i>"]})
            self.browser.open(self.server)
            card = f'.list-card a[href$="{self.browser.script("return encodeURIComponent(arguments[0])", name)}"]'
            self.browser.one(card).click()
            until(lambda: self.browser.order() == {"todo": ["<i>a</i>"]}, f"{name} is shown")
            self.assertEqual(self.browser.text(".row-title"), "Item <i>a</i>")
            self.assertEqual(self.browser.all(".row i, h1 b"), [])
            self.server.arrange("delete", name, "--yes")


class TokenCases(AxeCase):
    """A server that knows who may do what."""

    START = None

    def setUp(self):
        super().setUp()
        self.server = shared("guarded server", Guarded)

    def test_a_token_opens_what_it_may(self):
        self.browser.open(self.server)
        until(lambda: self.browser.text("#main .empty-title") == "Sign in to see lists", "nobody sees nothing")
        self.browser.click("Sign in", "#main")
        self.browser.type("Token", self.server.token, "dialog")
        self.browser.keys(Keys.ENTER)
        until(lambda: self.browser.all('.list-card[data-name="secret"]'), "the list is there")
        self.browser.script("sessionStorage.clear()")

    def test_without_a_token_pages_say_that_one_has_to_sign_in(self):
        self.browser.open(self.server, "#/list/secret")
        until(lambda: "Sign in" in (self.browser.text("#main .empty") or ""), "the list may be there for others")
        self.browser.open(self.server, "#/server")
        until(lambda: self.browser.all(".figure"), "the version is shown")
        self.assertIn("permission admin", self.browser.text("#main .hint"))
        self.assertNotIn("collections", self.browser.text(".figures"))

    def test_a_token_that_is_too_long_is_refused_at_once(self):
        self.browser.open(self.server)
        self.browser.one("#connection").click()
        self.browser.script("document.getElementById('token').value = 'x'.repeat(5000)")
        self.browser.click("Sign in", "dialog")
        until(lambda: "at most 4,096 bytes" in (self.browser.text("dialog .problem") or ""), "it says how long one is")
        self.browser.dismiss()

    def test_with_a_wrong_token_the_state_of_the_server_is_not_known(self):
        self.browser.open(self.server, "#/server")
        self.browser.script("sessionStorage.setItem('arrange.token', 'arrange_wrong')")
        self.browser.driver.refresh()
        until(lambda: self.browser.text(".health strong") == "State not known", "it does not say that it is down")
        self.assertEqual(self.browser.all(".health.bad"), [])
        self.browser.script("sessionStorage.clear()")

    def test_a_wrong_token_is_refused_in_words(self):
        self.browser.open(self.server)
        self.browser.one("#connection").click()
        self.browser.type("Token", "arrange_wrong", "dialog")
        self.browser.keys(Keys.ENTER)
        until(lambda: "Sign in with another token" in (self.browser.text("#banner") or ""), "it says what to do")
        self.browser.script("sessionStorage.clear()")


    def sign_in(self, name, hash=""):
        self.browser.open(self.server, hash)
        self.browser.one("#connection").click()
        self.browser.type("Token", self.server.tokens[name], "dialog")
        self.browser.keys(Keys.ENTER)
        until(lambda: self.browser.text("#principal") == name, "it says who is signed in")

    def test_who_may_only_read_sees_no_tools_to_edit(self):
        tools = ".grip, .row-edit, .add-section, .column-foot button, .menu-button"
        for name, seen in (("reader", set()), ("mover", {"grip", "menu-button"}), ("ann", None)):
            self.sign_in(name, "#/list/secret")
            until(lambda: self.browser.all(".row"), "the list is shown")
            found = self.browser.script(
                "return [...document.querySelectorAll(arguments[0])].flatMap((e) => [...e.classList]).filter((c) => arguments[0].includes('.' + c))", tools
            )
            if seen is not None:
                self.assertEqual(set(found), seen, name)
            else:
                self.assertIn("row-edit", found)
            panels = self.browser.script("return [...document.querySelectorAll('.list-head .group button')].map((b) => b.textContent.trim()).filter(Boolean)")
            self.assertEqual("History" in panels, name == "ann")
            if name == "reader":
                self.assertIn("may look at this list", self.browser.text(".board-hint"))
                self.browser.keys("n", Keys.DELETE)
            self.browser.script("sessionStorage.clear()")
        self.assertEqual(self.server.refusals(), [], "nothing was tried that is not allowed")

    def test_only_who_may_is_offered_it(self):
        pages = "return [...document.querySelectorAll('.bar nav a')].filter((a) => a.checkVisibility()).map((a) => a.textContent)"
        entries = "return [...document.querySelectorAll('.menu [role=menuitem]')].map((e) => e.textContent)"
        seen = {
            "reader": ["New view of it", "Export as JSON lines", "Export as CSV"],
            "ann": ["New view of it", "Who follows", "Title and description…", "Export as JSON lines", "Export as CSV", "Delete list…"],
        }
        for name, wanted in seen.items():
            self.sign_in(name)
            until(lambda: self.browser.all('.list-card[data-name="secret"]'), "the list is there")
            until(lambda: self.browser.script(pages) == ["Lists", "Server"], "nobody but an administrator compares strategies")
            self.browser.click("Menu of secret")
            until(lambda: self.browser.all(".menu"), "the menu is open")
            self.assertEqual(self.browser.script(entries), wanted, name)
            self.browser.keys(Keys.ESCAPE)
            self.browser.click("New list")
            self.browser.type("Name", "another", "dialog")
            if name == "reader":
                until(lambda: "may not make a list" in self.browser.text("dialog .refused"), "it is said before it is tried")
            self.browser.dismiss()
            self.browser.script("location.hash = '#/strategies'")
            until(lambda: self.browser.text("#main .empty-title") == "Not for everybody", "the page says why")
            self.browser.script("location.hash = '#/server'")
            until(lambda: self.browser.all(".figure"), "the version is shown")
            self.assertEqual(self.browser.all(".chart-line[d], .page-section .button"), [], "no figures, and no backup")
            self.browser.script("sessionStorage.clear()")
        self.assertEqual(self.server.refusals(), [], "nothing was tried that is not allowed")

    def test_who_is_signed_in_is_said(self):
        self.sign_in("root")
        self.browser.one("#connection").click()
        until(lambda: "signed in as “root”, by a token of the access file." in (self.browser.text("dialog") or ""), "it says who")
        self.assertIn("You may also administer the server.", self.browser.text("dialog"))
        self.browser.dismiss()
        self.browser.script("sessionStorage.clear()")

    def test_an_administrator_takes_a_backup(self):
        self.sign_in("root", "#/server")
        self.browser.script(
            "window.blobs = []; const make = URL.createObjectURL; URL.createObjectURL = (b) => { window.blobs.push(b); return make(b); };"
            "addEventListener('click', (e) => e.target.matches('a[download]') && (window.file = e.target.download, e.preventDefault()))"
        )
        self.browser.click("Download a backup")
        until(lambda: "A backup of" in self.browser.text("#main .page-section"), "it is there")
        self.assertRegex(self.browser.script("return window.file"), r"^arrange-20\d\d-\d\d-\d\d-\d{4}\.backup$")
        content = self.browser.driver.execute_async_script(
            "const done = arguments[0]; window.blobs[0].arrayBuffer().then((b) => done([...new Uint8Array(b)]))"
        )
        file = pathlib.Path(self.server.directory, "taken.backup")
        file.write_bytes(bytes(content))
        restored = f"{self.server.directory}/restored"
        said = subprocess.check_output([program("arrange"), "restore", str(file), "--data", restored], text=True)
        self.assertTrue(pathlib.Path(restored).is_dir(), said)
        self.browser.script("sessionStorage.clear()")

    def test_an_administrator_reads_the_log_and_who_may_do_what(self):
        self.sign_in("root", "#/server")
        section = lambda title: next(e for e in self.browser.all(".page-section") if e.text.startswith(title))
        until(lambda: "principal" in section("Access").text.lower() and "mover" in section("Access").text, "principals are shown")
        self.assertIn("read, watch, move", section("Access").text)
        self.browser.type("Principals with", "bri", "#main")
        until(lambda: "mover move" not in section("Access").text and "brief" in section("Access").text, "one is found")
        until(lambda: "listens" in section("Log").text or "info" in section("Log").text, "lines are shown")
        refused = [program("arrange"), "delete", "secret", "--yes", "--server", self.server.listen, "--token", self.server.tokens["mover"]]
        subprocess.run(refused, capture_output=True)
        until(lambda: "call refused" in section("Log").text, "a new line comes by itself")
        self.browser.type("Lines with", "call refused", "#main")
        until(lambda: all("call refused" in line.text for line in self.browser.all(".log li")), "lines are found")
        self.check("the server, as an administrator")
        self.browser.script("sessionStorage.clear()")

    def test_the_board_and_what_is_typed_stay_when_the_token_ends(self):
        self.sign_in("brief", "#/list/secret")
        until(lambda: self.browser.all(".row"), "the list is shown")
        self.browser.click("Edit Item a")
        self.browser.type("title", "A long thought")
        self.server.revoke("brief")
        until(lambda: "stays here" in (self.browser.text("#banner") or ""), "it says that the token is over")
        self.assertEqual(self.browser.input("title").get_attribute("value"), "A long thought")
        self.browser.keys(Keys.ENTER)
        self.assertEqual(self.browser.text('.row[data-id="a"] .row-title'), "A long thought")
        self.browser.click("Sign in", "#banner")
        self.browser.type("Token", self.server.tokens["ann"], "dialog")
        self.browser.keys(Keys.ENTER)
        until(lambda: self.browser.text("#principal") == "ann", "somebody is signed in")
        read = lambda: json.loads(self.server.arrange("show", "secret", "--json", "--token", self.server.token))
        until(lambda: read()["sections"][0]["items"][0]["fields"]["title"] == "A long thought", "it is saved")
        until(lambda: not self.browser.all(".unsaved"), "the page knows it")
        self.browser.script("sessionStorage.clear()")


class Guarded(Server):
    """A server with an access file: ann may do everything, reader may read, mover may move, brief may write; root is an administrator."""

    ROLES = {"ann": "all", "reader": "look", "mover": "move", "brief": "work", "root": "admin"}

    def __init__(self):
        self.tokens, self.digests = {}, {}
        for name in self.ROLES:
            made = json.loads(subprocess.check_output([program("arrange"), "token", "new", name, "--json"], text=True))
            self.tokens[name], self.digests[name] = made["token"], made["sha256"]
        self.token = self.tokens["ann"]
        directory = tempfile.mkdtemp(prefix="access-")
        self.access, self.audit = pathlib.Path(directory, "access.yaml"), pathlib.Path(directory, "audit")
        self.write()
        super().__init__(["--access", str(self.access), "--audit-log", str(self.audit)])
        lines = [{"section": {"id": "todo", "fields": {"title": "Todo"}}}]
        lines += [{"id": item, "section": "todo", "fields": {"title": f"Item {item}", "done": False}} for item in "ab"]
        text = "".join(json.dumps(line) + "\n" for line in lines)
        self.arrange("import", "secret", "-", "--format", "jsonl", "--create", "lexorank", "--token", self.token, text=text)

    def write(self):
        roles = {
            "all": "all",
            "look": "read, watch",
            "move": "read, watch, move",
            "work": "read, watch, write",
        }
        text = "roles:\n" + "".join(f'  {name}: [ {{ on: "**", may: [{may}] }} ]\n' for name, may in roles.items())
        text += "principals:\n"
        for name, digest in self.digests.items():
            text += f"  {name}: {{ roles: [{self.ROLES[name]}], tokens: [ {{ sha256: {digest} }} ] }}\n"
        new = self.access.with_suffix(".new")
        new.write_text(text + "anonymous: []\n")
        new.rename(self.access)

    def revoke(self, name):
        """Takes a principal out of the access file."""
        del self.digests[name]
        self.write()

    def refusals(self):
        """What the audit log says was refused."""
        return [line for line in self.audit.read_text().splitlines() if '"refused"' in line and "reader" in line]


if __name__ == "__main__":
    unittest.main()
