"""How long items of an order may come back."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from stallage.orders.rules import BEFORE_RETURN
from stallage.orders.rules.gifts import is_gift
from stallage.orders.rules.pieces import Row, left_of


def until(delivered_at: datetime | None, seconds: int) -> datetime | None:
    """Until when something may be done after delivery; None before it, and where it never may."""
    if delivered_at is None or seconds == 0:
        return None
    return delivered_at + timedelta(seconds=seconds)


def is_in_time(delivered_at: datetime | None, seconds: int, now: datetime) -> bool:
    """Whether it may still be done."""
    end = until(delivered_at, seconds)
    return end is not None and now < end


def can_be_returned(line: Row) -> bool:
    """Whether something of a line can still be sent back by itself; gifts come with other lines."""
    return bool(line["returnable"]) and left_of(line) > 0 and not is_gift(line)


def can_return(
    status: int,
    delivered_at: datetime | None,
    lines: Iterable[Row],
    *,
    window_seconds: int,
    now: datetime,
) -> bool:
    """Whether a return can be requested now."""
    return (
        status in BEFORE_RETURN
        and is_in_time(delivered_at, window_seconds, now)
        and any(can_be_returned(line) for line in lines)
    )
