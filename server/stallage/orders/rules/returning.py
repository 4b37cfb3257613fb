"""How long items of an order can be returned."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from stallage.orders.rules import BEFORE_RETURN
from stallage.orders.rules.units import StoredLine


def window_end(delivered_at: datetime | None, seconds: int) -> datetime | None:
    """When a window after delivery ends; None before delivery and for a window of 0 seconds."""
    if delivered_at is None or seconds == 0:
        return None
    return delivered_at + timedelta(seconds=seconds)


def is_within_window(delivered_at: datetime | None, seconds: int, now: datetime) -> bool:
    """Whether a window after delivery is open."""
    end = window_end(delivered_at, seconds)
    return end is not None and now < end


def is_returnable(line: StoredLine) -> bool:
    """Whether units of a line can still be returned on their own. Gifts go back with other lines."""
    return line.returnable and line.left > 0 and not line.is_gift


def can_return(
    status: int,
    delivered_at: datetime | None,
    lines: Iterable[StoredLine],
    *,
    window_seconds: int,
    now: datetime,
) -> bool:
    """Whether a return can be requested now."""
    return (
        status in BEFORE_RETURN
        and is_within_window(delivered_at, window_seconds, now)
        and any(is_returnable(line) for line in lines)
    )
