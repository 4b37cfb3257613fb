"""Tickets: numbers in a line, signed and bound to their owners."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from stallage.core.leeway import has_expired, is_future

TICKET_SECONDS = 12 * 3600
_TICKET = re.compile(
    r"(\d{1,18})\.(\d{1,18})\.(\d{1,18})\.(\d{1,14})\.([0-9a-f]{32})\.([0-9a-f]{40})", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Ticket:
    """A number in a line, as the signed text that its holder sends says it."""

    line: int
    epoch: int
    number: int
    joined_ms: int
    """When it was given, in milliseconds since 1970."""
    owner: str
    """A keyed hash of who may use it."""


def owner_of(secret: bytes, customer_id: int | None, contact: str) -> str:
    """Return a keyed hash of a customer, or of a guest by contact."""
    subject = f"contact:{contact}" if customer_id is None else f"customer:{customer_id}"
    return hmac.new(secret, f"line-owner\n{subject}".encode(), hashlib.sha256).hexdigest()[:32]


def _sign(secret: bytes, text: str) -> str:
    return hmac.new(secret, f"line-ticket\n{text}".encode(), hashlib.sha256).hexdigest()[:40]


def write_ticket(secret: bytes, ticket: Ticket) -> str:
    """Return the signed text of a ticket."""
    text = f"{ticket.line}.{ticket.epoch}.{ticket.number}.{ticket.joined_ms}.{ticket.owner}"
    return f"{text}.{_sign(secret, text)}"


def read_ticket(secrets: Sequence[bytes], text: str | None, now: datetime) -> Ticket | None:
    """Read a ticket; None if the shop did not sign it or it is too old."""
    match = None if text is None else _TICKET.fullmatch(text)
    if match is None:
        return None
    signed, _, signature = match[0].rpartition(".")
    if not any(hmac.compare_digest(_sign(secret, signed), signature) for secret in secrets):
        return None
    ticket = Ticket(int(match[1]), int(match[2]), int(match[3]), int(match[4]), match[5])
    joined = ticket.joined_ms / 1000
    if is_future(joined, now.timestamp()) or has_expired(joined + TICKET_SECONDS, now.timestamp()):
        return None
    return ticket
