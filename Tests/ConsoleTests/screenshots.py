"""Pictures of the console: every page at three widths, dark and light, to be looked at; and the two of the README.

Scripts/check-console --pictures DIRECTORY
Scripts/check-console --readme
"""

import argparse
import base64
import pathlib
import sys

from selenium.webdriver.common.keys import Keys

from support.browser import Browser, until
from support.servers import ROOT, Server

SAMPLES = [("project", "project.md", "lexorank"), ("reading", "reading.csv", "fractional"), ("line", "line.jsonl", "dense")]
SIZES = [(360, 740), (800, 1000), (1440, 900)]
# The quality of WebP, from 0 to 100.
QUALITY = 82


def prepare(server):
    for name, file, strategy in SAMPLES:
        server.arrange("import", name, str(ROOT / "Examples/lists" / file), "--create", strategy)
    server.arrange(
        "view", "define", "long", 'reading flat long { title: "Long books" } where pages > 500 and not done sort pages desc'
    )
    server.arrange("view", "define", "open", "project where not done")


def items(server, name):
    return [item["id"] for section in server.show(name)["sections"] for item in section["items"]]


def lists(browser, server):
    browser.open(server)
    until(lambda: len(browser.all(".list-card")) >= 5, "all lists are shown")


def board(browser, server):
    browser.open_list(server, "project")
    until(lambda: browser.all(".row"), "items are shown")


def drag(browser, server):
    """Somebody drags two items, while another person has moved one."""
    board(browser, server)
    ids = items(server, "project")
    for item in ids[2:4]:
        browser.chain().key_down(Keys.CONTROL).click(browser.row(item)).key_up(Keys.CONTROL).perform()
    server.arrange("move", "project", ids[7], "--section", "waiting")
    until(lambda: ids[7] not in browser.order()["to-do"], "the change of the other is shown")
    is_wide = browser.script("return innerWidth") > 480
    browser.lift(browser.row(ids[2]))
    browser.hover(browser.all('.column[data-section="doing"] .row')[-1] if is_wide else browser.row(ids[1]))
    until(lambda: "Writes" in (browser.text(".preview") or ""), "the effect is shown")


def panel(title):
    def show(browser, server):
        board(browser, server)
        browser.click(title, ".list-head")
        until(lambda: browser.all(".panel .entry, .panel .figure"), f"{title} is shown")

    return show


def past(browser, server):
    """An earlier version, while the newest ones are listed."""
    board(browser, server)
    ids = items(server, "project")
    server.arrange("move", "project", ids[0], ids[1], "--section", "doing")
    server.arrange("update", "project", ids[2], "--title", "Build the frame of oak")
    server.arrange("move", "project", ids[8], "--section", "done", "--first")
    server.arrange("section", "move", "project", "waiting", "--last")
    browser.click("History", ".list-head")
    browser.click("Look at version 3")
    until(lambda: "version 3" in browser.text("#banner"), "version 3 is shown")


def stream(browser, server):
    board(browser, server)
    browser.click("Changes", ".list-head")
    ids = items(server, "project")
    server.arrange("move", "project", ids[0], "--section", "doing", "--first")
    server.arrange("update", "project", ids[1], "--field", "due=Thursday")
    server.arrange("move", "project", ids[4], ids[5], "--section", "done")
    until(lambda: len(browser.all(".panel .entry")) >= 3, "changes are shown")


def edit(browser, server):
    board(browser, server)
    browser.focus(items(server, "project")[0])
    browser.keys(Keys.ENTER)


def editor(browser, server):
    browser.open(server, "#/view/long")
    until(lambda: browser.all(".row"), "the result is shown")


def strategies(browser, server):
    browser.open(server, "#/strategies")
    until(lambda: browser.all("#plan-choice option"), "there are plans")
    browser.click("Compare")
    until(lambda: browser.all(".report-page"), "the report is shown")
    browser.script("document.querySelector('.report-page').scrollIntoView()")


def figures(browser, server):
    browser.open(server, "#/server")
    for _ in range(6):
        server.arrange("bench", "move", "--duration", "1")
    until(lambda: browser.all(".chart-line[d*=L]"), "there are lines")


def new(browser, server):
    lists(browser, server)
    browser.click("New list")


PAGES = {
    "lists": lists,
    "new": new,
    "board": board,
    "drag": drag,
    "edit": edit,
    "stream": stream,
    "history": panel("History"),
    "keys": panel("Order keys"),
    "followers": panel("Followers"),
    "editor": editor,
    "strategies": strategies,
    "server": figures,
}


def capture(browser, file, format="png"):
    options = {"format": format, **({"quality": QUALITY} if format == "webp" else {})}
    file.write_bytes(base64.b64decode(browser.cdp("Page.captureScreenshot", **options)["data"]))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0], formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pictures", type=pathlib.Path, metavar="DIRECTORY", help="write all pages at all sizes there")
    parser.add_argument("--pages", nargs="*", default=list(PAGES), choices=list(PAGES), help="only these pages")
    parser.add_argument("--readme", action="store_true", help="write the two pictures of the README")
    options = parser.parse_args()
    server = Server()
    browser = Browser()
    try:
        if options.pictures:
            options.pictures.mkdir(parents=True, exist_ok=True)
            for name in options.pages:
                for width, height in SIZES:
                    browser.resize(width, height)
                    for scheme in ("light", "dark"):
                        server.close()
                        server = Server()
                        prepare(server)
                        browser.colours(scheme)
                        PAGES[name](browser, server)
                        capture(browser, options.pictures / f"{name}-{width}-{scheme}.png")
                        browser.keys(Keys.ESCAPE)
                        browser.release()
                        browser.leave()
        if options.readme:
            folder = ROOT / "Documentation/images"
            folder.mkdir(exist_ok=True)
            browser.resize(1280, 760)
            for name, page, scheme in (("console-board", drag, "light"), ("console-history", past, "dark")):
                server.close()
                server = Server()
                prepare(server)
                browser.colours(scheme)
                page(browser, server)
                capture(browser, folder / f"{name}.webp", "webp")
                browser.keys(Keys.ESCAPE)
                browser.release()
                browser.leave()
    finally:
        browser.close()
        server.close()


if __name__ == "__main__":
    sys.exit(main())
