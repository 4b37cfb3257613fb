"""What keeps a stranger from holding all stock, guessing promo codes and keeping the shop busy."""

from __future__ import annotations

from stallage.core.allowances import allowances_of
from stallage.core.clients import Client
from stallage.core.db import Connection, Database
from stallage.core.errors import TooMany
from stallage.core.limits import Count, Limit, check_limits, is_reached, seconds_to_wait
from stallage.core.runtime import Runtime
from stallage.settings import Settings

HOUR, DAY = 3600, 86_400

QUOTES = Limit("quote", 1200, 60)
"""Quotes of one network: a whole office shops at once, a script does not go on for long."""
PROMO_GUESSES = Limit("promo-guess", 20, HOUR)
"""Unknown codes of one customer, or of the guests of one network."""
TOO_MANY_ORDERS = (
    "Many orders have come from your network. Please sign in to order, or try again later."
)


async def allow_quote(runtime: Runtime, client: Client) -> None:
    """Lets one more quote through. Raises TooMany."""
    if runtime.settings.abuse_limits:
        await allowances_of(runtime).take(QUOTES, client)


async def allow_guest_order(database: Database, settings: Settings, client: Client) -> None:
    """Counts a guest's order against their network, whatever becomes of it. Raises TooMany.

    Who signs in is not counted so: a whole network is never shut out.
    """
    if not settings.abuse_limits:
        return
    limit = Limit("guest-order", settings.guest_orders_per_client_hour, HOUR)
    await check_limits(database, limit.of_client(client), message=TOO_MANY_ORDERS)


async def count_order(
    connection: Connection, settings: Settings, customer_id: int | None, contact: str
) -> None:
    """Counts an order that is placed in this transaction against who places it. Raises TooMany."""
    if not settings.abuse_limits:
        return
    if customer_id is None:
        count = Limit("guest-order-contact", settings.guest_orders_per_contact_day, DAY).of(contact)
    else:
        count = Limit("order", settings.orders_per_customer_hour, HOUR).of(customer_id)
    wait = await seconds_to_wait(connection, count)
    if wait is not None:
        raise TooMany(wait, "You have ordered very often. Please try again later.")


def _guesses(customer_id: int | None, client: Client) -> Count:
    if customer_id is not None:
        return PROMO_GUESSES.of(f"customer:{customer_id}")
    return PROMO_GUESSES.of_client(client)


async def may_guess(connection: Connection, customer_id: int | None, client: Client) -> bool:
    """Whether a promo code of this shopper is looked at: not after many that nobody knows.

    A right one is refused then as well, or guessing would go on.
    """
    return not await is_reached(connection, _guesses(customer_id, client))


async def count_guess(database: Database, customer_id: int | None, client: Client) -> None:
    """Counts a promo code that nobody knows."""
    async with database.reading() as connection:
        await seconds_to_wait(connection, _guesses(customer_id, client))
