"""Messages to people: one port; SMTP and text messages behind it where configured, and files in the
outbox otherwise.

Messages are sent by jobs after the transaction they speak of has committed, never inside it.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
from collections.abc import Collection
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid, parseaddr
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import unquote, urlsplit

import aiosmtplib
import orjson
from pydantic import SecretStr

from stallage.core import clock
from stallage.core.sms import SmsProvider, Undeliverable

SEND_SECONDS = 20


@dataclass(frozen=True, slots=True)
class Message:
    """What is said to whom. `to` is an e-mail address or an E.164 phone number."""

    to: str
    subject: str
    text: str
    html: str
    """Empty for a phone."""
    kind: str
    """What the message is, such as `otp` or `order_placed`."""
    data: dict[str, Any] = field(default_factory=dict)
    """What the message says, for programs; never sent by mail, written to the outbox only."""
    headers: dict[str, str] = field(default_factory=dict)
    """Further headers of a mail, such as `List-Unsubscribe`."""


def one_click(address: str) -> dict[str, str]:
    """The headers by which a mail program ends a subscription with one click (RFC 8058).

    A POST to the address ends it without asking back; a GET shows a page.
    """
    return {
        "List-Unsubscribe": f"<{address}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


class Mailer(Protocol):
    """Sends messages."""

    async def send(self, message: Message) -> None:
        """Hands the message over, or raises where that failed.

        Raises Undeliverable where it will never be taken.
        """


def _file_time(moment: datetime) -> str:
    """How names of the outbox begin; they sort by time."""
    return f"{moment:%Y%m%dT%H%M%S.%fZ}"


@dataclass(frozen=True)
class Outbox:
    """Writes each message as a JSON file, named by time, for development and tests."""

    folder: Path

    async def send(self, message: Message) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        name = f"{_file_time(clock.now())}-{secrets.token_hex(3)}.json"
        draft = self.folder / f".{name}"
        kept = asdict(message)
        if not message.headers:
            del kept["headers"]
        draft.write_bytes(orjson.dumps(kept, option=orjson.OPT_INDENT_2))
        draft.rename(self.folder / name)

    def delete_mentioning(self, marks: Collection[str], until: datetime | None = None) -> None:
        """Deletes messages that contain one of these texts, whatever the case.

        `until` leaves those alone that were written later. Blocking.
        """
        wanted = [mark.lower() for mark in marks if mark]
        last = None if until is None else _file_time(until)
        for path in self.folder.glob("*.json") if wanted else ():
            if last is not None and path.name.removeprefix(".") > last:
                continue
            with contextlib.suppress(FileNotFoundError):
                content = path.read_text().lower()
                if any(mark in content for mark in wanted):
                    path.unlink()

    def delete_older_than(self, seconds: int) -> None:
        """Deletes messages that were written so long ago. Blocking."""
        before = _file_time(clock.now() - timedelta(seconds=seconds))
        for path in self.folder.glob("*.json"):
            if path.name.removeprefix(".") < before:
                path.unlink(missing_ok=True)


def _one_line(text: str) -> str:
    """A header value: what a line break could add to the headers is taken out."""
    return re.sub(r"[\r\n\x00]+", " ", text).strip()


def _mail(message: Message, sender: str) -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = _one_line(sender)
    mail["To"] = _one_line(message.to)
    mail["Subject"] = _one_line(message.subject)
    mail["Date"] = format_datetime(clock.now())
    mail["Message-ID"] = make_msgid(domain=parseaddr(sender)[1].rpartition("@")[2] or None)
    # So that nobody's holiday notice answers the shop (RFC 3834).
    mail["Auto-Submitted"] = "auto-generated"
    for name, value in message.headers.items():
        mail[name] = _one_line(value)
    mail.set_content(message.text)
    if message.html:
        mail.add_alternative(message.html, subtype="html")
    return mail


@dataclass(frozen=True)
class Smtp:
    """Sends by any SMTP server: `smtps://` with TLS, `smtp://` with STARTTLS where it is offered.

    A password is never shown to a server that does not offer TLS. A process opens `connections` at
    once; further messages wait.
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
        try:
            await aiosmtplib.send(
                _mail(message, self.sender),
                hostname=parts.hostname or "localhost",
                port=parts.port or (465 if encrypted else 587),
                username=unquote(parts.username) if parts.username else None,
                password=unquote(parts.password) if parts.password else None,
                use_tls=encrypted,
                start_tls=True if parts.username and not encrypted else None,
                timeout=SEND_SECONDS,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            # A 4xx asks to come again (greylisting); a 5xx says that nobody lives there.
            if all(one.code >= 500 for one in error.recipients):
                codes = sorted({one.code for one in error.recipients})
                raise Undeliverable(f"The mail server answered {codes}") from error
            raise


@dataclass(frozen=True)
class PostOffice:
    """Gives each message to what carries it: mail by SMTP, texts by the provider.

    What nobody is configured for goes to the outbox.
    """

    outbox: Outbox
    smtp: Smtp | None = None
    sms: SmsProvider | None = None

    async def send(self, message: Message) -> None:
        by_mail = "@" in message.to
        if by_mail and self.smtp:
            await self.smtp.send(message)
        elif not by_mail and self.sms:
            await self.sms.send(message.to, message.text)
        else:
            await self.outbox.send(message)

    def keeps(self, message: Message) -> bool:
        """Whether a message goes to the outbox: nobody but the log and a page here would show it."""
        return (self.smtp if "@" in message.to else self.sms) is None


def post_office_for(
    url: SecretStr,
    sender: str,
    data_dir: Path,
    sms: SmsProvider | None = None,
    *,
    connections: int = 4,
) -> PostOffice:
    """The configured ways to send messages; `connections` limits those to the mail server."""
    smtp = Smtp(url, sender, asyncio.Semaphore(connections)) if url.get_secret_value() else None
    return PostOffice(Outbox(data_dir / "outbox"), smtp, sms)
