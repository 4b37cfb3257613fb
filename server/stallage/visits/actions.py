"""Write counted visits, and forget who made them."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from datetime import date

from stallage.core.batches import affected_rows
from stallage.core.db import Connection
from stallage.visits.rules import SALT_BYTES

# Only visitors that no process has written today add to the day's sum.
COUNT = """
    WITH counted AS (
        INSERT INTO visitors (day, visitor)
        SELECT $1, visitor FROM unnest($2::bytea[]) AS visitor ORDER BY visitor
        ON CONFLICT DO NOTHING
        RETURNING 1
    )
    INSERT INTO visit_days (day, visits)
    SELECT $1, count(*) FROM counted HAVING count(*) > 0
    ON CONFLICT (day) DO UPDATE SET visits = visit_days.visits + excluded.visits
"""
ADD = """
    INSERT INTO visit_days (day, visits) SELECT * FROM unnest($1::date[], $2::bigint[])
    ON CONFLICT (day) DO UPDATE SET visits = visit_days.visits + excluded.visits
"""
CREATE_SALT = "INSERT INTO visit_salts (day, salt) VALUES ($1, $2) ON CONFLICT DO NOTHING"
SALT = "SELECT salt FROM visit_salts WHERE day = $1"
FORGET_SALTS = "DELETE FROM visit_salts WHERE day < $1"
FORGET = """
    DELETE FROM visitors WHERE (day, visitor) IN (
        SELECT day, visitor FROM visitors WHERE day < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
"""


async def salt_of(connection: Connection, day: date) -> bytes:
    """Return the salt of a day, the same for all processes. Created at its first use."""
    await connection.execute(CREATE_SALT, day, secrets.token_bytes(SALT_BYTES))
    salt: bytes = await connection.fetchval(SALT, day)
    return salt


async def count_visitors(connection: Connection, day: date, visitors: Collection[bytes]) -> None:
    """Count the visitors of a day that were not counted before."""
    await connection.execute(COUNT, day, list(visitors))


async def add_visits(connection: Connection, visits: Mapping[date, int]) -> None:
    """Add visits that were counted elsewhere, such as those of the demo shop."""
    await connection.execute(ADD, list(visits), list(visits.values()))


async def forget_salts(connection: Connection, today: date) -> None:
    """Delete the salts of days that are over. Their visitors can never be recognized again."""
    await connection.execute(FORGET_SALTS, today)


async def forget_visitors(connection: Connection, today: date, limit: int) -> int:
    """Delete up to `limit` visitors of days that are over; return how many."""
    return affected_rows(await connection.execute(FORGET, today, limit))
