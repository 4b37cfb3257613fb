"""Erases a person in every feature, each in a transaction of its own, and in the outbox."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from stallage.core import jobs
from stallage.core.runtime import Runtime
from stallage.customers.actions.forgetting import RETRY_AFTER, begun_erasure, finish_run
from stallage.customers.personal_data import REGISTRY


async def erase(runtime: Runtime, customer_id: int) -> None:
    """Erases what is left about a customer. Repeatable at any time.

    Later features come first: they find their rows by those of earlier ones.
    """
    async with runtime.database.reading() as connection:
        erasure = await begun_erasure(connection, customer_id)
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
    # Messages to the contact that are younger may be those of a new sign-in.
    until = erasure.requested_at + (RETRY_AFTER if erasure.runs else timedelta())
    contacts = [*person.contacts, *erasure.other_contacts]
    await asyncio.to_thread(outbox.delete_mentioning, contacts, until)
    async with runtime.database.transaction() as connection:
        # One that was being run then, and failed.
        await jobs.delete_messages_to(connection, person.contacts, erasure.requested_at)
        await finish_run(connection, erasure)
