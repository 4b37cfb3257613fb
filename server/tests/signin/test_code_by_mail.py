"""A code by mail or by text message: and no trace of it anywhere else."""

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
    """A real SMTP server on loopback that asks for TLS and a password."""
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    with open_smtp_server(tmp_path, "starttls") as office:
        yield office


@pytest.fixture
def twilio() -> Iterator[TwilioStandIn]:
    """Twilio, as far as the shop can tell."""
    with running_twilio() as stand_in:
        yield stand_in


async def test_a_code_comes_as_text_and_html_and_nowhere_else(
    open_shop: OpenShop, smtp_server: FakeSmtpServer
) -> None:
    url = SecretStr(f"smtp://shop:s3cret@127.0.0.1:{smtp_server.port}")
    async with open_shop(smtp_url=url, shop_name="Kiln & Grain") as shop:
        with capture_logs() as said:
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
        assert not [entry for entry in said if code in str(entry)]
        await shop.output(
            "POST", "/auth/otp/validate", json={"email": "ada@example.com", "otp": code}
        )


async def test_a_code_comes_by_text_message_and_nowhere_else(
    open_shop: OpenShop, twilio: TwilioStandIn
) -> None:
    async with open_shop(**twilio.settings(), payment_gateway_mode=1) as shop:
        able = await shop.output("GET", "/api/credentials/applicability")
        assert able["otp"] == {"email": True, "phone": True}
        with capture_logs() as said:
            await shop.output("POST", "/auth/otp/request", json={"phone": "(503) 555-0143"})
            await shop.work()
        (text,) = twilio.texts
        assert text["To"] == "+15035550143"
        code = text["Body"][:6]
        assert re.fullmatch(r"\d{6} is your Stallage code, good for 10 minutes\..+", text["Body"])
        assert shop.outbox() == []
        assert not [one for one in said if code in str(one)]
        await shop.output("POST", "/auth/otp/validate", json={"phone": "5035550143", "otp": code})


async def test_a_code_that_nobody_takes_is_given_up_without_naming_it(
    open_shop: OpenShop, twilio: TwilioStandIn
) -> None:
    async with open_shop(**twilio.settings()) as shop:
        with capture_logs() as said:
            await shop.output("POST", "/auth/otp/request", json={"phone": "500 555 0001"})
            await shop.work()
        async with shop.database.reading() as connection:
            assert await connection.fetchval("SELECT count(*) FROM pgqueuer") == 0
        (warning,) = [one for one in said if one["event"] == "code_undeliverable"]
        assert "21211" in warning["reason"]
        assert shop.outbox() == []


def test_the_shops_words_stand_in_a_letter_as_text() -> None:
    letter = contact_changed_email(
        "ada@example.com",
        "phone number",
        "kept",
        shop_name="<b>Kiln</b>",
        shop_url="https://k.example/",
    )
    assert "<b>Kiln</b>" not in letter.html
    assert "&lt;b&gt;Kiln&lt;/b&gt;" in letter.html
    assert 'href="https://k.example/contact-us"' in letter.html
    assert letter.text.rstrip().endswith("--\n<b>Kiln</b>\nhttps://k.example")


async def test_a_shop_that_sends_nothing_says_so_at_the_start(
    open_shop: OpenShop, smtp_server: FakeSmtpServer
) -> None:
    for mode, url, warned in (
        (0, "", 1),
        (1, "", 1),
        (1, f"smtp://shop:s3cret@127.0.0.1:{smtp_server.port}", 0),
    ):
        with capture_logs() as said:
            async with open_shop(payment_gateway_mode=mode, smtp_url=SecretStr(url)):
                pass
        found = [one for one in said if one["event"] == "codes_go_to_the_outbox"]
        assert len(found) == warned
