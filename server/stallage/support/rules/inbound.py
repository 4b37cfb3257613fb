"""Addresses that emails about tickets are answered to, and what happens to a received email.

A ticket's address is `reply+ST-4H8W-2KMN.TOKEN@shop.example`: the token signs the ticket, so that nobody
can write into a ticket whose email they have not received. An operator's address also names the
operator: `reply+ST-4H8W-2KMN.o17.TOKEN@shop.example`. Both are derived from the shop's secret instead
of stored. The same text is the Message-ID of our emails, for mail programs that ignore Reply-To.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets as random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

MAX_EMAIL_BYTES: Final = 1_000_000
"""Of an email that is posted. The text comes first, so a forwarder can cut the rest off."""
MAX_PIPED_BYTES: Final = 25_000_000
"""Of an email from standard input."""
SIGNATURE_SECONDS: Final = 300
"""How long the signature of a forwarded email is valid."""
KEEP_HELD_SECONDS: Final = 30 * 86400
"""How long an email waits for a decision, and how long one that arrives again is recognized."""

_ADDRESS = re.compile(
    r"(ST-[0-9A-Z]{4}-[0-9A-Z]{4})(?:\.O([0-9]{1,18}))?\.([A-Z2-7]{26})(?:\.[^@<>\s]*)?@"
)


class Reason(StrEnum):
    """Why a received email was not added to a ticket, or not at once."""

    ADDED = "added"
    AUTOMATIC = "automatic"
    """An out-of-office reply, a bounce or a mailing list."""
    EMPTY = "empty"
    """No text besides the quoted email."""
    NO_TICKET = "no_ticket"
    """No signed address of a ticket, or of one that does not exist any more."""
    OTHER_SENDER = "other_sender"
    """A valid address, but the sender is not the customer or operator that it was sent to."""


@dataclass(frozen=True, slots=True)
class TicketAddress:
    """Who answers by email, and which ticket."""

    ticket_id: str
    """Public id."""
    operator_id: int | None
    """None for the customer's address."""


def _token(secret: bytes, ticket_id: str, operator_id: int | None) -> str:
    who = "customer" if operator_id is None else f"operator:{operator_id}"
    text = f"inbound-email:{ticket_id}:{who}".encode()
    digest = hmac.new(secret, text, hashlib.sha256).digest()[:16]
    # Mail servers may change the case of a local part, so the token has none.
    return base64.b32encode(digest).decode().rstrip("=")


def _signed(secret: bytes, ticket_id: str, operator_id: int | None) -> str:
    middle = "" if operator_id is None else f".o{operator_id}"
    return f"{ticket_id}{middle}.{_token(secret, ticket_id, operator_id).lower()}"


def reply_address(
    secret: bytes, address: str, ticket_id: str, operator_id: int | None = None
) -> str:
    """Return the address that answers to a ticket's email go to; `address` is the shop's."""
    name, _, host = address.rpartition("@")
    return f"{name}+{_signed(secret, ticket_id, operator_id)}@{host}"


def message_id(secret: bytes, address: str, ticket_id: str, operator_id: int | None = None) -> str:
    """Return a new Message-ID for an email of a ticket, which answers refer to."""
    host = address.rpartition("@")[2]
    signed = _signed(secret, ticket_id, operator_id)
    return f"<{signed}.{random.token_hex(8)}@{host}>"


def find_ticket(secrets: Sequence[bytes], headers: Iterable[str]) -> TicketAddress | None:
    """Return the first ticket that one of these headers names with a valid signature.

    `secrets` are the shop's secret and its previous ones.
    """
    for header in headers:
        for ticket_id, operator, token in _ADDRESS.findall(header.upper()):
            operator_id = int(operator) if operator else None
            valid = [
                hmac.compare_digest(_token(secret, ticket_id, operator_id), token)
                for secret in secrets
            ]
            if any(valid):
                return TicketAddress(ticket_id, operator_id)
    return None


def message_key(identifier: str, raw: bytes) -> bytes:
    """Return what recognizes an email that arrives again: its Message-ID, or else its content."""
    text = identifier.strip().encode() or hashlib.blake2b(raw, digest_size=32).digest()
    return hashlib.blake2b(text, digest_size=16).digest()


def sign(secret: str, timestamp: int, body: bytes) -> str:
    """Return the signature of a forwarded email: HMAC-SHA256 of `timestamp.body`, in hex."""
    return hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()


def is_signed(secret: str, header: str, body: bytes, now: float) -> bool:
    """Whether the header `t=TIMESTAMP,v1=SIGNATURE` signs this body and is recent."""
    parts = dict(part.strip().split("=", 1) for part in header.split(",") if "=" in part)
    stamp, signature = parts.get("t", ""), parts.get("v1", "")
    if not (stamp.isascii() and stamp.isdigit() and len(stamp) <= 12):
        return False
    if abs(now - int(stamp)) > SIGNATURE_SECONDS:
        return False
    return hmac.compare_digest(sign(secret, int(stamp), body).encode(), signature.encode())
