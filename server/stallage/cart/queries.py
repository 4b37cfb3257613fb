"""Reads carts, each in one query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stallage.cart.gift_cards import GiftCard
from stallage.cart.lines import CartLine, line_of, offered
from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.customers.exporting import section


def cart_sql(lines: str, now: str, gift_cards: str = "true") -> str:
    """The SELECT of a cart whose lines are in the WITH entry `lines`: id, SKU, quantity, price seen.

    The gift cards of the customer `$1` join them where the condition `gift_cards` holds of `g`.
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
    JOIN ({offered("s.id IN (SELECT x.sku_id FROM whole x)", now)}) o ON o.sku_id = c.sku_id
    ORDER BY c.id
    """


CART = cart_sql(
    "lines AS (SELECT id, sku_id, quantity, price_seen FROM cart_lines WHERE customer_id = $1)",
    "$2",
)

LISTED = offered("s.id = ANY($1::bigint[])", "$2")

LINE = f"""
    SELECT coalesce(c.id, 0) AS line_id, coalesce(c.quantity, 0) AS quantity, c.price_seen, o.*
    FROM ({offered("s.id = $2", "$3")}) o
    LEFT JOIN cart_lines c ON c.customer_id = $1 AND c.sku_id = o.sku_id
"""

SKU_OF_LINE = "SELECT sku_id FROM cart_lines WHERE customer_id = $1 AND id = $2"


def lines_of(rows: list[Record]) -> list[CartLine]:
    """The lines of `cart_sql`."""
    return [
        line_of(
            row,
            row["line_id"],
            row["quantity"],
            row["price_seen"],
            None if row["gift"] is None else GiftCard.of(row["gift"]),
        )
        for row in rows
    ]


async def cart_of(connection: Connection, customer_id: int) -> list[CartLine]:
    """A customer's lines, in the order in which they were added."""
    return lines_of(await connection.fetch(CART, customer_id, clock.now()))


async def listed(connection: Connection, pieces: Mapping[int, int]) -> list[CartLine]:
    """Lines of pieces by SKU id, in that order; unknown SKUs are left out. A line's id is the SKU's."""
    rows = await connection.fetch(LISTED, list(pieces), clock.now())
    by_sku = {row["sku_id"]: row for row in rows}
    return [
        line_of(by_sku[sku_id], sku_id, quantity, None)
        for sku_id, quantity in pieces.items()
        if sku_id in by_sku
    ]


async def listed_gift_cards(
    connection: Connection, gifts: Sequence[tuple[int, GiftCard]]
) -> list[CartLine]:
    """Lines of gift cards by SKU id, in that order; unknown SKUs are left out.

    A line's id is minus its place in the list, from 1.
    """
    if not gifts:
        return []
    rows = await connection.fetch(LISTED, [sku_id for sku_id, _ in gifts], clock.now())
    by_sku = {row["sku_id"]: row for row in rows}
    return [
        line_of(by_sku[sku_id], -place, 1, None, gift)
        for place, (sku_id, gift) in enumerate(gifts, 1)
        if sku_id in by_sku
    ]


async def line_with(connection: Connection, customer_id: int, sku_id: int) -> CartLine | None:
    """What a customer's cart holds of a SKU, perhaps 0 pieces; None where there is no such SKU."""
    row = await connection.fetchrow(LINE, customer_id, sku_id, clock.now())
    if row is None:
        return None
    return line_of(row, row["line_id"], row["quantity"], row["price_seen"])


async def sku_of_line(connection: Connection, customer_id: int, line_id: int) -> int | None:
    """The SKU of a customer's line; None where there is no such line of theirs."""
    sku_id: int | None = await connection.fetchval(SKU_OF_LINE, customer_id, line_id)
    return sku_id


@section("cart")
async def exported(connection: Connection, customer_id: int) -> object:
    """The cart, for the export of everything held about the customer."""
    return [
        {"skuId": line.sku_id, "title": line.title, "quantity": line.quantity}
        for line in await cart_of(connection, customer_id)
    ]
