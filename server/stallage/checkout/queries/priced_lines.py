"""Reads lines together with the terms of their destination, in one query."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from stallage.cart.queries.carts import to_lines_of_units
from stallage.cart.queries.lines import CartLine, sku_details
from stallage.checkout.queries.taxed_lines import Destination
from stallage.core import clock
from stallage.core.db import Connection
from stallage.orders.sql.orders import NEXT_ID
from stallage.pricing.queries.terms import Terms, terms_sql, to_terms

# The one row of terms is repeated for each SKU, and there is one without a SKU if all are unknown.
TERMS_AND_SKUS = f"""
    SELECT terms.*, details.*
    FROM ({terms_sql("$1", "$2", "$3", "$4")}) terms
    LEFT JOIN ({sku_details("s.id = ANY($5::bigint[])", "$4")}) details ON true
"""


# For an order, with its id, and the stock of the products, which their cards depend on.
TO_ORDER = f"""
    SELECT found.*, {NEXT_ID} AS order_id, (SELECT low_stock FROM catalogue_state_view) AS low_stock,
        (SELECT coalesce(sum(x.stock), 0) FROM skus_view x
            WHERE x.product_id = found.product_id AND x.active)::bigint AS product_stock
    FROM ({TERMS_AND_SKUS}) found
"""


@dataclass(frozen=True, slots=True)
class LinesToOrder:
    """The terms and lines of an order that is about to be placed."""

    terms: Terms
    lines: list[CartLine]
    order_id: int
    """Belongs to this order alone, even if it is not placed."""
    may_change_cards: bool
    """Whether the order may sell the last units of a SKU, or few are left of a product."""


async def lines_to_order(
    connection: Connection, to: Destination, units: Mapping[int, int]
) -> LinesToOrder:
    """What `terms_and_lines` returns, and what is needed to write the order in one statement."""
    rows = await connection.fetch(TO_ORDER, to.country, to.state, to.city, clock.now(), list(units))
    lines = to_lines_of_units(rows, units)
    by_sku = {row["sku_id"]: row for row in rows}
    return LinesToOrder(
        to_terms(rows[0]),
        lines,
        rows[0]["order_id"],
        any(
            line.stock is not None
            and (
                line.stock <= line.quantity
                or by_sku[line.sku_id]["product_stock"] - line.quantity
                <= 2 * by_sku[line.sku_id]["low_stock"]
            )
            for line in lines
        ),
    )


async def terms_and_lines(
    connection: Connection, to: Destination, units: Mapping[int, int]
) -> tuple[Terms, list[CartLine]]:
    """The terms of a destination, and lines as `lines_for_skus` returns them."""
    rows = await connection.fetch(
        TERMS_AND_SKUS, to.country, to.state, to.city, clock.now(), list(units)
    )
    return to_terms(rows[0]), to_lines_of_units(rows, units)
