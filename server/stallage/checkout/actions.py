"""Places an order; see the package."""

from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta
from typing import Any, NoReturn
from zoneinfo import ZoneInfo

from stallage.cart.errors import LimitReached, OutOfStock, QuantityUnavailable, TooManyLines
from stallage.cart.gift_cards import GiftCard, checked_lines
from stallage.cart.lines import CartLine
from stallage.cart.queries import cart_of, listed, listed_gift_cards
from stallage.cart.rules import MAX_LINES, counted
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
from stallage.checkout.quotes import (
    CheckoutOptions,
    Quoted,
    estimate_of,
    quote,
    tender_choice,
    to_schema,
)
from stallage.checkout.schemas import OrderInput
from stallage.checkout.shoppers import Shopper, check_phone
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import ApiError, InvalidFields
from stallage.core.events import publish
from stallage.core.runtime import Runtime
from stallage.core.validation import required_error
from stallage.orders.actions import hold_tenders, write_order
from stallage.orders.drafts import LineDraft, OrderDraft
from stallage.orders.events import OrderPaid, OrderPlaced
from stallage.orders.rules import PaymentStatus
from stallage.orders.rules.tenders import TenderChoice, TenderDraft
from stallage.orders.tenders import TenderKind
from stallage.payments.errors import PaymentMethodUnavailable
from stallage.pricing.actions import lock_promo, use_promo
from stallage.pricing.automatic.queries import gift_skus
from stallage.pricing.buyers import Buyer
from stallage.pricing.queries import terms_for
from stallage.pricing.rules import percent_text
from stallage.products.actions import refresh_cards
from stallage.settings import Settings
from stallage.stock.actions import lock as lock_stock
from stallage.stock.actions import reserve
from stallage.tenders import tender_kinds

# The cart's lines, then the stock of their SKUs and of gifts, both in the order of the SKUs: two
# orders of the same cart come one after the other, and the second finds it empty.
LOCK_CART = """
    WITH mine AS MATERIALIZED (
        SELECT id, sku_id FROM cart_lines WHERE customer_id = $1 ORDER BY sku_id FOR UPDATE
    ), locked AS MATERIALIZED (
        SELECT id FROM skus
        WHERE id = ANY($2::bigint[]) OR id IN (SELECT sku_id FROM mine)
        ORDER BY id FOR NO KEY UPDATE
    )
    SELECT mine.id FROM mine JOIN locked ON locked.id = mine.sku_id
"""

LOCK_GIFT_CARDS = """
    SELECT id FROM cart_gift_cards WHERE customer_id = $1 ORDER BY id FOR UPDATE
"""

TAKE_OUT = """
    WITH gift_cards AS (DELETE FROM cart_gift_cards WHERE id = ANY($1::bigint[]))
    DELETE FROM cart_lines WHERE id = ANY($1::bigint[])
"""

