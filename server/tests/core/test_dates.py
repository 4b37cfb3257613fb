"""Days and times as mails and documents say them."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from pathlib import Path

import stallage
from stallage.core.dates import day_text, time_text


def test_a_day_is_in_us_english_short_format() -> None:
    assert day_text(date(2026, 3, 9), "en-US") == "Mar 9, 2026"


def test_a_day_follows_the_locale() -> None:
    assert day_text(date(2026, 3, 9), "de-DE") == "09.03.2026"


def test_a_time_names_its_zone() -> None:
    moment = datetime(2026, 3, 9, 20, 5, tzinfo=UTC)
    assert time_text(moment, "en-US", "America/New_York").startswith("Mar 9, 2026, 4:05:00")
    assert time_text(moment, "en-US", "America/New_York").endswith("EDT")


def test_nothing_else_formats_dates_for_shoppers() -> None:
    root = Path(stallage.__file__).parent
    found = [
        str(path.relative_to(root))
        for path in root.rglob("*.py")
        if re.search(r"from babel\.dates import", path.read_text())
    ]
    assert found == ["core/dates.py"]
