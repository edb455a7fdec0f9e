"""Chromium, as a person uses it: what it shows, its mouse, its keyboard, and its fingers."""

import json
import os
import tempfile
import time
from urllib.parse import quote, urlparse

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

# How long a state may take to come, in seconds. Tests wait for states, not for times, beside whatever else the machine does.
LIMIT = 30
# How long a comparison of strategies may take, in seconds: it computes only while nobody else wants the processors.
COMPARED = 120
# Between two looks, in seconds.
PAUSE = 0.02
# How the browser notes an attempt to connect to a server that is stopped, or still starts.
AWAY = (
    "ERR_CONNECTION_REFUSED",
    # A client that has a connection with the next token leaves one that it had begun.
    "WebSocket is closed before the connection is established",
    "ERR_CONNECTION_RESET",
    "/arrange' failed: Error during WebSocket handshake: Unexpected response code: 503",
)
NETWORK = """
const network = (window.network = { delay: 0, isSilent: false });
// What goes one way arrives in the order in which it was sent, as over TCP.
const way = () => {
  const queue = [];
  const look = () => {
    while (queue.length > 0 && !network.isSilent && queue[0].at <= performance.now()) queue.shift().deliver();
    if (queue.length > 0) setTimeout(look, network.isSilent ? 20 : Math.max(0, queue[0].at - performance.now()));
  };
  return (deliver) => {
    if (queue.length === 0 && !network.isSilent && network.delay === 0) return deliver();
    if (queue.push({ at: performance.now() + network.delay / 2, deliver }) === 1) look();
  };
};
window.WebSocket = class extends WebSocket {
  out = way();
  in = way();
  send(data) {
    const copy = data.slice();
    this.out(() => super.send(copy));
  }
  set onmessage(listener) {
    super.onmessage = (event) => this.in(() => listener(event));
  }
};
"""
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
DRIVER = os.environ.get("CHROMEDRIVER", "/usr/bin/chromedriver")


def until(condition, what, limit=LIMIT):
    """Waits until a condition holds, at most so many seconds; returns its value. What it says is said where that does not happen."""
    deadline = time.monotonic() + limit
    value = None
    while time.monotonic() < deadline:
        try:
            value = condition()
            if value:
                return value
        except StaleElementReferenceException:
            pass
        time.sleep(PAUSE)
    raise AssertionError(f"not within {limit} s: {what}; last: {value!r}")


