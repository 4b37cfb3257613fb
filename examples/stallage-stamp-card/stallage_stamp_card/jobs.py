"""Background jobs of stamp cards."""

from __future__ import annotations

from stallage.core.events import on
from stallage.core.retry_policies import EMAIL
from stallage.core.runtime import Runtime
from stallage.orders.events import OrderCancelled, OrderPlaced
from stallage.shop.queries import company
from stallage_stamp_card.actions import add_stamp, remove_stamp
from stallage_stamp_card.emails import card_filled_email
from stallage_stamp_card.events import CardFilled
from stallage_stamp_card.queries import email_of
from stallage_stamp_card.settings import Settings


@on(OrderPlaced)
async def stamp(runtime: Runtime, placed: OrderPlaced) -> None:
    """Stamp the customer's card."""
    async with runtime.database.transaction() as connection:
        await add_stamp(connection, placed.order_id, runtime.settings_of(Settings).size)


@on(OrderCancelled)
async def take_back(runtime: Runtime, cancelled: OrderCancelled) -> None:
    """Remove the stamp."""
    async with runtime.database.transaction() as connection:
        await remove_stamp(connection, cancelled.order_id)


@on(CardFilled, policy=EMAIL)
async def send_card_filled(runtime: Runtime, filled: CardFilled) -> None:
    """Tell the customer that a card is full."""
    async with runtime.database.reading() as connection:
        email = await email_of(connection, filled.customer_id)
        shop = await company(connection, runtime.settings)
    if email is not None:
        await runtime.mailer.send(
            card_filled_email(
                email,
                size=runtime.settings_of(Settings).size,
                shop_name=shop.company_name,
                shop_url=runtime.settings.public_url,
            )
        )


SAFE_AFTER_RESTORE = (stamp, take_back)
