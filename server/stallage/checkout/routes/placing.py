"""Places the order of a request when it is its turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import structlog
from fastapi import Request

from stallage.checkout.actions import limits
from stallage.checkout.actions import place_order as placing
from stallage.checkout.actions.place_at_once import (
    can_place_at_once,
    order_scope,
    place_at_once,
)
from stallage.checkout.actions.place_order import Placement
from stallage.checkout.dependencies import guest_of, order_turn
from stallage.checkout.queries import shoppers
from stallage.checkout.queries.shoppers import Shopper
from stallage.checkout.rules.contact_proof import is_proven
from stallage.checkout.schemas import (
    OrderInput,
)
from stallage.checkout.tenders import CheckoutTenders
from stallage.core import clock
from stallage.core.clients import client_of
from stallage.core.db import Connection
from stallage.core.errors import ApiError
from stallage.core.idempotency import (
    IdempotentRequest,
    idempotent,
    is_used,
    validate_key,
)
from stallage.core.runtime import Runtime, runtime_of
from stallage.customers.actions.locking import lock_contacts_shared
from stallage.orders.errors import PaymentUnavailable
from stallage.orders.rules.hints import network_key
from stallage.payments.gateway_calls.starting import start_attempt
from stallage.pricing.queries.held_terms import held_terms_of
from stallage.stock.errors import NotEnoughStock

log = structlog.get_logger(__name__)


async def payment_page(runtime: Runtime, attempt_id: int | None) -> str | None:
    """The payment page. If the provider fails, the order stays placed and can be paid later."""
    if attempt_id is None:
        return None
    try:
        return await start_attempt(runtime, attempt_id)
    except PaymentUnavailable:
        log.warning("order_placed_without_payment_page", attempt_id=attempt_id)
        return None


async def _shopper(
    connection: Connection, request: Request, body: OrderInput, customer: int | None
) -> Shopper:
    """The validated shopper of an order."""
    runtime, client = runtime_of(request), client_of(request)
    network = None if client.is_shared else network_key(runtime.secret, client.network)
    if customer is None:
        shopper = guest_of(request, body)
        proven = is_proven(runtime.secrets, shopper.contact, body.contact_proof, clock.now())
        return replace(shopper, contact_proven=proven, network=network)
    shopper = await shoppers.customer_shopper(
        connection,
        customer,
        runtime.settings,
        contact=body.contact,
        address=body.address,
        address_id=body.address_id,
        billing=body.billing_address,
    )
    return replace(shopper, network=network)


def _repeatable(body: OrderInput, key: str | None) -> IdempotentRequest:
    """The request as it is compared: the same, whether or not the contact was verified meanwhile."""
    compared = "" if key is None else body.model_dump_json(exclude={"contact_proof"})
    return IdempotentRequest(validate_key(key), compared.encode())


async def _place_at_once(
    request: Request, body: OrderInput, customer: int | None, key: str | None
) -> Placement | None:
    """Place the order in one statement, or return None if it needs a transaction.

    Raises NotEnoughStock as `place_order` does.
    """
    runtime = runtime_of(request)
    tenders = CheckoutTenders(runtime)
    if not can_place_at_once(body, tenders):
        return None
    repeatable = _repeatable(body, key)
    async with runtime.database.reading() as connection:
        shopper = await _shopper(connection, request, body, customer)
        try:
            return await place_at_once(
                connection,
                runtime.settings,
                tenders,
                shopper,
                body,
                held=held_terms_of(runtime.database),
                request=repeatable,
            )
        except ApiError:
            # The answer to a repeated request is that to the first one, whatever has changed since.
            if key is not None and await is_used(connection, order_scope(shopper), key):
                return None
            raise


async def _place(
    request: Request,
    body: OrderInput,
    customer: int | None,
    key: str | None,
    *,
    locks_stock: bool = False,
) -> Placement:
    """Place the order in its own transaction, or return the order placed with this key.

    Raises NotEnoughStock as `place_order` does.
    """
    runtime = runtime_of(request)
    settings, client = runtime.settings, client_of(request)
    repeatable = _repeatable(body, key)
    async with runtime.database.transaction() as connection:
        shopper = await _shopper(connection, request, body, customer)
        if customer is None:
            await lock_contacts_shared(connection, shopper.email, shopper.phone)

        async def act() -> dict[str, Any]:
            may_guess = await limits.may_guess(connection, body, customer, client)
            placed = await placing.place_order(
                connection,
                settings,
                CheckoutTenders(runtime),
                shopper,
                body,
                may_guess=may_guess,
                locks_stock=locks_stock,
            )
            contact = shopper.contact.canonical
            await limits.limit_orders(connection, settings, customer, contact)
            return placed.to_json()

        stored = await idempotent(
            connection,
            scope=order_scope(shopper),
            key=repeatable.key,
            body=repeatable.body,
            keep_seconds=settings.idempotency_seconds,
            act=act,
        )
    return Placement.from_json(stored)


async def place_in_turn(
    request: Request, body: OrderInput, customer: int | None, key: str | None, ticket: str | None
) -> Placement:
    """Place the order when it is its turn: buyers of one product do not delay those of others."""
    runtime = runtime_of(request)
    async with order_turn(request, body, customer, key, ticket):
        if customer is None:
            await limits.limit_guest_orders(runtime.database, runtime.settings, client_of(request))
        try:
            placed = await _place_at_once(request, body, customer, key)
            return placed or await _place(request, body, customer, key)
        except NotEnoughStock:
            # Others were quicker. With its stock locked, the order is placed, or refused with a quote.
            return await _place(request, body, customer, key, locks_stock=True)
