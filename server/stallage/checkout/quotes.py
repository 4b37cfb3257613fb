"""Works out what an order would cost, and what stands in its way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from stallage.cart.lines import CartLine, item_of
from stallage.cart.rules import BLOCKING, MESSAGES
from stallage.checkout.errors import CartEmpty, DeliveryUnavailable, ShippingMethodUnavailable
from stallage.checkout.schemas import Quote, QuoteProblem, ShippingChoice
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.money import Currency
from stallage.core.runtime import Runtime
from stallage.pricing import rules as pricing
from stallage.pricing.queries import Terms, promo_for, terms_for
from stallage.pricing.rules import Delivery, Priced, Promo
from stallage.pricing.schemas import Discount, Estimate, Tax
from stallage.wallet.queries import balance_of


@dataclass(frozen=True, slots=True)
class Destination:
    """Where an order goes, as far as prices depend on it."""

    country: str
    state: str
    city: str


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the shopper chose besides the lines."""

    destination: Destination
    shipping_method: str | None
    promo_code: str | None
    buyer: str
    """Whom uses of a promo code are counted for; see `pricing.queries.buyer_name`."""
    wallet_of: int | None
    """The customer whose wallet pays as much as it can; None where it is left alone."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something that stands in the way of ordering."""

    code: str
    message: str
    sku_id: int | None = None


@dataclass(frozen=True, slots=True)
class Quoted:
    """A quote with what is needed to write the order."""

    lines: list[CartLine]
    priced: Priced
    deliveries: Sequence[Delivery]
    delivery: Delivery | None
    promo: Promo | None
    """The code that counts; None where none was given or it does not count."""
    wallet_used: int
    payable: int
    obstacles: list[Obstacle]
    ordered_on: date


def _of_line(line: CartLine) -> Obstacle | None:
    if line.problem in BLOCKING and line.problem is not None:
        return Obstacle(line.problem, MESSAGES[line.problem], line.sku_id)
    if line.quantity > line.most:
        message = f"You can buy at most {line.most} of this item."
        return Obstacle("limit_reached", message, line.sku_id)
    return None


def _of_promo(code: str, promo: Promo | None, currency: Currency) -> Obstacle:
    minimum = "" if promo is None else currency.text(promo.minimum_purchase)
    return Obstacle(code, pricing.PROMO_MESSAGES[code].format(minimum=minimum))


def _deliver(
    wishes: Wishes, terms: Terms, lines: list[CartLine]
) -> tuple[Sequence[Delivery], Delivery | None, Obstacle | None]:
    """The ways of delivery to choose from, the one that counts, and what is wrong with that."""
    if not any(line.requires_shipping for line in lines):
        return (), None, None
    if not terms.deliveries:
        return (), None, Obstacle(DeliveryUnavailable.code, DeliveryUnavailable.message)
    chosen = next((one for one in terms.deliveries if one.code == wishes.shipping_method), None)
    if chosen is None and wishes.shipping_method:
        wrong = Obstacle(ShippingMethodUnavailable.code, ShippingMethodUnavailable.message)
        return terms.deliveries, terms.deliveries[0], wrong
    return terms.deliveries, chosen or terms.deliveries[0], None


def goods_total(lines: list[CartLine]) -> int:
    """What lines that are no gift cards come to, before any discount."""
    return sum(line.total for line in lines if line.gift is None)


async def quote(
    connection: Connection, runtime: Runtime, lines: list[CartLine], wishes: Wishes
) -> Quoted:
    """Quotes lines with their prices of now. Nothing is written."""
    now = clock.now()
    to = wishes.destination
    terms = await terms_for(connection, to.country, to.state, to.city)
    obstacles = [found for line in lines if (found := _of_line(line)) is not None]
    if not lines:
        obstacles.append(Obstacle(CartEmpty.code, CartEmpty.message))
    promo = None
    if wishes.promo_code:
        promo = await promo_for(connection, wishes.promo_code, wishes.buyer)
        problem = pricing.promo_problem(promo, goods_total(lines), now)
        if promo is not None and lines and all(line.gift is not None for line in lines):
            problem = "promo_gift_cards"
        if problem is not None:
            obstacles.append(_of_promo(problem, promo, runtime.currency))
            promo = None
    deliveries, delivery, wrong = _deliver(wishes, terms, lines)
    if wrong is not None:
        obstacles.append(wrong)
    priced = pricing.price(
        [
            pricing.Goods(line.price, line.quantity, line.taxable, line.gift is not None)
            for line in lines
        ],
        promo=promo,
        delivery=delivery,
        rates=terms.rates,
    )
    balance = 0 if wishes.wallet_of is None else await balance_of(connection, wishes.wallet_of)
    # Gift cards are paid for with new money: credit could outlive its expiry by them, and what
    # somebody stole would be hard to take back.
    gift_cards = sum(line.total for line in lines if line.gift is not None)
    wallet_used, _ = pricing.after_wallet(priced.total - gift_cards, balance)
    payable = priced.total - wallet_used
    return Quoted(
        lines=lines,
        priced=priced,
        deliveries=deliveries,
        delivery=delivery,
        promo=promo,
        wallet_used=wallet_used,
        payable=payable,
        obstacles=obstacles,
        ordered_on=now.astimezone(ZoneInfo(runtime.settings.time_zone)).date(),
    )


def estimate_of(delivery: Delivery, ordered_on: date) -> Estimate:
    """When an order of that day arrives."""
    return Estimate.model_construct(
        min_days=delivery.min_days,
        max_days=delivery.max_days,
        earliest=pricing.estimate(ordered_on, delivery.min_days),
        latest=pricing.estimate(ordered_on, delivery.max_days),
    )


def said(quoted: Quoted, currency: Currency) -> Quote:
    """A quote as the API says it."""
    priced, money = quoted.priced, currency.money
    worth = goods_total(quoted.lines) - priced.discount
    return Quote.model_construct(
        lines=[item_of(line, currency) for line in quoted.lines],
        subtotal=money(priced.subtotal),
        discounts=[
            Discount.model_construct(name=promo.title, amount=money(priced.discount))
            for promo in (quoted.promo,)
            if promo is not None
        ],
        shipping_methods=[
            ShippingChoice.model_construct(
                code=delivery.code,
                name=delivery.name,
                price=money(pricing.delivery_price(delivery, worth)),
                free_over=currency.maybe(delivery.free_over),
                more_for_free=currency.maybe(pricing.more_for_free(delivery, worth)),
                estimate=estimate_of(delivery, quoted.ordered_on),
            )
            for delivery in quoted.deliveries
        ],
        shipping_method=None if quoted.delivery is None else quoted.delivery.code,
        shipping_total=money(priced.shipping),
        taxes=[
            Tax.model_construct(
                name=tax.rate.name,
                rate=pricing.percent_text(tax.rate.millionths),
                amount=money(tax.amount),
                included=tax.rate.included,
            )
            for tax in priced.taxes
        ],
        total=money(priced.total),
        wallet_used=money(quoted.wallet_used),
        payable=money(quoted.payable),
        problems=[
            QuoteProblem.model_construct(code=one.code, message=one.message, sku_id=one.sku_id)
            for one in quoted.obstacles
        ],
    )
