"""The words of the ledger, and what a gift code looks like."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from enum import StrEnum

GIFT_CODE_GROUPS = 3
GIFT_CODE_GROUP = 4
# Without the letters and digits that are taken for one another: I, L, O, U, 0, 1.
GIFT_CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"

REDEEMS_PER_HOUR = 10
REDEEMS_PER_CLIENT_HOUR = 30


class Reason(StrEnum):
    """Why money moved."""

    GIFT_CODE = "gift_code"
    REFUND = "refund"
    GOODWILL = "goodwill"
    ORDER = "order"
    ORDER_RELEASED = "order_released"
    """What an order had taken came back, because it was not paid or was cancelled."""
    EXPIRED = "expired"


OTHER_SIDE = {
    Reason.GIFT_CODE: "gift_codes",
    Reason.REFUND: "refunds",
    Reason.GOODWILL: "goodwill",
    Reason.ORDER: "orders",
    Reason.ORDER_RELEASED: "orders",
    Reason.EXPIRED: "expired",
}
"""The shop's account that stands against the customer's."""


def draw_gift_code() -> str:
    """A new code such as `K7QM-2XNB-9RTD`: 58 random bits, too many to be guessed."""
    groups = (
        "".join(secrets.choice(GIFT_CODE_LETTERS) for _ in range(GIFT_CODE_GROUP))
        for _ in range(GIFT_CODE_GROUPS)
    )
    return "-".join(groups)


def gift_code_hash(secret: bytes, code: str) -> bytes:
    """What is kept of a code, however it was grouped and whatever its case."""
    letters = re.sub(r"[^0-9A-Z]", "", code.upper())
    return hmac.digest(secret, f"gift-code\x1f{letters}".encode(), hashlib.sha256)
