"""Jobs of changes to products: planned publication, and bulk operations as jobs of `stallage.bulk`."""

from __future__ import annotations

from stallage.core import clock
from stallage.core.jobs import every
from stallage.core.runtime import Runtime
from stallage.product_changes.actions import record_version
from stallage.product_changes.operations import bulk_edit  # noqa: F401 - registers them
from stallage.products.actions.editing import apply_schedules


@every("* * * * *")
async def publish_scheduled(runtime: Runtime) -> None:
    """Activate and archive the products whose planned time has come."""
    async with runtime.database.transaction() as connection:
        await record_version(connection, await apply_schedules(connection, clock.now()))
