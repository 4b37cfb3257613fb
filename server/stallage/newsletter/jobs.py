"""Background work of the newsletter."""

from __future__ import annotations

from stallage.core import events
from stallage.core.policies import EMAIL
from stallage.core.runtime import Runtime
from stallage.customers.events import CustomerForgotten
from stallage.newsletter.actions import forget_reader
from stallage.newsletter.events import SubscriptionAsked
from stallage.newsletter.letters import confirm_letter
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
        confirm_letter(
            row["email"],
            token=row["token"],
            shop_name=shop.company_name,
            shop_url=runtime.settings.public_url,
        )
    )


@events.on(CustomerForgotten)
async def forget(runtime: Runtime, forgotten: CustomerForgotten) -> None:
    """Deletes the customer's subscription."""
    if forgotten.email is None:
        return
    async with runtime.database.transaction() as connection:
        await forget_reader(connection, forgotten.email)
