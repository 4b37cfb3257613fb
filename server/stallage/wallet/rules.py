"""Reasons and accounts of the ledger, gift codes, and limits of top-ups."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from enum import StrEnum

from stallage.core.rate_limits import RateLimit
from stallage.settings import Settings
from stallage.shop.rules.capabilities import takes_online_payments

GIFT_CODE_GROUPS = 3
GIFT_CODE_GROUP = 4
# Without characters that are easily confused: I, L, O, U, 0, 1.
GIFT_CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"

HOUR = 3600
REDEEMS = RateLimit("redeem", 10, HOUR)
"""Attempts of one customer to redeem a gift code."""
REDEEMS_OF_CLIENT = RateLimit("redeem-client", 30, HOUR)
TOPUPS = RateLimit("topup", 20, HOUR)


class Reason(StrEnum):
    """Why money moved."""

    GIFT_CODE = "gift_code"
    REFUND = "refund"
    GOODWILL = "goodwill"
    ORDER = "order"
    ORDER_RELEASED = "order_released"
    """Returned because the order was not paid or was cancelled."""
    EXPIRED = "expired"
    TOP_UP = "top_up"
    """The customer added money by online payment."""
    ADJUSTMENT = "adjustment"
    """An operator took credit out."""
    MERGED = "merged"
    """Moved between two accounts of one person."""


CONTRA_ACCOUNT = {
    Reason.GIFT_CODE: "gift_codes",
    Reason.REFUND: "refunds",
    Reason.GOODWILL: "goodwill",
    Reason.ORDER: "orders",
    Reason.ORDER_RELEASED: "orders",
    Reason.EXPIRED: "expired",
    Reason.TOP_UP: "top_ups",
    Reason.ADJUSTMENT: "adjustments",
    Reason.MERGED: "merged",
}
"""The shop's account on the other side of a customer's entry."""


def generate_gift_code() -> str:
    """Generate a code such as `K7QM-2XNB-9RTD`, with 58 random bits."""
    groups = (
        "".join(secrets.choice(GIFT_CODE_ALPHABET) for _ in range(GIFT_CODE_GROUP))
        for _ in range(GIFT_CODE_GROUPS)
    )
    return "-".join(groups)


def gift_card_code(secret: bytes, public_id: str) -> str:
    """Derive the code of a gift card that was sold.

    It is derived from the server's secret instead of stored: a copy of the database does not reveal it,
    and it can be sent again. It has as many random bits as a generated code.
    """
    digest = hmac.digest(secret, f"gift-card\x1f{public_id}".encode(), hashlib.sha256)
    number = int.from_bytes(digest, "big")
    characters = []
    for _ in range(GIFT_CODE_GROUPS * GIFT_CODE_GROUP):
        number, index = divmod(number, len(GIFT_CODE_ALPHABET))
        characters.append(GIFT_CODE_ALPHABET[index])
    code = "".join(characters)
    return "-".join(
        code[start : start + GIFT_CODE_GROUP] for start in range(0, len(code), GIFT_CODE_GROUP)
    )


def new_gift_card_id() -> str:
    """Generate a public id such as `GC-7K2M-9QXD-41HV`. It is not a code and cannot be redeemed."""
    return f"GC-{_public_number()}"


def _public_number() -> str:
    groups = ("".join(secrets.choice(PUBLIC_ID_ALPHABET) for _ in range(4)) for _ in range(3))
    return "-".join(groups)


def gift_code_hash(secret: bytes, code: str) -> bytes:
    """Return the keyed hash of a code, whatever its grouping and case."""
    characters = re.sub(r"[^0-9A-Z]", "", code.upper())
    return hmac.digest(secret, f"gift-code\x1f{characters}".encode(), hashlib.sha256)


class TopupState(StrEnum):
    """The state of a top-up."""

    PENDING = "pending"
    """Can be paid."""
    PAID = "paid"
    """Credited to the wallet."""
    DECLINED = "declined"
    ENDED = "ended"
    """Not paid in time, or cancelled by the customer."""
    REFUNDED = "refunded"
    """Paid after the customer's account was deleted; the money is refunded."""


UNPAID: frozenset[TopupState] = frozenset(
    {TopupState.PENDING, TopupState.DECLINED, TopupState.ENDED}
)
"""States in which money may still arrive: a payment can complete just before its session ends."""

PUBLIC_ID_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def new_topup_id() -> str:
    """Generate a public id such as `TU-7K2M-9QXD-41HV`."""
    return f"TU-{_public_number()}"


@dataclass(frozen=True, slots=True)
class TopupTerms:
    """Limits of top-ups, in minor units."""

    minimum: int
    maximum: int
    limit: int
    """The highest balance after a top-up."""


def topup_terms(settings: Settings) -> TopupTerms | None:
    """Return the limits of top-ups; None if the shop does not offer them."""
    if not settings.wallet_topups or not takes_online_payments(settings):
        return None
    if settings.topup_min > min(settings.topup_max, settings.wallet_limit):
        return None
    return TopupTerms(settings.topup_min, settings.topup_max, settings.wallet_limit)
