"""Sends messages: emails by SMTP and text messages by a provider, or files in the outbox if neither is
configured.

Jobs send messages after the transaction they are about has committed, never inside it.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid, parseaddr
from pathlib import Path
from typing import Any, Protocol, TypedDict
from urllib.parse import unquote, urlsplit

import aiosmtplib
import orjson
import structlog
from pydantic import SecretStr

from stallage.core import clock
from stallage.core.sms import SmsProvider, Undeliverable
from stallage.core.tracing import call

SEND_SECONDS = 20

log = structlog.get_logger(__name__)


class Attachment(TypedDict):
    """A text file that is sent with an email."""

    name: str
    subtype: str
    """Of the media type `text`, such as `csv`."""
    text: str


@dataclass(frozen=True, slots=True)
class Message:
    """An email or text message."""

    to: str
    """An email address or an E.164 phone number."""
    subject: str
    text: str
    html: str
    """Empty for a text message."""
    kind: str
    """The kind of message, such as `otp`."""
    data: dict[str, Any] = field(default_factory=dict)
    """The message's content for programs; written to the outbox only, never sent."""
    headers: dict[str, str] = field(default_factory=dict)
    """Further headers of an email, such as `List-Unsubscribe`."""
    attachments: list[Attachment] = field(default_factory=list)
    source: MessageSource | None = field(default=None, compare=False, repr=False)
    """Renders it with the shop's own texts; None if it has none, or has them already."""

    def with_texts(self, own: Mapping[str, str]) -> Message:
        """Return the message with the shop's own texts in place of the default ones."""
        if self.source is None:
            return self
        rendered = self.source.render(own) if own else self
        return replace(
            self, subject=rendered.subject, text=rendered.text, html=rendered.html, source=None
        )

    def to_json(self) -> dict[str, Any]:
        """Return the message as it is written to files and to the database."""
        content = asdict(replace(self, source=None))
        del content["source"]
        return content


@dataclass(frozen=True, slots=True)
class MessageSource:
    """What a message is rendered from."""

    email: str
    """Name of the email in the catalog."""
    render: Callable[[Mapping[str, str]], Message]


OwnTexts = Callable[[str], Awaitable[Mapping[str, str]]]
"""Reads the shop's own texts of an email by its name."""


