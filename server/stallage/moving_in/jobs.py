"""Registers the kinds of import in the worker, which runs them, and erases old personal data."""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock
from stallage.core.batches import delete_in_batches
from stallage.core.db import Connection
from stallage.core.jobs import every
from stallage.core.runtime import Runtime
from stallage.moving_in.actions.forgetting import anonymise_old_imported_orders
from stallage.moving_in.operations import customers, orders, redirects

KINDS = (customers, orders, redirects)
"""Imported so that the worker knows these kinds of import."""
ORDERS_AT_ONCE = 500


@every("31 3 * * *")
async def forget_old_imported_guests(runtime: Runtime) -> None:
    """Erase personal data of guests from old orders of other shops, as from the shop's own."""
    seconds = runtime.settings.guest_data_seconds
    if not seconds:
        return
    before = clock.now() - timedelta(seconds=seconds)

    async def anonymise(connection: Connection, most: int) -> int:
        return await anonymise_old_imported_orders(connection, before, most)

    await delete_in_batches(runtime.database, anonymise, ORDERS_AT_ONCE)
