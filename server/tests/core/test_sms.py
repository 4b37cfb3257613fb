"""Text messages by Twilio's REST interface: what is sent, and what each refusal means."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
from pydantic import SecretStr, ValidationError

from stallage.core.sms import MAX_CHARACTERS, SmsProvider, Undeliverable, provider_for
from stallage.settings import Settings
from tests.core.twilio_stand_in import SENDER, TwilioStandIn, running_twilio


@pytest.fixture
def twilio() -> Iterator[TwilioStandIn]:
    """Twilio, as far as the shop can tell."""
    with running_twilio() as stand_in:
        yield stand_in


@pytest.fixture
async def outside() -> AsyncIterator[httpx.AsyncClient]:
    """A client for calls to the outside."""
    async with httpx.AsyncClient(trust_env=False) as client:
        yield client


def provider(twilio: TwilioStandIn, outside: httpx.AsyncClient, **changes: object) -> SmsProvider:
    found = provider_for(Settings(**{**twilio.settings(), **changes}), outside)
    assert found is not None
    return found


async def test_a_text_goes_out(twilio: TwilioStandIn, outside: httpx.AsyncClient) -> None:
    await provider(twilio, outside).send("+15035550143", "042042 is your Kiln & Grain code")
    assert twilio.texts == [
        {"To": "+15035550143", "From": SENDER, "Body": "042042 is your Kiln & Grain code"}
    ]


async def test_a_messaging_service_sends_in_its_own_name(
    twilio: TwilioStandIn, outside: httpx.AsyncClient
) -> None:
    service = "MG" + "a" * 32
    await provider(twilio, outside, twilio_sender=service).send("+15035550143", "x" * 2000)
    (text,) = twilio.texts
    assert text["MessagingServiceSid"] == service
    assert "From" not in text
    assert len(text["Body"]) == MAX_CHARACTERS


@pytest.mark.parametrize(("to", "code"), [("+15005550001", 21211), ("+15005550004", 21610)])
async def test_what_will_never_be_taken_is_told(
    twilio: TwilioStandIn, outside: httpx.AsyncClient, to: str, code: int
) -> None:
    with pytest.raises(Undeliverable, match=str(code)) as refused:
        await provider(twilio, outside).send(to, "Hi")
    assert to not in str(refused.value)


@pytest.mark.parametrize("to", ["+15005550009", "+15005550008"])
async def test_what_may_be_tried_again_is_another_error(
    twilio: TwilioStandIn, outside: httpx.AsyncClient, to: str
) -> None:
    with pytest.raises(ConnectionError):
        await provider(twilio, outside).send(to, "Hi")


async def test_a_wrong_token_is_for_the_operator_to_mend(
    twilio: TwilioStandIn, outside: httpx.AsyncClient
) -> None:
    wrong = provider(twilio, outside, twilio_token=SecretStr("x" * 32))
    with pytest.raises(ConnectionError, match="20003"):
        await wrong.send("+15035550143", "Hi")


async def test_a_provider_without_an_account_is_no_setting(outside: httpx.AsyncClient) -> None:
    assert provider_for(Settings(), outside) is None
    with pytest.raises(ValidationError, match="twilio_account"):
        Settings(sms_provider="twilio")
