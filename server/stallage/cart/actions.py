"""Changes carts. Each change is one guarded statement that also reads the new cart.

So it needs no transaction around it, and one way to the database and back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NoReturn

from stallage.cart.errors import LimitReached, OutOfStock, QuantityUnavailable, TooManyLines
from stallage.cart.gift_cards import MAX_GIFT_CARDS, GiftCard
from stallage.cart.lines import CartLine
from stallage.cart.queries import (
    cart_of,
    cart_sql,
    line_with,
    lines_of,
    listed_gift_cards,
    sku_of_line,
)
from stallage.cart.rules import MAX_LINES, MAX_QUANTITY, counted
from stallage.cart.schemas import CartMerge, LeftOut, LeftOutReason, PiecesBefore
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.products.sql.prices import priced_skus

NONE_SEEN: Mapping[int, int] = MappingProxyType({})

ROOM = f"""
    SELECT CASE WHEN s.active AND p.status = 'active' AND p.gift_card IS NULL THEN least(
        {MAX_QUANTITY},
        nullif(p.max_per_order, 0),
        CASE WHEN s.tracked AND NOT s.backorder THEN s.stock END
    ) ELSE 0 END
    FROM skus s JOIN products p ON p.id = s.product_id
"""
"""How many pieces of a SKU a line may have now; null limits do not count in `least`."""

PUT_AND_OTHERS = """
    lines AS (
        SELECT id, sku_id, quantity, price_seen FROM put
        UNION ALL
        SELECT x.id, x.sku_id, x.quantity, x.price_seen FROM cart_lines x
        WHERE x.customer_id = $1 AND x.id NOT IN (SELECT id FROM put)
            AND EXISTS (SELECT FROM put)
    )
