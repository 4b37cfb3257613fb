"""Text messages through Twilio's REST API: requests, and the meaning of each error."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
from pydantic import SecretStr, ValidationError

from stallage.core.sms import MAX_CHARACTERS, SmsProvider, Undeliverable, create_sms_provider
from stallage.settings import Settings
from tests.core.twilio_stand_in import SENDER, TwilioStandIn, running_twilio


@pytest.fixture
def twilio() -> Iterator[TwilioStandIn]:
    """A local stand-in for Twilio."""
    with running_twilio() as stand_in:
        yield stand_in


@pytest.fixture
async def http_client() -> AsyncIterator[httpx.AsyncClient]:
    """A client for calls to other services."""
    async with httpx.AsyncClient(timeout=30, trust_env=False) as client:
        yield client


def provider(
    twilio: TwilioStandIn, http_client: httpx.AsyncClient, **changes: object
) -> SmsProvider:
    created = create_sms_provider(Settings(**{**twilio.settings(), **changes}), http_client)
    assert created is not None
    return created


async def test_a_text_is_sent(twilio: TwilioStandIn, http_client: httpx.AsyncClient) -> None:
    await provider(twilio, http_client).send("+15035550143", "042042 is your Kiln & Grain code")
    assert twilio.texts == [
        {"To": "+15035550143", "From": SENDER, "Body": "042042 is your Kiln & Grain code"}
    ]


async def test_a_messaging_service_is_used_as_sender(
    twilio: TwilioStandIn, http_client: httpx.AsyncClient
) -> None:
    service = "MG" + "a" * 32
    await provider(twilio, http_client, twilio_sender=service).send("+15035550143", "x" * 2000)
    (text,) = twilio.texts
    assert text["MessagingServiceSid"] == service
    assert "From" not in text
    assert len(text["Body"]) == MAX_CHARACTERS


@pytest.mark.parametrize(("to", "code"), [("+15005550001", 21211), ("+15005550004", 21610)])
async def test_permanent_errors_raise_undeliverable(
    twilio: TwilioStandIn, http_client: httpx.AsyncClient, to: str, code: int
) -> None:
    with pytest.raises(Undeliverable, match=str(code)) as refused:
        await provider(twilio, http_client).send(to, "Hi")
    assert to not in str(refused.value)


@pytest.mark.parametrize("to", ["+15005550009", "+15005550008"])
async def test_temporary_errors_raise_connection_error(
    twilio: TwilioStandIn, http_client: httpx.AsyncClient, to: str
) -> None:
    with pytest.raises(ConnectionError):
        await provider(twilio, http_client).send(to, "Hi")


async def test_a_wrong_token_raises_connection_error(
    twilio: TwilioStandIn, http_client: httpx.AsyncClient
) -> None:
    wrong = provider(twilio, http_client, twilio_token=SecretStr("x" * 32))
    with pytest.raises(ConnectionError, match="20003"):
        await wrong.send("+15035550143", "Hi")


async def test_a_provider_without_an_account_is_an_invalid_setting(
    http_client: httpx.AsyncClient,
) -> None:
    assert create_sms_provider(Settings(), http_client) is None
    with pytest.raises(ValidationError, match="twilio_account"):
        Settings(sms_provider="twilio")
