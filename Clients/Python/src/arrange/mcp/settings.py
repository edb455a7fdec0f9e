"""The settings of ``arrange-mcp``: flags, and the environment where a flag is missing."""

from __future__ import annotations

import argparse
import ipaddress
import pathlib
import ssl
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..client import Client
from ..configuration import Address, Configuration
from ..errors import ArrangeError
from .limits import LEAST_TOKEN_CHARACTERS

EXIT_USAGE = 64
"""The exit status for a setting that can't be, as of ``arranged``."""

_HELP = """\
The lists of an Arrange server as tools for agents, by the Model Context Protocol: lists, show, search, history, add,
move, update, remove, undo. Results are bounded, and say so where they are cut. Each change states what must still be
so.

An agent program starts it and talks to it over standard input and output; with --http it is a service that any number
of agents reach at http://ADDRESS/mcp."""

_EXAMPLES = """\
examples:
  arrange-mcp --server 127.0.0.1:7411
  arrange-mcp --server 127.0.0.1:7411 --read-only
  arrange-mcp --server tls:lists.example:7411 --ca ca.pem --token-file ~/.arrange-token
  arrange-mcp --http 127.0.0.1:8411
  arrange-mcp --http 0.0.0.0:8411 --http-token-file agents.token
  ARRANGE_SERVER=127.0.0.1:7411 ARRANGE_MCP_READ_ONLY=true arrange-mcp

in the settings of an agent program:
  {"mcpServers": {"arrange": {"command": "arrange-mcp", "args": ["--server", "127.0.0.1:7411"]}}}

tokens are given in files or in the environment, never as arguments, which other users of the machine can see:
  ARRANGE_TOKEN      identifies arrange-mcp to the server of the lists
  ARRANGE_MCP_TOKEN  is what agents have to send with --http, as Authorization: Bearer TOKEN

exit status:
  0   the agent program has ended the connection, or a signal has ended the service
  64  a setting can't be
  69  the address of --http can't be listened on"""


class SettingError(Exception):
    """A setting that can't be. Its text says what to do."""


@dataclass(frozen=True)
class Listener:
    """Where agents are served over HTTP."""

    host: str
    port: int
    token: str | None
    """What agents have to send; ``None`` if they need not identify themselves."""


@dataclass(frozen=True)
class Settings:
    """What ``arrange-mcp`` was told."""

    configuration: Configuration
    is_read_only: bool
    listener: Listener | None
    """``None`` for standard input and output."""

    def make_client(self) -> Client:
        """The client of the server of the lists."""
        return Client(configuration=self.configuration)


