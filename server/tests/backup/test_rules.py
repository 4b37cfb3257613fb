"""When a scheduled backup is due and which are deleted."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from stallage.backup.rules import is_due, last_slot, moment_of, name_of, to_delete

pytestmark = pytest.mark.fast

NOW = datetime(2026, 3, 20, 12, 0, tzinfo=UTC)


def test_a_slot_follows_the_clock_of_the_shop() -> None:
    assert last_slot(NOW, "03:30", UTC) == datetime(2026, 3, 20, 3, 30, tzinfo=UTC)
    assert last_slot(NOW, "12:00", UTC) == NOW
    assert last_slot(NOW, "12:01", UTC) == datetime(2026, 3, 19, 12, 1, tzinfo=UTC)
    tokyo = last_slot(NOW, "03:30", ZoneInfo("Asia/Tokyo"))
    assert tokyo == datetime(2026, 3, 19, 18, 30, tzinfo=UTC)
    # Clocks went forward on the 29th in Berlin: 02:30 did not exist, and there is still one a day.
    berlin = ZoneInfo("Europe/Berlin")
    slots = {
        last_slot(datetime(2026, 3, 28, tzinfo=UTC) + timedelta(hours=hour), "02:30", berlin)
        for hour in range(6, 78)
    }
    assert len(slots) == 4


def test_one_backup_a_slot_and_a_pause_after_a_failure() -> None:
    slot = NOW - timedelta(hours=1)
    assert is_due(NOW, slot, None, None)
    assert is_due(NOW, slot, slot - timedelta(seconds=1), None)
    assert not is_due(NOW, slot, slot, None)
    assert not is_due(NOW, slot, None, NOW - timedelta(minutes=9))
    assert is_due(NOW, slot, None, NOW - timedelta(minutes=10))
    # The machine's clock was set back.
    assert is_due(NOW, slot, None, NOW + timedelta(hours=9))


def test_names_say_when() -> None:
    moment = NOW.replace(microsecond=0)
    assert moment_of(name_of(moment)) == moment
    for other in ("stallage-20260320.tar", "stallage-20269999T000000Z.tar", "x", "stallage.tar"):
        assert moment_of(other) is None


def test_days_and_weeks_are_kept() -> None:
    # Two a day for sixty days.
    moments = [NOW - timedelta(hours=12 * turn) for turn in range(120)]
    gone = to_delete(moments, UTC, daily=7, weekly=4)
    kept = [moment for moment in moments if moment not in gone]
    assert kept[:7] == [NOW - timedelta(days=day) for day in range(7)]
    # The last ones of the two weeks that the seven days do not reach into.
    assert [f"{moment:%m-%d %H}" for moment in kept[7:]] == ["03-08 12", "03-01 12"]
    assert to_delete(moments[:1], UTC, daily=1, weekly=0) == []
    assert to_delete([], UTC, daily=1, weekly=0) == []
