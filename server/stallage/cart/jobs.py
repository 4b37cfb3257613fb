"""Empties carts that nobody comes back to."""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock
from stallage.core.batches import affected_rows, delete_in_batches
from stallage.core.db import Connection
from stallage.core.jobs import every
from stallage.core.runtime import Runtime

DELETE_OLD = (
    "DELETE FROM cart_lines WHERE id IN (SELECT id FROM cart_lines WHERE added_at <= $1"
    " LIMIT $2 FOR UPDATE SKIP LOCKED)",
    "DELETE FROM cart_gift_cards WHERE id IN (SELECT id FROM cart_gift_cards WHERE added_at <= $1"
    " LIMIT $2 FOR UPDATE SKIP LOCKED)",
)


@every("7 4 * * *")
async def empty_old_carts(runtime: Runtime) -> None:
    """Deletes what was put into a cart `cart_seconds` ago."""
    before = clock.now() - timedelta(seconds=runtime.settings.cart_seconds)
    for statement in DELETE_OLD:

        async def delete(connection: Connection, most: int, statement: str = statement) -> int:
            return affected_rows(await connection.execute(statement, before, most))

        await delete_in_batches(runtime.database, delete)
