"""One scenario: its steps, carried out one after the other."""
import asyncio
import hashlib
import json
import random
import signal
import string

from .direct import Direct
from .judging import Chain, Failure, match, same_list
from .processes import Driver, Server, http_flags
from .proxy import Proxy, Rule, Storm

# The longest that the proxy may take to see what a step waits for, and connections to close, in seconds.
PROXY_LIMIT = 20
# The most updates that a stream may take to come to the server's version.
MOST_UPDATES = 10_000


class Scenario:
    """What a file says about one scenario, and what it takes to run it."""

    def __init__(self, description, views, arranged, driver_command, directory, seed, takes_websocket=False, is_http=False):
        self.name, self.description, self.views = description["name"], description, views
        self.random = random.Random(f"{seed} {self.name}")
        self.directory, self.is_http = directory, is_http
        self.proxy = Proxy(takes_websocket, is_http)
        flags = description.get("server", []) + (http_flags(self.proxy.address) if is_http else [])
        if "access" in description:
            file = directory / "access.yaml"
            file.write_text(json.dumps(self.value(description["access"])), encoding="utf-8")
            flags = flags + ["--access", str(file)]
        self.server = Server(arranged, directory, flags)
        self.driver = Driver(driver_command)
        self.direct = None
        self.variables, self.started, self.chains, self.rules, self.clients = {}, {}, {}, {}, []
        self.step = "the start"

    async def run(self):
        try:
            await self.start_server()
            await self.driver.start()
            await self.driver.ask("hello")
            await self.carry_out(self.description["steps"])
            self.step = "the end"
            await self.check_leaks()
            await self.driver.quit()
        except Failure as failure:
            raise Failure(f"{self.step}: {failure}") from failure
        finally:
            self.driver.kill()
            self.proxy.close()
            if self.direct:
                await self.direct.close()
            self.server.send(signal.SIGKILL)
            await self.server.ended()

    async def start_server(self):
        await self.server.start()
        token = self.value(self.description.get("direct_token", ""))
        self.direct = await Direct.connect(self.server.port, token)
        self.proxy.upstream = self.server.http_port if self.is_http else self.server.port
        self.proxy.accept()

    async def check_leaks(self):
        """After all clients are closed no connection is left, neither here nor at the server."""
        if self.started:
            raise Failure(f"the scenario does not finish {', '.join(self.started)}")
        self.proxy.rules, self.proxy.storm = [], None
        self.proxy.resume()
        for client in self.clients:
            await self.driver.ask("close", client=client)
            match({"now": "closed"}, await self.driver.ask("states", client=client), f"the state of {client}")
        await self.proxy_wait(lambda: not self.proxy.open_links(), "a connection is left after all clients were closed")
        if self.server.process.returncode is None:
            await self.direct.alone()

    async def proxy_wait(self, condition, message):
        try:
            await asyncio.wait_for(self.proxy.wait(condition), PROXY_LIMIT)
        except (TimeoutError, asyncio.TimeoutError):
            raise Failure(message) from None

    # Steps.

    async def carry_out(self, steps, prefix=""):
        for index, step in enumerate(steps, 1):
            name = f"step {prefix}{index}"
            self.step = f"{name} {json.dumps(step, ensure_ascii=False)[:240]}"
            if "repeat" in step:
                for number in range(step["repeat"]):
                    self.variables["n"] = number
                    await self.carry_out(step["steps"], f"{prefix}{index}.")
                continue
            kind = next((kind for kind in STEPS if kind in step), None)
            if kind is None:
                raise Failure("no such step")
            # What others do may be repeated with a number of its own.
            await getattr(self, STEPS[kind])(step if kind == "others" else self.value(step))

    def value(self, value):
        """The value with everything filled in that stands for something else."""
        if isinstance(value, str):
            return value.replace("{n}", str(self.variables.get("n", 0))) if "{n}" in value else value
        if isinstance(value, list):
            return [self.value(one) for one in value]
        if not isinstance(value, dict):
            return value
        if set(value) == {"$var"}:
            if value["$var"] not in self.variables:
                raise Failure(f"nothing was saved as {value['$var']}")
            return self.variables[value["$var"]]
        if set(value) == {"$view"}:
            return self.views[value["$view"]]
        if set(value) == {"$token"}:
            return access_token(value["$token"])
        if set(value) == {"$digest"}:
            return hashlib.sha256(access_token(value["$digest"]).encode()).hexdigest()
        if set(value) == {"$each"}:
            count, before = value["$each"]["count"], self.variables.get("n", 0)
            made = []
            for number in range(count):
                self.variables["n"] = number
                made.append(self.value(value["$each"]["of"]))
            self.variables["n"] = before
            return made
        if set(value) == {"$text"}:
            return value["$text"]["of"] * value["$text"]["times"]
        return {name: self.value(inner) for name, inner in value.items()}

    async def do(self, step):
        """A command of the driver."""
        verb = step["do"]
        members = {name: value for name, value in step.items() if name not in MARKS}
        if verb == "connect":
            members.setdefault("server", self.proxy.address)
            self.clients.append(members["client"])
        if verb == "open":
            resumed = self.chains[members["list_of"]] if "list_of" in members else None
            is_view = "view" in members or step.get("is_view", False)
            self.chains[members["stream"]] = Chain((resumed.version, resumed.epoch) if resumed else None, is_view)
        if verb == "cancel":
            members = {"command": self.started[members["of"]]["number"]}
        number, waiter = self.driver.send(verb, members)
        if "start" in step:
            self.started[step["start"]] = {"verb": verb, "number": number, "waiter": waiter, "step": step}
        else:
            await self.finish_command(verb, waiter, step, members)

    async def finish(self, step):
        """Waits for the reply to a command that was started."""
        started = self.started.pop(step["finish"], None)
        if started is None:
            raise Failure(f"nothing was started as {step['finish']}")
        await self.finish_command(started["verb"], started["waiter"], step, started["step"])

    async def finish_command(self, verb, waiter, step, members):
        reply = await self.driver.reply(verb, waiter)
        if "error" in step:
            if "error" not in reply:
                raise Failure(f"{verb} succeeds with {json.dumps(reply.get('ok'))[:400]}")
            match(step["error"], reply["error"], "the error")
            return
        if "ok" not in reply:
            raise Failure(f"{verb} ends with {json.dumps(reply.get('error'), ensure_ascii=False)}")
        found = reply["ok"]
        if verb == "take":
            self.chains[members["stream"]].take(found)
        match(step.get("expect", {}), found)
        for name, path in step.get("save", {}).items():
            self.variables[name] = member(found, path)

    async def catch_up(self, step):
        """Takes updates until the stream has the version that the server has; then the lists have to be the same."""
        stream = step["catch_up"]
        wanted, listing = await self.direct.fetch(step.get("collection", ""), step.get("view"))
        chain, kinds, found = self.chains[stream], [], None
        while chain.version is None or chain.version < wanted:
            if len(kinds) == MOST_UPDATES:
                raise Failure(f"{MOST_UPDATES} updates did not lead to version {wanted}")
            update = await self.driver.ask("take", stream=stream, list=True)
            chain.take(update)
            kinds.append(update["update"])
            found = update.get("list", found)
            if update["update"] == "end":
                raise Failure(f"the stream ends at version {chain.version}, the server has {wanted}")
        if chain.version > wanted:
            # Something was changed since. A scenario that wants to compare changes nothing meanwhile.
            raise Failure(f"the stream is at version {chain.version}, the server had {wanted}")
        if found:
            same_list(found, listing, f"the list of {stream} at version {wanted}", step.get("keys", False))
        match(step.get("kinds", {"$any": True}), kinds, "the updates")

    async def truth(self, step):
        """What the server's list has to be: ids of items by section."""
        version, listing = await self.direct.fetch(step["truth"])
        match(step.get("version", {"$any": True}), version, "the server's version")
        if "sections" in step:
            found = {section["id"]: [item["id"] for item in section["items"]] for section in listing["sections"]}
            match(step["sections"], found, "the server's list")
            if isinstance(step["sections"], dict) and set(found) != set(step["sections"]):
                raise Failure(f"the server's list is {json.dumps(found)}")
        if "shown" in step:
            look = await self.driver.ask("look", list=step["shown"])
            for name in ("list", "screen"):
                same_list(look[name], listing, f"the {name} of {step['shown']}")

    async def others(self, step):
        """What somebody else does, past the proxy."""
        verb = step["others"]
        for number in range(step.get("times", 1)):
            if "times" in step:
                self.variables["n"] = number
            call = self.value(step["with"])
            await getattr(self.direct, verb)(**call)

    async def proxy_step(self, step):
        verb = step["proxy"]
        if verb == "rule":
            rule = Rule(step["on"], step.get("then", "cut"), step.get("where", "before"), step.get("reset", False),
                        step.get("times", 1))
            self.rules[step.get("name", "rule")] = rule
            self.proxy.rules.append(rule)
        elif verb == "storm":
            self.proxy.storm = Storm(self.random, step["least"], step["most"])
        elif verb == "calm":
            cuts, self.proxy.storm = self.proxy.storm.cuts, None
            match(step.get("cuts", {"$any": True}), cuts, "the number of broken connections")
        elif verb == "await":
            if "rule" in step:
                rule = self.rules[step["rule"]]
                await self.proxy_wait(rule.fired.is_set, "the proxy has not seen the frame of the rule")
            if "connections" in step:
                wanted = step["connections"]
                await self.proxy_wait(lambda: len(self.proxy.open_links()) == wanted,
                                      f"there are not {wanted} connections")
            if "accepted" in step:
                await self.proxy_wait(lambda: self.proxy.accepted >= step["accepted"],
                                      f"the clients have not connected {step['accepted']} times")
            if "of" in step:
                await self.proxy_wait(lambda: self.proxy.count(step["of"]) >= step["count"],
                                      f"there are not {step['count']} frames of {json.dumps(step['of'])}")
        elif verb == "expect":
            if "of" in step:
                match(step["count"], self.proxy.count(step["of"]), f"the number of frames {json.dumps(step['of'])}")
            if self.is_http:
                # The only thing that is not asked of HTTP: a connection with HTTP/1.1 carries one request at a time, so there are
                # as many as there are requests at the same time.
                return
            match(step.get("accepted", {"$any": True}), self.proxy.accepted, "the number of connections so far")
            match(step.get("connections", {"$any": True}), len(self.proxy.open_links()), "the number of connections")
        elif verb in ("accept", "refuse", "drop", "stall", "resume"):
            getattr(self.proxy, verb)()
        elif verb == "cut":
            self.proxy.cut(step.get("reset", False))
        else:
            raise Failure(f"the proxy has no {verb}")

    async def server_step(self, step):
        verb = step["server"]
        if verb in ("stop", "kill"):
            await self.direct.close()
            self.proxy.refuse()
            await self.server.stop(signal.SIGTERM if verb == "stop" else signal.SIGKILL)
        elif verb == "drain":
            await self.direct.close()
            self.server.send(signal.SIGTERM)
        elif verb == "ended":
            self.proxy.refuse()
            await self.server.ended()
        elif verb == "start":
            await self.start_server()
        else:
            raise Failure(f"the server has no {verb}")


# The digits of tokens.
DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase
# The members of a step that the driver does not see.
MARKS = {"do", "start", "expect", "error", "save", "is_view"}
STEPS = {"finish": "finish", "do": "do", "catch_up": "catch_up", "truth": "truth", "others": "others",
         "proxy": "proxy_step", "server": "server_step"}


def access_token(name):
    """A token in the form of the server's, the same one for the same name."""
    drawn = random.Random(name)
    body = "arrange_" + "".join(drawn.choice(DIGITS) for _ in range(43))
    number, check = int.from_bytes(hashlib.sha256(body.encode()).digest()[:4], "big"), ""
    for _ in range(6):
        number, digit = divmod(number, len(DIGITS))
        check = DIGITS[digit] + check
    return body + check


def member(value, path):
    """A member of a reply, such as `operations.0.0.id`."""
    for name in path.split("."):
        try:
            value = value[int(name)] if isinstance(value, list) else value[name]
        except (KeyError, IndexError, ValueError):
            raise Failure(f"the reply has no {path}") from None
    return value
