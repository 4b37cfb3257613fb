"""Routes of quotes, offers and orders."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from fastapi import APIRouter, Request

from stallage.cart.errors import LimitReached, OutOfStock, QuantityUnavailable, TooManyLines
from stallage.cart.queries.carts import cart_of, lines_for_gift_cards, lines_for_skus
from stallage.cart.queries.lines import CartLine
from stallage.cart.rules.gift_cards import validate_gift_cards
from stallage.checkout.actions import limits
from stallage.checkout.actions.place_order import tender_choice, units_by_sku
from stallage.checkout.dependencies import LineTicket
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
from stallage.checkout.queries import shoppers
from stallage.checkout.queries.offers import offers_for
from stallage.checkout.queries.priced_lines import held_terms_and_lines
from stallage.checkout.queries.quote_schemas import to_schema
from stallage.checkout.queries.quotes import CheckoutOptions, CheckoutQuote, quote
from stallage.checkout.routes.placing import payment_page, place_in_turn
from stallage.checkout.rules.contact_proof import create_proof
from stallage.checkout.schemas import (
    ContactProven,
    Offer,
    OffersInput,
    OrderInput,
    PlacedOrder,
    Quote,
    QuoteInput,
)
from stallage.checkout.tenders import CheckoutTenders
from stallage.core import clock
from stallage.core.access import OPTIONAL_AUTH, OptionalCustomerId
from stallage.core.clients import client_of
from stallage.core.db import Connection, Reading, Transaction
from stallage.core.direct_route import DirectBodyRoute
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import ApiError, InvalidFields, NotFound, TooMany, Unauthorized
from stallage.core.idempotency import Key, KeyReused
from stallage.core.rate_limit_cache import rate_limit_cache_of
from stallage.core.runtime import Runtime, runtime_of
from stallage.orders.rules import guest_key
from stallage.payments.schemas import PaymentStep
from stallage.pricing.queries.held_terms import held_terms_of
from stallage.pricing.queries.terms import terms_for
from stallage.pricing.rules.buyers import Buyer
from stallage.signin.actions import codes
from stallage.signin.dependencies import CurrentRequester
from stallage.signin.errors import OtpAttemptsExceeded, OtpExpired, OtpInvalid, OtpTooOften
from stallage.signin.rules import CodeResult, Purpose
from stallage.signin.schemas import CodeSent, ContactInput, ContactProof
from stallage.tenders import tender_kinds
from stallage.waiting_line.errors import InLine

router = APIRouter(tags=["checkout"])
priority_router = APIRouter(tags=["checkout"], route_class=DirectBodyRoute)


async def _lines(
    connection: Connection, customer: int | None, sku_ids: list[int] | None
) -> list[CartLine]:
    if sku_ids is not None:
        return await lines_for_skus(connection, units_by_sku(sku_ids))
    return [] if customer is None else await cart_of(connection, customer)


@priority_router.post(
    "/api/checkout/quote",
    response_model=Answer[Quote],
    responses=error_responses(Unauthorized, NotFound, InvalidFields, TooManyLines, TooMany),
    openapi_extra=OPTIONAL_AUTH,
)
async def quote_order(
    body: QuoteInput, customer: OptionalCustomerId, request: Request
) -> Answer[Quote]:
    """Quotes an order: its price and the problems that prevent it."""
    runtime = runtime_of(request)
    client = client_of(request)
    await limits.limit_quotes(rate_limit_cache_of(runtime.database), runtime.settings, client)
    async with runtime.database.reading() as connection:
        may_guess = await limits.may_guess(connection, body, customer, client)
        quoted = await _quote(connection, runtime, body, customer, may_guess=may_guess)
    if limits.is_guess(one.code for one in quoted.problems):
        await limits.count_guess(runtime.database, customer, client)
    return answer(to_schema(quoted, runtime.currency))


async def _quote(
    connection: Connection,
    runtime: Runtime,
    body: QuoteInput,
    customer: int | None,
    *,
    may_guess: bool,
) -> CheckoutQuote:
    options = CheckoutOptions(
        destination=await shoppers.quote_destination(connection, customer, body, runtime.settings),
        shipping_method=body.shipping_method,
        promo_code=body.promo_code,
        buyer=Buyer(customer),
        tender=tender_choice(customer, body, may_guess=may_guess),
        gift_wrap=body.gift_wrap,
        may_guess=may_guess,
    )
    today = clock.now().astimezone(ZoneInfo(runtime.settings.time_zone)).date()
    gift_cards = validate_gift_cards(body.gift_cards, today)
    to = options.destination
    if body.sku_ids is None:
        lines = await _lines(connection, customer, None)
        terms = await terms_for(connection, to.country, to.state, to.city)
    else:
        held = held_terms_of(runtime.database)
        terms, lines = await held_terms_and_lines(connection, held, to, units_by_sku(body.sku_ids))
        lines += await lines_for_gift_cards(connection, gift_cards)
    tenders = CheckoutTenders(runtime)
    return await quote(connection, runtime.settings, tenders, lines, options=options, terms=terms)


@router.post(
    "/api/checkout/offers",
    response_model=Answer[list[Offer]],
    responses=error_responses(Unauthorized, TooManyLines),
    openapi_extra=OPTIONAL_AUTH,
)
async def list_offers(
    body: OffersInput, customer: OptionalCustomerId, request: Request, connection: Reading
) -> Answer[list[Offer]]:
    """Public promo codes for these lines: first those that apply now, the largest saving first, then
    those that need a larger cart."""
    runtime = runtime_of(request)
    lines = await _lines(connection, customer, body.sku_ids)
    return answer(await offers_for(connection, runtime.currency, lines, Buyer(customer)))


@router.post("/api/checkout/contact/request", responses=error_responses(OtpTooOften))
async def request_contact_code(
    body: ContactInput, request: Request, requester: CurrentRequester, connection: Transaction
) -> Answer[CodeSent]:
    """Sends a code to verify the contact of a guest who is about to order."""
    runtime = runtime_of(request)
    contact = codes.parse_contact(body, runtime.settings.phone_country_code)
    return answer(
        await codes.request_code(
            connection,
            runtime.settings,
            runtime.secret,
            contact,
            requester=requester,
            purpose=Purpose.CHECKOUT,
        )
    )


@router.post(
    "/api/checkout/contact/validate",
    responses=error_responses(OtpInvalid, OtpExpired, OtpAttemptsExceeded, TooMany),
)
async def validate_contact_code(
    body: ContactProof, request: Request, requester: CurrentRequester
) -> Answer[ContactProven]:
    """Verifies a code and returns the proof to send with the order."""
    runtime = runtime_of(request)
    contact = codes.parse_contact(body, runtime.settings.phone_country_code)
    # A wrong try has to be committed, so the error is raised after the transaction.
    async with runtime.database.transaction() as connection:
        result = await codes.verify_code(
            connection,
            runtime.settings,
            runtime.secret,
            body.otp,
            contact,
            requester=requester,
            purpose=Purpose.CHECKOUT,
        )
    if result is not CodeResult.CORRECT:
        raise codes.error_for(result, runtime.settings)
    return answer(
        ContactProven.model_construct(
            contact_proof=create_proof(runtime.secret, contact, clock.now())
        )
    )


@priority_router.post(
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
        *(error for kind in tender_kinds() for error in kind.errors),
        KeyReused,
        TooMany,
        InLine,
    ),
    openapi_extra=OPTIONAL_AUTH,
)
async def place_order(
    body: OrderInput,
    customer: OptionalCustomerId,
    request: Request,
    key: Key = None,
    ticket: LineTicket = None,
) -> Answer[PlacedOrder]:
    """Places an order. Errors such as `total_changed` carry the new quote as `error.quote`.

    While more shoppers want to order than the shop can serve, the error is `in_line`: `error.line` has a
    ticket and a place. Ask `POST /api/checkout/line` when its turn has come, and send the order again with
    the ticket and the same `Idempotency-Key`.
    """
    runtime = runtime_of(request)
    settings = runtime.settings
    client = client_of(request)
    if customer is None and not settings.guest_checkout:
        raise Unauthorized("Please sign in to order.")
    try:
        placed = await place_in_turn(request, body, customer, key, ticket)
    except ApiError as error:
        problems = error.extra.get("quote", {}).get("problems", [])
        if limits.is_guess(one["code"] for one in problems):
            await limits.count_guess(runtime.database, customer, client)
        raise
    step = PaymentStep.model_construct(
        method=placed.method,
        status=placed.payment_status,
        redirect_url=await payment_page(runtime, placed.attempt_id),
    )
    order_id = placed.order_id
    return answer(
        PlacedOrder.model_construct(
            order_id=order_id,
            status=placed.status,
            payment=step,
            key=guest_key(runtime.secret, order_id) if customer is None else None,
        )
    )
