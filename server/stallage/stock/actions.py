"""Takes pieces for orders and gives them back; see the law of the package."""

from __future__ import annotations

from collections.abc import Mapping

from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.products.actions import add_sold, refresh_cards
from stallage.stock.errors import NotEnoughStock
from stallage.stock.rules import ReservationState

# Nothing but the numbers of a SKU changes here, so references to it need not wait: NO KEY UPDATE.
LOCK = "SELECT id FROM skus WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE"

# Whether a product's card may have to say something else: a SKU began or ceased to be there, or the
# product comes near the number from which on its card counts. "Near" is drawn wide, since other
# buyers' pieces of the same product are not seen before they commit.
BAND = """
    EXISTS (
        SELECT FROM catalogue_state state WHERE 2 * state.low_stock >= (
            SELECT sum(x.stock) FROM skus x WHERE x.product_id = moved.product_id AND x.active
        ) - greatest(0, moved.pieces)
    )
"""

RESERVE = f"""
    WITH wanted AS (
        SELECT * FROM unnest($1::bigint[], $2::int[]) AS given (sku_id, quantity)
    ), locked AS MATERIALIZED (
        SELECT s.id, w.quantity, CASE
            WHEN NOT s.tracked THEN 0
            WHEN s.backorder THEN least(s.stock, w.quantity)
            ELSE w.quantity END AS taken
        FROM skus s JOIN wanted w ON w.sku_id = s.id
        ORDER BY s.id
        FOR NO KEY UPDATE OF s
    ), taken AS (
        UPDATE skus s SET stock = s.stock - l.taken
        FROM locked l
        WHERE s.id = l.id AND s.stock >= l.taken
        RETURNING s.id, s.product_id, s.stock, l.quantity, l.taken AS pieces
    ), reserved AS (
        INSERT INTO reservations (order_id, sku_id, quantity, taken, state, changed_at)
        SELECT $3, id, quantity, pieces, {ReservationState.HELD:d}, $4 FROM taken
    )
    SELECT moved.product_id, moved.pieces > 0 AND (moved.stock = 0 OR {BAND}) AS seen
    FROM taken moved
"""

RELEASE = f"""
    WITH freed AS (
        UPDATE reservations SET state = {ReservationState.RELEASED:d}, changed_at = $2
        WHERE order_id = $1 AND state = {ReservationState.HELD:d}
        RETURNING sku_id, taken
    ), locked AS MATERIALIZED (
        SELECT s.id, f.taken FROM skus s JOIN freed f ON f.sku_id = s.id
        ORDER BY s.id
        FOR NO KEY UPDATE OF s
    ), given_back AS (
        UPDATE skus s SET stock = s.stock + l.taken
        FROM locked l
        WHERE s.id = l.id AND l.taken > 0
        RETURNING s.id, s.product_id, s.stock, -l.taken AS pieces
    )
    SELECT moved.product_id, moved.stock + moved.pieces = 0 OR {BAND} AS seen
    FROM given_back moved
"""

# A part of what an order holds, such as a cancelled line. Backordered pieces, which were never taken,
# are let go first: what was there stays with the order.
RELEASE_SOME = f"""
    WITH wanted AS (
        SELECT * FROM unnest($2::bigint[], $3::int[]) AS given (sku_id, quantity)
    ), held AS (
        SELECT r.sku_id, r.quantity, r.taken, w.quantity AS less,
            least(r.taken, r.quantity - w.quantity) AS keeps
        FROM reservations r JOIN wanted w USING (sku_id)
        WHERE r.order_id = $1 AND r.state = {ReservationState.HELD:d} AND r.quantity >= w.quantity
    ), whole AS (
        UPDATE reservations r SET state = {ReservationState.RELEASED:d}, changed_at = $4
        FROM held h WHERE r.order_id = $1 AND r.sku_id = h.sku_id AND h.less = h.quantity
        RETURNING r.sku_id, r.taken AS freed
    ), part AS (
        UPDATE reservations r
        SET quantity = h.quantity - h.less, taken = h.keeps, changed_at = $4
        FROM held h WHERE r.order_id = $1 AND r.sku_id = h.sku_id AND h.less < h.quantity
        RETURNING r.sku_id, h.taken - h.keeps AS freed
    ), freed AS (
        SELECT * FROM whole UNION ALL SELECT * FROM part
    ), locked AS MATERIALIZED (
        SELECT s.id, f.freed FROM skus s JOIN freed f ON f.sku_id = s.id
        ORDER BY s.id
        FOR NO KEY UPDATE OF s
    ), given_back AS (
        UPDATE skus s SET stock = s.stock + l.freed
        FROM locked l
        WHERE s.id = l.id
        RETURNING s.id, s.product_id, s.stock, -l.freed AS pieces
    )
    SELECT moved.product_id, moved.pieces < 0
        AND (moved.stock + moved.pieces = 0 OR {BAND}) AS seen
    FROM given_back moved
"""

