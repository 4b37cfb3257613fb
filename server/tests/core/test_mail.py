"""Mail by a real SMTP server: encrypted, with a password, and with headers that mail programs expect."""

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

from stallage.core.mail import Message, PostOffice, post_office_for
from stallage.core.sms import Undeliverable
from tests.core.post_office import PostOffice as Server
from tests.core.post_office import open_post_office

HELLO = Message(
    "ann@example.com", "Hello\r\nBcc: eve@example.com", "Hi", "<p>Hi</p>", "otp", {"otp": "1"}
)


@pytest.fixture
def believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose certificate this process believes."""
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    return tmp_path


@pytest.fixture
def server(believed: Path) -> Iterator[Server]:
    """A server that asks for TLS, then for the password."""
    with open_post_office(believed, "starttls") as office:
        yield office


def office_at(url: str, folder: Path) -> PostOffice:
    return post_office_for(SecretStr(url), "Kiln & Grain <shop@example.com>", folder)


async def test_without_a_server_messages_are_files(tmp_path: Path) -> None:
    await post_office_for(SecretStr(""), "shop@example.com", tmp_path).send(HELLO)
    (file,) = (tmp_path / "outbox").glob("[!.]*.json")
    kept = orjson.loads(file.read_bytes())
    assert kept["to"] == "ann@example.com"
    assert kept["data"] == {"otp": "1"}
    assert set(kept) == {"to", "subject", "text", "html", "kind", "data"}


@pytest.mark.parametrize(("encryption", "scheme"), [("starttls", "smtp"), ("tls", "smtps")])
async def test_mail_goes_out_encrypted_with_the_password(
    believed: Path, encryption: str, scheme: str
) -> None:
    with open_post_office(believed, encryption) as server:  # type: ignore[arg-type]  # see above
        await office_at(f"{scheme}://shop:s3cret@127.0.0.1:{server.port}", believed).send(HELLO)
    assert server.logins == [LoginPassword(b"shop", b"s3cret")]
    (mail,) = server.mails
    assert (mail["To"], mail["From"]) == ("ann@example.com", "Kiln & Grain <shop@example.com>")
    assert mail["Bcc"] is None
    assert mail["Message-ID"].endswith("@example.com>")
    assert mail["Date"].endswith("+0000")
    assert mail["Auto-Submitted"] == "auto-generated"
    assert [part.get_content_type() for part in mail.iter_parts()] == ["text/plain", "text/html"]
    assert not (believed / "outbox").exists()


async def test_a_wrong_password_sends_nothing(server: Server, believed: Path) -> None:
    with pytest.raises(aiosmtplib.SMTPAuthenticationError):
        await office_at(f"smtp://shop:guess@127.0.0.1:{server.port}", believed).send(HELLO)
    assert server.mails == []


async def test_no_password_is_shown_to_a_server_without_tls(believed: Path) -> None:
    with open_post_office(believed, "none") as server, pytest.raises(aiosmtplib.SMTPException):
        await office_at(f"smtp://shop:s3cret@127.0.0.1:{server.port}", believed).send(HELLO)
    assert server.logins == []


async def test_a_certificate_that_nobody_signed_is_not_believed(tmp_path: Path) -> None:
    with (
        open_post_office(tmp_path, "starttls") as server,
        pytest.raises((ssl.SSLError, aiosmtplib.SMTPException)),
    ):
        await office_at(f"smtp://shop:s3cret@127.0.0.1:{server.port}", tmp_path).send(HELLO)
    assert LoginPassword(b"shop", b"s3cret") not in server.logins


async def test_who_is_not_there_is_told_from_who_asks_to_come_again(
    server: Server, believed: Path
) -> None:
    office = office_at(f"smtp://shop:s3cret@127.0.0.1:{server.port}", believed)
    server.refusals["ann@example.com"] = "550 nobody here"
    with pytest.raises(Undeliverable, match="550"):
        await office.send(HELLO)
    server.refusals["ann@example.com"] = "451 come again"
    with pytest.raises(aiosmtplib.SMTPRecipientsRefused):
        await office.send(HELLO)


async def test_a_server_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(aiosmtplib.SMTPConnectError):
        await office_at(f"smtp://127.0.0.1:{port}", tmp_path).send(HELLO)
