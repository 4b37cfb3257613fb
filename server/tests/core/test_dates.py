"""Dates and times as emails and documents show them."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from pathlib import Path

import stallage
from stallage.core.dates import format_datetime, format_day


def test_a_day_in_us_english() -> None:
    assert format_day(date(2026, 3, 9), "en-US") == "Mar 9, 2026"


def test_a_day_follows_the_locale() -> None:
    assert format_day(date(2026, 3, 9), "de-DE") == "09.03.2026"


def test_a_time_names_its_zone() -> None:
    at = datetime(2026, 3, 9, 20, 5, tzinfo=UTC)
    assert format_datetime(at, "en-US", "America/New_York").startswith("Mar 9, 2026, 4:05:00")
    assert format_datetime(at, "en-US", "America/New_York").endswith("EDT")


def test_nothing_else_formats_dates_for_shoppers() -> None:
    root = Path(stallage.__file__).parent
    found = [
        str(path.relative_to(root))
        for path in root.rglob("*.py")
        if re.search(r"from babel\.dates import", path.read_text())
    ]
    assert found == ["core/dates.py"]
