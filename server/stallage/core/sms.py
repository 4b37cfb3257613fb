"""Text messages by a provider: one port, Twilio's REST form behind it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

import httpx
import structlog
from pydantic import SecretStr

from stallage.settings import Settings

log = structlog.get_logger(__name__)

MAX_CHARACTERS = 1600
"""What Twilio takes in one message; more than one part of 160 is joined by the phone."""


class Undeliverable(Exception):
    """Whoever carries messages will never take this one: trying again is no use."""


class SmsProvider(Protocol):
    """Carries text messages to phones."""

    async def send(self, to: str, text: str) -> None:
        """Hands a text over for an E.164 number.

        Raises Undeliverable where it is refused for good, and anything else where trying again may help.
        """


@dataclass(frozen=True)
class Twilio:
    """Twilio's Messages resource (API of 2010-04-01)."""

    outside: httpx.AsyncClient
    url: str
    account: str
    token: SecretStr
    sender: str
    """An E.164 number, a sender's name, or the id of a messaging service (`MG…`)."""

    async def send(self, to: str, text: str) -> None:
        sender = "MessagingServiceSid" if re.fullmatch(r"MG\w{32}", self.sender) else "From"
        response = await self.outside.post(
            f"{self.url}/2010-04-01/Accounts/{self.account}/Messages.json",
            data={"To": to, sender: self.sender, "Body": text[:MAX_CHARACTERS]},
            auth=(self.account, self.token.get_secret_value()),
        )
        # 401 and 403 are the operator's to mend, 429 passes; the rest speaks of this very message.
        if response.status_code in (400, 404):
            raise Undeliverable(_reason(response))
        if response.status_code != 201:
            raise ConnectionError(_reason(response))
        log.info("text_message_taken", provider="twilio", id=_said(response).get("sid"))


def _said(response: httpx.Response) -> dict[str, object]:
    try:
        said = response.json()
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def _reason(response: httpx.Response) -> str:
    """The code that can be looked up with the provider; its sentence may hold the number."""
    return f"Twilio answered {response.status_code}, code {_said(response).get('code')}"


def provider_for(settings: Settings, outside: httpx.AsyncClient) -> SmsProvider | None:
    """The configured provider, if any."""
    if settings.sms_provider != "twilio":
        return None
    return Twilio(
        outside,
        settings.twilio_url.rstrip("/"),
        settings.twilio_account,
        settings.twilio_token,
        settings.twilio_sender,
    )
