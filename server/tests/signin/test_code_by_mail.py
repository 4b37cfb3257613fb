"""Codes by email or text message, which appear nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr
from structlog.testing import capture_logs

from stallage.signin.emails import contact_changed_email
from tests.conftest import OpenShop
from tests.core.fake_smtp_server import FakeSmtpServer, open_smtp_server
from tests.core.twilio_stand_in import TwilioStandIn, running_twilio


@pytest.fixture
def smtp_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeSmtpServer]:
    """A real SMTP server on loopback that requires TLS and a password."""
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    with open_smtp_server(tmp_path, "starttls") as server:
        yield server


@pytest.fixture
def twilio() -> Iterator[TwilioStandIn]:
    """A local server that replaces Twilio."""
    with running_twilio() as stand_in:
        yield stand_in


async def test_a_code_is_emailed_as_text_and_html_and_stored_nowhere_else(
    open_shop: OpenShop, smtp_server: FakeSmtpServer
) -> None:
    url = SecretStr(f"smtp://shop:s3cret@127.0.0.1:{smtp_server.port}")
    async with open_shop(smtp_url=url, shop_name="Kiln & Grain") as shop:
        with capture_logs() as entries:
            await shop.output("POST", "/auth/otp/request", json={"email": "ada@example.com"})
            await shop.work()
        (mail,) = smtp_server.emails
        text, html = mail.get_body(("plain",)), mail.get_body(("html",))
        assert text is not None
        assert html is not None
        (code,) = set(re.findall(r"\b\d{6}\b", text.get_content()))
        assert code in html.get_content()
        assert "Kiln &amp; Grain" in html.get_content()
        assert mail["Subject"] == f"{code} is your Kiln & Grain code"
        assert mail["To"] == "ada@example.com"
        assert shop.outbox() == []
        assert not [entry for entry in entries if code in str(entry)]
        await shop.output(
            "POST", "/auth/otp/validate", json={"email": "ada@example.com", "otp": code}
        )


async def test_a_code_is_sent_by_text_message_and_stored_nowhere_else(
    open_shop: OpenShop, twilio: TwilioStandIn
) -> None:
    async with open_shop(**twilio.settings(), payment_gateway_mode=1) as shop:
        applicability = await shop.output("GET", "/api/credentials/applicability")
        assert applicability["otp"] == {"email": True, "phone": True}
        with capture_logs() as entries:
            await shop.output("POST", "/auth/otp/request", json={"phone": "(503) 555-0143"})
            await shop.work()
        (text,) = twilio.texts
        assert text["To"] == "+15035550143"
        code = text["Body"][:6]
        assert re.fullmatch(r"\d{6} is your Stallage code, valid for 10 minutes\..+", text["Body"])
        assert shop.outbox() == []
        assert not [one for one in entries if code in str(one)]
        await shop.output("POST", "/auth/otp/validate", json={"phone": "5035550143", "otp": code})


async def test_an_undeliverable_code_is_dropped_without_logging_it(
    open_shop: OpenShop, twilio: TwilioStandIn
) -> None:
    async with open_shop(**twilio.settings()) as shop:
        with capture_logs() as entries:
            await shop.output("POST", "/auth/otp/request", json={"phone": "500 555 0001"})
            await shop.work()
        async with shop.database.reading() as connection:
            assert await connection.fetchval("SELECT count(*) FROM pgqueuer") == 0
        (warning,) = [one for one in entries if one["event"] == "code_undeliverable"]
        assert "21211" in warning["reason"]
        assert shop.outbox() == []


def test_the_shop_name_is_escaped_in_emails() -> None:
    email = contact_changed_email(
        "ada@example.com",
        "phone number",
        "unchanged",
        shop_name="<b>Kiln</b>",
        shop_url="https://k.example/",
    )
    assert "<b>Kiln</b>" not in email.html
    assert "&lt;b&gt;Kiln&lt;/b&gt;" in email.html
    assert 'href="https://k.example/contact-us"' in email.html
    assert email.text.rstrip().endswith("--\n<b>Kiln</b>\nhttps://k.example")


async def test_a_shop_without_a_mail_server_warns_at_startup(
    open_shop: OpenShop, smtp_server: FakeSmtpServer
) -> None:
    for mode, url, count in (
        (0, "", 1),
        (1, "", 1),
        (1, f"smtp://shop:s3cret@127.0.0.1:{smtp_server.port}", 0),
    ):
        with capture_logs() as entries:
            async with open_shop(payment_gateway_mode=mode, smtp_url=SecretStr(url)):
                pass
        warnings = [one for one in entries if one["event"] == "codes_go_to_the_outbox"]
        assert len(warnings) == count
