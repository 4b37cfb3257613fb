"""Quote and order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

import structlog
from fastapi import APIRouter, Request

from stallage.cart.errors import LimitReached, OutOfStock, QuantityUnavailable, TooManyLines
from stallage.cart.gift_cards import GiftCard, checked_lines
from stallage.cart.lines import CartLine
from stallage.cart.queries import cart_of, listed, listed_gift_cards
from stallage.checkout import abuse, actions, shoppers
from stallage.checkout.contact_proof import is_proven, proof_of
from stallage.checkout.errors import (
    CartEmpty,
    ContactUnproven,
    DeliveryUnavailable,
    GiftsChanged,
    GiftWrapUnavailable,
    InsufficientWallet,
    PromoRefused,
    ShippingMethodUnavailable,
    TotalChanged,
    Unavailable,
)
from stallage.checkout.offers import offers_for
from stallage.checkout.quotes import CheckoutOptions, Quoted, quote, tender_choice, to_schema
from stallage.checkout.schemas import (
    ContactProven,
    Offer,
    OffersInput,
    OrderInput,
    PlacedOrder,
    Quote,
    QuoteInput,
)
from stallage.core import clock
from stallage.core.access import OPTIONAL_AUTH, OptionalCustomerId
from stallage.core.clients import client_of
from stallage.core.db import Connection, Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import ApiError, InvalidFields, NotFound, TooMany, Unauthorized
from stallage.core.idempotency import Key, KeyReused, idempotent
from stallage.core.runtime import Runtime, runtime_of
from stallage.customers.actions.locking import share_contacts
from stallage.orders.errors import PaymentUnavailable
from stallage.orders.rules import guest_key
from stallage.payments.gateway_calls.starting import start_attempt
from stallage.payments.schemas import PaymentStep
from stallage.pricing.buyers import Buyer
from stallage.pricing.queries import terms_for
from stallage.signin.actions import codes
from stallage.signin.clients import Asking
from stallage.signin.errors import OtpAttemptsExceeded, OtpExpired, OtpInvalid, OtpTooOften
from stallage.signin.rules import Purpose, Verdict
from stallage.signin.schemas import CodeSent, ContactInput, ContactProof
from stallage.tenders import tender_kinds

router = priority_router = APIRouter(tags=["checkout"])
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
    responses=error_responses(Unauthorized, NotFound, InvalidFields, TooManyLines, TooMany),
    openapi_extra=OPTIONAL_AUTH,
)
async def quote_order(
    body: QuoteInput, customer: OptionalCustomerId, request: Request
) -> Answer[Quote]:
    """What an order of these lines would cost, and what stands in its way."""
    runtime = runtime_of(request)
    client = client_of(request)
    await abuse.allow_quote(runtime, client)
    async with runtime.database.reading() as connection:
        may_guess = await abuse.may_guess(connection, body, customer, client)
        quoted = await _quoted(connection, runtime, body, customer, may_guess=may_guess)
    if abuse.is_guess(one.code for one in quoted.obstacles):
        await abuse.count_guess(runtime.database, customer, client)
    return answer(to_schema(quoted, runtime.currency))


async def _quoted(
    connection: Connection,
    runtime: Runtime,
    body: QuoteInput,
    customer: int | None,
    *,
    may_guess: bool,
) -> Quoted:
    options = CheckoutOptions(
        destination=await shoppers.destination(connection, customer, body, runtime.settings),
        shipping_method=body.shipping_method,
        promo_code=body.promo_code,
        buyer=Buyer(customer),
        tender=tender_choice(customer, body, may_guess=may_guess),
        gift_wrap=body.gift_wrap,
        may_guess=may_guess,
    )
    today = clock.now().astimezone(ZoneInfo(runtime.settings.time_zone)).date()
    gift_cards = checked_lines(body.gift_cards, today)
    lines = await _lines(connection, customer, body.sku_ids, gift_cards)
    to = options.destination
    terms = await terms_for(connection, to.country, to.state, to.city)
    return await quote(connection, runtime, lines, options, terms)


@router.post(
    "/api/checkout/offers",
    response_model=Answer[list[Offer]],
    responses=error_responses(Unauthorized, TooManyLines),
    openapi_extra=OPTIONAL_AUTH,
)
async def list_offers(
    body: OffersInput, customer: OptionalCustomerId, request: Request, connection: Reading
) -> Answer[list[Offer]]:
    """Public promo codes for these lines: those that count now, the one that saves most first, then
    those that count from a higher amount."""
    runtime = runtime_of(request)
    lines = await _lines(connection, customer, body.sku_ids)
    return answer(await offers_for(connection, runtime.currency, lines, Buyer(customer)))


async def _redirect(runtime: Runtime, attempt_id: int | None) -> str | None:
    """Where to pay. The order is placed whatever the provider says: it can be paid later as well."""
    if attempt_id is None:
        return None
    try:
        return await start_attempt(runtime, attempt_id)
    except PaymentUnavailable:
        log.warning("order_placed_without_payment_page", attempt_id=attempt_id)
        return None


async def _placed(
    request: Request, body: OrderInput, customer: int | None, key: str | None
) -> dict[str, Any]:
    """Places the order in a transaction of its own, or returns what was placed with this key."""
    runtime = runtime_of(request)
    settings, client, raw_body = runtime.settings, client_of(request), await request.body()
    async with runtime.database.transaction() as connection:
        if customer is None:
            shopper = shoppers.guest(
                body.contact, body.address, settings, billing=body.billing_address
            )
            await share_contacts(connection, shopper.email, shopper.phone)
            proven = is_proven(runtime, shopper.contact, body.contact_proof)
            shopper = replace(shopper, contact_proven=proven)
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
            may_guess = await abuse.may_guess(connection, body, customer, client)
            placed = await actions.place_order(
                connection, runtime, shopper, body, may_guess=may_guess
            )
            contact = shopper.contact.canonical
            await abuse.count_order(connection, settings, customer, contact)
            return placed

        return await idempotent(
            connection,
            scope=f"order:{shoppers.key_owner(customer, shopper.email, shopper.phone)}",
            key=key,
            body=raw_body,
            keep_seconds=settings.idempotency_seconds,
            act=act,
        )


@router.post("/api/checkout/contact/request", responses=error_responses(OtpTooOften))
async def request_contact_code(
    given: ContactInput, request: Request, asker: Asking, connection: Transaction
) -> Answer[CodeSent]:
    """Sends a code to the contact of a guest who is about to order, where the shop wants a proof."""
    runtime = runtime_of(request)
    contact = codes.contact_of(given, runtime.settings.phone_country_code)
    return answer(
        await codes.request_code(
            connection, runtime, contact, asker=asker, purpose=Purpose.CHECKOUT
        )
    )


@router.post(
    "/api/checkout/contact/validate",
    responses=error_responses(OtpInvalid, OtpExpired, OtpAttemptsExceeded, TooMany),
)
async def validate_contact_code(
    given: ContactProof, request: Request, asker: Asking
) -> Answer[ContactProven]:
    """Takes a code and gives the proof that goes with the order."""
    runtime = runtime_of(request)
    contact = codes.contact_of(given, runtime.settings.phone_country_code)
    # A wrong try has to be committed, so the refusal is raised after the transaction.
    async with runtime.database.transaction() as connection:
        verdict = await codes.judge_code(
            connection, runtime, given.otp, contact, asker=asker, purpose=Purpose.CHECKOUT
        )
    if verdict is not Verdict.RIGHT:
        raise codes.refusal_of(verdict, runtime)
    return answer(ContactProven.model_construct(contact_proof=proof_of(runtime, contact)))


@router.post(
    "/api/orders",
    status_code=201,
    response_model=Answer[PlacedOrder],
    responses=error_responses(
        Unauthorized,
        NotFound,
        CartEmpty,
        ContactUnproven,
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
        *(refusal for kind in tender_kinds() for refusal in kind.refusals),
        KeyReused,
        TooMany,
    ),
    openapi_extra=OPTIONAL_AUTH,
)
async def place_order(
    body: OrderInput, customer: OptionalCustomerId, request: Request, key: Key = None
) -> Answer[PlacedOrder]:
    """Places an order. `total_changed` carries the new quote as `error.quote`, and so do the others."""
    runtime = runtime_of(request)
    settings = runtime.settings
    client = client_of(request)
    if customer is None:
        if not settings.guest_checkout:
            raise Unauthorized("Please sign in to order.")
        await abuse.allow_guest_order(runtime.database, settings, client)
    try:
        placed = await _placed(request, body, customer, key)
    except ApiError as refused:
        problems = refused.extra.get("quote", {}).get("problems", [])
        if abuse.is_guess(one["code"] for one in problems):
            await abuse.count_guess(runtime.database, customer, client)
        raise
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
