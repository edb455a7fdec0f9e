"""A client with `requests` and nothing else: calls that are made again where that is safe, the changes of a list over lost
connections, and a list in which items can be moved before the server answers. To be copied, with lists.py.

    client = Client("http://127.0.0.1:7412")
    client.ask("POST", "/collections/board/items", {"id": "a"}, request_id=client.new_id())
    changes = Changes(client, "/collections/board")
    while message := changes.next():
        print(message["version"], changes.sections)
"""
import contextlib
import dataclasses
import itertools
import json
import math
import queue
import threading
import time
import uuid

import requests
from requests.packages.urllib3.exceptions import MaxRetryError

import lists

# The most calls at a time, and the most connections that are kept.
CALLS_AT_ONCE, MOST_CONNECTIONS = 16, 100
# After how long without a byte a stream is opened again, in seconds. The server answers within one.
SILENCE = 3
# How often a live list is told that nothing visible has changed, in seconds: the longest that a move without effect is pending.
PROGRESS = 0.5
# Held by whoever looks at what threads share, and notified when it has changed.
NEWS = threading.Condition()


class Problem(Exception):
    """A call that did not end well: what the server says, or what there is to say without it. `others` are members such as
    `field`."""

    def __init__(self, code="UNKNOWN", detail="", processed="not_started", **others):
        super().__init__(detail)
        self.code, self.processed, self.others = code, processed, others

    @property
    def is_transient(self):
        return self.code == "UNAVAILABLE" or self.code == "RESOURCE_EXHAUSTED" and "retry_after_ms" in self.others


def until(condition):
    """Waits until a condition of what threads share is true."""
    with NEWS:
        NEWS.wait_for(condition)


class Work(threading.Thread):
    """A thread that begins at once, and whose calls can be cancelled: they are not made any more. The answer to a request that was
    sent is still waited for."""

    is_cancelled = False

    def __init__(self, function, *arguments):
        super().__init__(target=function, args=arguments, daemon=True)
        self.start()

    def cancel(self):
        with NEWS:
            self.is_cancelled = True
            NEWS.notify_all()


class Client:
    """Makes calls, any number at a time, and follows lists. Times are in seconds.

    - `call_timeout` is how long a call may take with all `attempts`, between which are pauses from `backoff` to `max_backoff`.
    - `states` has the states of the connection in their order: `idle`, `connected`, `disconnected` and `closed`.
    """

    def __init__(self, url, token="", *, call_timeout=30, connect_timeout=5, attempts=20, backoff=0.05, max_backoff=2):
        self.url, self.call_timeout, self.connect_timeout = url + "/v1", call_timeout, connect_timeout
        self.attempts, self.backoff, self.max_backoff = attempts, backoff, max_backoff
        self.session, self.room = requests.Session(), threading.Semaphore(CALLS_AT_ONCE)
        self.session.trust_env = False
        self.session.mount(url, requests.adapters.HTTPAdapter(pool_maxsize=MOST_CONNECTIONS))
        if token:
            self.session.headers["Authorization"] = f"Bearer {token}"
        # What the ids of this client's own writes begin with.
        self.prefix, self.numbers = uuid.uuid4().hex, itertools.count()
        self.states, self.live_lists = ["idle"], []

    def new_id(self):
        """The id of a write, with which it can be sent again."""
        return f"{self.prefix}-{next(self.numbers)}"

    def ask(self, verb, path, body=None, request_id=None, **parameters):
        """The answer to a request. It is sent again where the server says that nothing was done, and after a lost connection where
        that can't do anything twice: a read, and a write with a request id."""
        can_repeat, deadline = verb == "GET" or path == "/query" or request_id, time.monotonic() + self.call_timeout
        processed = "not_started"
        for attempt in itertools.count(1):
            self.check(processed)
            try:
                with self.room:
                    return self.send(deadline, verb, path, body, request_id, parameters)
            except Problem as problem:
                if problem.processed == "unknown":
                    processed = "unknown"
                elif problem.is_transient:
                    problem.processed = processed
                is_safe = can_repeat or problem.processed == "not_started"
                if not problem.is_transient or not is_safe or attempt == self.attempts:
                    raise
                self.pause(attempt, problem)

    def send(self, deadline, verb, path, body, request_id, parameters):
        """One attempt."""
        left = max(deadline - time.monotonic(), 0.001)
        headers = {"Idempotency-Key": request_id, "Request-Timeout": f"{left:.3f}"}
        timeout = (min(left, self.connect_timeout), left)
        try:
            answer = self.session.request(verb, self.url + path, parameters, json=body, headers=headers, timeout=timeout)
            content = answer.json() if answer.status_code != requests.codes.no_content else {}
        except requests.RequestException as error:
            self.note("disconnected")
            code = "DEADLINE_EXCEEDED" if time.monotonic() >= deadline else "UNAVAILABLE"
            raise Problem(code, str(error), "not_started" if isinstance(error.args[0], MaxRetryError) else "unknown") from None
        self.note("connected")
        if not answer.ok:
            raise Problem(**content)
        return content

    def pages(self, path, view=None, **parameters):
        """All pages of a read, one after the other: of a list, or of a view given as its text."""
        token = ""
        while token is not None:
            given = {name: value for name, value in {**parameters, "page_token": token}.items() if value}
            page = self.ask("POST", path, {"view": view, **given}) if view else self.ask("GET", path, **given)
            yield page
            token = page.get("next_page_token") or None

    def close(self):
        self.note("closed")
        self.session.close()

    def note(self, state):
        with NEWS:
            if self.states[-1] not in (state, "closed"):
                self.states.append(state)
                for live_list in self.live_lists if "disconnected" in self.states else []:
                    live_list.report(state)
            NEWS.notify_all()

    def is_over(self):
        return self.states[-1] == "closed" or getattr(threading.current_thread(), "is_cancelled", False)

    def check(self, processed="not_started"):
        if self.states[-1] == "closed":
            raise Problem("FAILED_PRECONDITION", "the client is closed; make another one", processed)
        if self.is_over():
            raise Problem("CANCELLED", "the call was cancelled", processed)

    def pause(self, attempts, problem):
        """Waits until it is time for another attempt, or until none is wanted any more."""
        seconds = min(self.backoff * 2 ** min(attempts - 1, 20), self.max_backoff)
        with NEWS:
            NEWS.wait_for(self.is_over, max(seconds, problem.others.get("retry_after_ms", 0) / 1000))


