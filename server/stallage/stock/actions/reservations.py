"""Reserves stock for orders, and releases and sells it; see the rules of the package.

Placing an order writes no movement and no level: what it reserves stays on hand until it is shipped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.core.one_statement import Part
from stallage.products.actions import add_sold, refresh_cards
from stallage.products.actions.stock_changes import describe_change
from stallage.products.actions.stock_levels import (
    StockChange,
    return_stock,
    take_stock,
    taking,
)
from stallage.stock.errors import LocationGone, NotEnoughStock
from stallage.stock.events import StockPutBack
from stallage.stock.rules import LOCATIONS_LOCK, MovementKind, ReservationState

# Only numbers of a SKU change under this lock, so foreign keys to it need not wait: NO KEY UPDATE.
LOCK = "SELECT id FROM skus_view WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE"

RECORD_RESERVATIONS = f"""
    INSERT INTO reservations (order_id, sku_id, quantity, taken, state, changed_at)
    SELECT $3, id, quantity, taken, {ReservationState.HELD:d}, $4 FROM changed
"""

# An edited order may hold units of the SKU already, or may have released all it held.
RECORD_MORE = f"""
    INSERT INTO reservations AS r (order_id, sku_id, quantity, taken, state, changed_at)
    SELECT $3, id, quantity, taken, {ReservationState.HELD:d}, $4 FROM changed
    ON CONFLICT (order_id, sku_id) DO UPDATE SET
        quantity = excluded.quantity
            + CASE r.state WHEN {ReservationState.HELD:d} THEN r.quantity ELSE 0 END,
        taken = excluded.taken
            + CASE r.state WHEN {ReservationState.HELD:d} THEN r.taken ELSE 0 END,
        state = {ReservationState.HELD:d}, changed_at = excluded.changed_at
"""

RELEASE = f"""
    returned AS (
        UPDATE reservations SET state = {ReservationState.RELEASED:d}, changed_at = $2
        WHERE order_id = $1 AND state = {ReservationState.HELD:d}
        RETURNING sku_id, taken AS quantity
    )
"""

# Part of a reservation, such as a cancelled line. Backordered units, which were never taken from stock,
# are released first: the order keeps the units that were in stock.
RELEASE_SOME = f"""
    requested AS (
        SELECT * FROM unnest($2::bigint[], $3::int[]) AS given (sku_id, quantity)
    ), held AS (
        SELECT r.sku_id, r.quantity, r.taken, q.quantity AS less,
            least(r.taken, r.quantity - q.quantity) AS keeps
        FROM reservations r JOIN requested q USING (sku_id)
        WHERE r.order_id = $1 AND r.state = $5::smallint AND r.quantity >= q.quantity
    ), whole AS (
        UPDATE reservations r SET state = {ReservationState.RELEASED:d}, changed_at = $4
        FROM held h WHERE r.order_id = $1 AND r.sku_id = h.sku_id AND h.less = h.quantity
        RETURNING r.sku_id, r.taken AS quantity
    ), part AS (
        UPDATE reservations r
        SET quantity = h.quantity - h.less, taken = h.keeps, changed_at = $4
        FROM held h WHERE r.order_id = $1 AND r.sku_id = h.sku_id AND h.less < h.quantity
        RETURNING r.sku_id, h.taken - h.keeps AS quantity
    ), returned AS (
        SELECT * FROM whole UNION ALL SELECT * FROM part
    )
"""

# The units leave their locations under the locks of the SKUs, as every movement does.
LOCK_HELD = f"""
    SELECT s.id, CASE WHEN s.tracked THEN least(s.stock, r.quantity - r.taken) ELSE 0 END AS owed
    FROM reservations r JOIN skus_view s ON s.id = r.sku_id
    WHERE r.order_id = $1 AND r.state = {ReservationState.HELD:d}
    ORDER BY s.id
    FOR NO KEY UPDATE OF s
"""

RECORD_OWED = """
    UPDATE reservations r SET taken = r.taken + changed.taken, changed_at = $4 FROM changed
    WHERE r.order_id = $3 AND r.sku_id = changed.id
"""

SELL = f"""
    WITH sold AS (
        UPDATE reservations SET state = {ReservationState.SOLD:d}, changed_at = $2
        WHERE order_id = $1 AND state = {ReservationState.HELD:d}
        RETURNING sku_id, quantity
    )
    SELECT s.product_id, sum(sold.quantity)::bigint AS units
    FROM sold JOIN skus_view s ON s.id = sold.sku_id
    GROUP BY s.product_id
"""

# A revived order reserves again what it had released.
DELETE_RELEASED = f"""
    DELETE FROM reservations WHERE order_id = $1 AND state = {ReservationState.RELEASED:d}
    RETURNING sku_id, quantity
"""

LACKS_STOCK = f"""
    SELECT s.tracked AND NOT s.backorder AND s.stock < r.quantity AS lacks_stock
    FROM reservations r JOIN skus_view s ON s.id = r.sku_id
    WHERE r.order_id = $1 AND r.state = {ReservationState.RELEASED:d}
    ORDER BY s.id
    FOR NO KEY UPDATE OF s
