"""Sends refused messages again."""

from __future__ import annotations

from stallage.backoffice.events import ResendRequested
from stallage.core.events import on
from stallage.core.retry_policies import EMAIL
from stallage.core.runtime import Runtime
from stallage.core.sms import Undeliverable
from stallage.core.undelivered import (
    delete_undelivered,
    lock_undelivered,
    record_refused_again,
)


@on(ResendRequested, policy=EMAIL)
async def send_refused_message(runtime: Runtime, event: ResendRequested) -> None:
    """Send a message again, and delete it once it is accepted.

    Sends it twice only if the process dies between sending and deleting it.
    """
    async with runtime.database.transaction() as connection:
        found = await lock_undelivered(connection, event.message_id)
    if found is None or found.queued_at is None:
        return
    try:
        await runtime.mailer.send(found.to_message())
    except Undeliverable as error:
        async with runtime.database.transaction() as connection:
            await record_refused_again(connection, event.message_id, str(error))
        return
    async with runtime.database.transaction() as connection:
        await delete_undelivered(connection, event.message_id)
