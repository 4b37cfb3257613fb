"""Count searches and lists that filters left empty, by day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from stallage.core.batches import affected_rows
from stallage.core.db import Connection
from stallage.search.rules import MAX_EMPTY_LISTS, MAX_FAILED_QUERIES, MAX_FOUND_QUERIES

# A bounded number of different queries a day, so that nobody can fill the disk with invented words.
COUNT_FAILED = """
    INSERT INTO failed_searches (day, query, times)
    SELECT $1, f.query, f.times FROM unnest($2::text[], $3::bigint[]) AS f (query, times)
    WHERE (SELECT count(*) FROM failed_searches WHERE day = $1) < $4
        OR EXISTS (SELECT FROM failed_searches k WHERE k.day = $1 AND k.query = f.query)
    ORDER BY f.query
    ON CONFLICT (day, query) DO UPDATE SET times = failed_searches.times + excluded.times
"""
COUNT_FOUND = """
    INSERT INTO found_searches (day, query, shoppers)
    SELECT $1, f.query, f.shoppers FROM unnest($2::text[], $3::bigint[]) AS f (query, shoppers)
    WHERE (SELECT count(*) FROM found_searches WHERE day = $1) < $4
        OR EXISTS (SELECT FROM found_searches k WHERE k.day = $1 AND k.query = f.query)
    ORDER BY f.query
    ON CONFLICT (day, query) DO UPDATE SET shoppers = found_searches.shoppers + excluded.shoppers
"""
# Only queries that were counted today, so that the number of rows stays bounded. Rows are locked in
# the order of the primary key, as the insert above does.
COUNT_OPENED = """
    WITH opened AS (
        SELECT f.day, f.query, o.times FROM found_searches f
        JOIN unnest($2::text[], $3::bigint[]) AS o (query, times) ON o.query = f.query
        WHERE f.day = $1 ORDER BY f.query FOR UPDATE OF f
    )
    UPDATE found_searches f SET opened = f.opened + o.times
    FROM opened o WHERE (f.day, f.query) = (o.day, o.query)
"""
COUNT_EMPTY = """
    INSERT INTO empty_lists (day, list, filters, times)
    SELECT $1, e.list, e.filters, e.times
    FROM unnest($2::text[], $3::text[], $4::bigint[]) AS e (list, filters, times)
    WHERE (SELECT count(*) FROM empty_lists WHERE day = $1) < $5
        OR EXISTS (SELECT FROM empty_lists k
            WHERE (k.day, k.list, k.filters) = ($1, e.list, e.filters))
    ORDER BY e.list, e.filters
    ON CONFLICT (day, list, filters) DO UPDATE SET times = empty_lists.times + excluded.times
"""
DELETE_FAILED = """
    DELETE FROM failed_searches WHERE (day, query) IN (
        SELECT day, query FROM failed_searches WHERE day < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
"""
DELETE_FOUND = """
    DELETE FROM found_searches WHERE (day, query) IN (
        SELECT day, query FROM found_searches WHERE day < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
"""
DELETE_EMPTY = """
    DELETE FROM empty_lists WHERE (day, list, filters) IN (
        SELECT day, list, filters FROM empty_lists WHERE day < $1
        LIMIT $2 FOR UPDATE SKIP LOCKED)
"""


async def count_failed_searches(
    connection: Connection, day: date, times: Mapping[str, int]
) -> None:
    """Add searches without result to the sums of a day."""
    await connection.execute(
        COUNT_FAILED, day, list(times), list(times.values()), MAX_FAILED_QUERIES
    )


async def count_found_searches(
    connection: Connection, day: date, shoppers: Mapping[str, int]
) -> None:
    """Add shoppers who found something to the sums of a day, by query."""
    await connection.execute(
        COUNT_FOUND, day, list(shoppers), list(shoppers.values()), MAX_FOUND_QUERIES
    )


async def count_opened_searches(
    connection: Connection, day: date, shoppers: Mapping[str, int]
) -> None:
    """Add shoppers who opened a result to the sums of a day. Queries without a sum are left out."""
    await connection.execute(COUNT_OPENED, day, list(shoppers), list(shoppers.values()))


async def count_empty_lists(
    connection: Connection, day: date, times: Mapping[tuple[str, str], int]
) -> None:
    """Add lists that filters left empty to the sums of a day, by list and filters."""
    lists = [name for name, _filters in times]
    filters = [filters for _name, filters in times]
    await connection.execute(
        COUNT_EMPTY, day, lists, filters, list(times.values()), MAX_EMPTY_LISTS
    )


async def delete_failed_searches(connection: Connection, before: date, limit: int) -> int:
    """Delete up to `limit` sums of days before `before`; return how many."""
    return affected_rows(await connection.execute(DELETE_FAILED, before, limit))


async def delete_found_searches(connection: Connection, before: date, limit: int) -> int:
    """Delete up to `limit` sums of days before `before`; return how many."""
    return affected_rows(await connection.execute(DELETE_FOUND, before, limit))


async def delete_empty_lists(connection: Connection, before: date, limit: int) -> int:
    """Delete up to `limit` sums of days before `before`; return how many."""
    return affected_rows(await connection.execute(DELETE_EMPTY, before, limit))
