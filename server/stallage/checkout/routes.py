"""Quote and order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zoneinfo import ZoneInfo

import structlog
from fastapi import APIRouter, Request

from stallage.cart.errors import LimitReached, OutOfStock, QuantityUnavailable, TooManyLines
from stallage.cart.gift_cards import GiftCard, checked_lines
from stallage.cart.lines import CartLine
from stallage.cart.queries import cart_of, listed, listed_gift_cards
from stallage.checkout import actions, shoppers
from stallage.checkout.errors import (
    CartEmpty,
    DeliveryUnavailable,
    GiftsChanged,
    GiftWrapUnavailable,
    InsufficientWallet,
    PaymentMethodUnavailable,
    PromoRefused,
    ShippingMethodUnavailable,
    TotalChanged,
    Unavailable,
)
from stallage.checkout.offers import offers_for
from stallage.checkout.quotes import Wishes, quote, said
from stallage.checkout.schemas import (
    Offer,
    OffersInput,
    OrderInput,
    PlacedOrder,
    Quote,
    QuoteInput,
)
from stallage.core import clock
from stallage.core.access import FOR_GUESTS_TOO, CustomerOrGuest
from stallage.core.db import Connection, Reading
from stallage.core.envelope import Answer, answer, refusals
from stallage.core.errors import InvalidFields, NotFound, Unauthorized
from stallage.core.idempotency import Key, KeyReused, once
from stallage.core.runtime import Runtime
from stallage.customers.actions.locking import share_contacts
from stallage.orders.rules import guest_key
from stallage.payments.errors import PaymentUnavailable
from stallage.payments.outside.starting import start_attempt
from stallage.payments.schemas import PaymentStep
from stallage.pricing.queries import buyer_name, terms_for
from stallage.wallet.errors import InsufficientBalance

router = often = APIRouter(tags=["checkout"])
log = structlog.get_logger(__name__)


async def _lines(
    connection: Connection,
    customer: int | None,
    sku_ids: list[int] | None,
    gift_cards: Sequence[tuple[int, GiftCard]] = (),
) -> list[CartLine]:
    if sku_ids is not None:
        lines = await listed(connection, actions.pieces_of(sku_ids))
        return [*lines, *await listed_gift_cards(connection, gift_cards)]
    return [] if customer is None else await cart_of(connection, customer)


@router.post(
    "/api/checkout/quote",
    response_model=Answer[Quote],
    responses=refusals(Unauthorized, NotFound, InvalidFields, TooManyLines),
    openapi_extra=FOR_GUESTS_TOO,
)
async def quote_order(
    body: QuoteInput, customer: CustomerOrGuest, request: Request, connection: Reading
) -> Answer[Quote]:
    """What an order of these lines would cost, and what stands in its way."""
    runtime: Runtime = request.app.state.runtime
    wishes = Wishes(
        destination=await shoppers.destination(connection, customer, body, runtime.settings),
        shipping_method=body.shipping_method,
        promo_code=body.promo_code,
        buyer=buyer_name(customer, None, None),
        wallet_of=customer if body.use_wallet else None,
        gift_wrap=body.gift_wrap,
    )
    today = clock.now().astimezone(ZoneInfo(runtime.settings.time_zone)).date()
    gift_cards = checked_lines(body.gift_cards, today)
    lines = await _lines(connection, customer, body.sku_ids, gift_cards)
    to = wishes.destination
    terms = await terms_for(connection, to.country, to.state, to.city)
    return answer(said(await quote(connection, runtime, lines, wishes, terms), runtime.currency))


@router.post(
    "/api/checkout/offers",
    response_model=Answer[list[Offer]],
    responses=refusals(Unauthorized, TooManyLines),
    openapi_extra=FOR_GUESTS_TOO,
)
async def list_offers(
    body: OffersInput, customer: CustomerOrGuest, request: Request, connection: Reading
) -> Answer[list[Offer]]:
    """Public promo codes for these lines: those that count now, the one that saves most first, then
    those that count from a higher amount."""
    runtime: Runtime = request.app.state.runtime
    lines = await _lines(connection, customer, body.sku_ids)
    buyer = buyer_name(customer, None, None)
    return answer(await offers_for(connection, runtime.currency, lines, buyer))


async def _redirect(runtime: Runtime, attempt_id: int | None) -> str | None:
    """Where to pay. The order is placed whatever the provider says: it can be paid later as well."""
    if attempt_id is None:
        return None
    try:
        return await start_attempt(runtime, attempt_id)
    except PaymentUnavailable:
        log.warning("order_placed_without_payment_page", attempt_id=attempt_id)
        return None


@router.post(
    "/api/orders",
    status_code=201,
    response_model=Answer[PlacedOrder],
    responses=refusals(
        Unauthorized,
        NotFound,
        CartEmpty,
        OutOfStock,
        QuantityUnavailable,
        Unavailable,
        LimitReached,
        TooManyLines,
        TotalChanged,
        GiftsChanged,
        PromoRefused,
        DeliveryUnavailable,
        ShippingMethodUnavailable,
        GiftWrapUnavailable,
        InsufficientWallet,
        InsufficientBalance,
        PaymentMethodUnavailable,
        KeyReused,
    ),
    openapi_extra=FOR_GUESTS_TOO,
)
async def place_order(
    body: OrderInput, customer: CustomerOrGuest, request: Request, key: Key = None
) -> Answer[PlacedOrder]:
    """Places an order. `total_changed` carries the new quote as `error.quote`, and so do the others."""
    runtime: Runtime = request.app.state.runtime
    settings = runtime.settings
    async with runtime.database.transaction() as connection:
        if customer is None:
            shopper = shoppers.guest(
                body.contact, body.address, settings, billing=body.billing_address
            )
            await share_contacts(connection, shopper.email, shopper.phone)
        else:
            shopper = await shoppers.customer(
                connection,
                customer,
                settings,
                contact=body.contact,
                address=body.address,
                address_id=body.address_id,
                billing=body.billing_address,
            )

        async def act() -> dict[str, Any]:
            return await actions.place_order(connection, runtime, shopper, body)

        placed = await once(
            connection,
            scope=f"order:{buyer_name(customer, shopper.email, shopper.phone)}",
            key=key,
            body=await request.body(),
            keep_seconds=settings.idempotency_seconds,
            act=act,
        )
    step = PaymentStep.model_construct(
        method=placed["method"],
        status=placed["payment_status"],
        redirect_url=await _redirect(runtime, placed["attempt_id"]),
    )
    order_id = placed["order_id"]
    return answer(
        PlacedOrder.model_construct(
            order_id=order_id,
            status=placed["status"],
            payment=step,
            key=guest_key(runtime.secret, order_id) if customer is None else None,
        )
    )