def quoted(name):
    """A name or an id as a part of a path."""
    return requests.utils.quote(name, safe="")


def events(answer):
    """The events of an answer, each with its name and its data."""
    event = {}
    for line in answer.iter_lines(chunk_size=None):
        if line:
            name, _, value = line.decode().partition(": ")
            event[name] = value
        elif "data" in event:
            yield event["event"], json.loads(event["data"])
            event = {}


class Changes:
    """The changes of a list, and in `sections` the list that they lead to.

    Each one is read from a stream of its own, which ends behind it. Of a stream that stayed open, the system would read ahead; so
    what a slow reader has missed is one change.
    """

    def __init__(self, client, path, token=None, sections=(), attempts=None, **parameters):
        """- `token`: that of an earlier message, to go on from there with the `sections` of then.
        - `attempts`: how many may fail in a row; any number if left out.
        - `parameters`: those of the address, such as `view` and `keys`."""
        self.client, self.path, self.attempts = client, f"{path}/changes", attempts
        self.parameters = {**parameters, "own": parameters.get("own") or client.prefix}
        self.token, self.sections, self.version, self.is_ended = token, sections, None, False

    def next(self):
        """The next message, when the list has it; None after `end`. Fails where the server does not serve the list any more."""
        failures, is_lost = 0, self.version is None
        while not self.is_ended:
            self.client.check()
            try:
                return self.read(is_lost)
            except Problem as error:
                problem = error
            except requests.RequestException as error:
                # An answer that has begun and falls silent: nothing has changed, or the network has lost it. The next one shows.
                if "Read timed out" in str(error) and not isinstance(error, requests.Timeout):
                    continue
                self.client.note("disconnected")
                problem = Problem("UNAVAILABLE", str(error))
            failures, is_lost = failures + 1, True
            if not problem.is_transient or failures == self.attempts:
                raise problem
            self.client.pause(failures, problem)
        return None

    def read(self, is_lost):
        """The first message of a stream. Progress that only confirms the token counts where the connection was lost."""
        given = {"params": self.parameters, "headers": {"Last-Event-ID": self.token}, "stream": True}
        timeout = (self.client.connect_timeout, SILENCE)
        with self.client.session.get(self.client.url + self.path, timeout=timeout, **given) as answer:
            if not answer.ok:
                raise Problem(**answer.json())
            self.client.note("connected")
            for name, message in events(answer):
                if name == "end":
                    raise Problem(**message)
                if name == "list":
                    page = message["snapshot"]
                    pages = [*pages, page] if page["page"] else [page]
                    if not page["last"]:
                        continue
                    self.sections = lists.joined(pages)
                    lists.check(self.sections, page["size"])
                elif name == "batch":
                    self.sections = lists.applied(self.sections, message["batch"])
                elif message["version"] == self.version and not is_lost:
                    continue
                self.version, self.token = message["version"], message["resume_token"]
                return message
        raise requests.ConnectionError("the stream was cut off")

    def end(self):
        self.is_ended = True


