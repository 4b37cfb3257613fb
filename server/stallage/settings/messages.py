"""Emails and text messages."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, SecretStr, field_validator, model_validator

from stallage.settings.sources import Section, check_address, setting


class MessageSettings(Section):
    """Emails and text messages."""

    smtp_url: Annotated[
        SecretStr,
        setting(SecretStr(""), "smtp://user:password@host:587 or smtps://…; empty: outbox files."),
    ]
    mail_from: Annotated[str, setting("shop@example.com", "Sender of the shop's emails.")]
    mail_connections: Annotated[
        int,
        Field(
            default=4,
            ge=1,
            le=50,
            description="Maximum connections of one process to the mail server.",
        ),
    ]
    inbound_email_address: Annotated[
        str,
        setting("", "Address such as reply@shop.example that tickets are answered to; empty: off."),
    ]
    inbound_email_secret: Annotated[
        SecretStr,
        setting(SecretStr(""), "Signs received emails that are posted to the shop; empty: off."),
    ]
    sms_provider: Annotated[
        Literal["", "twilio"], setting("", "Provider of text messages; empty: outbox files.")
    ]
    twilio_account: Annotated[str, setting("", "The account's SID, AC….")]
    twilio_token: Annotated[SecretStr, setting(SecretStr(""), "The account's auth token.")]
    twilio_sender: Annotated[
        str, setting("", "The sending number (+1…), or a messaging service's SID (MG…).")
    ]
    twilio_url: Annotated[str, setting("https://api.twilio.com", "Address of Twilio's REST API.")]

    @model_validator(mode="after")
    def texts_can_be_sent(self) -> Self:
        """Require an account and a sender for Twilio, without which no message would be sent."""
        if self.sms_provider == "twilio" and not (
            self.twilio_account and self.twilio_token.get_secret_value() and self.twilio_sender
        ):
            raise ValueError(
                "sms_provider twilio needs twilio_account, twilio_token and twilio_sender"
            )
        return self

    @field_validator("inbound_email_address")
    @classmethod
    def plain_inbound_address(cls, value: str) -> str:
        """Raise ValueError unless it is empty or an address to which a token can be added."""
        name, at, host = value.strip().rpartition("@")
        is_plain = bool(name and at and "." in host) and not set(value) & set(' +<>,"')
        if value and not (is_plain and len(name) <= 16):
            raise ValueError("inbound_email_address must be such as reply@shop.example")
        return value.strip().lower()

    @field_validator("inbound_email_secret")
    @classmethod
    def long_inbound_secret(cls, value: SecretStr) -> SecretStr:
        """Raise ValueError if the secret could be guessed."""
        if 0 < len(value.get_secret_value()) < 32:
            raise ValueError("inbound_email_secret needs at least 32 characters")
        return value

    @field_validator("smtp_url")
    @classmethod
    def smtp_url_with_password(cls, value: SecretStr) -> SecretStr:
        """Raise ValueError if the password would be read as a port."""
        check_address(value.get_secret_value())
        return value