REFUSALS: dict[str, type[ApiError]] = {
    refusal.code: refusal
    for refusal in (
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


def pieces_of(sku_ids: list[int]) -> dict[int, int]:
    """Units by SKU of a list. Raises TooManyLines."""
    pieces = counted(sku_ids)
    if len(pieces) > MAX_LINES:
        raise TooManyLines
    return pieces


async def _locked_lines(
    connection: Connection,
    customer_id: int | None,
    sku_ids: list[int] | None,
    gift_cards: list[tuple[int, GiftCard]],
    gifts: list[int],
) -> list[CartLine]:
    """The lines to order, their stock and that of gifts locked before anything of them is read."""
    if sku_ids is not None:
        pieces = pieces_of(sku_ids)
        await lock_stock(connection, [*pieces, *gifts])
        return [
            *await listed(connection, pieces),
            *await listed_gift_cards(connection, gift_cards),
        ]
    if customer_id is None:
        return []
    locked = {row["id"] for row in await connection.fetch(LOCK_CART, customer_id, gifts)}
    locked |= {row["id"] for row in await connection.fetch(LOCK_GIFT_CARDS, customer_id)}
    # What has joined the cart since is not locked, so it is not ordered, and stays.
    return [line for line in await cart_of(connection, customer_id) if line.id in locked]


def _refuse(quoted: Quoted, runtime: Runtime) -> NoReturn:
    """Says what stands in the way, the gravest first in the lines' order, with the new quote."""
    first = quoted.obstacles[0]
    refusal = first.refusal or REFUSALS.get(first.code, PromoRefused)
    raise refusal(first.message, quote=_dumped(quoted, runtime))


def _dumped(quoted: Quoted, runtime: Runtime) -> dict[str, Any]:
    return to_schema(quoted, runtime.currency).model_dump(mode="json", by_alias=True)


def _lines_of(quoted: Quoted) -> list[LineDraft]:
    return [
        LineDraft(
            sku_id=line.sku_id,
            product_id=line.product_id,
            sku=line.sku,
            slug=line.slug,
            title=line.title,
            options=[{"name": name, "value": value} for name, value in line.options],
            image=line.image,
            quantity=line.quantity,
            price=line.price,
            compare_at_price=line.compare_at_price,
            line_total=priced.total,
            discount=priced.discount,
            tax=priced.tax,
            tax_added=priced.tax_added,
            gift=None if gift is None else gift.as_kept(),
            returnable=line.returnable and line.gift_card is None,
            gift_card=None if line.gift_card is None else line.gift_card.kept(),
        )
        for line, priced, gift in zip(quoted.lines, quoted.priced.lines, quoted.gifts, strict=True)
    ]


def _draft(
    shopper: Shopper,
    asked: OrderInput,
    quoted: Quoted,
    runtime: Runtime,
    rest: TenderKind | None,
) -> OrderDraft:
    """The order to be written. `rest` pays what stored value leaves."""
    priced, delivery, promo = quoted.priced, quoted.delivery, quoted.promo
    hold = timedelta(seconds=runtime.settings.payment_hold_seconds)
    tenders = list(quoted.tenders)
    if rest is not None:
        tenders.append(TenderDraft(rest.name, quoted.payable))
    return OrderDraft(
        customer_id=shopper.customer_id,
        email=shopper.email,
        phone=shopper.phone,
        contact_proven=shopper.contact_proven,
        first_name=shopper.first_name,
        last_name=shopper.last_name,
        address=None if shopper.address is None else asdict(shopper.address),
        billing_address=None if shopper.billing is None else asdict(shopper.billing),
        delivery_note=asked.delivery_note or None,
        gift_message=asked.gift_message or None,
        payment_method=asked.payment_method,
        pay_until=clock.now() + hold if rest is not None and rest.is_paid_first else None,
        currency=runtime.currency.code,
        lines=_lines_of(quoted),
        subtotal=priced.subtotal,
        discounts=[
            {"name": one.name, "amount": one.amount} | ({"slug": one.slug} if one.slug else {})
            for one in quoted.discounts
        ],
        shipping_method=None
        if delivery is None
        else {
            "code": delivery.code,
            "name": delivery.name,
            "estimate": estimate_of(delivery, quoted.ordered_on).model_dump(mode="json"),
        },
        shipping_total=priced.shipping,
        gift_wrap_name=None if quoted.gift_wrap is None else quoted.gift_wrap.name,
        gift_wrap_total=priced.gift_wrap,
        taxes=[
            {
                "name": tax.rate.name,
                "rate": percent_text(tax.rate.millionths),
                "amount": tax.amount,
                "included": tax.rate.included,
            }
            for tax in priced.taxes
        ],
        total=priced.total,
        tenders=tenders,
        payable=quoted.payable,
        promo_code=None if promo is None else promo.code,
    )


def _pays_rest(choice: TenderChoice, quoted: Quoted) -> TenderKind | None:
    """The kind of tender that is to pay what stored value leaves; None if nothing, or nothing can."""
    if quoted.payable == 0:
        return None
    for kind in tender_kinds():
        if not kind.stores_value and choice.payment_method in kind.payment_methods:
            return kind
    return None


def _check_payment(rest: TenderKind | None, quoted: Quoted, runtime: Runtime) -> None:
    """Raises InsufficientWallet and PaymentMethodUnavailable."""
    if rest is not None:
        has_gift_cards = any(line.gift_card is not None for line in quoted.lines)
        rest.check(runtime, has_gift_cards=has_gift_cards)
    elif quoted.payable > 0:
        raise InsufficientWallet(quote=_dumped(quoted, runtime))


def _check_shopper(choice: TenderChoice) -> None:
    """Raises PaymentMethodUnavailable if a guest chose what is for customers alone."""
    if choice.customer_id is None and any(
        kind.needs_customer and choice.payment_method in kind.payment_methods
        for kind in tender_kinds()
    ):
        raise PaymentMethodUnavailable


def options_of(
    shopper: Shopper, asked: OrderInput, settings: Settings, *, may_guess: bool
) -> CheckoutOptions:
    """What the shopper chose."""
    return CheckoutOptions(
        destination=shopper.destination(settings),
        shipping_method=asked.shipping_method,
        promo_code=asked.promo_code,
        buyer=Buyer(shopper.customer_id, shopper.email, shopper.phone),
        tender=tender_choice(shopper.customer_id, asked, may_guess=may_guess),
        gift_wrap=asked.gift_wrap,
        may_guess=may_guess,
    )


async def place_order(
    connection: Connection,
    runtime: Runtime,
    shopper: Shopper,
    asked: OrderInput,
    *,
    may_guess: bool = True,
) -> dict[str, Any]:
    """Places an order in the caller's transaction; what the edge needs to answer, now or again.

    Raises what `errors` and the cart's `errors` name; nothing is placed then.
    """
    options = options_of(shopper, asked, runtime.settings, may_guess=may_guess)
    _check_shopper(options.tender)
    today = clock.now().astimezone(ZoneInfo(runtime.settings.time_zone)).date()
    gift_cards = checked_lines(asked.gift_cards, today)
    to = options.destination
    terms = await terms_for(connection, to.country, to.state, to.city)
    lines = await _locked_lines(
        connection, shopper.customer_id, asked.sku_ids, gift_cards, gift_skus(terms.automatic)
    )
    if shopper.address is None and (not lines or any(line.gift_card is None for line in lines)):
        raise InvalidFields(fields=required_error("address"))
    if options.promo_code:
        await lock_promo(connection, options.promo_code)
    quoted = await quote(connection, runtime, lines, options, terms)
    # Gift cards cannot be bought this way; the quote has a problem for them.
    has_gift_cards = any(line.gift_card is not None for line in lines)
    rest = _pays_rest(options.tender, quoted)
    pays_courier = rest is not None and rest.is_paid_to_courier and not has_gift_cards
    check_phone(shopper, runtime.settings, cash_on_delivery=pays_courier)
    if quoted.obstacles:
        _refuse(quoted, runtime)
    if asked.expected_total not in (None, quoted.priced.total):
        raise TotalChanged(quote=_dumped(quoted, runtime))
    if asked.expected_gifts is not None and sorted(asked.expected_gifts) != quoted.gift_skus:
        raise GiftsChanged(quote=_dumped(quoted, runtime))
    _check_payment(rest, quoted, runtime)
    is_guest = shopper.customer_id is None
    wants_proof = is_guest and pays_courier and runtime.settings.cash_on_delivery_code
    if wants_proof and not shopper.contact_proven:
        raise ContactUnproven

    draft = _draft(shopper, asked, quoted, runtime, rest)
    order = await write_order(connection, draft)
    products = await reserve(connection, quoted.units, order.id)
    if quoted.promo is not None:
        await use_promo(connection, quoted.promo.id, order.id, options.buyer)
    attempt_id = await hold_tenders(connection, runtime, order, draft.tenders)
    if asked.sku_ids is None:
        await connection.execute(TAKE_OUT, [line.id for line in lines])
    news = [OrderPlaced(order_id=order.id)]
    paid = [OrderPaid(order_id=order.id)] if order.payment_status is PaymentStatus.PAID else []
    await publish(connection, *news, *paid)
    await refresh_cards(connection, products)
    return {
        "order_id": order.public_id,
        "status": order.status,
        "payment_status": order.payment_status,
        "method": asked.payment_method,
        "attempt_id": attempt_id,
    }