"""


# Locations do not change while this is held. It is one lock for all of them, because a change of units may
# concern several and a change of the default does. It is taken before SKUs are locked.
HOLD_LOCATIONS = f"SELECT pg_advisory_xact_lock_shared({LOCATIONS_LOCK})"
IS_ACTIVE = "SELECT EXISTS (SELECT FROM stock_locations WHERE id = $1 AND active)"


async def lock(connection: Connection, sku_ids: list[int]) -> None:
    """Lock SKUs until the transaction ends."""
    await connection.execute(LOCK, sku_ids)


async def hold_location(connection: Connection, location_id: int) -> None:
    """Keep a location from being removed until the transaction ends. Raises LocationGone.

    Call it before SKUs are locked, as shop files do, which change locations before products.
    """
    await connection.execute(HOLD_LOCATIONS)
    # A statement of its own, which sees what was committed while the first one waited.
    if not await connection.fetchval(IS_ACTIVE, location_id):
        raise LocationGone


def products_to_refresh(changes: Sequence[StockChange]) -> set[int]:
    return {change.product_id for change in changes if change.card_may_change}


async def reserve(connection: Connection, units: Mapping[int, int], order_id: int) -> set[int]:
    """Reserve units, by SKU id, for an order: all of them, or raise NotEnoughStock.

    Returns the products whose cards may have changed. The caller refreshes them last in the transaction,
    because everybody locks products after everything else. After NotEnoughStock the caller must let the
    transaction fail.
    """
    changes = await take_stock(connection, units, RECORD_RESERVATIONS, order_id, clock.now())
    if len(changes) < len(units):
        raise NotEnoughStock
    return products_to_refresh(changes)


def reserving(units: Mapping[int, int], order_id: int) -> Part:
    """The last part of a statement that reserves units, by SKU id, for an order; see `taking`."""
    return taking(units, RECORD_RESERVATIONS, order_id, clock.now())


async def reserve_more(connection: Connection, units: Mapping[int, int], order_id: int) -> set[int]:
    """Reserve units, by SKU id, in addition to what an unshipped order holds; see `reserve`.

    The caller holds the order's row.
    """
    changes = await take_stock(connection, units, RECORD_MORE, order_id, clock.now())
    if len(changes) < len(units):
        raise NotEnoughStock
    return products_to_refresh(changes)


async def can_reserve_again(connection: Connection, order_id: int) -> bool:
    """Whether what an order released is still in stock. It stays so until the transaction ends."""
    rows = await connection.fetch(LACKS_STOCK, order_id)
    return not any(row["lacks_stock"] for row in rows)


async def reserve_again(connection: Connection, order_id: int) -> set[int]:
    """Reserve what an order had released; see `reserve`. Raises NotEnoughStock."""
    rows = await connection.fetch(DELETE_RELEASED, order_id)
    units = {row["sku_id"]: row["quantity"] for row in rows}
    products = await reserve(connection, units, order_id)
    await publish(connection, StockPutBack(sku_ids=sorted(units)))
    return products


async def release(connection: Connection, order_id: int) -> set[int]:
    """Return to stock what an order holds. A second call changes nothing.

    Returns the products whose cards the caller refreshes, as `reserve` does.
    """
    return products_to_refresh(await return_stock(connection, RELEASE, order_id, clock.now()))


async def release_some(
    connection: Connection,
    order_id: int,
    units: Mapping[int, int],
    state: ReservationState = ReservationState.HELD,
) -> set[int]:
    """Return to stock some units, by SKU id, of what an order holds. The rest stays held.

    With the state `SOLD`, units of a partly shipped order that are not in a parcel yet.

    The caller holds the order's row and makes sure that the same units are released once. Returns
    products as `release` does. Raises ValueError if the order holds fewer units.
    """
    if state is ReservationState.SOLD:
        await describe_change(connection, MovementKind.NOT_SHIPPED)
    changes = await return_stock(
        connection,
        RELEASE_SOME,
        order_id,
        list(units.keys()),
        list(units.values()),
        clock.now(),
        state,
    )
    if len(changes) < len(units):
        raise ValueError(f"order {order_id} does not hold {dict(units)}")
    return products_to_refresh(changes)


async def sell(connection: Connection, order_id: int, location_id: int | None = None) -> None:
    """Mark what an order holds as sold, and count it in the products' popularity. Idempotent.

    Units on backorder that have arrived in the meantime are taken from stock. The units leave
    `location_id` first, then the other locations by priority. Raises LocationGone.
    """
    if location_id is not None:
        await hold_location(connection, location_id)
    held = await connection.fetch(LOCK_HELD, order_id)
    if not held:
        return
    owed = {row["id"]: row["owed"] for row in held if row["owed"] > 0}
    changes = await take_stock(connection, owed, RECORD_OWED, order_id, clock.now()) if owed else []
    await describe_change(connection, MovementKind.SOLD, location_id=location_id)
    rows = await connection.fetch(SELL, order_id, clock.now())
    await add_sold(connection, {row["product_id"]: row["units"] for row in rows})
    await refresh_cards(connection, products_to_refresh(changes))
