"""Reads lines together with the terms of their destination, in one query.

Terms that the process holds are not read again: the query returns the lines and the version of the current
terms. If it is another one, a second query reads both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stallage.cart.queries.carts import to_lines_of_units
from stallage.cart.queries.lines import CartLine, sku_details
from stallage.checkout.queries.taxed_lines import Destination
from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.orders.sql.orders import NEXT_ID
from stallage.pricing.queries.held_terms import DatedTerms, HeldTerms, dated_terms
from stallage.pricing.queries.terms import Terms, terms_sql, terms_to_hold_sql, to_terms
from stallage.pricing.sql import TERMS_VERSION

# The one row of terms is repeated for each SKU, and there is one without a SKU if all are unknown.
TERMS_AND_SKUS = f"""
    SELECT terms.*, details.*
    FROM ({terms_sql("$1", "$2", "$3", "$4")}) terms
    LEFT JOIN ({sku_details("s.id = ANY($5::bigint[])", "$4")}) details ON true
"""


# With what is needed to hold the terms.
TERMS_TO_HOLD_AND_SKUS = f"""
    SELECT terms.*, details.*
    FROM ({terms_to_hold_sql("$1", "$2", "$3", "$4")}) terms
    LEFT JOIN ({sku_details("s.id = ANY($5::bigint[])", "$4")}) details ON true
"""

# No row if all SKUs are unknown.
SKUS = f"""
    SELECT details.*, {TERMS_VERSION} AS terms_version
    FROM ({sku_details("s.id = ANY($2::bigint[])", "$1")}) details
"""


def _to_order(found: str) -> str:
    """A query for an order: with its id, and the stock of the products, which their cards depend on."""
    return f"""
    SELECT found.*, {NEXT_ID} AS order_id, (SELECT low_stock FROM catalogue_state_view) AS low_stock,
        (SELECT coalesce(sum(x.stock), 0) FROM skus_view x
            WHERE x.product_id = found.product_id AND x.active)::bigint AS product_stock
    FROM ({found}) found
    """


TO_ORDER = _to_order(TERMS_TO_HOLD_AND_SKUS)
SKUS_TO_ORDER = _to_order(SKUS)


@dataclass(frozen=True, slots=True)
class LinesToOrder:
    """The terms and lines of an order that is about to be placed."""

    terms: DatedTerms
    lines: list[CartLine]
    order_id: int
    """Belongs to this order alone, even if it is not placed."""
    may_change_cards: bool
    """Whether the order may sell the last units of a SKU, or few are left of a product."""


async def _read(
    connection: Connection,
    held: HeldTerms,
    to: Destination,
    units: Mapping[int, int],
    *,
    lines_alone: str,
    with_terms: str,
) -> tuple[DatedTerms, Sequence[Record]]:
    """The terms of a destination, and the rows of a query. Both belong to one state of the database.

    A transaction neither uses nor holds terms: it may have changed some, and may change more.
    """
    now = clock.now()
    place = (to.country, to.state, to.city)
    if connection.is_in_transaction():
        rows = await connection.fetch(with_terms, *place, now, list(units))
        return dated_terms(rows[0], now), rows
    known = held.find(*place, now)
    if known is not None:
        rows = await connection.fetch(lines_alone, now, list(units))
        if rows and rows[0]["terms_version"] == known.version:
            return known, rows
    rows = await connection.fetch(with_terms, *place, now, list(units))
    return held.hold(*place, now, rows[0]), rows


async def held_terms_and_lines(
    connection: Connection, held: HeldTerms, to: Destination, units: Mapping[int, int]
) -> tuple[Terms, list[CartLine]]:
    """What `terms_and_lines` returns, by terms that are held if they are current."""
    dated, rows = await _read(
        connection, held, to, units, lines_alone=SKUS, with_terms=TERMS_TO_HOLD_AND_SKUS
    )
    return dated.terms, to_lines_of_units(rows, units)


async def lines_to_order(
    connection: Connection, held: HeldTerms, to: Destination, units: Mapping[int, int]
) -> LinesToOrder:
    """What `terms_and_lines` returns, and what is needed to write the order in one statement."""
    dated, rows = await _read(
        connection, held, to, units, lines_alone=SKUS_TO_ORDER, with_terms=TO_ORDER
    )
    lines = to_lines_of_units(rows, units)
    by_sku = {row["sku_id"]: row for row in rows}
    return LinesToOrder(
        dated,
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
