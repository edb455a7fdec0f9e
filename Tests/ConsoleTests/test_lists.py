"""The page of all lists: making, finding, importing, exporting and deleting them."""

import json
import pathlib
import tempfile
import unittest

from selenium.webdriver.common.keys import Keys

from support.browser import until
from support.case import ConsoleCase
from support.servers import ROOT

SAMPLES = ROOT / "Examples/lists"

DROP = """
const [name, text] = arguments;
const transfer = new DataTransfer();
transfer.items.add(new File([text], name));
for (const type of ["dragenter", "dragover", "drop"]) {
  document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
}
"""


class ListsCases(ConsoleCase):
    START = None

    def setUp(self):
        super().setUp()
        self.browser.open(self.server)

    def name(self, stem):
        ConsoleCase.number += 1
        return f"{stem}{ConsoleCase.number}"

    def card(self, name):
        return self.browser.one(f'.list-card[data-name="{name}"]')

    def test_a_list_is_made_with_the_mouse(self):
        name = self.name("made")
        self.browser.click("New list")
        self.browser.type("Name", name, "dialog")
        self.browser.type("Title", "A new board", "dialog")
        self.browser.input("Ordering strategy").send_keys("fractional")
        self.browser.click("Create list", "dialog")
        until(lambda: self.browser.text(".list-head h1") == "A new board", "the list is open")
        until(lambda: self.server.sections(name) == ["to-do", "doing", "done"], "it has the sections")
        self.assertEqual(self.server.show(name)["strategy"], "fractional")

    def test_a_list_is_made_with_the_keyboard(self):
        name = self.name("typed")
        button = self.browser.button("New list")
        self.browser.script("arguments[0].focus()", button)
        self.browser.keys(Keys.ENTER)
        until(lambda: self.browser.all("dialog"), "the dialog is open")
        self.browser.keys(name, Keys.ENTER)
        until(lambda: self.browser.text(".list-head h1") == name, "the list is open")

    def test_a_name_that_is_taken_is_refused_in_words(self):
        name = self.name("taken")
        self.server.arrange("create", name)
        self.browser.click("New list")
        self.browser.type("Name", name, "dialog")
        self.browser.click("Create list", "dialog")
        until(lambda: "Choose another name" in self.browser.text("dialog .problem"), "it says what to do")
        self.browser.dismiss()

    def test_a_list_that_others_make_appears(self):
        name = self.name("others")
        self.server.arrange("create", name)
        self.card(name)

    def test_a_list_is_opened_with_the_keyboard(self):
        name = self.name("open")
        self.server.make(name, {"todo": ["a"]})
        link = self.card(name).find_element("css selector", "a")
        self.browser.script("arguments[0].focus()", link)
        self.browser.keys(Keys.ENTER)
        until(lambda: self.browser.order() == {"todo": ["a"]}, "the list is shown")

    def test_a_list_is_deleted(self):
        name = self.name("deleted")
        self.server.make(name, {"todo": ["a", "b"]})
        self.browser.script("arguments[0].scrollIntoView({ block: 'center' })", self.card(name))
        self.browser.click(f"Menu of {name}")
        self.browser.click("Delete list…", ".menu")
        self.assertIn("2 items", self.browser.text("dialog"))
        self.browser.click("Delete list", "dialog")
        until(lambda: not self.browser.all(f'.list-card[data-name="{name}"]'), "the card is gone")
        self.assertNotIn(f'"{name}"', self.server.arrange("list", "--json"))

    def test_after_a_list_is_deleted_its_neighbour_has_the_focus(self):
        names = [self.name("focus"), self.name("focus")]
        for name in names:
            self.server.make(name, {"todo": ["a"]})
        self.card(names[1])
        self.browser.script("arguments[0].focus()", self.card(names[0]).find_element("css selector", ".menu-button"))
        self.browser.keys(Keys.ENTER, Keys.END, Keys.ENTER)
        until(lambda: self.browser.all("dialog"), "it asks")
        self.browser.keys(Keys.TAB, Keys.TAB, Keys.ENTER)
        until(lambda: not self.browser.all(f'.list-card[data-name="{names[0]}"]'), "the card is gone")
        focused = "return document.activeElement.closest('.list-card')?.dataset.name"
        until(lambda: self.browser.script(focused) is not None, "another card has the focus")

    # Files

    def imported(self, file, name):
        """What the command makes of a file, and what the page makes of it, without ids that the server made."""
        self.server.arrange("import", f"{name}-wanted", str(file), "--create", "lexorank")
        self.browser.script(DROP, file.name, file.read_text())
        self.browser.type("Name of the new list", name, "dialog")
        self.browser.click("Import", "dialog")
        until(lambda: self.browser.all(".list-head"), "the list is open")
        simple = lambda shown: [
            (section["id"], section["fields"], [item["fields"] for item in section["items"]])
            for section in shown["sections"]
        ]
        wanted = simple(self.server.show(f"{name}-wanted"))
        until(
            lambda: simple(self.server.show(name)) == wanted, f"the list is {wanted}, not {simple(self.server.show(name))}"
        )

    def test_csv_is_imported_as_the_command_does_it(self):
        self.imported(SAMPLES / "reading.csv", self.name("csv"))

    def test_markdown_is_imported_as_the_command_does_it(self):
        self.imported(SAMPLES / "project.md", self.name("markdown"))

    def test_json_lines_are_imported_as_the_command_does_it(self):
        self.imported(SAMPLES / "line.jsonl", self.name("jsonl"))

    def test_a_file_is_chosen_instead_of_dropped(self):
        name = self.name("chosen")
        self.browser.script("document.querySelector('input[type=file]').hidden = false")
        self.browser.one("input[type=file]").send_keys(str(SAMPLES / "reading.csv"))
        until(lambda: self.browser.all("dialog"), "the dialog is open")
        # The name that is proposed is replaced by what is typed.
        self.browser.keys(name, Keys.ENTER)
        until(lambda: self.browser.all(".list-head"), "the list is open")
        self.assertEqual(sum(map(len, self.server.order(name).values())), 16)

    def test_a_file_with_a_mistake_changes_nothing(self):
        self.browser.script(DROP, "broken.jsonl", '{"id": "a"}\n{"id": "a"}\n')
        until(lambda: "line 2" in self.browser.notice(), "it says where the mistake is")
        self.assertEqual(self.browser.all("dialog"), [])

    def test_what_the_server_refuses_leaves_no_list_behind(self):
        name = self.name("refused")
        # As long as the page lets pass, and a few bytes longer than the server takes with what a message adds.
        long = json.dumps({"title": "x" * (64 * 1024 - len("title"))})
        self.browser.script(DROP, "long.jsonl", '{"title":"a"}\n' + long)
        self.browser.type("Name of the new list", name, "dialog")
        self.browser.click("Import", "dialog")
        until(lambda: "Line 2: " in self.browser.text("dialog .problem"), "it names the line")
        self.assertNotIn("operations", self.browser.text("dialog .problem"))
        self.assertNotIn(f'"{name}"', self.server.arrange("list", "--json"))
        self.browser.dismiss()

    def test_an_export_can_be_imported_again(self):
        name = self.name("exported")
        self.server.arrange("import", name, str(SAMPLES / "line.jsonl"), "--create", "lexorank")
        for format, ending in (("JSON lines", "jsonl"), ("CSV", "csv")):
            with tempfile.TemporaryDirectory() as directory:
                self.browser.cdp("Browser.setDownloadBehavior", behavior="allow", downloadPath=directory)
                self.browser.script("arguments[0].scrollIntoView({ block: 'center' })", self.card(name))
                self.browser.click("Menu of Harbour line", f'.list-card[data-name="{name}"]')
                self.browser.click(f"Export as {format}", ".menu")
                file = pathlib.Path(directory, f"{name}.{ending}")
                until(lambda: file.exists() and file.stat().st_size > 0, "the file is there")
                again = f"{name}-{ending}"
                self.server.arrange("import", again, str(file), "--create", "lexorank")
                items = lambda shown: [(s["id"], [i["id"] for i in s["items"]]) for s in shown["sections"]]
                self.assertEqual(items(self.server.show(again)), items(self.server.show(name)))
                if ending == "jsonl":
                    fields = lambda shown: json.dumps([[i["fields"] for i in s["items"]] for s in shown["sections"]])
                    self.assertEqual(
                        fields(self.server.show(again)).replace(".0", ""), fields(self.server.show(name)).replace(".0", "")
                    )


if __name__ == "__main__":
    unittest.main()
