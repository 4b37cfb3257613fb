"""A local SMTP server that stores the emails it receives."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path
from typing import Literal

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

Encryption = Literal["none", "starttls", "tls"]


@dataclass
class FakeSmtpServer:
    """The received emails and logins, and the rejections to send."""

    port: int
    emails: list[EmailMessage] = field(default_factory=list)
    logins: list[LoginPassword] = field(default_factory=list)
    rejections: dict[str, str] = field(default_factory=dict)
    """The reply for a recipient, such as `550 nobody here`."""
    connections: int = 0
    peak_connections: int = 0
    """The maximum of concurrent connections."""

    async def handle_RCPT(  # noqa: N802 - the library's name
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: object
    ) -> str:
        if address in self.rejections:
            return self.rejections[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - the library's name
        content = envelope.content
        assert isinstance(content, bytes)
        self.emails.append(message_from_bytes(content, policy=policy.default))
        return "250 OK"

    def authenticate(
        self,
        _server: SMTP,
        _session: Session,
        _envelope: Envelope,
        _mechanism: str,
        login: LoginPassword,
    ) -> AuthResult:
        """Record the login and accept the one valid password."""
        self.logins.append(login)
        return AuthResult(success=login == LoginPassword(b"shop", b"s3cret"), handled=False)


def create_tls_context(folder: Path) -> ssl.SSLContext:
    """Return a server context for 127.0.0.1 with the new certificate `folder/certificate.pem`."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(pem))
    (folder / "key.pem").write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "certificate.pem", folder / "key.pem")
    return context


class _CountingSMTP(SMTP):
    """Counts the open connections."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        server: FakeSmtpServer = self.event_handler
        server.connections += 1
        server.peak_connections = max(server.peak_connections, server.connections)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self.event_handler.connections -= 1
        super().connection_lost(error)


class _Controller(Controller):
    def factory(self) -> SMTP:
        return _CountingSMTP(self.handler, **self.SMTP_kwargs)


@contextmanager
def open_smtp_server(
    folder: Path, encryption: Encryption, port: int | None = None
) -> Iterator[FakeSmtpServer]:
    """Run a server while the context lasts. Its certificate, in `folder`, is trusted by nobody."""
    with socket.create_server(("127.0.0.1", port or 0)) as free:
        server = FakeSmtpServer(port=free.getsockname()[1])
    context = create_tls_context(folder)
    controller = _Controller(
        server,
        hostname="127.0.0.1",
        port=server.port,
        ssl_context=context if encryption == "tls" else None,
        tls_context=context if encryption == "starttls" else None,
        require_starttls=encryption == "starttls",
        authenticator=server.authenticate,
        auth_required=encryption == "starttls",
        # aiosmtpd does not recognize implicit TLS as encrypted.
        auth_require_tls=encryption == "starttls",
    )
    controller.start()
    try:
        yield server
    finally:
        controller.stop()
