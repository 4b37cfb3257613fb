"""Rate limits of checkout, against reserving all stock, guessing codes and overloading the shop."""

from __future__ import annotations

from collections.abc import Iterable

from stallage.checkout.schemas import OrderInput, QuoteInput
from stallage.core.clients import Client
from stallage.core.db import Connection, Database
from stallage.core.errors import TooMany
from stallage.core.rate_limit_cache import RateLimitCache, rate_limit_cache_of
from stallage.core.rate_limits import Hit, RateLimit, is_limit_reached, record_hits
from stallage.settings import Settings

HOUR, DAY = 3600, 86_400

QUOTES = RateLimit("quote", 1200, 60)
"""Quotes per network: enough for a whole office, too few for a script that runs for long."""
PROMO_GUESSES = RateLimit("promo-guess", 20, HOUR)
"""Unknown codes per customer, or per network for guests."""
UNKNOWN_CODES = frozenset({"promo_unknown", "gift_code_invalid"})
"""Codes of quote problems that count as a guess."""
TOO_MANY_ORDERS = (
    "There have been many orders from your network. Please sign in to order, or try again later."
)


async def limit_quotes(cache: RateLimitCache, settings: Settings, client: Client) -> None:
    """Count a quote against the client's network. Raises TooMany."""
    if settings.abuse_limits:
        await cache.hit(QUOTES, client)


async def limit_guest_orders(database: Database, settings: Settings, client: Client) -> None:
    """Count a guest's order against their network, even if it fails. Raises TooMany.

    Customers who sign in are exempt, so that the limit never blocks a whole network.
    """
    if not settings.abuse_limits:
        return
    limit = RateLimit("guest-order", settings.guest_orders_per_client_hour, HOUR)
    await rate_limit_cache_of(database).hit(limit, client, message=TOO_MANY_ORDERS)


async def limit_tickets(cache: RateLimitCache, settings: Settings, client: Client) -> None:
    """Count a guest's ticket against their network: no more than it may place orders. Raises TooMany."""
    if settings.abuse_limits:
        await cache.hit(
            RateLimit("line-ticket", settings.guest_orders_per_client_hour, HOUR), client
        )


def order_hit(settings: Settings, customer_id: int | None, contact: str) -> Hit | None:
    """What an order counts as, by customer or contact; None if it is not limited."""
    if not settings.abuse_limits:
        return None
    if customer_id is None:
        limit = RateLimit("guest-order-contact", settings.guest_orders_per_contact_day, DAY)
        return limit.of(contact)
    return RateLimit("order", settings.orders_per_customer_hour, HOUR).of(customer_id)


async def limit_orders(
    connection: Connection, settings: Settings, customer_id: int | None, contact: str
) -> None:
    """Count an order of this transaction against the customer or the contact. Raises TooMany."""
    hit = order_hit(settings, customer_id, contact)
    if hit is None:
        return
    wait = await record_hits(connection, hit)
    if wait is not None:
        raise TooMany(wait, "You have placed many orders in a short time. Please try again later.")


def _guess(customer_id: int | None, client: Client) -> Hit:
    if customer_id is not None:
        return PROMO_GUESSES.of(f"customer:{customer_id}")
    return PROMO_GUESSES.of_client(client)


async def may_guess(
    connection: Connection,
    body: QuoteInput | OrderInput,
    customer_id: int | None,
    client: Client,
) -> bool:
    """Whether this shopper's codes are looked up. False after too many unknown codes.

    Valid codes are then refused as well, because otherwise guessing could continue.
    """
    codes = [body.promo_code, *body.gift_card_codes]
    return not any(codes) or not await is_limit_reached(connection, _guess(customer_id, client))


def is_guess(problems: Iterable[str]) -> bool:
    """Whether the codes of a quote's problems show that an unknown code was entered."""
    return not UNKNOWN_CODES.isdisjoint(problems)


async def count_guess(database: Database, customer_id: int | None, client: Client) -> None:
    """Count an unknown code."""
    async with database.reading() as connection:
        await record_hits(connection, _guess(customer_id, client))
