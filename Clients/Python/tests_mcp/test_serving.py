"""The program: how agents reach it, what it refuses, and what its settings are."""

from __future__ import annotations

import contextlib
import hashlib
import pathlib
import tempfile
import unittest
from collections.abc import AsyncIterator

import httpx2

from arrange.mcp.limits import LEAST_TOKEN_CHARACTERS
from arrange.mcp.settings import EXIT_USAGE, SettingError, read_settings
from tests.support import PATIENCE_SECONDS, Server
from tests.test_security import make_certificates

from .support import Agent, AgentCase, agent_over_http, agent_over_stdio, run_program, service, token_file

TOKEN = "t" * LEAST_TOKEN_CHARACTERS


class TransportTests(AgentCase):
    """The same over all transports, and with the protocol of today as with that before it."""

    async def tell(self, agent: Agent, name: str) -> None:
        """Works with a board, over a restart of its server."""
        await self.make_board(name)
        self.assertIn("Arrange", agent.client.instructions or "")
        self.assertIn(name, [row["name"] for row in (await agent.call("lists", prefix=name))["lists"]])
        await agent.call("move", list=name, items=["0-0"], expected_section="s0", section="s1", at="first")
        self.server.kill()
        self.server.start()
        self.assertEqual((await agent.call("show", list=name))["version"], 2)
        self.assertIn("not in section", await agent.refusal("move", list=name, items=["0-0"], expected_section="s0"))
        await agent.call("update", list=name, item="0-0", expected_content_version=1, set={"done": True})
        self.assertEqual((await agent.call("search", list=name, where="done"))["hits"][0]["id"], "0-0")

    async def test_stdio(self) -> None:
        for mode in ("auto", "legacy"):
            async with agent_over_stdio("--server", self.server.address, mode=mode) as agent:
                await self.tell(agent, f"stdio-{mode}")

    async def test_http(self) -> None:
        for mode in ("auto", "legacy"):
            with service(ARRANGE_SERVER=self.server.address) as address:
                async with agent_over_http(address, mode=mode) as agent:
                    await self.tell(agent, f"http-{mode}")

    async def test_several_agents(self) -> None:
        await self.make_board("several")
        with service("--server", self.server.address) as address:
            async with contextlib.AsyncExitStack() as stack:
                agents = [await stack.enter_async_context(agent_over_http(address)) for _ in range(4)]
                for number, agent in enumerate(agents):
                    await agent.call("add", list="several", section="s0", items=[{"id": f"a{number}"}])
        self.assertEqual((await self.client.info("several")).item_count, 10)

    async def test_service_that_was_started_again(self) -> None:
        await self.make_board("again")
        with service("--server", self.server.address) as address:
            port = httpx2.URL(address).port
            async with agent_over_http(address) as agent:
                await agent.call("show", list="again")
        # The flag comes later than the one with port 0, and counts.
        with service("--server", self.server.address, "--http", f"127.0.0.1:{port}") as address:
            async with agent_over_http(address) as agent:
                await agent.call("show", list="again")

    async def test_server_that_is_gone(self) -> None:
        async with agent_over_stdio("--server", "127.0.0.1:1", "--timeout", "0.5") as agent:
            self.assertIn("try again later", await agent.refusal("lists"))
            refusal = await agent.refusal("remove", list="board", items={"a": 1})
            self.assertIn("nothing was changed", refusal)

    async def test_end_of_input(self) -> None:
        status, output, errors = await run_program("--server", self.server.address)
        self.assertEqual((status, output, errors), (0, "", ""))


