"""When a scheduled backup is due, and which backups are deleted."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from stallage.backup.rules import (
    file_name,
    is_due,
    last_scheduled_time,
    parse_file_name,
    select_expired,
)

pytestmark = pytest.mark.fast

NOW = datetime(2026, 3, 20, 12, 0, tzinfo=UTC)


def test_scheduled_times_follow_the_shops_time_zone() -> None:
    assert last_scheduled_time(NOW, "03:30", UTC) == datetime(2026, 3, 20, 3, 30, tzinfo=UTC)
    assert last_scheduled_time(NOW, "12:00", UTC) == NOW
    assert last_scheduled_time(NOW, "12:01", UTC) == datetime(2026, 3, 19, 12, 1, tzinfo=UTC)
    tokyo = last_scheduled_time(NOW, "03:30", ZoneInfo("Asia/Tokyo"))
    assert tokyo == datetime(2026, 3, 19, 18, 30, tzinfo=UTC)
    # Clocks went forward in Berlin on the 29th: 02:30 did not exist, and there is still one a day.
    berlin = ZoneInfo("Europe/Berlin")
    slots = {
        last_scheduled_time(
            datetime(2026, 3, 28, tzinfo=UTC) + timedelta(hours=hour), "02:30", berlin
        )
        for hour in range(6, 78)
    }
    assert len(slots) == 4


def test_a_backup_is_made_once_per_day_and_retried_after_a_pause() -> None:
    slot = NOW - timedelta(hours=1)
    assert is_due(NOW, slot, None, None)
    assert is_due(NOW, slot, slot - timedelta(seconds=1), None)
    assert not is_due(NOW, slot, slot, None)
    assert not is_due(NOW, slot, None, NOW - timedelta(minutes=9))
    assert is_due(NOW, slot, None, NOW - timedelta(minutes=10))
    # The machine's clock was set back.
    assert is_due(NOW, slot, None, NOW + timedelta(hours=9))


def test_file_names_contain_the_time() -> None:
    moment = NOW.replace(microsecond=0)
    assert parse_file_name(file_name(moment)) == moment
    for other in ("stallage-20260320.tar", "stallage-20269999T000000Z.tar", "x", "stallage.tar"):
        assert parse_file_name(other) is None


def test_retention_of_days_and_weeks() -> None:
    # Two a day for sixty days.
    moments = [NOW - timedelta(hours=12 * turn) for turn in range(120)]
    expired = select_expired(moments, UTC, daily=7, weekly=4)
    retained = [moment for moment in moments if moment not in expired]
    assert retained[:7] == [NOW - timedelta(days=day) for day in range(7)]
    # The last backups of the two weeks before the seven days.
    assert [f"{moment:%m-%d %H}" for moment in retained[7:]] == ["03-08 12", "03-01 12"]
    assert select_expired(moments[:1], UTC, daily=1, weekly=0) == []
    assert select_expired([], UTC, daily=1, weekly=0) == []
