"""Erases a person in every feature, each in a transaction of its own, and in the outbox."""

from __future__ import annotations

import asyncio

from stallage.core import work
from stallage.core.runtime import Runtime
from stallage.customers.actions.forgetting import begun_erasure, finish_run
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
    marks = person.contacts
    for data in reversed(REGISTRY.values()):
        async with runtime.database.transaction() as connection:
            if data.erase is not None:
                await data.erase(connection, person)
            if data.mentions is not None:
                marks += await data.mentions(connection, person)
    async with runtime.database.transaction() as connection:
        await work.drop_messages_to(connection, person.contacts)
    await asyncio.to_thread(runtime.mailer.outbox.delete_mentioning, marks)
    async with runtime.database.transaction() as connection:
        await finish_run(connection, erasure)
