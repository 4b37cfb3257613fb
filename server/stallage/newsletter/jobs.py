"""Background work of the newsletter."""

from __future__ import annotations

from stallage.core import clock, events
from stallage.core.batches import delete_in_batches
from stallage.core.db import Connection
from stallage.core.jobs import every
from stallage.core.retry_policies import EMAIL
from stallage.core.runtime import Runtime
from stallage.newsletter.actions import delete_old_readers
from stallage.newsletter.emails import confirm_email
from stallage.newsletter.events import SubscriptionAsked
from stallage.newsletter.rules import ENDED_STAYS
from stallage.shop.queries import company

WAITING = "SELECT email, token FROM newsletter_subscribers WHERE id = $1 AND status = 'waiting'"


@events.on(SubscriptionAsked, policy=EMAIL)
async def ask(runtime: Runtime, asked: SubscriptionAsked) -> None:
    """Sends the letter that asks; who has decided meanwhile is left alone."""
    async with runtime.database.reading() as connection:
        row = await connection.fetchrow(WAITING, asked.subscriber_id)
        shop = await company(connection, runtime.settings)
    if row is None:
        return
    await runtime.mailer.send(
        confirm_email(
            row["email"],
            token=row["token"],
            shop_name=shop.company_name,
            shop_url=runtime.settings.public_url,
        )
    )


@every("52 3 * * *")
async def delete_ended(runtime: Runtime) -> None:
    """Deletes addresses that were never confirmed or have ended their subscription."""
    before = clock.now() - ENDED_STAYS

    async def delete(connection: Connection, most: int) -> int:
        return await delete_old_readers(connection, before, most)

    await delete_in_batches(runtime.database, delete)