"""
"""The cart as it is after a change of one line; no line at all where the change was refused."""

ADD = cart_sql(
    f"""
    put AS (
        INSERT INTO cart_lines AS c (customer_id, sku_id, quantity, price_seen, added_at)
        SELECT $1, k.sku_id, $3::int, k.price, $4
        FROM ({priced_skus("s.id = $2", "$4")}) k
        WHERE $3::int <= ({ROOM} WHERE s.id = $2)
            AND (SELECT count(*) FROM cart_lines x WHERE x.customer_id = $1 AND x.sku_id <> $2)
                < {MAX_LINES}
        ON CONFLICT (customer_id, sku_id) DO UPDATE
        SET quantity = c.quantity + excluded.quantity, price_seen = excluded.price_seen
        WHERE c.quantity + excluded.quantity <= ({ROOM} WHERE s.id = $2)
        RETURNING c.id, c.sku_id, c.quantity, c.price_seen
    ), {PUT_AND_OTHERS}
    """,
    "$4",
    "EXISTS (SELECT FROM put)",
)

SET = cart_sql(
    f"""
    put AS (
        UPDATE cart_lines c SET quantity = $3::int, price_seen = k.price
        FROM ({priced_skus("s.id = (SELECT sku_id FROM cart_lines WHERE id = $2)", "$4")}) k
        WHERE c.customer_id = $1 AND c.id = $2 AND k.sku_id = c.sku_id
            AND $3::int <= ({ROOM} WHERE s.id = c.sku_id)
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
    WITH given AS (
        SELECT * FROM unnest($2::bigint[], $3::int[], $5::bigint[]) WITH ORDINALITY
            AS given (sku_id, quantity, price_seen, place)
    ), locked AS MATERIALIZED (
        -- In the order in which placing an order locks them.
        SELECT id, sku_id, quantity FROM cart_lines
        WHERE customer_id = $1 AND sku_id = ANY($2::bigint[])
        ORDER BY sku_id FOR UPDATE
    ), known AS (
        SELECT g.sku_id, g.place, coalesce(g.price_seen, k.price) AS price_seen,
            k.available AND p.gift_card IS NULL AS available,
            c.quantity AS had, g.quantity AS wanted,
            least(g.quantity, {MAX_QUANTITY}, nullif(p.max_per_order, 0)) AS quantity,
            CASE WHEN c.id IS NULL AND k.available AND p.gift_card IS NULL THEN row_number() OVER (
                PARTITION BY c.id IS NULL AND k.available AND p.gift_card IS NULL
                ORDER BY g.place) END AS newcomer
        FROM given g
        JOIN ({priced_skus("s.id = ANY($2::bigint[])", "$4")}) k ON k.sku_id = g.sku_id
        JOIN products p ON p.id = k.product_id
        LEFT JOIN locked c ON c.sku_id = g.sku_id
    ), put AS (
        INSERT INTO cart_lines AS c (customer_id, sku_id, quantity, price_seen, added_at)
        SELECT $1, sku_id, quantity, price_seen, $4 FROM known
        WHERE had < quantity OR newcomer + (
            SELECT count(*) FROM cart_lines x WHERE x.customer_id = $1) <= {MAX_LINES}
        ORDER BY place
        ON CONFLICT (customer_id, sku_id) DO UPDATE
        SET quantity = greatest(c.quantity, excluded.quantity), price_seen = excluded.price_seen
        RETURNING c.sku_id
    )
    SELECT g.sku_id, k.sku_id IS NULL AS unknown, k.available, k.had, k.quantity < k.wanted AS cut,
        put.sku_id IS NOT NULL AS put
    FROM given g LEFT JOIN known k USING (sku_id) LEFT JOIN put USING (sku_id)
    ORDER BY g.place
"""


# The customer's row makes two additions come one after the other, so that the limit holds.
ADD_GIFT_CARD = """
    WITH locked AS MATERIALIZED (
        SELECT id FROM customers WHERE id = $1 FOR NO KEY UPDATE
    )
    INSERT INTO cart_gift_cards (customer_id, sku_id, details, added_at)
    SELECT locked.id, $2, $3, $4 FROM locked
    WHERE (SELECT count(*) FROM cart_gift_cards WHERE customer_id = $1) < $5
    RETURNING id
"""
SKU_OF_GIFT_CARD = "SELECT sku_id FROM cart_gift_cards WHERE customer_id = $1 AND id = $2"
CHANGE_GIFT_CARD = "UPDATE cart_gift_cards SET details = $3 WHERE customer_id = $1 AND id = $2"
TOO_MANY_GIFT_CARDS = f"You can order at most {MAX_GIFT_CARDS} gift cards at once."


def _refuse(line: CartLine | None, wanted: int, *, full: bool) -> NoReturn:
    """Says why a line cannot have as many pieces."""
    if line is None or line.problem == "unavailable":
        raise NotFound
    if line.stock is not None and line.stock < wanted:
        raise QuantityUnavailable if line.stock > 0 else OutOfStock
    if wanted > line.most:
        raise LimitReached(f"You can buy at most {line.most} of this item.")
    if full:
        raise TooManyLines
    # What stood in the way has gone between the two statements: the shopper may well try again.
    raise QuantityUnavailable


async def add_line(
    connection: Connection, customer_id: int, sku_id: int, quantity: int
) -> list[CartLine]:
    """Adds pieces of a SKU to a cart: the cart then. Or refuses and changes nothing."""
    rows = await connection.fetch(ADD, customer_id, sku_id, quantity, clock.now())
    if not rows:
        line = await line_with(connection, customer_id, sku_id)
        had = 0 if line is None else line.quantity
        _refuse(line, had + quantity, full=had == 0)
    return lines_of(rows)


async def set_line(
    connection: Connection, customer_id: int, line_id: int, quantity: int
) -> list[CartLine]:
    """Sets the pieces of a line: the cart then. Or refuses and changes nothing. 0 removes it."""
    if quantity == 0:
        return await remove_line(connection, customer_id, line_id)
    rows = await connection.fetch(SET, customer_id, line_id, quantity, clock.now())
    if not rows:
        sku_id = await sku_of_line(connection, customer_id, line_id)
        if sku_id is None:
            raise NotFound
        _refuse(await line_with(connection, customer_id, sku_id), quantity, full=False)
    return lines_of(rows)


async def remove_line(connection: Connection, customer_id: int, line_id: int) -> list[CartLine]:
    """Takes a line out: the cart then. One that is not there is no error."""
    return lines_of(await connection.fetch(REMOVE, customer_id, line_id, clock.now()))


async def add_gift_card(
    connection: Connection, customer_id: int, sku_id: int, gift: GiftCard
) -> list[CartLine]:
    """Adds a gift card: the cart then. Raises NotFound and LimitReached."""
    await _check_gift_card(connection, sku_id, gift)
    room = MAX_GIFT_CARDS
    if await connection.fetchval(
        ADD_GIFT_CARD, customer_id, sku_id, gift.kept(), clock.now(), room
    ):
        return await cart_of(connection, customer_id)
    raise LimitReached(TOO_MANY_GIFT_CARDS)


async def change_gift_card(
    connection: Connection, customer_id: int, line_id: int, gift: GiftCard
) -> list[CartLine]:
    """Writes something else on a gift card of the cart: the cart then. Raises NotFound."""
    sku_id = await connection.fetchval(SKU_OF_GIFT_CARD, customer_id, line_id)
    if sku_id is None:
        raise NotFound
    await _check_gift_card(connection, sku_id, gift)
    await connection.execute(CHANGE_GIFT_CARD, customer_id, line_id, gift.kept())
    return await cart_of(connection, customer_id)


async def merge_gift_cards(
    connection: Connection, customer_id: int, gifts: Sequence[tuple[int, GiftCard]]
) -> list[CartLine]:
    """Joins a guest's gift cards to a customer's cart: the cart then.

    One that stands there already is left out, so doing it twice changes nothing.
    """
    known = [(line.sku_id, line.gift_card) for line in await cart_of(connection, customer_id)]
    for line in await listed_gift_cards(connection, gifts):
        if line.gift_card is None or line.problem is not None:
            continue
        if (line.sku_id, line.gift_card) in known:
            known.remove((line.sku_id, line.gift_card))
            continue
        values = (customer_id, line.sku_id, line.gift_card.kept(), clock.now(), MAX_GIFT_CARDS)
        await connection.fetchval(ADD_GIFT_CARD, *values)
    return await cart_of(connection, customer_id)


async def _check_gift_card(connection: Connection, sku_id: int, gift: GiftCard) -> None:
    lines = await listed_gift_cards(connection, [(sku_id, gift)])
    if not lines or lines[0].problem is not None:
        raise NotFound("This gift card is not sold with this amount.")


async def merge_into_cart(
    connection: Connection,
    customer_id: int,
    pieces: dict[int, int],
    prices_seen: Mapping[int, int] = NONE_SEEN,
) -> CartMerge:
    """Joins pieces by SKU to a cart: per SKU the larger quantity, so doing it twice changes nothing.

    More than is in stock is kept, and shown with its problem; more than one order may hold is cut.
    A price (minor units, by SKU) that the shopper saw is kept at its line, where another is told.
    """
    rows = await connection.fetch(
        MERGE,
        customer_id,
        list(pieces.keys()),
        list(pieces.values()),
        clock.now(),
        [prices_seen.get(sku_id) for sku_id in pieces],
    )
    left_out: list[LeftOut] = []

    def leave_out(sku_id: int, reason: LeftOutReason) -> None:
        left_out.append(LeftOut(sku_id=sku_id, reason=reason))

    added: list[int] = []
    raised: list[int] = []
    before: list[PiecesBefore] = []
    for row in rows:
        sku_id, had = row["sku_id"], row["had"]
        if row["unknown"]:
            leave_out(sku_id, "unknown")
        elif not row["put"] and had is None:
            leave_out(sku_id, "too_many_lines" if row["available"] else "unavailable")
        else:
            if row["put"]:
                (added if had is None else raised).append(sku_id)
                before.append(PiecesBefore(sku_id=sku_id, quantity=had or 0))
            if row["cut"]:
                leave_out(sku_id, "limit")
    return CartMerge(added=added, raised=raised, before=before, left_out=left_out)


async def merge_guest_cart(
    connection: Connection,
    customer_id: int,
    sku_ids: list[int],
    prices_seen: Mapping[int, int] = NONE_SEEN,
) -> CartMerge:
    """Joins a guest's list to a customer's cart; see `merge_into_cart`."""
    return await merge_into_cart(connection, customer_id, counted(sku_ids), prices_seen)