class HTTPRefusalTests(AgentCase):
    @contextlib.asynccontextmanager
    async def http(self) -> AsyncIterator[httpx2.AsyncClient]:
        async with httpx2.AsyncClient(timeout=PATIENCE_SECONDS) as client:
            yield client

    async def test_token(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            file = token_file(pathlib.Path(directory), f"{TOKEN}\n")
            with service("--server", self.server.address, "--http-token-file", file) as address:
                async with agent_over_http(address, TOKEN) as agent:
                    await agent.call("lists")
                async with self.http() as http:
                    for headers in ({}, {"Authorization": f"Bearer {TOKEN}x"}, {"Authorization": TOKEN}):
                        answer = await http.post(address, json={}, headers=headers)
                        self.assertEqual(answer.status_code, 401)
                        self.assertEqual(answer.headers["www-authenticate"], "Bearer")

    async def test_names_of_other_pages(self) -> None:
        headers = {"Accept": "application/json, text/event-stream"}
        with service("--server", self.server.address) as address:
            async with self.http() as http:
                for wrong, status in (({"Host": "evil.example"}, 421), ({"Origin": "http://evil.example"}, 403)):
                    answer = await http.post(address, json={}, headers=headers | wrong)
                    self.assertEqual(answer.status_code, status)
                answer = await http.post(
                    address, content=b"x" * 2_000_000, headers={"Content-Type": "application/json"}
                )
                self.assertEqual(answer.status_code, 413)

    async def test_address_in_use(self) -> None:
        with service("--server", self.server.address) as address:
            port = httpx2.URL(address).port
            status, _, errors = await run_program("--http", f"127.0.0.1:{port}")
        self.assertEqual(status, 69)
        self.assertIn("arrange-mcp: ", errors)


class SecureTests(unittest.IsolatedAsyncioTestCase):
    async def test_tls_and_token(self) -> None:
        certificates = make_certificates()
        access = certificates / "access.yaml"
        secret = "the-secret-of-the-agent"
        access.write_text(
            "roles: { reader: [{ on: '**', may: [read] }] }\n"
            "principals: { agent: { roles: [reader], tokens: "
            f"[{{ sha256: {hashlib.sha256(secret.encode()).hexdigest()} }}] }} }}\n"
        )
        files = {name: str(certificates / name) for name in ("server.pem", "server.key", "ca.pem")}
        server = Server(
            *("--tls-certificate", files["server.pem"], "--tls-key", files["server.key"]),
            *("--access", str(access), "--collections", "board"),
            listen="tls:127.0.0.1:0",
        )
        self.addCleanup(server.close)
        address = server.address
        variables = {"ARRANGE_SERVER": address, "ARRANGE_CA": files["ca.pem"]}
        async with agent_over_stdio(**variables, ARRANGE_TOKEN=secret) as agent:
            self.assertEqual([row["name"] for row in (await agent.call("lists"))["lists"]], ["board"])
            refusal = await agent.refusal("add", list="board", section="", items=[{}])
            self.assertIn("PERMISSION_DENIED", refusal)
            self.assertIn("ask the person", refusal)
        async with agent_over_stdio(**variables, ARRANGE_TOKEN="another") as agent:
            self.assertIn("ask the person", await agent.refusal("lists"))


class SettingTests(unittest.IsolatedAsyncioTestCase):
    def test_environment_and_flags(self) -> None:
        settings = read_settings([], {})
        self.assertEqual(str(settings.configuration.address), "127.0.0.1:7411")
        self.assertEqual((settings.is_read_only, settings.listener), (False, None))
        environment = {
            "ARRANGE_SERVER": "lists.example:1,other.example:2",
            "ARRANGE_MCP_READ_ONLY": "true",
            "ARRANGE_MCP_HTTP": "[::1]:8411",
            "ARRANGE_MCP_TOKEN": TOKEN,
        }
        settings = read_settings([], environment)
        self.assertEqual(
            [str(each) for each in settings.configuration.addresses], ["lists.example:1", "other.example:2"]
        )
        assert settings.listener is not None
        self.assertEqual((settings.listener.host, settings.listener.port), ("::1", 8411))
        self.assertEqual((settings.is_read_only, settings.listener.token), (True, TOKEN))
        settings = read_settings(["--server", "127.0.0.1:5", "--http", "0.0.0.0:0"], environment)
        self.assertEqual(str(settings.configuration.address), "127.0.0.1:5")
        assert settings.listener is not None
        self.assertEqual(settings.listener.host, "0.0.0.0")

    def test_token_files(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            file = token_file(pathlib.Path(directory), "secret\n")
            for arguments, environment in (
                (["--token-file", file], {"ARRANGE_TOKEN": "another"}),
                ([], {"ARRANGE_TOKEN_FILE": file}),
            ):
                self.assertEqual(read_settings(arguments, environment).configuration.token, "secret")
            self.assertEqual(read_settings([], {"ARRANGE_TOKEN": "direct"}).configuration.token, "direct")
            with self.assertRaisesRegex(SettingError, "no token in it"):
                read_settings(["--token-file", token_file(pathlib.Path(directory), "\n")], {})

    def test_refused(self) -> None:
        wrong: list[tuple[list[str], dict[str, str], str]] = [
            (["--http", "0.0.0.0:8411"], {}, "--http-token-file"),
            (["--http", "lists.example:8411"], {}, "--http-token-file"),
            ([], {"ARRANGE_MCP_HTTP": "[::]:8411"}, "--http-token-file"),
            (["--http", "0.0.0.0:8411"], {"ARRANGE_MCP_TOKEN": "short"}, "too short"),
            (["--http", "8411"], {}, "HOST:PORT"),
            (["--http", "127.0.0.1:99999"], {}, "HOST:PORT"),
            ([], {"ARRANGE_MCP_TOKEN": TOKEN}, "--http alone"),
            ([], {"ARRANGE_MCP_READ_ONLY": "perhaps"}, "true or false"),
            (["--server", ":"], {}, "is no server"),
            (["--server", "other.example:1"], {"ARRANGE_TOKEN": "secret"}, "without encryption"),
            (["--ca", "/nonexistent"], {}, "TLS"),
            (["--key", "/nonexistent"], {}, "--cert"),
            (["--token-file", "/nonexistent"], {}, "can't be read"),
            (["--timeout", "soon"], {}, "seconds"),
            (["--timeout", "-1"], {}, "seconds"),
            (["--serve", "x"], {}, "--serve"),
        ]
        for arguments, environment, sentence in wrong:
            with self.subTest(arguments=arguments, environment=environment):
                with self.assertRaises(SettingError) as caught:
                    read_settings(arguments, environment)
                self.assertIn(sentence, str(caught.exception))

    async def test_program(self) -> None:
        status, output, _ = await run_program("--help")
        self.assertEqual(status, 0)
        for part in ("examples:", "--read-only", "ARRANGE_MCP_TOKEN", "mcpServers"):
            self.assertIn(part, output)
        status, output, errors = await run_program("--http", "0.0.0.0:0")
        self.assertEqual((status, output), (EXIT_USAGE, ""))
        self.assertEqual(errors.count("\n"), 1)
        self.assertIn("--http-token-file", errors)
