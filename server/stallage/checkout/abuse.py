"""What keeps a stranger from holding all stock, guessing promo codes and keeping the shop busy."""

from __future__ import annotations

from collections.abc import Iterable

from stallage.checkout.schemas import OrderInput, QuoteInput
from stallage.core.clients import Client
from stallage.core.db import Connection, Database
from stallage.core.errors import TooMany
from stallage.core.rate_limit_cache import rate_limit_cache_of
from stallage.core.rate_limits import Hit, RateLimit, enforce_limits, is_limit_reached, record_hits
from stallage.core.runtime import Runtime
from stallage.settings import Settings

HOUR, DAY = 3600, 86_400

QUOTES = RateLimit("quote", 1200, 60)
"""Quotes of one network: a whole office shops at once, a script does not go on for long."""
PROMO_GUESSES = RateLimit("promo-guess", 20, HOUR)
"""Unknown codes of one customer, or of the guests of one network."""
GUESSES = frozenset(
    {
        "promo_unknown",
        "gift_code_invalid",
    }
)
"""Problems of a quote that count as a guess: a code that nobody knows."""
TOO_MANY_ORDERS = (
    "Many orders have come from your network. Please sign in to order, or try again later."
)


async def allow_quote(runtime: Runtime, client: Client) -> None:
    """Lets one more quote through. Raises TooMany."""
    if runtime.settings.abuse_limits:
        await rate_limit_cache_of(runtime).hit(QUOTES, client)


async def allow_guest_order(database: Database, settings: Settings, client: Client) -> None:
    """Counts a guest's order against their network, whatever becomes of it. Raises TooMany.

    Who signs in is not counted so: a whole network is never shut out.
    """
    if not settings.abuse_limits:
        return
    limit = RateLimit("guest-order", settings.guest_orders_per_client_hour, HOUR)
    await enforce_limits(database, limit.of_client(client), message=TOO_MANY_ORDERS)


async def count_order(
    connection: Connection, settings: Settings, customer_id: int | None, contact: str
) -> None:
    """Counts an order that is placed in this transaction against who places it. Raises TooMany."""
    if not settings.abuse_limits:
        return
    if customer_id is None:
        count = RateLimit("guest-order-contact", settings.guest_orders_per_contact_day, DAY).of(
            contact
        )
    else:
        count = RateLimit("order", settings.orders_per_customer_hour, HOUR).of(customer_id)
    wait = await record_hits(connection, count)
    if wait is not None:
        raise TooMany(wait, "You have ordered very often. Please try again later.")


def _guesses(customer_id: int | None, client: Client) -> Hit:
    if customer_id is not None:
        return PROMO_GUESSES.of(f"customer:{customer_id}")
    return PROMO_GUESSES.of_client(client)


async def may_guess(
    connection: Connection,
    given: QuoteInput | OrderInput,
    customer_id: int | None,
    client: Client,
) -> bool:
    """Whether codes of this shopper are looked up: not after many that nobody knows.

    A right one is refused then as well, or guessing would go on.
    """
    codes = [given.promo_code, *given.gift_card_codes]
    return not any(codes) or not await is_limit_reached(connection, _guesses(customer_id, client))


def is_guess(problems: Iterable[str]) -> bool:
    """Whether a code that was given is known to nobody, from the codes of a quote's problems."""
    return not GUESSES.isdisjoint(problems)


async def count_guess(database: Database, customer_id: int | None, client: Client) -> None:
    """Counts a code that nobody knows."""
    async with database.reading() as connection:
        await record_hits(connection, _guesses(customer_id, client))
