"""Change carts. Most changes are one guarded statement that also reads the new cart.

So they need no transaction and a single round trip to the database.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import NoReturn

from stallage.cart.errors import LimitReached, OutOfStock, QuantityUnavailable, TooManyLines
from stallage.cart.queries.carts import (
    cart_of,
    cart_sql,
    find_line,
    lines_for_gift_cards,
    sku_of_line,
    to_lines,
)
from stallage.cart.queries.lines import CartLine
from stallage.cart.rules.gift_cards import GiftCard
from stallage.cart.rules.lines import MAX_GIFT_CARDS, MAX_LINES, MAX_QUANTITY, count_units
from stallage.cart.schemas import CartMerge, LeftOut, LeftOutReason, PreviousQuantity
from stallage.core import clock
from stallage.core.batches import affected_rows
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.products.sql.prices import OFFERED, priced_skus

NO_PRICES: Mapping[int, int] = MappingProxyType({})

MAX_UNITS = f"""
    SELECT CASE WHEN s.active AND {OFFERED} AND p.gift_card IS NULL THEN least(
        {MAX_QUANTITY},
        nullif(p.max_per_order, 0),
        CASE WHEN s.tracked AND NOT s.backorder THEN s.stock END
    ) ELSE 0 END
    FROM skus_view s JOIN products_view p ON p.id = s.product_id
"""
"""How many units of a SKU a line may have now; `least` ignores null limits."""

PUT_AND_OTHERS = """
    lines AS (
        SELECT id, sku_id, quantity, price_seen FROM put
        UNION ALL
        SELECT x.id, x.sku_id, x.quantity, x.price_seen FROM cart_lines x
        WHERE x.customer_id = $1 AND x.id NOT IN (SELECT id FROM put)
            AND EXISTS (SELECT FROM put)
    )
"""
"""The cart after the change of one line; empty if the change was refused."""

ADD = cart_sql(
    f"""
    put AS (
        INSERT INTO cart_lines AS c (customer_id, sku_id, quantity, price_seen, added_at)
        SELECT $1, k.sku_id, $3::int, k.price, $4
        FROM ({priced_skus("s.id = $2", "$4")}) k
        WHERE $3::int <= ({MAX_UNITS} WHERE s.id = $2)
            AND (SELECT count(*) FROM cart_lines x WHERE x.customer_id = $1 AND x.sku_id <> $2)
                < {MAX_LINES}
        ON CONFLICT (customer_id, sku_id) DO UPDATE
        SET quantity = c.quantity + excluded.quantity, price_seen = excluded.price_seen
        WHERE c.quantity + excluded.quantity <= ({MAX_UNITS} WHERE s.id = $2)
        RETURNING c.id, c.sku_id, c.quantity, c.price_seen
    ), {PUT_AND_OTHERS}
    """,
    "$4",
    "EXISTS (SELECT FROM put)",
)

SKU_OF = "s.id = (SELECT sku_id FROM cart_lines WHERE customer_id = $1 AND id = $2)"

SET = cart_sql(
    f"""
    put AS (
        UPDATE cart_lines c SET quantity = $3::int, price_seen = k.price
        FROM ({priced_skus(SKU_OF, "$4")}) k
        WHERE c.customer_id = $1 AND c.id = $2 AND k.sku_id = c.sku_id
            AND $3::int <= ({MAX_UNITS} WHERE s.id = c.sku_id)
        RETURNING c.id, c.sku_id, c.quantity, c.price_seen
    ), {PUT_AND_OTHERS}
    """,
    "$4",
    "EXISTS (SELECT FROM put)",
)

REMOVE = cart_sql(
    """
    gone AS (DELETE FROM cart_lines WHERE customer_id = $1 AND id = $2),
    gone_gift_card AS (DELETE FROM cart_gift_cards WHERE customer_id = $1 AND id = $2),
    lines AS (
        SELECT id, sku_id, quantity, price_seen FROM cart_lines WHERE customer_id = $1 AND id <> $2
    )
    """,
    "$3",
    "g.id <> $2",
)

MERGE = f"""
    WITH requested AS (
        SELECT * FROM unnest($2::bigint[], $3::int[], $5::bigint[]) WITH ORDINALITY
            AS requested (sku_id, quantity, price_seen, place)
    ), locked AS MATERIALIZED (
        -- In the same order as placing an order locks them.
        SELECT id, sku_id, quantity FROM cart_lines
        WHERE customer_id = $1 AND sku_id = ANY($2::bigint[])
        ORDER BY sku_id FOR UPDATE
    ), known AS (
        SELECT g.sku_id, g.place, coalesce(g.price_seen, k.price) AS price_seen,
            k.available AND p.gift_card IS NULL AS available,
            c.quantity AS before, g.quantity AS requested,
            least(g.quantity, {MAX_QUANTITY}, nullif(p.max_per_order, 0)) AS quantity,
            CASE WHEN c.id IS NULL AND k.available AND p.gift_card IS NULL THEN row_number() OVER (
                PARTITION BY c.id IS NULL AND k.available AND p.gift_card IS NULL
                ORDER BY g.place) END AS newcomer
        FROM requested g
        JOIN ({priced_skus("s.id = ANY($2::bigint[])", "$4")}) k ON k.sku_id = g.sku_id
        JOIN products_view p ON p.id = k.product_id
        LEFT JOIN locked c ON c.sku_id = g.sku_id
    ), put AS (
        INSERT INTO cart_lines AS c (customer_id, sku_id, quantity, price_seen, added_at)
        SELECT $1, sku_id, quantity, price_seen, $4 FROM known
        WHERE before < quantity OR newcomer + (
            SELECT count(*) FROM cart_lines x WHERE x.customer_id = $1) <= {MAX_LINES}
        ORDER BY place
        ON CONFLICT (customer_id, sku_id) DO UPDATE
        SET quantity = greatest(c.quantity, excluded.quantity), price_seen = excluded.price_seen
        RETURNING c.sku_id
    )
    SELECT g.sku_id, k.sku_id IS NULL AS unknown, k.available, k.before, k.quantity < k.requested AS cut,
        put.sku_id IS NOT NULL AS put
    FROM requested g LEFT JOIN known k USING (sku_id) LEFT JOIN put USING (sku_id)
    ORDER BY g.place