@dataclasses.dataclass
class Move:
    """A move of a live list: what the server has to do, and the version in which its list has it, once that is known. A whole list
    that comes before the answer does not say whether it has the move."""

    id: str
    what: tuple
    path: str
    body: dict
    version: float = math.inf
    may_be_in_list: bool = False


class LiveList:
    """A list for a screen, in which moves are shown at once, and sent one after the other.

    `sections` is what is to be shown, and `reports` says what has changed it besides moves, and what else there is to tell: each is
    a kind (`reload`, `changes`, `refused`, `disconnected`, `connected`, `ended`), the id of a refused move, and a problem.
    """

    def __init__(self, client, path, view=None):
        self.client, self.path, self.view = client, path, view
        self.changes = Changes(client, path, view=view, progress=PROGRESS)
        self.base, self.version, self.moves, self.unsent = [], None, [], queue.Queue()
        self.sections, self.reports = [], []
        client.live_lists.append(self)
        for function in (self.follow, self.send):
            Work(function)

    def move(self, items, section=None, to=None, in_view=False):
        """Moves items, given by their ids, to a section and a place; rows where it is a view. The id of the move; None if they are
        there. Fails as the server would."""
        with NEWS:
            try:
                sections = lists.moved(self.sections, items, section, to)
            except lists.Refused as refused:
                raise Problem(refused.code, str(refused)) from None
            if sections == self.sections:
                return None
            path, body = self.placing(sections, items) if in_view else self.moving(items, section, to)
            move = Move(self.client.new_id(), (items, section, to), path, body)
            self.moves.append(move)
            self.sections = sections
            self.unsent.put(move)
            return move.id

    def moving(self, items, section, to):
        where = {"to": to or {"last": True}} if section is None else {"to": to or {"last": True}, "section": section}
        return f"{self.path}/apply", {"operations": [{"move_items": {"items": [{"id": id} for id in items], **where}}]}

    def placing(self, sections, rows):
        """Rows of a view are placed between those that are shown on both sides."""
        section, ids = next((section, ids) for section, items in sections if rows[0] in (ids := [item["id"] for item in items]))
        gap, end = ids.index(rows[0]), ids.index(rows[-1]) + 1
        body = {"rows": rows, "section": section["id"], "seen": self.changes.token}
        body |= {"previous": ids[gap - 1] if gap else "", "next": ids[end] if end < len(ids) else ""}
        if self.view:
            return f"{self.path}/place", {"view": self.view, **body}
        return self.path.replace("/collections/", "/views/", 1) + "/place", body

    def shown(self):
        """The server's list with the moves that can be made in it."""
        sections = self.base
        for move in self.moves:
            with contextlib.suppress(lists.Refused):
                sections = lists.moved(sections, *move.what)
        return sections

    def show(self, is_reload=False):
        """Drops the moves that the server's list has, and reports what is to be shown now."""
        self.moves = [move for move in self.moves if move.version > self.version]
        sections = self.shown()
        if is_reload or sections != self.sections:
            self.sections = sections
            self.report("reload" if is_reload else "changes")
        NEWS.notify_all()

    def report(self, kind, id=None, problem=None):
        self.reports.append((kind, id, problem))
        NEWS.notify_all()

    def follow(self):
        try:
            while message := self.changes.next():
                with NEWS:
                    self.base, self.version = self.changes.sections, message["version"]
                    for move in self.moves:
                        move.may_be_in_list |= "snapshot" in message
                        if move.id in message.get("own_request_ids", []):
                            move.version = self.version
                    self.show("snapshot" in message)
        except (Problem, ValueError) as problem:
            with NEWS:
                self.report("ended", problem=problem)

    def send(self):
        for move in iter(self.unsent.get, None):
            while move.version == math.inf and not self.changes.is_ended:
                try:
                    answer = self.client.ask("POST", move.path, move.body, move.id)
                    with NEWS:
                        # A view has versions of its own, of which the next one has what was placed.
                        is_coming = answer.get("applied") and not move.may_be_in_list
                        move.version = answer["version"] if "version" in answer else self.version + bool(is_coming)
                        self.show()
                except Problem as problem:
                    if problem.code not in ("UNAVAILABLE", "DEADLINE_EXCEEDED"):
                        self.refuse(move, problem)
                        break
                    self.client.pause(self.client.attempts, problem)

    def refuse(self, move, problem):
        with NEWS:
            if move in self.moves:
                self.moves.remove(move)
            self.show()
            self.report("refused", move.id, problem)

    def close(self):
        with NEWS:
            self.client.live_lists.remove(self)
        self.changes.end()
        self.unsent.put(None)
