"""Keeps cards true. Every writer of the catalogue ends in one of these two."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import BaseModel

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.products.actions.prior_prices import store_prior_prices
from stallage.products.events import ProductsChanged
from stallage.products.sql.cards import LOCK, REFRESH

BATCH = 500
"""Products that one job indexes."""
ANEW = 100
"""Cards that are built anew while buyers of those products wait."""

CARDS_AFTER = "SELECT id FROM products WHERE card IS NOT NULL AND id > $1 ORDER BY id LIMIT $2"


class CardsToBuild(BaseModel):
    """The cards of all products after this one, which an earlier release has built."""

    after_id: int = 0


async def products_changed(connection: Connection, product_ids: Iterable[int]) -> None:
    """After anything that shoppers see or find of products was written: new cards, and the news.

    Call it last in the transaction; it locks the products' rows in key order.
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
    """After a change of stock or rating alone: new cards, and the news where lists differ.

    SKU rows are locked before product rows by everyone who locks both, so that nobody waits in a
    circle.
    """
    ids = sorted(set(product_ids))
    if not ids:
        return
    await connection.execute(LOCK, ids)
    rows = await connection.fetch(REFRESH, ids, clock.now())
    await _publish(connection, [row["id"] for row in rows if row["found_otherwise"]])


async def rebuild_cards(connection: Connection, wanted: CardsToBuild) -> CardsToBuild | None:
    """Builds the next cards anew; what is left then, or None."""
    rows = await connection.fetch(CARDS_AFTER, wanted.after_id, ANEW)
    ids = [row["id"] for row in rows]
    await refresh_cards(connection, ids)
    return CardsToBuild(after_id=ids[-1]) if len(ids) == ANEW else None


async def _publish(connection: Connection, ids: list[int]) -> None:
    await publish(
        connection,
        *(
            ProductsChanged(product_ids=ids[start : start + BATCH])
            for start in range(0, len(ids), BATCH)
        ),
    )