"""


# Locking the customer's row serializes additions, so that the limit holds.
ADD_GIFT_CARD = """
    WITH locked AS MATERIALIZED (
        SELECT id FROM customers_view WHERE id = $1 FOR NO KEY UPDATE
    )
    INSERT INTO cart_gift_cards (customer_id, sku_id, details, added_at)
    SELECT locked.id, $2, $3, $4 FROM locked
    WHERE (SELECT count(*) FROM cart_gift_cards WHERE customer_id = $1) < $5
    RETURNING id
"""
SKU_OF_GIFT_CARD = "SELECT sku_id FROM cart_gift_cards WHERE customer_id = $1 AND id = $2"
CHANGE_GIFT_CARD = "UPDATE cart_gift_cards SET details = $3 WHERE customer_id = $1 AND id = $2"
# Lines first, then SKUs, both in key order: of two orders from the same cart, the second waits and then
# finds the cart empty.
LOCK_LINES = """
    WITH mine AS MATERIALIZED (
        SELECT id, sku_id FROM cart_lines WHERE customer_id = $1 ORDER BY sku_id FOR UPDATE
    ), locked AS MATERIALIZED (
        SELECT id FROM skus_view
        WHERE id = ANY($2::bigint[]) OR id IN (SELECT sku_id FROM mine)
        ORDER BY id FOR NO KEY UPDATE
    )
    SELECT mine.id FROM mine JOIN locked ON locked.id = mine.sku_id
"""

LOCK_LINES_ALONE = """
    SELECT id FROM cart_lines WHERE customer_id = $1 ORDER BY sku_id FOR UPDATE
"""

LOCK_GIFT_CARDS = """
    SELECT id FROM cart_gift_cards WHERE customer_id = $1 ORDER BY id FOR UPDATE
"""

REMOVE_LINES = """
    WITH gift_cards AS (DELETE FROM cart_gift_cards WHERE id = ANY($1::bigint[]))
    DELETE FROM cart_lines WHERE id = ANY($1::bigint[])
