"""When emails about low stock are sent."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

HOUR = timedelta(hours=1)
KEEP_DAYS = 60
"""How long it is known which alerts were sent."""


def next_alert(frequency: str, at_minute: int, after: datetime, zone: ZoneInfo) -> datetime:
    """The earliest time of the alert that follows one at a moment, in UTC.

    A daily time that clocks skip is as much later; one that comes twice is the first.
    """
    if frequency == "hourly":
        return after + HOUR
    day = after.astimezone(zone).date()
    while True:
        at = datetime.combine(day, time(at_minute // 60, at_minute % 60), zone).astimezone(UTC)
        if at > after:
            return at
        day += timedelta(days=1)
