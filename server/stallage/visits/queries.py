"""Sums of visits."""

from __future__ import annotations

from datetime import date

from stallage.core.db import Connection

VISITS = "SELECT day, visits FROM visit_days WHERE day BETWEEN $1 AND $2"


async def visits_by_day(connection: Connection, first: date, last: date) -> dict[date, int]:
    """Return the visits of the days from `first` to `last`. Days without visits are left out."""
    rows = await connection.fetch(VISITS, first, last)
    return {row["day"]: row["visits"] for row in rows}
