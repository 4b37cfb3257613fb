"""Gift cards that were sold: their state, when they are sent, and their codes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, tzinfo
from enum import StrEnum

from stallage.core.rate_limits import RateLimit
from stallage.wallet.rules import gift_card_code, gift_code_hash

SEND_AT = time(8)
"""Time of day, in the shop's time zone, at which cards with a chosen day are sent."""
RESENDS = RateLimit("gift-card", 3, 86_400)
"""For one gift card."""


class GiftCardState(StrEnum):
    """The state of a gift card."""

    SCHEDULED = "scheduled"
    SENT = "sent"
    REDEEMED = "redeemed"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class IssuedGiftCard:
    """A gift card. `amount` is its value in minor units, not what is left.

    A card that an operator issued has neither an order nor a line.
    """

    id: int
    public_id: str
    code_hash: bytes
    order_id: str | None
    order_line_id: int | None
    amount: int
    currency: str
    recipient_name: str
    recipient_email: str
    sender_name: str
    message: str
    send_at: datetime
    sent_at: datetime | None
    claimed_until: datetime | None
    """A process is sending it until then."""
    is_redeemed: bool
    """Whether it was redeemed into a wallet or is used up."""
    redeemed_at: datetime | None
    voided_at: datetime | None
    expires_at: datetime | None

    @property
    def state(self) -> GiftCardState:
        """The state, by what happened last."""
        if self.is_redeemed:
            return GiftCardState.REDEEMED
        if self.voided_at is not None:
            return GiftCardState.VOID
        return GiftCardState.SCHEDULED if self.sent_at is None else GiftCardState.SENT


class CodeLost(Exception):
    """The shop no longer has the secret from which the code of a gift card was derived."""


def own_code(secrets: Sequence[bytes], public_id: str, code_hash: bytes) -> str:
    """Derive the code of a gift card. Raises CodeLost if none of the secrets is the right one."""
    for secret in secrets:
        code = gift_card_code(secret, public_id)
        if gift_code_hash(secret, code) == code_hash:
            return code
    raise CodeLost(
        f"{public_id}: STALLAGE_PREVIOUS_SECRET_KEYS lacks the secret that its code was made with"
    )


def code_of(secrets: Sequence[bytes], card: IssuedGiftCard) -> str:
    """Derive the code of an issued gift card. Raises CodeLost."""
    return own_code(secrets, card.public_id, bytes(card.code_hash))


def send_at(send_on: date | None, now: datetime, zone: tzinfo) -> datetime:
    """Return when to send a card: now, if no day is chosen or its time has passed."""
    if send_on is None:
        return now
    return max(now, datetime.combine(send_on, SEND_AT, zone).astimezone(UTC))
