"""When crediting or debiting a wallet needs step-up authentication, and when credit expires."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from stallage.core.money import Currency

STEP_UP_MAJOR_UNITS = 100


def needs_step_up(amount: int, currency: Currency) -> bool:
    """Whether changing a wallet by an amount in minor units needs step-up authentication."""
    limit: int = STEP_UP_MAJOR_UNITS * 10**currency.decimals
    return amount > limit


def end_of_day(day: date, time_zone: str) -> datetime:
    """Return the moment when a day has ended in the shop."""
    return datetime.combine(day + timedelta(days=1), time(), ZoneInfo(time_zone))
