"""Reads lines together with the terms of their destination, in one query."""

from __future__ import annotations

from collections.abc import Mapping

from stallage.cart.queries.carts import to_lines_of_units
from stallage.cart.queries.lines import CartLine, sku_details
from stallage.checkout.queries.taxed_lines import Destination
from stallage.core import clock
from stallage.core.db import Connection
from stallage.pricing.queries.terms import Terms, terms_sql, to_terms

# The one row of terms is repeated for each SKU, and there is one without a SKU if all are unknown.
TERMS_AND_SKUS = f"""
    SELECT terms.*, details.*
    FROM ({terms_sql("$1", "$2", "$3", "$4")}) terms
    LEFT JOIN ({sku_details("s.id = ANY($5::bigint[])", "$4")}) details ON true
"""


async def terms_and_lines(
    connection: Connection, to: Destination, units: Mapping[int, int]
) -> tuple[Terms, list[CartLine]]:
    """The terms of a destination, and lines as `lines_for_skus` returns them."""
    rows = await connection.fetch(
        TERMS_AND_SKUS, to.country, to.state, to.city, clock.now(), list(units)
    )
    return to_terms(rows[0]), to_lines_of_units(rows, units)