def one_click_unsubscribe(address: str) -> dict[str, str]:
    """Return the email headers for one-click unsubscription at a URL (RFC 8058).

    A POST to the URL must unsubscribe without confirmation; a GET may show a page.
    """
    return {
        "List-Unsubscribe": f"<{address}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


class Mailer(Protocol):
    """Sends messages."""

    async def send(self, message: Message) -> None:
        """Send a message.

        Raises Undeliverable if it will never be accepted, and other errors if a retry may help.
        """


def _file_prefix(written_at: datetime) -> str:
    """Return the start of an outbox file's name; names sort by time."""
    return f"{written_at:%Y%m%dT%H%M%S.%fZ}"


@dataclass(frozen=True)
class Outbox:
    """Writes each message as a JSON file, named by time, for development and tests."""

    folder: Path

    async def send(self, message: Message) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        name = f"{_file_prefix(clock.now())}-{secrets.token_hex(3)}.json"
        draft = self.folder / f".{name}"
        content = message.to_json()
        if not message.headers:
            del content["headers"]
        if not message.attachments:
            del content["attachments"]
        draft.write_bytes(orjson.dumps(content, option=orjson.OPT_INDENT_2))
        draft.rename(self.folder / name)

    def delete_mentioning(self, texts: Collection[str], until: datetime | None = None) -> None:
        """Delete messages that contain one of these texts, ignoring case. Blocking.

        Messages written after `until` are not deleted.
        """
        searched = [text.lower() for text in texts if text]
        last = None if until is None else _file_prefix(until)
        for path in self.folder.glob("*.json") if searched else ():
            if last is not None and path.name.removeprefix(".") > last:
                continue
            with contextlib.suppress(FileNotFoundError):
                content = path.read_text().lower()
                if any(text in content for text in searched):
                    path.unlink()

    def delete_older_than(self, seconds: int) -> None:
        """Delete messages older than this. Blocking."""
        before = _file_prefix(clock.now() - timedelta(seconds=seconds))
        for path in self.folder.glob("*.json"):
            if path.name.removeprefix(".") < before:
                path.unlink(missing_ok=True)


def _one_line(text: str) -> str:
    """Remove line breaks from a header value, so that it cannot add headers."""
    return re.sub(r"[\r\n\x00]+", " ", text).strip()


def _to_email(message: Message, sender: str) -> EmailMessage:
    email = EmailMessage()
    email["From"] = _one_line(sender)
    email["To"] = _one_line(message.to)
    email["Subject"] = _one_line(message.subject)
    email["Date"] = format_datetime(clock.now())
    if "Message-ID" not in message.headers:
        email["Message-ID"] = make_msgid(domain=parseaddr(sender)[1].rpartition("@")[2] or None)
    # Prevents out-of-office replies to the shop (RFC 3834).
    email["Auto-Submitted"] = "auto-generated"
    for name, value in message.headers.items():
        email[name] = _one_line(value)
    email.set_content(message.text)
    if message.html:
        email.add_alternative(message.html, subtype="html")
    for one in message.attachments:
        email.add_attachment(one["text"], subtype=one["subtype"], filename=_one_line(one["name"]))
    return email


@dataclass(frozen=True)
class Smtp:
    """Sends emails by SMTP: `smtps://` with TLS, `smtp://` with STARTTLS if the server offers it.

    A password is only sent over TLS. `connections` limits concurrent connections of the process;
    further messages wait.
    """

    url: SecretStr
    sender: str
    connections: asyncio.Semaphore

    async def send(self, message: Message) -> None:
        async with self.connections:
            await self._send(message)

    async def _send(self, message: Message) -> None:
        parts = urlsplit(self.url.get_secret_value())
        encrypted = parts.scheme == "smtps"
        host = parts.hostname or "localhost"
        try:
            with call("SMTP", host):
                await aiosmtplib.send(
                    _to_email(message, self.sender),
                    hostname=host,
                    port=parts.port or (465 if encrypted else 587),
                    username=unquote(parts.username) if parts.username else None,
                    password=unquote(parts.password) if parts.password else None,
                    use_tls=encrypted,
                    start_tls=True if parts.username and not encrypted else None,
                    timeout=SEND_SECONDS,
                )
        except aiosmtplib.SMTPRecipientsRefused as error:
            # 4xx codes are temporary, such as greylisting; 5xx codes are permanent.
            if all(recipient.code >= 500 for recipient in error.recipients):
                codes = sorted({recipient.code for recipient in error.recipients})
                raise Undeliverable(f"The mail server answered {codes}") from error
            raise


@dataclass(frozen=True)
class MessageSender:
    """Sends emails by SMTP and text messages by the provider; the outbox gets what is not configured."""

    outbox: Outbox
    smtp: Smtp | None = None
    sms: SmsProvider | None = None
    own_texts: OwnTexts | None = None

    async def send(self, message: Message) -> None:
        """Send a message with the shop's own texts. Raises Undeliverable."""
        message = await self._with_own_texts(message)
        by_mail = "@" in message.to
        try:
            if by_mail and self.smtp:
                await self.smtp.send(message)
            elif not by_mail and self.sms:
                await self.sms.send(message.to, message.text)
            else:
                await self.outbox.send(message)
        except Undeliverable as error:
            error.message = message
            raise

    async def _with_own_texts(self, message: Message) -> Message:
        """Return a message with the shop's own texts, or with the default ones if that fails."""
        if self.own_texts is None or message.source is None:
            return message
        try:
            return message.with_texts(await self.own_texts(message.source.email))
        except Exception:
            # Whatever is wrong with the shop's own texts, the customer gets the email.
            log.warning("email_texts_failed", email=message.source.email, exc_info=True)
            return message.with_texts({})

    def uses_outbox(self, message: Message) -> bool:
        """Whether a message would be written to the outbox instead of being sent."""
        return (self.smtp if "@" in message.to else self.sms) is None


def create_message_sender(
    url: SecretStr,
    sender: str,
    data_dir: Path,
    sms: SmsProvider | None = None,
    *,
    connections: int = 4,
    own_texts: OwnTexts | None = None,
) -> MessageSender:
    """Create the configured message sender; `connections` limits those to the SMTP server."""
    smtp = Smtp(url, sender, asyncio.Semaphore(connections)) if url.get_secret_value() else None
    return MessageSender(Outbox(data_dir / "outbox"), smtp, sms, own_texts)
