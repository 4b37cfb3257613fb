"""Deletes drafts that nobody has changed for long."""

from __future__ import annotations

from stallage.core.batches import delete_in_batches
from stallage.core.jobs import every
from stallage.core.runtime import Runtime
from stallage.draft_orders.actions import delete_old_drafts


@every("41 3 * * *")
async def delete_old(runtime: Runtime) -> None:
    """Delete drafts, placed or not, 90 days after their last change. Orders stay."""
    await delete_in_batches(runtime.database, delete_old_drafts)
