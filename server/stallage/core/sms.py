"""Sends text messages through Twilio's REST API."""

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
"""Twilio's limit for one message, which is split into parts of 160 and joined by the phone."""


class Undeliverable(Exception):
    """The message will never be accepted, so retrying is useless."""

    message: object = None
    """The `core.mail.Message`, once the sender has set it."""


class SmsProvider(Protocol):
    """Sends text messages to phones."""

    async def send(self, to: str, text: str) -> None:
        """Send a text to an E.164 number.

        Raises Undeliverable if it is refused permanently, and other errors if a retry may help.
        """


@dataclass(frozen=True)
class Twilio:
    """Twilio's Messages resource (API of 2010-04-01)."""

    http_client: httpx.AsyncClient
    url: str
    account: str
    token: SecretStr
    sender: str
    """An E.164 number, an alphanumeric sender id, or a messaging service's id (`MG…`)."""

    async def send(self, to: str, text: str) -> None:
        sender = "MessagingServiceSid" if re.fullmatch(r"MG\w{32}", self.sender) else "From"
        response = await self.http_client.post(
            f"{self.url}/2010-04-01/Accounts/{self.account}/Messages.json",
            data={"To": to, sender: self.sender, "Body": text[:MAX_CHARACTERS]},
            auth=(self.account, self.token.get_secret_value()),
        )
        # Only these are about the message itself: the operator can fix a 401 or 403, and 429 passes.
        if response.status_code in (400, 404):
            raise Undeliverable(_reason(response))
        if response.status_code != 201:
            raise ConnectionError(_reason(response))
        log.info("text_message_sent", provider="twilio", id=_read_json(response).get("sid"))


def _read_json(response: httpx.Response) -> dict[str, object]:
    try:
        content = response.json()
    except ValueError:
        return {}
    return content if isinstance(content, dict) else {}


def _reason(response: httpx.Response) -> str:
    """Return Twilio's status and error code, without its message, which may contain the number."""
    return f"Twilio answered {response.status_code}, code {_read_json(response).get('code')}"


def create_sms_provider(settings: Settings, http_client: httpx.AsyncClient) -> SmsProvider | None:
    """Create the configured provider; None if there is none."""
    if settings.sms_provider != "twilio":
        return None
    return Twilio(
        http_client,
        settings.twilio_url.rstrip("/"),
        settings.twilio_account,
        settings.twilio_token,
        settings.twilio_sender,
    )
