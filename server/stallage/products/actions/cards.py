"""Rebuild product cards. Every action that changes products ends with one of these functions."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import BaseModel

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.products.actions.prior_prices import store_prior_prices
from stallage.products.events import ProductsChanged
from stallage.products.sql.cards import CARD, LOWEST, OFFERS, discount
from stallage.products.sql.prices import OFFERED, running

BATCH = 500
"""Products per event, which one job indexes."""
REBUILD_BATCH = 100
"""Cards rebuilt per transaction, during which orders of these products wait."""

REDUCED_AFTER = f"""
    SELECT DISTINCT p.id
    FROM sales
    JOIN collection_products cp USING (collection_id)
    JOIN products p ON p.id = cp.product_id
    WHERE p.card IS NOT NULL AND p.id > $1 AND {running("sales", "$2")}
    ORDER BY p.id LIMIT $3
"""

CARDS_AFTER = "SELECT id FROM products WHERE card IS NOT NULL AND id > $1 ORDER BY id LIMIT $2"

# The rows are locked by a separate statement (LOCK), so that REFRESH sees what the transaction that
# held the locks committed: after two orders of two SKUs of a product, the card shows both.
LOCK = "SELECT id FROM products WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE"

REFRESH = f"""
    WITH offers AS MATERIALIZED ({OFFERS}),
    built AS (
        SELECT p.id, {CARD}::text AS card, offer.price, offer.in_stock,
            {discount("offer.price", "offer.compare_at_price")} AS discount_percent
        FROM products p
        JOIN offers offer ON offer.product_id = p.id
        CROSS JOIN catalogue_state state
        CROSS JOIN LATERAL (SELECT {LOWEST} AS price OFFSET 0) lowest
        WHERE p.id = ANY($1::bigint[]) AND {OFFERED}
    )
    UPDATE products p SET
        card = built.card,
        card_at = $2,
        price = built.price,
        in_stock = coalesce(built.in_stock, false),
        discount_percent = coalesce(built.discount_percent, 0)
    FROM products before LEFT JOIN built ON built.id = before.id
    WHERE before.id = p.id AND p.id = ANY($1::bigint[])
    RETURNING p.id,
        (before.card IS NULL) <> (p.card IS NULL)
            OR before.price IS DISTINCT FROM p.price
            OR before.in_stock <> p.in_stock
            OR before.discount_percent <> p.discount_percent AS list_changed
"""


# The order of ids avoids deadlocks of concurrent transactions.
RECORD = """
    INSERT INTO changed_products (product_id) SELECT id FROM unnest($1::bigint[]) id ORDER BY id
    ON CONFLICT (product_id) DO UPDATE SET changed_in = excluded.changed_in, changed_at = excluded.changed_at
"""


class CardsToRebuild(BaseModel):
    """Products whose cards are outdated: all with a higher id than `after_id`."""

    after_id: int = 0


async def refresh_products(connection: Connection, product_ids: Iterable[int]) -> None:
    """Rebuild cards and publish `ProductsChanged` after any change that shoppers can see or search for.

    Call it last in the transaction: it locks the products' rows in key order.
    """
    ids = sorted(set(product_ids))
    now = clock.now()
    for start in range(0, len(ids), BATCH):
        batch = ids[start : start + BATCH]
        await connection.execute(LOCK, batch)
        await store_prior_prices(connection, batch, now)
        await connection.fetch(REFRESH, batch, now)
    await _publish(connection, ids)


async def refresh_cards(connection: Connection, product_ids: Iterable[int]) -> None:
    """Rebuild cards after a change of stock or rating; publish `ProductsChanged` if lists change.

    Lock SKU rows before product rows, as all actions do, to avoid deadlocks.
    """
    ids = sorted(set(product_ids))
    if not ids:
        return
    await connection.execute(LOCK, ids)
    rows = await connection.fetch(REFRESH, ids, clock.now())
    await _publish(connection, [row["id"] for row in rows if row["list_changed"]])


async def rebuild_cards(connection: Connection, cards: CardsToRebuild) -> CardsToRebuild | None:
    """Rebuild the next batch of cards. Returns the rest, or None if this was the last batch."""
    rows = await connection.fetch(CARDS_AFTER, cards.after_id, REBUILD_BATCH)
    ids = [row["id"] for row in rows]
    await refresh_cards(connection, ids)
    return CardsToRebuild(after_id=ids[-1]) if len(ids) == REBUILD_BATCH else None


async def refresh_reduced(connection: Connection, cards: CardsToRebuild) -> CardsToRebuild | None:
    """Refresh the next batch of products in running sales. Returns the rest, or None after the last."""
    rows = await connection.fetch(REDUCED_AFTER, cards.after_id, clock.now(), REBUILD_BATCH)
    ids = [row["id"] for row in rows]
    await refresh_products(connection, ids)
    return CardsToRebuild(after_id=ids[-1]) if len(ids) == REBUILD_BATCH else None


async def _publish(connection: Connection, ids: list[int]) -> None:
    if ids:
        await connection.execute(RECORD, ids)
    await publish(
        connection,
        *(
            ProductsChanged(product_ids=ids[start : start + BATCH])
            for start in range(0, len(ids), BATCH)
        ),
    )
