"""When a gift card is sent, and where it stands."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, tzinfo
from enum import StrEnum

from stallage.core.rate_limits import RateLimit

SEND_AT = time(8)
"""The hour of the shop's day at which cards with a day of their own are sent."""
RESENDS = RateLimit("gift-card", 3, 86_400)
"""Of one gift card."""


class GiftCardState(StrEnum):
    """Where a gift card stands."""

    SCHEDULED = "scheduled"
    SENT = "sent"
    REDEEMED = "redeemed"
    VOID = "void"


def send_at(send_on: date | None, now: datetime, zone: tzinfo) -> datetime:
    """The moment of sending; at once where no day is chosen, or its hour has passed."""
    if send_on is None:
        return now
    return max(now, datetime.combine(send_on, SEND_AT, zone).astimezone(UTC))


def state_of(*, sent: bool, redeemed: bool, voided: bool) -> GiftCardState:
    """Where a card stands, the last thing that happened to it first."""
    if redeemed:
        return GiftCardState.REDEEMED
    if voided:
        return GiftCardState.VOID
    return GiftCardState.SENT if sent else GiftCardState.SCHEDULED