# Returned units are added like a delivery.
PUT_BACK = f"""
    WITH wanted AS (
        SELECT * FROM unnest($1::bigint[], $2::int[]) AS given (sku_id, quantity)
    ), locked AS MATERIALIZED (
        SELECT s.id, w.quantity FROM skus s JOIN wanted w ON w.sku_id = s.id
        WHERE s.tracked
        ORDER BY s.id
        FOR NO KEY UPDATE OF s
    ), put AS (
        UPDATE skus s SET stock = s.stock + l.quantity, supplied = s.supplied + l.quantity
        FROM locked l
        WHERE s.id = l.id
        RETURNING s.id, s.product_id, s.stock, -l.quantity AS pieces
    )
    SELECT moved.product_id, moved.stock + moved.pieces = 0 OR {BAND} AS seen
    FROM put moved
"""

SELL = f"""
    WITH sold AS (
        UPDATE reservations SET state = {ReservationState.SOLD:d}, changed_at = $2
        WHERE order_id = $1 AND state = {ReservationState.HELD:d}
        RETURNING sku_id, quantity
    )
    SELECT s.product_id, sum(sold.quantity)::bigint AS pieces
    FROM sold JOIN skus s ON s.id = sold.sku_id
    GROUP BY s.product_id
"""

# A reservation that was given back is held again: the order is revived.
TAKE_BACK = f"""
    DELETE FROM reservations WHERE order_id = $1 AND state = {ReservationState.RELEASED:d}
    RETURNING sku_id, quantity
"""

SHORT = f"""
    SELECT s.tracked AND NOT s.backorder AND s.stock < r.quantity AS short
    FROM reservations r JOIN skus s ON s.id = r.sku_id
    WHERE r.order_id = $1 AND r.state = {ReservationState.RELEASED:d}
    ORDER BY s.id
    FOR NO KEY UPDATE OF s
"""

SET_LEVEL = """
    WITH wanted AS (
        SELECT * FROM unnest($1::bigint[], $2::bigint[]) AS given (sku_id, level)
    ), locked AS MATERIALIZED (
        SELECT s.id, w.level FROM skus s JOIN wanted w ON w.sku_id = s.id
        ORDER BY s.id
        FOR NO KEY UPDATE OF s
    )
    UPDATE skus s SET stock = l.level, supplied = s.supplied + l.level - s.stock FROM locked l
    WHERE s.id = l.id AND s.stock <> l.level
    RETURNING s.product_id
"""


async def lock(connection: Connection, sku_ids: list[int]) -> None:
    """Makes others who want these SKUs wait until the transaction ends."""
    await connection.execute(LOCK, sku_ids)


def _seen(moved: list[Record]) -> set[int]:
    return {row["product_id"] for row in moved if row["seen"]}


async def reserve(connection: Connection, pieces: Mapping[int, int], order_id: int) -> set[int]:
    """Takes pieces by SKU id for an order, all or nothing.

    Returns the products whose cards have to say something else now: the caller refreshes them last in
    the transaction, since everybody locks products after everything else. Raises NotEnoughStock; the
    caller lets it end the transaction.
    """
    moved = await connection.fetch(
        RESERVE, list(pieces.keys()), list(pieces.values()), order_id, clock.now()
    )
    if len(moved) < len(pieces):
        raise NotEnoughStock
    return _seen(moved)


async def can_reserve_again(connection: Connection, order_id: int) -> bool:
    """Whether what an order gave back is still there; it stays so until the transaction ends."""
    rows = await connection.fetch(SHORT, order_id)
    return not any(row["short"] for row in rows)


async def reserve_again(connection: Connection, order_id: int) -> set[int]:
    """Takes for an order what it had and gave back; see `reserve`. Raises NotEnoughStock."""
    rows = await connection.fetch(TAKE_BACK, order_id)
    return await reserve(connection, {row["sku_id"]: row["quantity"] for row in rows}, order_id)


async def release(connection: Connection, order_id: int) -> set[int]:
    """Gives back what an order holds; a second time gives back nothing.

    Returns the products whose cards the caller refreshes, as `reserve` does.
    """
    return _seen(await connection.fetch(RELEASE, order_id, clock.now()))


async def release_some(
    connection: Connection, order_id: int, pieces: Mapping[int, int]
) -> set[int]:
    """Gives back some pieces, by SKU id, of what an order holds; the rest stays held.

    The caller holds the order's row and sees to it that the same pieces are given back once. Returns
    products as `release` does. Raises ValueError where the order does not hold as many.
    """
    moved = await connection.fetch(
        RELEASE_SOME, order_id, list(pieces.keys()), list(pieces.values()), clock.now()
    )
    if len(moved) < len(pieces):
        raise ValueError(f"order {order_id} does not hold {dict(pieces)}")
    return _seen(moved)


async def put_back(connection: Connection, pieces: Mapping[int, int]) -> set[int]:
    """Put returned units back into stock.

    The caller sees to it that it happens once. Returns products as `release` does.
    """
    return _seen(await connection.fetch(PUT_BACK, list(pieces.keys()), list(pieces.values())))


async def sell(connection: Connection, order_id: int) -> None:
    """What an order holds has left the house and is counted as sold; once, however often called."""
    rows = await connection.fetch(SELL, order_id, clock.now())
    if rows:
        await add_sold(connection, {row["product_id"]: row["pieces"] for row in rows})


async def set_level(connection: Connection, levels: Mapping[int, int]) -> None:
    """Set the units of SKUs that can be ordered, from a stock count."""
    rows = await connection.fetch(SET_LEVEL, list(levels.keys()), list(levels.values()))
    await refresh_cards(connection, {row["product_id"] for row in rows})
