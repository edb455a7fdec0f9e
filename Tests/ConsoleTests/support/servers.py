"""A server of its own for tests of the console, and the command `arrange` as another writer."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

from support.pages import Pages

ROOT = pathlib.Path(__file__).resolve().parents[3]
# How long a server may take to start or to stop, in seconds.
START_LIMIT = 60


def program(name):
    """The path of `arranged` or `arrange`: from the environment variable of that name in capitals, or the build."""
    candidates = [os.environ.get(name.upper()), ROOT / f".build/release/{name}", ROOT / f".build/debug/{name}"]
    for candidate in filter(None, candidates):
        if os.access(candidate, os.X_OK):
            return str(candidate)
    raise SystemExit(f"there is no {name}: build it, or set {name.upper()} to its path")


class Server:
    """`arranged` with a data directory of its own. It can be stopped and started again at the same addresses."""

    def __init__(self, flags=()):
        self.directory = tempfile.mkdtemp(prefix="console-")
        self.flags = list(flags)
        self.process = None
        self.pages = None
        self.listen = self.http = "127.0.0.1:0"
        self.start()

    def start(self):
        log = pathlib.Path(self.directory, "log")
        out = pathlib.Path(self.directory, "out")
        command = [
            program("arranged"),
            "--data",
            f"{self.directory}/data",
            "--listen",
            self.listen,
            "--http",
            self.http,
            *self.flags,
        ]
        with open(log, "w") as stderr, open(out, "w") as stdout:
            self.process = subprocess.Popen(command, stdout=stdout, stderr=stderr)
        deadline = time.monotonic() + START_LIMIT
        while time.monotonic() < deadline:
            text = out.read_text() + log.read_text()
            listen = re.search(r"listens on (127\.0\.0\.1:\d+)", text)
            http = re.search(r"http[^\n]*?(127\.0\.0\.1:\d+)", text, re.I)
            if listen and http:
                self.listen, self.http = listen[1], http[1]
                if "CONSOLE_FILES" in os.environ:
                    self.pages = self.pages or Pages(lambda: self.http)
                self.host = self.pages.host if self.pages else self.http
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        raise RuntimeError(f"the server did not start:\n{log.read_text()}{out.read_text()}")

    def stop(self, number=signal.SIGTERM):
        if self.process is None:
            return
        self.process.send_signal(number)
        self.process.wait(START_LIMIT)
        self.process = None

    def close(self):
        self.stop(signal.SIGKILL)
        if self.pages:
            self.pages.close()
        shutil.rmtree(self.directory, ignore_errors=True)

    @property
    def url(self):
        return f"http://{self.host}/"

    # Another writer

    def arrange(self, *words, text=None, limit=60):
        """Runs a command; returns what it prints."""
        done = subprocess.run(
            [program("arrange"), *words, "--server", self.listen], input=text, capture_output=True, text=True, timeout=limit
        )
        if done.returncode != 0:
            raise RuntimeError(f"arrange {' '.join(words)}: {done.stderr}")
        return done.stdout

    def show(self, name):
        """A list as `arrange show --json` prints it."""
        return json.loads(self.arrange("show", name, "--json"))

    def order(self, name):
        """The ids of the items of a list, by the ids of their sections, in order."""
        return {section["id"]: [item["id"] for item in section["items"]] for section in self.show(name)["sections"]}

    def sections(self, name):
        return [section["id"] for section in self.show(name)["sections"]]

    def fields(self, name, item):
        for section in self.show(name)["sections"]:
            for each in section["items"]:
                if each["id"] == item:
                    return each["fields"]
        return None

    def make(self, name, sections, strategy="lexorank", fields=None):
        """Makes a list. `sections` maps ids to items; items with the id "b" have the title "Item b"."""
        lines = []
        for section, items in sections.items():
            lines.append({"section": {"id": section, "fields": {"title": section.capitalize()}}})
            lines += [
                {"id": item, "section": section, "fields": {"title": f"Item {item}", **(fields or {})}} for item in items
            ]
        text = "".join(json.dumps(line) + "\n" for line in lines)
        self.arrange("import", name, "-", "--format", "jsonl", "--create", strategy, text=text)
