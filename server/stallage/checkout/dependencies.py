"""The turn of an order: at once, in the queue of the process, or by a ticket of a line."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import Header, Request

from stallage.cart.queries.carts import skus_in_cart
from stallage.checkout.actions.limits import limit_tickets
from stallage.checkout.queries.shoppers import Shopper, guest_shopper, key_owner
from stallage.checkout.schemas import OrderInput
from stallage.core import clock
from stallage.core.clients import client_of
from stallage.core.db import Database
from stallage.core.idempotency import is_used
from stallage.core.rate_limit_cache import rate_limit_cache_of
from stallage.core.runtime import runtime_of
from stallage.waiting_line.cache.lines import (
    Arrival,
    Entry,
    random_order_key,
    waiting_lines_of,
)
from stallage.waiting_line.rules.tickets import owner_of, read_ticket

GUEST = "stallage.guest"
"""Key of a request's scope: the guest who orders, once somebody needed them."""

LineTicket = Annotated[
    str | None,
    Header(alias="Line-Ticket", description="The ticket of an earlier `in_line`."),
]


async def _skus_to_order(
    database: Database, body: OrderInput, customer: int | None
) -> Collection[int]:
    if body.sku_ids is not None or customer is None:
        return set(body.sku_ids or ())
    async with database.reading() as connection:
        return await skus_in_cart(connection, customer)


def guest_of(request: Request, body: OrderInput) -> Shopper:
    """The validated guest who orders. Raises InvalidFields."""
    found: Shopper | None = request.scope.get(GUEST)
    if found is None:
        settings = runtime_of(request).settings
        found = guest_shopper(body.contact, body.address, settings, billing=body.billing_address)
        request.scope[GUEST] = found
    return found


@asynccontextmanager
async def order_turn(
    request: Request,
    body: OrderInput,
    customer: int | None,
    key: str | None,
    ticket: str | None,
) -> AsyncIterator[None]:
    """Wait for the order's turn and hold it. Without a crowd, this needs no statement.

    Raises InLine with a ticket if the turn takes more than a few seconds, and OutOfStock if it is of no use.
    """
    runtime = runtime_of(request)
    queue, lines = runtime.database.fair_queue, waiting_lines_of(runtime)
    if not queue.is_full and not lines.are_open:
        async with queue.turn(()):
            yield
        return
    sku_ids = await _skus_to_order(runtime.database, body, customer)
    if lines.are_unneeded(sku_ids):
        async with queue.turn(sku_ids):
            yield
        return
    contact, scope = "", f"order:{key_owner(customer, None, None)}"
    if customer is None:
        shopper = guest_of(request, body)
        contact = shopper.contact.canonical
        scope = f"order:{key_owner(None, shopper.email, shopper.phone)}"
    arrival = Arrival(
        sku_ids=sku_ids,
        owners=[owner_of(secret, customer, contact) for secret in runtime.secrets],
        ticket=read_ticket(runtime.secrets, ticket, clock.now()),
        order_key=hashlib.sha256(key.encode()).hexdigest()[:32] if key else random_order_key(),
    )
    entry = await lines.find_entry(arrival)
    if entry.joins is not None:
        if key is None or not await _is_answered(runtime.database, scope, key):
            if customer is None:
                cache = rate_limit_cache_of(runtime.database)
                await limit_tickets(cache, runtime.settings, client_of(request))
            entry = await lines.join(entry.joins, arrival)
        else:
            entry = Entry(entry.kinds)
    async with lines.turn(entry, arrival.order_key):
        yield


async def _is_answered(database: Database, scope: str, key: str) -> bool:
    """Whether the order was placed before, and only its answer was lost."""
    async with database.reading() as connection:
        return await is_used(connection, scope, key)
