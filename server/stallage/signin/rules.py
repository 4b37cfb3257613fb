"""Codes, tokens, hashes and device names, as pure functions."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Literal

from stallage.customers.rules.contacts import canonical_email

CODE_DIGITS = 6

ContactRole = Literal["replaced", "new", "unchanged"]
"""What a change of contact did to the contact that is informed of it."""


class Purpose(StrEnum):
    """What a code is for. A code is valid for one purpose only."""

    SIGN_IN = "sign_in"
    CONTACT = "contact"
    ORDER = "order"
    """Looks up a guest's order whose link is lost."""
    CHECKOUT = "checkout"
    """Verifies a guest's contact before an order."""


class CodeResult(Enum):
    """The result of checking a code."""

    CORRECT = "correct"
    WRONG = "wrong"
    EXPIRED = "expired"
    NO_TRIES_LEFT = "no_tries_left"


@dataclass(frozen=True, slots=True)
class Contact:
    """A normalized email address or phone number; exactly one of the two is set."""

    email: str | None = None
    phone: str | None = None

    @property
    def address(self) -> str:
        """The address that messages are sent to."""
        return self.email or self.phone or ""

    @property
    def canonical(self) -> str:
        """The same for every spelling; codes and limits are stored under it."""
        return canonical_email(self.email) if self.email else self.address


def _keyed(secret: bytes, *parts: str) -> bytes:
    # The unit separator makes ("ab", "c") and ("a", "bc") differ.
    return hmac.digest(secret, "\x1f".join(parts).encode(), hashlib.sha256)


def generate_nonce() -> str:
    """Return a random nonce for a new code. It is useless without the secret."""
    return secrets.token_hex(16)


def code_from_nonce(secret: bytes, nonce: str) -> str:
    """Return the six digits that follow from a nonce.

    The job that delivers a code carries the nonce, so no code is ever written to the database.
    """
    number = int.from_bytes(_keyed(secret, "code", nonce)[:16], "big")
    return f"{number % 10**CODE_DIGITS:0{CODE_DIGITS}d}"


def hash_code(secret: bytes, purpose: Purpose, subject: str, code: str) -> bytes:
    """Return the keyed hash under which a code is stored."""
    return _keyed(secret, "code-hash", purpose, subject, code)


def mask_contact(contact: Contact) -> str:
    """Return a contact in a form that only its owner recognizes: `a•••@example.com`, `•••0143`."""
    if contact.email:
        name, _, domain = contact.email.rpartition("@")
        return f"{name[:1]}•••@{domain}"
    return f"•••{contact.address[-4:]}"


def code_subject(contact: Contact, customer_id: int | None = None) -> str:
    """Return what a code verifies: a contact, or a contact that a customer wants to add."""
    return contact.canonical if customer_id is None else f"{customer_id}/{contact.canonical}"


def hash_client(secret: bytes, kind: str, contact: Contact, *parts: str) -> bytes:
    """Return a hash that identifies a client for one contact only."""
    return _keyed(secret, "client", kind, contact.canonical, *parts)


def hash_for_limit(secret: bytes, *parts: str) -> str:
    """Return a key for counting personal data, such as an address, against a limit."""
    return _keyed(secret, "limit", *parts).hex()


def clean_code(text: str) -> str:
    """Return a typed or pasted code without spaces and dashes."""
    return re.sub(r"[\s-]+", "", text)


def generate_token() -> str:
    """Return a new refresh token: 256 random bits."""
    return secrets.token_urlsafe(32)


def next_token(secret: bytes, token: str) -> str:
    """Return the refresh token that follows another.

    Only the shop can compute it. It can be returned again within the grace period without being stored.
    """
    return base64.urlsafe_b64encode(_keyed(secret, "refresh", token)).rstrip(b"=").decode()


def hash_token(token: str) -> bytes:
    """Return the hash under which a refresh token is stored; 256 random bits need no key."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def format_duration(seconds: int) -> str:
    """Return a duration as text: `10 minutes`, `1 minute`, `45 seconds`."""
    count, unit = (seconds, "second") if seconds < 60 else (round(seconds / 60), "minute")
    return f"{count} {unit}" + ("" if count == 1 else "s")
