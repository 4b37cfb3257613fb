"""Places an order; the package docstring lists the steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NoReturn
from zoneinfo import ZoneInfo

from stallage.cart.actions import lock_cart, remove_lines
from stallage.cart.errors import LimitReached, OutOfStock, QuantityUnavailable, TooManyLines
from stallage.cart.queries.carts import cart_of, lines_for_gift_cards, lines_for_skus
from stallage.cart.queries.lines import CartLine
from stallage.cart.rules.gift_cards import GiftCard, validate_gift_cards
from stallage.cart.rules.lines import MAX_LINES, count_units
from stallage.checkout.actions.order_drafts import OnBehalf, draft_order
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
from stallage.checkout.queries.priced_lines import terms_and_lines
from stallage.checkout.queries.quote_schemas import to_schema
from stallage.checkout.queries.quotes import CheckoutOptions, CheckoutQuote, quote
from stallage.checkout.queries.shoppers import Shopper, check_phone
from stallage.checkout.queries.taxed_lines import Destination
from stallage.checkout.schemas import OrderInput, QuoteInput
from stallage.checkout.tenders import CheckoutTenders
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import ApiError, InvalidFields
from stallage.core.events import Event, publish
from stallage.core.json_types import JsonObject
from stallage.core.money import Currency
from stallage.core.validation import required_error
from stallage.orders.actions import write_order
from stallage.orders.drafts import WrittenOrder
from stallage.orders.events import OrderPaid, OrderPlaced
from stallage.orders.rules import PaymentStatus
from stallage.orders.rules.tenders import TenderChoice
from stallage.orders.tenders import TenderKind
from stallage.pricing.actions.promo_uses import lock_promo, use_promo
from stallage.pricing.queries.automatic import gift_skus
from stallage.pricing.queries.terms import Terms, terms_for
from stallage.pricing.rules.buyers import Buyer
from stallage.products.actions import refresh_cards
from stallage.settings import Settings
from stallage.stock.actions import lock as lock_stock
from stallage.stock.actions import reserve
from stallage.tenders import tender_kind

ERRORS: dict[str, type[ApiError]] = {
    error.code: error
    for error in (
        CartEmpty,
        OutOfStock,
        QuantityUnavailable,
        Unavailable,
        LimitReached,
        DeliveryUnavailable,
        ShippingMethodUnavailable,
        GiftWrapUnavailable,
    )
}
"""The error that refuses an order for each problem of a quote; others are `PromoRefused`."""


@dataclass(frozen=True, slots=True)
class Placement:
    """The result of placing an order, stored under its idempotency key."""

    order_id: str
    status: int
    payment_status: int
    method: str
    attempt_id: int | None
    """The payment attempt to continue with, if any."""

    def to_json(self) -> JsonObject:
        """The form that is stored."""
        return {
            "order_id": self.order_id,
            "status": self.status,
            "payment_status": self.payment_status,
            "method": self.method,
            "attempt_id": self.attempt_id,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Placement:
        """Read the form that `to_json` returns."""
        return cls(**stored)


def units_by_sku(sku_ids: list[int]) -> dict[int, int]:
    """The units of a list of SKU ids. Raises TooManyLines."""
    units = count_units(sku_ids)
    if len(units) > MAX_LINES:
        raise TooManyLines
    return units


async def _lock_and_read_lines(
    connection: Connection,
    customer_id: int | None,
    sku_ids: list[int] | None,
    gift_cards: list[tuple[int, GiftCard]],
    gift_sku_ids: list[int],
    *,
    locks_stock: bool,
) -> list[CartLine]:
    """Read the lines to order, after locking them and, if so chosen, their stock and that of gifts."""
    if sku_ids is not None:
        units = units_by_sku(sku_ids)
        if locks_stock:
            await lock_stock(connection, [*units, *gift_sku_ids])
        return [
            *await lines_for_skus(connection, units),
            *await lines_for_gift_cards(connection, gift_cards),
        ]
    if customer_id is None:
        return []
    locked = await lock_cart(connection, customer_id, gift_sku_ids if locks_stock else None)
    # Lines added after the lock are not ordered and stay in the cart.
    return [line for line in await cart_of(connection, customer_id) if line.id in locked]


def _raise_first_problem(quoted: CheckoutQuote, settings: Settings) -> NoReturn:
    """Raise the error of the first problem, with the new quote."""
    first = quoted.problems[0]
    error = first.error or ERRORS.get(first.code, PromoRefused)
    raise error(first.message, quote=_quote_json(quoted, settings))


def _quote_json(quoted: CheckoutQuote, settings: Settings) -> dict[str, Any]:
    schema = to_schema(quoted, Currency.of(settings.currency))
    return schema.model_dump(mode="json", by_alias=True)


def tender_choice(
    customer_id: int | None, body: QuoteInput | OrderInput, *, may_guess: bool
) -> TenderChoice:
    """How the shopper wants to pay."""
    return TenderChoice(
        customer_id=customer_id,
        use_wallet=body.use_wallet,
        payment_method=body.payment_method if isinstance(body, OrderInput) else None,
        may_guess=may_guess,
        gift_card_codes=body.gift_card_codes,
    )


def options_of(
    shopper: Shopper,
    body: OrderInput,
    settings: Settings,
    *,
    may_guess: bool = True,
    on_behalf: OnBehalf | None = None,
) -> CheckoutOptions:
    """What the shopper chose besides the lines."""
    return CheckoutOptions(
        destination=shopper.destination(settings),
        shipping_method=body.shipping_method,
        promo_code=body.promo_code,
        buyer=Buyer(shopper.customer_id, shopper.email, shopper.phone),
        tender=tender_choice(shopper.customer_id, body, may_guess=may_guess),
        gift_wrap=body.gift_wrap,
        may_guess=may_guess,
        discount=None if on_behalf is None else on_behalf.discount,
    )


def locks_only_stock(body: OrderInput) -> bool:
    """Whether an order locks nothing that others share but stock: no promo code and no stored value."""
    uses_wallet = body.use_wallet or body.payment_method not in ("cod", "prepaid")
    return not (uses_wallet or body.gift_card_codes or body.promo_code)


async def _terms_and_lines_to_order(
    connection: Connection,
    settings: Settings,
    shopper: Shopper,
    body: OrderInput,
    to: Destination,
    *,
    locks_stock: bool,
) -> tuple[Terms, list[CartLine]]:
    """The terms and the lines to order, locked. Raises InvalidFields if they need an address."""
    gift_cards = validate_gift_cards(body.gift_cards, _today(settings))
    if body.sku_ids is not None and not locks_stock:
        terms, lines = await terms_and_lines(connection, to, units_by_sku(body.sku_ids))
        lines += await lines_for_gift_cards(connection, gift_cards)
    else:
        # Which gifts to lock depends on the terms.
        terms = await terms_for(connection, to.country, to.state, to.city)
        lines = await _lock_and_read_lines(
            connection,
            shopper.customer_id,
            body.sku_ids,
            gift_cards,
            gift_skus(terms.automatic),
            locks_stock=locks_stock,
        )
    check_address(shopper, lines)
    return terms, lines


def _today(settings: Settings) -> date:
    return clock.now().astimezone(ZoneInfo(settings.time_zone)).date()


def check_address(shopper: Shopper, lines: Sequence[CartLine]) -> None:
    """Raises InvalidFields if the lines need an address and the shopper gave none."""
    if shopper.address is None and (not lines or any(line.gift_card is None for line in lines)):
        raise InvalidFields(fields=required_error("address"))


def check_quote(
    quoted: CheckoutQuote,
    settings: Settings,
    tenders: CheckoutTenders,
    *,
    shopper: Shopper,
    body: OrderInput,
    rest: TenderKind | None,
) -> None:
    """Raise the first reason to refuse the order. `rest` pays what stored value leaves."""
    has_gift_cards = any(line.gift_card is not None for line in quoted.lines)
    # Orders with gift cards cannot be paid to the courier; `check_kind` refuses them below.
    pays_courier = rest is not None and rest.is_paid_to_courier and not has_gift_cards
    check_phone(shopper, settings, cash_on_delivery=pays_courier)
    if quoted.problems:
        _raise_first_problem(quoted, settings)
    if body.expected_total not in (None, quoted.priced.total):
        raise TotalChanged(quote=_quote_json(quoted, settings))
    if body.expected_gifts is not None and sorted(body.expected_gifts) != quoted.gift_skus:
        raise GiftsChanged(quote=_quote_json(quoted, settings))
    if rest is not None:
        tenders.check_kind(rest, has_gift_cards=has_gift_cards)
    elif quoted.payable > 0:
        raise InsufficientWallet(quote=_quote_json(quoted, settings))
    is_guest = shopper.customer_id is None
    requires_proof = is_guest and pays_courier and settings.cash_on_delivery_code
    if requires_proof and not shopper.contact_proven:
        raise ContactUnproven


def events_of(order: WrittenOrder) -> list[Event]:
    """What happens when the order is placed."""
    if order.payment_status is PaymentStatus.PAID:
        return [OrderPlaced(order_id=order.id), OrderPaid(order_id=order.id)]
    return [OrderPlaced(order_id=order.id)]


async def place_order(
    connection: Connection,
    settings: Settings,
    tenders: CheckoutTenders,
    shopper: Shopper,
    body: OrderInput,
    *,
    may_guess: bool = True,
    on_behalf: OnBehalf | None = None,
    locks_stock: bool = True,
) -> Placement:
    """Place an order in the caller's transaction. `on_behalf` is the operator who does it for the shopper.

    Without `locks_stock`, stock is locked as late as possible, so that orders of one product wait for each
    other as briefly as they can. Orders that lock something else lock stock first all the same.

    Raises `checkout.errors`, `cart.errors` and the errors of the tenders; nothing is written then. Raises
    NotEnoughStock, without a quote, only if `locks_stock` is false: the caller then tries again with it.
    """
    locks_stock = locks_stock or not locks_only_stock(body)
    options = options_of(shopper, body, settings, may_guess=may_guess, on_behalf=on_behalf)
    tenders.check_shopper(options.tender)
    terms, lines = await _terms_and_lines_to_order(
        connection, settings, shopper, body, options.destination, locks_stock=locks_stock
    )
    if options.promo_code:
        await lock_promo(connection, options.promo_code)
    quoted = await quote(connection, settings, tenders, lines, options=options, terms=terms)
    rest = tenders.kind_for_rest(options.tender, quoted.payable)
    if rest is not None and on_behalf is not None and on_behalf.tender is not None:
        rest = tender_kind(on_behalf.tender)
    check_quote(quoted, settings, tenders, shopper=shopper, body=body, rest=rest)

    draft = draft_order(shopper, body, quoted, settings, rest, on_behalf=on_behalf)
    order = await write_order(connection, draft)
    if quoted.promo is not None:
        await use_promo(connection, quoted.promo.id, order.id, options.buyer)
    attempt_id = await tenders.hold(connection, order, draft.tenders)
    if body.sku_ids is None:
        await remove_lines(connection, [line.id for line in lines])
    await publish(connection, *events_of(order))
    products = await reserve(connection, quoted.units, order.id)
    await refresh_cards(connection, products)
    return Placement(
        order_id=order.public_id,
        status=order.status,
        payment_status=order.payment_status,
        method=body.payment_method,
        attempt_id=attempt_id,
    )