"""

DELETE_OLD_LINES = """
    DELETE FROM cart_lines
    WHERE id IN (SELECT id FROM cart_lines WHERE added_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
"""
DELETE_OLD_GIFT_CARDS = """
    DELETE FROM cart_gift_cards
    WHERE id IN (SELECT id FROM cart_gift_cards WHERE added_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
"""

TOO_MANY_GIFT_CARDS = f"You can order at most {MAX_GIFT_CARDS} gift cards at once."


def _raise_error(line: CartLine | None, quantity: int, *, is_full: bool) -> NoReturn:
    """Raise the error that explains why a line cannot have this quantity."""
    if line is None or line.problem == "unavailable":
        raise NotFound
    if line.stock is not None and line.stock < quantity:
        raise QuantityUnavailable if line.stock > 0 else OutOfStock
    if quantity > line.max_quantity:
        raise LimitReached(f"You can buy at most {line.max_quantity} of this item.")
    if is_full:
        raise TooManyLines
    # The cause disappeared between the two statements, so trying again will probably work.
    raise QuantityUnavailable


async def add_line(
    connection: Connection, customer_id: int, sku_id: int, quantity: int
) -> list[CartLine]:
    """Add units of a SKU to a cart and return the cart. Raises `cart.errors`, and changes nothing then."""
    rows = await connection.fetch(ADD, customer_id, sku_id, quantity, clock.now())
    if not rows:
        line = await find_line(connection, customer_id, sku_id)
        before = 0 if line is None else line.quantity
        _raise_error(line, before + quantity, is_full=before == 0)
    return to_lines(rows)


async def set_line(
    connection: Connection, customer_id: int, line_id: int, quantity: int
) -> list[CartLine]:
    """Set the quantity of a line, 0 to remove it, and return the cart.

    Raises NotFound and `cart.errors`, and changes nothing then.
    """
    if quantity == 0:
        return await remove_line(connection, customer_id, line_id)
    rows = await connection.fetch(SET, customer_id, line_id, quantity, clock.now())
    if not rows:
        sku_id = await sku_of_line(connection, customer_id, line_id)
        if sku_id is None:
            raise NotFound
        _raise_error(await find_line(connection, customer_id, sku_id), quantity, is_full=False)
    return to_lines(rows)


async def remove_line(connection: Connection, customer_id: int, line_id: int) -> list[CartLine]:
    """Remove a line, if it exists, and return the cart."""
    return to_lines(await connection.fetch(REMOVE, customer_id, line_id, clock.now()))


async def add_gift_card(
    connection: Connection, customer_id: int, sku_id: int, gift: GiftCard
) -> list[CartLine]:
    """Add a gift card and return the cart. Raises NotFound and LimitReached."""
    await _check_gift_card(connection, sku_id, gift)
    values = (customer_id, sku_id, gift.to_json(), clock.now(), MAX_GIFT_CARDS)
    if await connection.fetchval(ADD_GIFT_CARD, *values) is None:
        raise LimitReached(TOO_MANY_GIFT_CARDS)
    return await cart_of(connection, customer_id)


async def change_gift_card(
    connection: Connection, customer_id: int, line_id: int, gift: GiftCard
) -> list[CartLine]:
    """Change the details of a gift card and return the cart. Raises NotFound."""
    sku_id = await connection.fetchval(SKU_OF_GIFT_CARD, customer_id, line_id)
    if sku_id is None:
        raise NotFound
    await _check_gift_card(connection, sku_id, gift)
    await connection.execute(CHANGE_GIFT_CARD, customer_id, line_id, gift.to_json())
    return await cart_of(connection, customer_id)


async def merge_gift_cards(
    connection: Connection, customer_id: int, gifts: Sequence[tuple[int, GiftCard]]
) -> list[CartLine]:
    """Add a guest's gift cards to a customer's cart and return the cart.

    Gift cards that the cart already contains are skipped, so repeating it changes nothing.
    """
    known = [(line.sku_id, line.gift_card) for line in await cart_of(connection, customer_id)]
    for line in await lines_for_gift_cards(connection, gifts):
        if line.gift_card is None or line.problem is not None:
            continue
        if (line.sku_id, line.gift_card) in known:
            known.remove((line.sku_id, line.gift_card))
            continue
        values = (customer_id, line.sku_id, line.gift_card.to_json(), clock.now(), MAX_GIFT_CARDS)
        await connection.fetchval(ADD_GIFT_CARD, *values)
    return await cart_of(connection, customer_id)


async def _check_gift_card(connection: Connection, sku_id: int, gift: GiftCard) -> None:
    lines = await lines_for_gift_cards(connection, [(sku_id, gift)])
    if not lines or lines[0].problem is not None:
        raise NotFound("This gift card is not available with this amount.")


async def merge_into_cart(
    connection: Connection,
    customer_id: int,
    units: dict[int, int],
    prices_seen: Mapping[int, int] = NO_PRICES,
) -> CartMerge:
    """Merge units by SKU into a cart: the larger quantity wins, so repeating it changes nothing.

    Quantities above the stock are merged, and their lines carry a problem; quantities above the limit of
    an order are reduced. `prices_seen` holds unit prices (minor units) that the shopper saw, by SKU; the
    line then reports a different price.
    """
    rows = await connection.fetch(
        MERGE,
        customer_id,
        list(units.keys()),
        list(units.values()),
        clock.now(),
        [prices_seen.get(sku_id) for sku_id in units],
    )
    left_out: list[LeftOut] = []

    def leave_out(sku_id: int, reason: LeftOutReason) -> None:
        left_out.append(LeftOut(sku_id=sku_id, reason=reason))

    added: list[int] = []
    raised: list[int] = []
    quantities_before: list[PreviousQuantity] = []
    for row in rows:
        sku_id, before = row["sku_id"], row["before"]
        if row["unknown"]:
            leave_out(sku_id, "unknown")
        elif not row["put"] and before is None:
            leave_out(sku_id, "too_many_lines" if row["available"] else "unavailable")
        else:
            if row["put"]:
                (added if before is None else raised).append(sku_id)
                quantities_before.append(PreviousQuantity(sku_id=sku_id, quantity=before or 0))
            if row["cut"]:
                leave_out(sku_id, "limit")
    return CartMerge(added=added, raised=raised, before=quantities_before, left_out=left_out)


async def merge_guest_cart(
    connection: Connection,
    customer_id: int,
    sku_ids: list[int],
    prices_seen: Mapping[int, int] = NO_PRICES,
) -> CartMerge:
    """Merge a guest's list of SKU ids into a customer's cart; see `merge_into_cart`."""
    return await merge_into_cart(connection, customer_id, count_units(sku_ids), prices_seen)


async def lock_cart(
    connection: Connection, customer_id: int, gift_sku_ids: list[int] | None
) -> set[int]:
    """Lock the lines of a cart, the stock of their SKUs and of gifts. Returns the ids of the lines.

    Without `gift_sku_ids`, no stock is locked.

    Call it before reading the cart, and order only the returned lines: others are not locked.
    """
    if gift_sku_ids is None:
        lines = await connection.fetch(LOCK_LINES_ALONE, customer_id)
    else:
        lines = await connection.fetch(LOCK_LINES, customer_id, gift_sku_ids)
    gift_cards = await connection.fetch(LOCK_GIFT_CARDS, customer_id)
    return {row["id"] for row in (*lines, *gift_cards)}


async def remove_lines(connection: Connection, line_ids: list[int]) -> None:
    """Remove lines and gift cards that were ordered."""
    await connection.execute(REMOVE_LINES, line_ids)


async def delete_old_lines(connection: Connection, before: datetime, limit: int) -> int:
    """Delete up to `limit` lines added before a time. Returns how many were deleted."""
    return affected_rows(await connection.execute(DELETE_OLD_LINES, before, limit))


async def delete_old_gift_cards(connection: Connection, before: datetime, limit: int) -> int:
    """Delete up to `limit` gift cards added before a time. Returns how many were deleted."""
    return affected_rows(await connection.execute(DELETE_OLD_GIFT_CARDS, before, limit))
