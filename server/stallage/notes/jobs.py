"""Jobs of notes: emails about mentions, and the removal of deleted notes."""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock, events
from stallage.core.batches import delete_in_batches
from stallage.core.db import Connection
from stallage.core.jobs import every
from stallage.core.retry_policies import EMAIL
from stallage.core.runtime import Runtime
from stallage.notes.actions import purge_deleted, record_mention_email
from stallage.notes.emails import mention_email
from stallage.notes.events import OperatorMentioned
from stallage.notes.queries import mention_to_email

KEEP_DELETED = timedelta(days=1)


@events.on(OperatorMentioned, policy=EMAIL)
async def send_mention(runtime: Runtime, event: OperatorMentioned) -> None:
    """Tell an operator once that a note mentions them, unless they have read it already."""
    async with runtime.database.reading() as connection:
        mention = await mention_to_email(connection, event.note_id, event.operator_id)
    if mention is None:
        return
    await runtime.mailer.send(
        mention_email(
            mention,
            shop_name=runtime.settings.shop_name,
            shop_url=runtime.settings.public_url,
        )
    )
    async with runtime.database.transaction() as connection:
        await record_mention_email(connection, event.note_id, event.operator_id)


@every("23 * * * *")
async def remove_deleted_notes(runtime: Runtime) -> None:
    """Remove notes that were deleted more than a day ago."""
    before = clock.now() - KEEP_DELETED

    async def purge(connection: Connection, limit: int) -> int:
        return await purge_deleted(connection, before, limit)

    await delete_in_batches(runtime.database, purge)
