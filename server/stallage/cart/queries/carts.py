"""Reads carts, each in one query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stallage.cart.queries.lines import CartLine, sku_details, to_line
from stallage.cart.rules.gift_cards import GiftCard
from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.customers.personal_data import export_section


def cart_sql(lines: str, now: str, gift_cards: str = "true") -> str:
    """A SELECT of a cart. `lines` is a WITH entry named `lines` with id, SKU, quantity and price seen.

    Adds the gift cards `g` of the customer `$1` that meet the condition `gift_cards`.
    """
    return f"""
    WITH {lines}, whole AS (
        SELECT id, sku_id, quantity, price_seen, NULL::jsonb AS gift FROM lines
        UNION ALL
        SELECT g.id, g.sku_id, 1, NULL, g.details FROM cart_gift_cards g
        WHERE g.customer_id = $1 AND {gift_cards}
    )
    SELECT c.id AS line_id, c.quantity, c.price_seen, c.gift, o.*
    FROM whole c
    JOIN ({sku_details("s.id IN (SELECT x.sku_id FROM whole x)", now)}) o ON o.sku_id = c.sku_id
    ORDER BY c.id
    """


CART = cart_sql(
    "lines AS (SELECT id, sku_id, quantity, price_seen FROM cart_lines WHERE customer_id = $1)",
    "$2",
)

SKUS = sku_details("s.id = ANY($1::bigint[])", "$2")

LINE = f"""
    SELECT coalesce(c.id, 0) AS line_id, coalesce(c.quantity, 0) AS quantity, c.price_seen, o.*
    FROM ({sku_details("s.id = $2", "$3")}) o
    LEFT JOIN cart_lines c ON c.customer_id = $1 AND c.sku_id = o.sku_id
"""

SKU_OF_LINE = "SELECT sku_id FROM cart_lines WHERE customer_id = $1 AND id = $2"


def to_lines(rows: list[Record]) -> list[CartLine]:
    """Convert rows of `cart_sql`."""
    return [
        to_line(
            row,
            row["line_id"],
            row["quantity"],
            row["price_seen"],
            None if row["gift"] is None else GiftCard.from_json(row["gift"]),
        )
        for row in rows
    ]


SKUS_IN_CART = "SELECT sku_id FROM cart_lines WHERE customer_id = $1"


async def cart_of(connection: Connection, customer_id: int) -> list[CartLine]:
    """The lines of a customer's cart, in the order in which they were added."""
    return to_lines(await connection.fetch(CART, customer_id, clock.now()))


async def lines_for_skus(connection: Connection, units: Mapping[int, int]) -> list[CartLine]:
    """Lines for units by SKU id, in that order, without unknown SKUs. The id of a line is its SKU's."""
    return to_lines_of_units(await connection.fetch(SKUS, list(units), clock.now()), units)


def to_lines_of_units(rows: Sequence[Record], units: Mapping[int, int]) -> list[CartLine]:
    """Convert rows of `sku_details`, as `lines_for_skus` returns them."""
    by_sku = {row["sku_id"]: row for row in rows}
    return [
        to_line(by_sku[sku_id], sku_id, quantity, None)
        for sku_id, quantity in units.items()
        if sku_id in by_sku
    ]


async def lines_for_gift_cards(
    connection: Connection, gifts: Sequence[tuple[int, GiftCard]]
) -> list[CartLine]:
    """Lines for gift cards, given as (SKU id, gift card), in that order, without unknown SKUs.

    The id of a line is minus its position in the list, counted from 1.
    """
    if not gifts:
        return []
    rows = await connection.fetch(SKUS, [sku_id for sku_id, _ in gifts], clock.now())
    by_sku = {row["sku_id"]: row for row in rows}
    return [
        to_line(by_sku[sku_id], -position, 1, None, gift)
        for position, (sku_id, gift) in enumerate(gifts, 1)
        if sku_id in by_sku
    ]


async def find_line(connection: Connection, customer_id: int, sku_id: int) -> CartLine | None:
    """The line of a SKU in a customer's cart, with quantity 0 if absent; None if the SKU does not exist."""
    row = await connection.fetchrow(LINE, customer_id, sku_id, clock.now())
    if row is None:
        return None
    return to_line(row, row["line_id"], row["quantity"], row["price_seen"])


async def skus_in_cart(connection: Connection, customer_id: int) -> set[int]:
    """Return the SKUs in a customer's cart."""
    rows = await connection.fetch(SKUS_IN_CART, customer_id)
    return {row["sku_id"] for row in rows}


async def sku_of_line(connection: Connection, customer_id: int, line_id: int) -> int | None:
    """The SKU id of a customer's line; None if the customer has no such line."""
    sku_id: int | None = await connection.fetchval(SKU_OF_LINE, customer_id, line_id)
    return sku_id


@export_section("cart")
async def export_cart(connection: Connection, customer_id: int) -> object:
    """The cart, as part of a customer's personal data."""
    return [
        {"skuId": line.sku_id, "title": line.title, "quantity": line.quantity}
        for line in await cart_of(connection, customer_id)
    ]
