"""Serves agents, over standard input and output or over HTTP."""

from __future__ import annotations

import hmac
import socket
import sys

import uvicorn
from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from .limits import MOST_CONNECTIONS, MOST_REQUEST_BYTES
from .server import make_server
from .settings import Listener, Settings

PATH = "/mcp"
"""The path at which agents are served over HTTP."""


async def serve(settings: Settings) -> None:
    """Serves until the agent program ends the connection, or a signal the service."""
    async with settings.make_client() as client:
        server = make_server(client, is_read_only=settings.is_read_only)
        if settings.listener is None:
            await server.run_stdio_async()
        else:
            await _serve_http(server, settings.listener)


async def _serve_http(server: MCPServer, listener: Listener) -> None:
    with _listen(listener) as listening:
        host, port = listening.getsockname()[:2]
        app: ASGIApp = server.streamable_http_app(
            streamable_http_path=PATH,
            # Each request stands for itself, so that agents go on when this program was started again.
            stateless_http=True,
            json_response=True,
            max_request_body_size=MOST_REQUEST_BYTES,
            transport_security=_host_rules(listener),
        )
        if listener.token is not None:
            app = _Guard(app, listener.token)
        config = uvicorn.Config(
            app, log_level="warning", limit_concurrency=MOST_CONNECTIONS, timeout_graceful_shutdown=5
        )
        shown = f"[{host}]" if ":" in host else host
        print(f"arrange-mcp listens on http://{shown}:{port}{PATH}", file=sys.stderr, flush=True)
        await uvicorn.Server(config).serve(sockets=[listening])


def _listen(listener: Listener) -> socket.socket:
    """The listening socket. Raises ``OSError`` if there can be none."""
    family, _, _, _, address = socket.getaddrinfo(listener.host, listener.port, type=socket.SOCK_STREAM)[0]
    return socket.create_server(address[:2], family=family)


def _host_rules(listener: Listener) -> TransportSecuritySettings:
    """Which names of this service requests may use.

    Without a token only those of this machine: otherwise a web page whose own name has been made to lead here could
    have a browser call the tools.
    """
    if listener.token is not None:
        return TransportSecuritySettings(enable_dns_rebinding_protection=False)
    names = ["127.0.0.1", "localhost", "[::1]"]
    return TransportSecuritySettings(
        allowed_hosts=[f"{name}:*" for name in names], allowed_origins=[f"http://{name}:*" for name in names]
    )


class _Guard:
    """Answers requests without the token with 401."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            given = [value for name, value in scope["headers"] if name == b"authorization"]
            if len(given) != 1 or not hmac.compare_digest(given[0], self._expected):
                refusal = PlainTextResponse(
                    "send the token of this service as Authorization: Bearer TOKEN\n",
                    status_code=401,
                    headers={"WWW-Authenticate": "Bearer"},
                )
                await refusal(scope, receive, send)
                return
        await self._app(scope, receive, send)
