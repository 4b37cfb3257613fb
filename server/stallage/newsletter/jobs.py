"""Background work of the newsletter."""

from __future__ import annotations

from stallage.core import clock, events
from stallage.core.batches import delete_in_batches
from stallage.core.db import Connection
from stallage.core.jobs import every
from stallage.core.retry_policies import EMAIL
from stallage.core.runtime import Runtime
from stallage.newsletter.actions import delete_old_subscribers
from stallage.newsletter.emails import confirm_email
from stallage.newsletter.events import SubscriptionRequested
from stallage.newsletter.rules import UNSUBSCRIBED_RETENTION
from stallage.shop.queries import company

WAITING = "SELECT email, token FROM newsletter_subscribers WHERE id = $1 AND status = 'waiting'"


@events.on(SubscriptionRequested, policy=EMAIL)
async def send_confirmation(runtime: Runtime, event: SubscriptionRequested) -> None:
    """Send the confirmation email, unless the subscription was confirmed or ended since."""
    async with runtime.database.reading() as connection:
        row = await connection.fetchrow(WAITING, event.subscriber_id)
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
async def delete_unsubscribed(runtime: Runtime) -> None:
    """Delete addresses that were never confirmed or have unsubscribed."""
    before = clock.now() - UNSUBSCRIBED_RETENTION

    async def delete(connection: Connection, most: int) -> int:
        return await delete_old_subscribers(connection, before, most)

    await delete_in_batches(runtime.database, delete)
