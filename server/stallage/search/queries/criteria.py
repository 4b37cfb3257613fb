"""Search by criteria: exact, in plain SQL, without ranking."""

from __future__ import annotations

import orjson

from stallage.core.criteria import SqlParameters
from stallage.core.db import Connection
from stallage.search.schemas.lists import ProductSearch
from stallage.search.sql import criteria_condition, criteria_order


async def search_products(
    connection: Connection, search: ProductSearch
) -> tuple[list[orjson.Fragment], int]:
    """Return a page of cards that match the criteria, as JSON of `Card`, and the total.

    Raises InvalidFields if an operation or value does not fit its key.
    """
    parameters = SqlParameters()
    where = criteria_condition(search, parameters)
    total: int = await connection.fetchval(
        f"SELECT count(*) FROM products_view p WHERE p.card IS NOT NULL AND ({where})",
        *parameters.values,
    )
    skipped = (search.page - 1) * search.page_size
    if skipped >= total:
        # Skipping rows would make the database find and sort them all.
        return [], total
    limit, offset = parameters.add(search.page_size), parameters.add(skipped)
    rows = await connection.fetch(
        f"SELECT p.card FROM products_view p WHERE p.card IS NOT NULL AND ({where})"
        f" ORDER BY {criteria_order(search)}"
        f" LIMIT {limit} OFFSET {offset}",
        *parameters.values,
    )
    return [orjson.Fragment(row["card"]) for row in rows], total


async def matching_ids(connection: Connection, search: ProductSearch) -> list[int]:
    """Return the ids of all products that match the criteria. Raises InvalidFields."""
    parameters = SqlParameters()
    where = criteria_condition(search, parameters)
    ids: list[int] | None = await connection.fetchval(
        f"SELECT array_agg(p.id) FROM products_view p WHERE p.card IS NOT NULL AND ({where})",
        *parameters.values,
    )
    return ids or []
