"""Codes, tokens and hashes: pure functions of the shop's secret and what they speak of."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from enum import Enum, StrEnum

from stallage.customers.rules.contacts import canonical_email

CODE_DIGITS = 6


class Purpose(StrEnum):
    """What a code is for. A code for one purpose is no good for another."""

    SIGN_IN = "sign_in"
    CONTACT = "contact"
    ORDER = "order"
    """To see an order whose link is lost."""
    CHECKOUT = "checkout"
    """To order as a guest."""


class Verdict(Enum):
    """What became of a code that was shown."""

    RIGHT = "right"
    WRONG = "wrong"
    EXPIRED = "expired"
    NO_MORE_TRIES = "no_more_tries"


@dataclass(frozen=True, slots=True)
class Contact:
    """An e-mail address or a phone number in its one form; exactly one of the two."""

    email: str | None = None
    phone: str | None = None

    @property
    def address(self) -> str:
        """Where messages go."""
        return self.email or self.phone or ""

    @property
    def canonical(self) -> str:
        """The same for every spelling; what codes and limits are kept under."""
        return canonical_email(self.email) if self.email else self.address


def _keyed(secret: bytes, *parts: str) -> bytes:
    # The unit separator keeps ("ab", "c") and ("a", "bc") apart.
    return hmac.digest(secret, "\x1f".join(parts).encode(), hashlib.sha256)


def draw_nonce() -> str:
    """What a new code is made from; worthless without the secret."""
    return secrets.token_hex(16)


def code_of(secret: bytes, nonce: str) -> str:
    """The six digits that follow from a nonce.

    The job that delivers a code carries the nonce, so that no code is ever written to the database.
    """
    number = int.from_bytes(_keyed(secret, "code", nonce)[:16], "big")
    return f"{number % 10**CODE_DIGITS:0{CODE_DIGITS}d}"


def code_hash(secret: bytes, purpose: Purpose, subject: str, code: str) -> bytes:
    """What is kept of a code."""
    return _keyed(secret, "code-hash", purpose, subject, code)


def masked(contact: Contact) -> str:
    """A contact shortened, for its owner to know it by: `a•••@example.com`, `•••0143`."""
    if contact.email:
        name, _, domain = contact.email.rpartition("@")
        return f"{name[:1]}•••@{domain}"
    return f"•••{contact.address[-4:]}"


def subject_of(contact: Contact, customer_id: int | None = None) -> str:
    """What a code proves: a contact, or that it may become this customer's."""
    return contact.canonical if customer_id is None else f"{customer_id}/{contact.canonical}"


def client_hash(secret: bytes, kind: str, contact: Contact, *parts: str) -> bytes:
    """What is kept of a client that has to do with a contact. It says nothing about another contact."""
    return _keyed(secret, "client", kind, contact.canonical, *parts)


def limit_subject(secret: bytes, *parts: str) -> str:
    """What a limit is counted under where the thing itself is personal, such as an address."""
    return _keyed(secret, "limit", *parts).hex()


def typed_code(text: str) -> str:
    """A code as people type or paste it, without what stands between the digits."""
    return re.sub(r"[\s-]+", "", text)


def draw_token() -> str:
    """A new refresh token: 256 random bits."""
    return secrets.token_urlsafe(32)


def successor_of(secret: bytes, token: str) -> str:
    """The refresh token that follows another.

    It can be given again within the grace without ever having been stored, and only the shop can
    work it out.
    """
    return base64.urlsafe_b64encode(_keyed(secret, "refresh", token)).rstrip(b"=").decode()


def token_hash(token: str) -> bytes:
    """What is kept of a refresh token. It has too many bits to be guessed, so no key is needed."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def in_words(seconds: int) -> str:
    """A span as a sentence says it: `10 minutes`, `1 minute`, `45 seconds`."""
    count, unit = (seconds, "second") if seconds < 60 else (round(seconds / 60), "minute")
    return f"{count} {unit}" + ("" if count == 1 else "s")


# The first that is found counts: many browsers also carry the names of others.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def device_name(user_agent: str) -> str:
    """What people call a device, such as `Firefox on Windows`."""
    browser = next((name for mark, name in BROWSERS if mark in user_agent), None)
    system = next((name for mark, name in SYSTEMS if mark in user_agent), None)
    if browser and system:
        return f"{browser} on {system}"
    return browser or system or "Unknown device"
