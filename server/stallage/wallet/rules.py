"""The words of the ledger, and what a gift code looks like."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from enum import StrEnum

from stallage.core.rate_limits import RateLimit
from stallage.settings import Settings
from stallage.shop.rules import takes_online_payments

GIFT_CODE_GROUPS = 3
GIFT_CODE_GROUP = 4
# Without the letters and digits that are taken for one another: I, L, O, U, 0, 1.
GIFT_CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"

HOUR = 3600
REDEEMS = RateLimit("redeem", 10, HOUR)
"""Tries of one customer at gift codes."""
REDEEMS_OF_CLIENT = RateLimit("redeem-client", 30, HOUR)
TOPUPS = RateLimit("topup", 20, HOUR)


class Reason(StrEnum):
    """Why money moved."""

    GIFT_CODE = "gift_code"
    REFUND = "refund"
    GOODWILL = "goodwill"
    ORDER = "order"
    ORDER_RELEASED = "order_released"
    """What an order had taken came back, because it was not paid or was cancelled."""
    EXPIRED = "expired"
    TOP_UP = "top_up"
    """The customer added money by online payment."""


OTHER_SIDE = {
    Reason.GIFT_CODE: "gift_codes",
    Reason.REFUND: "refunds",
    Reason.GOODWILL: "goodwill",
    Reason.ORDER: "orders",
    Reason.ORDER_RELEASED: "orders",
    Reason.EXPIRED: "expired",
    Reason.TOP_UP: "top_ups",
}
"""The shop's account that stands against the customer's."""


def draw_gift_code() -> str:
    """A new code such as `K7QM-2XNB-9RTD`: 58 random bits, too many to be guessed."""
    groups = (
        "".join(secrets.choice(GIFT_CODE_LETTERS) for _ in range(GIFT_CODE_GROUP))
        for _ in range(GIFT_CODE_GROUPS)
    )
    return "-".join(groups)


def gift_card_code(secret: bytes, public_id: str) -> str:
    """The code of a gift card that was sold.

    It is derived from the server's secret rather than kept: no copy of the database gives it away,
    and it can be sent again. It has as many random bits as one that was drawn.
    """
    digest = hmac.digest(secret, f"gift-card\x1f{public_id}".encode(), hashlib.sha256)
    number = int.from_bytes(digest, "big")
    letters = []
    for _ in range(GIFT_CODE_GROUPS * GIFT_CODE_GROUP):
        number, place = divmod(number, len(GIFT_CODE_LETTERS))
        letters.append(GIFT_CODE_LETTERS[place])
    code = "".join(letters)
    return "-".join(
        code[start : start + GIFT_CODE_GROUP] for start in range(0, len(code), GIFT_CODE_GROUP)
    )


def new_gift_card_id() -> str:
    """A new public id such as `GC-7K2M-9QXD-41HV`. It is no code: nothing can be redeemed with it."""
    return f"GC-{_public_number()}"


def _public_number() -> str:
    groups = ("".join(secrets.choice(PUBLIC_ID_LETTERS) for _ in range(4)) for _ in range(3))
    return "-".join(groups)


def gift_code_hash(secret: bytes, code: str) -> bytes:
    """What is kept of a code, however it was grouped and whatever its case."""
    letters = re.sub(r"[^0-9A-Z]", "", code.upper())
    return hmac.digest(secret, f"gift-code\x1f{letters}".encode(), hashlib.sha256)


class TopupState(StrEnum):
    """Where a top-up stands."""

    PENDING = "pending"
    """Not paid yet; it can be."""
    PAID = "paid"
    """The money is in the wallet."""
    DECLINED = "declined"
    ENDED = "ended"
    """Not paid in time, or given up by the customer."""
    REFUNDED = "refunded"
    """Paid when there was no wallet any more: the money goes back to where it came from."""


UNPAID: frozenset[TopupState] = frozenset(
    {TopupState.PENDING, TopupState.DECLINED, TopupState.ENDED}
)
"""States in which money may still arrive: a payment can be quicker than the end of its session."""

PUBLIC_ID_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def new_topup_id() -> str:
    """A new public id such as `TU-7K2M-9QXD-41HV`."""
    return f"TU-{_public_number()}"


@dataclass(frozen=True, slots=True)
class TopupTerms:
    """How much can be added, in minor units."""

    minimum: int
    maximum: int
    limit: int
    """Up to which balance."""


def topup_terms(settings: Settings) -> TopupTerms | None:
    """How much customers can add to their wallet; None where they cannot."""
    if not settings.wallet_topups or not takes_online_payments(settings):
        return None
    if settings.topup_min > min(settings.topup_max, settings.wallet_limit):
        return None
    return TopupTerms(settings.topup_min, settings.topup_max, settings.wallet_limit)