class Browser:
    """A window of a browser of its own."""

    def __init__(self, width=1440, height=900):
        options = Options()
        options.binary_location = CHROMIUM
        self.profile = tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True)
        for flag in (
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--force-device-scale-factor=1",
            "--lang=en",
            # A mouse: without a screen there is none otherwise, and the page looks as it does for fingers.
            "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
            f"--window-size={width},{height}",
            f"--user-data-dir={self.profile.name}",
        ):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(DRIVER))
        self.resize(width, height)
        self.colours("light")

    def close(self):
        self.driver.quit()
        self.profile.cleanup()

    # The page

    def open(self, server, hash=""):
        """Opens a page of the console, anew."""
        self.driver.get(server.url)
        self.driver.execute_script("sessionStorage.clear(); localStorage.clear()")
        self.driver.get("about:blank")
        self.driver.get(server.url + hash)
        until(lambda: self.text("#connection-text") == "Connected", "the page connects")

    def leave(self):
        """Leaves the page, so that nothing of it is left to the next case."""
        self.driver.get("about:blank")
        self.errors()
        self.hosts()

    def open_list(self, server, name):
        self.open(server, f"#/list/{quote(name, safe='')}")
        until(lambda: self.all(".list-head"), f"the list {name} is shown")

    def resize(self, width, height, touch=False):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.cdp("Emulation.setTouchEmulationEnabled", enabled=touch)

    def colours(self, scheme, motion="reduce"):
        """Chooses the colours. Motion is reduced unless a test is about it, so that rows are where they belong at once."""
        features = [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": motion}]
        self.cdp("Emulation.setEmulatedMedia", features=features)

    def cdp(self, method, **parameters):
        return self.driver.execute_cdp_cmd(method, parameters)

    def input(self, label, within="body"):
        """The control with a label."""
        found = (
            "return [...document.querySelectorAll(`${arguments[1]} :is(input, select, textarea)`)].find((c) =>"
            " c.checkVisibility() && (c.getAttribute('aria-label') === arguments[0] || [...c.labels ?? []].some((l) => l.textContent.trim() === arguments[0])))"
        )
        return until(lambda: self.script(found, label, within), f"there is a control {label}")

    def type(self, label, text, within="body"):
        """Types a text in place of what a control has."""
        control = self.input(label, within)
        control.send_keys(Keys.CONTROL, "a")
        control.send_keys(text)

    def script(self, text, *values):
        return self.driver.execute_script(text, *values)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        return until(lambda: next(iter(self.all(selector)), None), f"there is {selector}")

    def text(self, selector):
        return self.script("return document.querySelector(arguments[0])?.textContent.trim() ?? null", selector)

    def button(self, name, within="body"):
        """The button with a text or a label."""
        found = "return [...document.querySelectorAll(`${arguments[1]} button, ${arguments[1]} [role=menuitem]`)].find((b) => b.checkVisibility() && (b.textContent.trim() === arguments[0] || b.getAttribute('aria-label') === arguments[0]))"
        return until(lambda: self.script(found, name, within), f"there is a button {name}")

    def click(self, name, within="body"):
        """Clicks a button. If the page draws it anew between finding and clicking, it is found again."""
        until(lambda: self.button(name, within).click() or True, f"the button {name} can be clicked")

    def focus_on(self, find, what):
        """Brings the focus to an element. If the page draws it anew between finding and focusing, it is found again."""
        focus = "arguments[0].focus(); return document.activeElement === arguments[0]"
        until(lambda: self.script(focus, find()), f"{what} has the focus")

    def focus_button(self, name, within="body"):
        self.focus_on(lambda: self.button(name, within), f"the button {name}")

    def focused_button(self):
        """The label of the button that has the focus."""
        return self.script("return document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()")

    def order(self):
        """The ids of the items that the page shows, by the ids of the sections."""
        return self.script(
            "return Object.fromEntries([...document.querySelectorAll('.column')].map((c) =>"
            " [c.dataset.section, [...c.querySelectorAll('.row[data-id]')].map((r) => r.dataset.id)]))"
        )

    def list_order(self):
        """The ids of all items of the list that the page has, whether it shows their rows or not."""
        return self.script(
            "const source = document.querySelector('.board')?.board.source;"
            " return source && Object.fromEntries(source.sections.map(({ id }) => [id, source.ids(id)]))"
        )

    def sections(self):
        return self.script("return [...document.querySelectorAll('.column')].map((c) => c.dataset.section)")

    def row(self, item):
        return self.one(f'.row[data-id="{item}"]')

    def column(self, section):
        return self.one(f'.column[data-section="{section}"]')

    def notice(self):
        return self.text("#notices .notice:last-child > span") or ""

    def said(self):
        return self.text("#announcer")

    def version(self):
        return int("".join(c for c in self.text(".list-facts span:last-child") if c.isdigit()))

    # The network

    def slow_down(self):
        """From the next page on, `window.network.delay` is how long the way there and back takes, in milliseconds, and nothing
        gets through while `window.network.isSilent`; then all of it does. Returns what ends this."""
        added = self.cdp("Page.addScriptToEvaluateOnNewDocument", source=NETWORK)["identifier"]
        return lambda: self.cdp("Page.removeScriptToEvaluateOnNewDocument", identifier=added)

    # The mouse

    def chain(self):
        return ActionChains(self.driver, duration=20)

    def centre(self, element):
        place = element.rect
        return place["x"] + place["width"] / 2, place["y"] + place["height"] / 2

    def lift(self, element, dx=0, dy=8):
        """Presses the button of the mouse on an element and begins to drag."""
        self.chain().move_to_element(element).click_and_hold().move_by_offset(dx, dy).perform()

    def hover(self, element, part=0.25):
        """Moves the mouse over an element, at a part of its height."""
        offset = int(element.rect["height"] * (part - 0.5))
        self.chain().move_to_element_with_offset(element, 0, offset).move_by_offset(0, 1).perform()

    def release(self):
        self.chain().release().perform()

    def carry(self, x, y, to_x, to_y):
        """Drags what is at a place to another place."""
        actions = self.chain()
        pointer = actions.w3c_actions.pointer_action
        pointer.move_to_location(int(x), int(y)).pointer_down()
        pointer.move_to_location(int(x), int(y) + 8)
        pointer.move_to_location(int(to_x), int(to_y)).pointer_up()
        actions.perform()

    def drag(self, element, target, part=0.25):
        self.lift(element)
        self.hover(target, part)
        self.release()

    # Fingers

    def touch(self, kind, x=None, y=None):
        points = [] if x is None else [{"x": x, "y": y}]
        self.cdp("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    # The keyboard

    def focus(self, item):
        """Brings the focus to an item with the tabulator and the arrows alone."""
        self.script("document.activeElement.blur()")
        self.script("document.getElementById('main').focus()")
        for _ in range(60):
            if self.focused():
                break
            self.keys(Keys.TAB)
        columns = self.order()
        target = next(section for section, items in columns.items() if item in items)
        for _ in range(len(columns) * 2):
            current = self.focused()
            here = next(section for section, items in columns.items() if current in items)
            if here == target:
                break
            names = self.sections()
            self.keys(Keys.ARROW_RIGHT if names.index(here) < names.index(target) else Keys.ARROW_LEFT)
        items = columns[target]
        by = items.index(item) - items.index(self.focused())
        for _ in range(abs(by)):
            self.keys(Keys.ARROW_DOWN if by > 0 else Keys.ARROW_UP)
        until(lambda: self.focused() == item, f"the item {item} has the focus")

    def focused(self):
        return self.script("return document.activeElement.dataset?.id ?? null")

    def keys(self, *keys):
        self.chain().send_keys(*keys).perform()

    def dismiss(self):
        """Closes a dialog with the keyboard, once it is open, and waits until it is gone: what is pressed before goes elsewhere."""
        self.one("dialog[open]")
        self.keys(Keys.ESCAPE)
        until(lambda: not self.all("dialog"), "the dialog is closed")

    def combined(self, modifier, key):
        self.chain().key_down(modifier).send_keys(key).key_up(modifier).perform()

    # What went wrong

    def errors(self):
        """What the console of the browser has said since the last time, except that a server was away or starting."""
        entries = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] != "DEBUG"]
        return [message for message in entries if not any(reason in message for reason in AWAY)]

    def hosts(self):
        """The hosts that were asked for something since the last time."""
        hosts = set()
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] in ("Network.requestWillBeSent", "Network.webSocketCreated"):
                parameters = message["params"]
                url = urlparse(parameters["request"]["url"] if "request" in parameters else parameters["url"])
                if url.scheme in ("http", "https", "ws", "wss"):
                    hosts.add(url.netloc)
        return hosts
