"""A real SMTP server on loopback that keeps what it is given by who knows the password."""

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
class PostOffice:
    """What arrived, and who is refused."""

    port: int
    mails: list[EmailMessage] = field(default_factory=list)
    logins: list[LoginPassword] = field(default_factory=list)
    refusals: dict[str, str] = field(default_factory=dict)
    """What is said to mail for an address, such as `550 nobody here`."""
    connections: int = 0
    most_connections: int = 0
    """How many there were at once."""

    async def handle_RCPT(  # noqa: N802 - the library's name
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: object
    ) -> str:
        if address in self.refusals:
            return self.refusals[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - the library's name
        content = envelope.content
        assert isinstance(content, bytes)
        self.mails.append(message_from_bytes(content, policy=policy.default))
        return "250 kept"

    def authenticate(
        self,
        _server: SMTP,
        _session: Session,
        _envelope: Envelope,
        _mechanism: str,
        given: LoginPassword,
    ) -> AuthResult:
        """Lets in who knows the password."""
        self.logins.append(given)
        return AuthResult(success=given == LoginPassword(b"shop", b"s3cret"), handled=False)


def certificate_in(folder: Path) -> ssl.SSLContext:
    """A server's side of TLS for 127.0.0.1; its certificate is `folder/certificate.pem`."""
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


class _CountedSMTP(SMTP):
    """Counts the connections that are open."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        office: PostOffice = self.event_handler
        office.connections += 1
        office.most_connections = max(office.most_connections, office.connections)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self.event_handler.connections -= 1
        super().connection_lost(error)


class _Controller(Controller):
    def factory(self) -> SMTP:
        return _CountedSMTP(self.handler, **self.SMTP_kwargs)


@contextmanager
def open_post_office(
    folder: Path, encryption: Encryption, port: int | None = None
) -> Iterator[PostOffice]:
    """Serves until the context ends. Its certificate lies in `folder`; nobody believes it unasked."""
    with socket.create_server(("127.0.0.1", port or 0)) as free:
        office = PostOffice(port=free.getsockname()[1])
    context = certificate_in(folder)
    controller = _Controller(
        office,
        hostname="127.0.0.1",
        port=office.port,
        ssl_context=context if encryption == "tls" else None,
        tls_context=context if encryption == "starttls" else None,
        require_starttls=encryption == "starttls",
        authenticator=office.authenticate,
        auth_required=encryption == "starttls",
        # Over implicit TLS the library does not see that the line is encrypted already.
        auth_require_tls=encryption == "starttls",
    )
    controller.start()
    try:
        yield office
    finally:
        controller.stop()
