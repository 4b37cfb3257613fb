"""Erase a person in every feature, one transaction each, and in the outbox."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from stallage.core import jobs
from stallage.core.runtime import Runtime
from stallage.customers.actions.forgetting import RETRY_AFTER, finish_run, open_erasure
from stallage.customers.personal_data import REGISTRY


async def erase(runtime: Runtime, customer_id: int) -> None:
    """Erase what is left about a customer. Idempotent.

    Later features come first, because they find their rows through those of earlier ones.
    """
    async with runtime.database.reading() as connection:
        erasure = await open_erasure(connection, customer_id)
    if erasure is None:
        return
    person = erasure.person
    ids: list[str] = []
    for data in reversed(REGISTRY.values()):
        async with runtime.database.transaction() as connection:
            if data.erase is not None:
                await data.erase(connection, person)
            if data.mentions is not None:
                ids += await data.mentions(connection, person)
    outbox = runtime.mailer.outbox
    await asyncio.to_thread(outbox.delete_mentioning, ids)
    # Newer messages to the contact may belong to a new sign-in.
    until = erasure.requested_at + (RETRY_AFTER if erasure.runs else timedelta())
    contacts = [*person.contacts, *erasure.other_contacts]
    await asyncio.to_thread(outbox.delete_mentioning, contacts, until)
    async with runtime.database.transaction() as connection:
        # A job that was running at the time of the request may have failed since.
        await jobs.delete_messages_to(connection, person.contacts, erasure.requested_at)
        await finish_run(connection, erasure)
