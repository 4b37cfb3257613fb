"""Emails through a real SMTP server: TLS, authentication and headers."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from pathlib import Path

import aiosmtplib
import orjson
import pytest
from aiosmtpd.smtp import LoginPassword
from pydantic import SecretStr

from stallage.core.mail import Message, MessageSender, create_message_sender
from stallage.core.sms import Undeliverable
from tests.core.fake_smtp_server import FakeSmtpServer as Server
from tests.core.fake_smtp_server import open_smtp_server

HELLO = Message(
    "ann@example.com", "Hello\r\nBcc: eve@example.com", "Hi", "<p>Hi</p>", "otp", {"otp": "1"}
)


@pytest.fixture
def trusted_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose certificate this process trusts."""
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    return tmp_path


@pytest.fixture
def server(trusted_folder: Path) -> Iterator[Server]:
    """A server that requires STARTTLS and a password."""
    with open_smtp_server(trusted_folder, "starttls") as smtp_server:
        yield smtp_server


def sender_for(url: str, folder: Path) -> MessageSender:
    return create_message_sender(SecretStr(url), "Kiln & Grain <shop@example.com>", folder)


async def test_without_a_server_messages_are_files(tmp_path: Path) -> None:
    await create_message_sender(SecretStr(""), "shop@example.com", tmp_path).send(HELLO)
    (file,) = (tmp_path / "outbox").glob("[!.]*.json")
    stored = orjson.loads(file.read_bytes())
    assert stored["to"] == "ann@example.com"
    assert stored["data"] == {"otp": "1"}
    assert set(stored) == {"to", "subject", "text", "html", "kind", "data"}


@pytest.mark.parametrize(("encryption", "scheme"), [("starttls", "smtp"), ("tls", "smtps")])
async def test_emails_are_sent_encrypted_with_the_password(
    trusted_folder: Path, encryption: str, scheme: str
) -> None:
    with open_smtp_server(trusted_folder, encryption) as server:  # type: ignore[arg-type]  # see above
        await sender_for(f"{scheme}://shop:s3cret@127.0.0.1:{server.port}", trusted_folder).send(
            HELLO
        )
    assert server.logins == [LoginPassword(b"shop", b"s3cret")]
    (email,) = server.emails
    assert (email["To"], email["From"]) == ("ann@example.com", "Kiln & Grain <shop@example.com>")
    assert email["Bcc"] is None
    assert email["Message-ID"].endswith("@example.com>")
    assert email["Date"].endswith("+0000")
    assert email["Auto-Submitted"] == "auto-generated"
    assert [part.get_content_type() for part in email.iter_parts()] == ["text/plain", "text/html"]
    assert not (trusted_folder / "outbox").exists()


async def test_a_wrong_password_sends_nothing(server: Server, trusted_folder: Path) -> None:
    with pytest.raises(aiosmtplib.SMTPAuthenticationError):
        await sender_for(f"smtp://shop:guess@127.0.0.1:{server.port}", trusted_folder).send(HELLO)
    assert server.emails == []


async def test_no_password_is_sent_to_a_server_without_tls(trusted_folder: Path) -> None:
    with (
        open_smtp_server(trusted_folder, "none") as server,
        pytest.raises(aiosmtplib.SMTPException),
    ):
        await sender_for(f"smtp://shop:s3cret@127.0.0.1:{server.port}", trusted_folder).send(HELLO)
    assert server.logins == []


async def test_an_untrusted_certificate_is_refused(tmp_path: Path) -> None:
    with (
        open_smtp_server(tmp_path, "starttls") as server,
        pytest.raises((ssl.SSLError, aiosmtplib.SMTPException)),
    ):
        await sender_for(f"smtp://shop:s3cret@127.0.0.1:{server.port}", tmp_path).send(HELLO)
    assert LoginPassword(b"shop", b"s3cret") not in server.logins


async def test_permanent_and_temporary_rejections_are_distinguished(
    server: Server, trusted_folder: Path
) -> None:
    sender = sender_for(f"smtp://shop:s3cret@127.0.0.1:{server.port}", trusted_folder)
    server.rejections["ann@example.com"] = "550 nobody here"
    with pytest.raises(Undeliverable, match="550"):
        await sender.send(HELLO)
    server.rejections["ann@example.com"] = "451 come again"
    with pytest.raises(aiosmtplib.SMTPRecipientsRefused):
        await sender.send(HELLO)


async def test_an_unreachable_server_raises(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(aiosmtplib.SMTPConnectError):
        await sender_for(f"smtp://127.0.0.1:{port}", tmp_path).send(HELLO)