def read_settings(arguments: Sequence[str], environment: Mapping[str, str]) -> Settings:
    """The settings. Raises ``SettingError`` for those that can't be; ``--help`` ends the program."""
    flags = _parser().parse_args(arguments)

    def given(flag: str, variable: str) -> str | None:
        return getattr(flags, flag) or environment.get(variable) or None

    timeout = given("timeout", "ARRANGE_MCP_TIMEOUT")
    try:
        addresses = Address.parse_all(given("server", "ARRANGE_SERVER") or str(Address()))
        configuration = Configuration(
            address=addresses[0],
            alternatives=addresses[1:],
            token=_token(flags.token_file, "ARRANGE_TOKEN", environment),
            tls=_tls(given("ca", "ARRANGE_CA"), given("cert", "ARRANGE_CERT"), given("key", "ARRANGE_KEY")),
            client_name="arrange-mcp",
            call_timeout=30.0 if timeout is None else _seconds(timeout),
        )
        configuration.check()
    except ArrangeError as error:
        raise SettingError(error.message) from None
    token = _token(flags.http_token_file, "ARRANGE_MCP_TOKEN", environment)
    address = given("http", "ARRANGE_MCP_HTTP")
    if address is None and token is not None:
        raise SettingError("a token for agents is of use with --http alone")
    return Settings(
        configuration,
        flags.read_only or _switch(environment, "ARRANGE_MCP_READ_ONLY"),
        None if address is None else _listener(address, token),
    )


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="arrange-mcp",
        description=_HELP,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    lists = parser.add_argument_group("the server of the lists")
    lists.add_argument(
        "--server",
        metavar="HOST:PORT",
        help="its address, tls:HOST:PORT with TLS, or unix:PATH; several nodes with commas between them; otherwise "
        "ARRANGE_SERVER, or 127.0.0.1:7411",
    )
    lists.add_argument("--token-file", metavar="FILE", help="a file with the token; otherwise ARRANGE_TOKEN_FILE")
    lists.add_argument("--ca", metavar="FILE", help="the trusted authorities with TLS, in PEM; otherwise ARRANGE_CA")
    lists.add_argument("--cert", metavar="FILE", help="the client certificate, in PEM; otherwise ARRANGE_CERT")
    lists.add_argument("--key", metavar="FILE", help="its key, in PEM; otherwise ARRANGE_KEY")
    lists.add_argument(
        "--timeout",
        metavar="SECONDS",
        help="how long a call may take, with its retries; otherwise ARRANGE_MCP_TIMEOUT, or 30",
    )
    agents = parser.add_argument_group("the agents")
    agents.add_argument(
        "--read-only",
        action="store_true",
        help="offer no tool that writes; otherwise ARRANGE_MCP_READ_ONLY=true",
    )
    agents.add_argument(
        "--http",
        metavar="HOST:PORT",
        help="serve streamable HTTP here; port 0 takes a free one; otherwise ARRANGE_MCP_HTTP. Other addresses than "
        "those of this machine need a token, and a proxy with TLS in front that keeps it secret",
    )
    agents.add_argument(
        "--http-token-file",
        metavar="FILE",
        help="a file with the token that agents have to send; otherwise ARRANGE_MCP_TOKEN_FILE",
    )
    return parser


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are those of all settings."""

    def error(self, message: str) -> None:  # type: ignore[override]
        raise SettingError(message)


def _token(file: str | None, variable: str, environment: Mapping[str, str]) -> str | None:
    """The token of a file, or of the environment, or of a file that the environment names."""
    if file is None:
        if environment.get(variable):
            return environment[variable]
        file = environment.get(f"{variable}_FILE") or None
    if file is None:
        return None
    try:
        token = pathlib.Path(file).expanduser().read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingError(f"the token in {file} can't be read: {error}") from None
    if not token:
        raise SettingError(f"{file} has no token in it")
    return token


def _tls(ca: str | None, certificate: str | None, key: str | None) -> ssl.SSLContext | None:
    if ca is None and certificate is None and key is None:
        return None
    if key is not None and certificate is None:
        raise SettingError("a key needs its certificate: give --cert as well")
    try:
        context = ssl.create_default_context(cafile=ca)
        if certificate is not None:
            context.load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError) as error:
        raise SettingError(f"the files for TLS can't be used: {error}") from None
    return context


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise SettingError(f'the timeout "{text}" is no number of seconds') from None


def _switch(environment: Mapping[str, str], variable: str) -> bool:
    match environment.get(variable, "").lower():
        case "" | "false" | "no" | "0":
            return False
        case "true" | "yes" | "1":
            return True
        case other:
            raise SettingError(f"{variable} is true or false, not {other}")


def _listener(text: str, token: str | None) -> Listener:
    host, colon, digits = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not colon or not host or not digits.isascii() or not digits.isdigit() or int(digits) > 65_535:
        raise SettingError(f'"{text}" is no address for --http; write HOST:PORT, such as 127.0.0.1:8411')
    if token is not None and len(token) < LEAST_TOKEN_CHARACTERS:
        raise SettingError(
            f"the token for agents is too short: make one of at least {LEAST_TOKEN_CHARACTERS} characters"
        )
    if token is None and not _is_loopback(host):
        raise SettingError(
            f"other machines could reach {host}, and agents would not have to say who they are: give "
            "--http-token-file, or an address of this machine such as 127.0.0.1"
        )
    return Listener(host, int(digits), token)


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
