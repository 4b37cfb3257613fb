"""Background work of merchandising."""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock, events
from stallage.core.jobs import every
from stallage.core.runtime import Runtime
from stallage.merchandising.actions import notify_of_sliders, refresh_collection
from stallage.merchandising.queries import collection_rules
from stallage.products.events import ProductsChanged


@every("* * * * *")
async def show_scheduled_sliders(runtime: Runtime) -> None:
    """Notify all processes of sliders that started or ended."""
    now = clock.now()
    async with runtime.database.transaction() as connection:
        # Two minutes, so that none falls between two runs.
        await notify_of_sliders(connection, now - timedelta(minutes=2), now)


@events.on(ProductsChanged)
async def update_collections(runtime: Runtime, changed: ProductsChanged) -> None:
    """Add changed products to the collections whose rule they match, and remove them from others.

    Products that come or go are published as changed again; that second run finds nothing to do.
    """
    async with runtime.database.reading() as connection:
        rules = await collection_rules(connection)
    # One transaction each, so that no two of them wait for each other's collections.
    for page_id in rules:
        async with runtime.database.transaction() as connection:
            await refresh_collection(connection, page_id, changed.product_ids)


@every("*/15 * * * *")
async def update_collections_by_time(runtime: Runtime) -> None:
    """Remove products that have become too old for the rule of a collection."""
    async with runtime.database.reading() as connection:
        rules = await collection_rules(connection)
    for page_id in [page_id for page_id, rule in rules.items() if rule.depends_on_time]:
        async with runtime.database.transaction() as connection:
            await refresh_collection(connection, page_id)
