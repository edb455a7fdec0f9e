"""TLS and tokens."""

from __future__ import annotations

import pathlib
import ssl
import subprocess
import tempfile
import unittest

import arrange
from arrange import StatusCode, blocking

from .support import REPOSITORY, Server


def make_certificates() -> pathlib.Path:
    """Certificates, made as the documentation says."""
    directory = pathlib.Path(tempfile.mkdtemp(prefix="arrange-certificates-"))
    text = (REPOSITORY / "Documentation/security.md").read_text()
    start = text.index("openssl req -x509")
    script = text[start : text.index("\ndone", start) + len("\ndone")]
    subprocess.run(["bash", "-e", "-c", script], cwd=directory, check=True, capture_output=True)
    return directory


class SecureTests(unittest.TestCase):
    server: Server
    certificates: pathlib.Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.certificates = make_certificates()
        files = {name: str(cls.certificates / name) for name in ("server.pem", "server.key", "ca.pem")}
        cls.server = Server(
            "--tls-certificate",
            files["server.pem"],
            "--tls-key",
            files["server.key"],
            "--tls-client-ca",
            files["ca.pem"],
            listen="tls:127.0.0.1:0",
        )
        cls.addClassCleanup(cls.server.close)

    def context(self, with_certificate: bool = True) -> ssl.SSLContext:
        context = ssl.create_default_context(cafile=self.certificates / "ca.pem")
        if with_certificate:
            context.load_cert_chain(self.certificates / "client.pem", self.certificates / "client.key")
        return context

    def refused(self, context: ssl.SSLContext | None) -> arrange.ArrangeError:
        with blocking.Client(self.server.address, tls=context) as client:
            with self.assertRaises(arrange.ArrangeError) as caught:
                client.info("board")
            self.assertEqual(caught.exception.code, StatusCode.UNAVAILABLE)
            self.assertIn("there is no secure connection", caught.exception.message)
            return caught.exception

    def test_served(self) -> None:
        with blocking.Client(self.server.address, tls=self.context()) as client:
            client.create("board")
            self.assertEqual(client.info("board").name, "board")

    def test_server_that_is_not_trusted(self) -> None:
        self.assertIn("certificate", self.refused(None).message)

    def test_client_without_a_certificate(self) -> None:
        self.refused(self.context(with_certificate=False))

    def test_context_without_tls(self) -> None:
        with self.assertRaises(arrange.ArrangeError) as caught:
            blocking.Client(self.server.address.removeprefix("tls:"), tls=self.context())
        self.assertEqual(caught.exception.field, "tls")


class TokenTests(unittest.TestCase):
    def test_unknown_token(self) -> None:
        server = Server()
        self.addCleanup(server.close)
        with blocking.Client(server.address, token="secret") as client:
            with self.assertRaises(arrange.ArrangeError) as caught:
                client.info("board")
            self.assertEqual(caught.exception.code, StatusCode.UNAUTHENTICATED)
