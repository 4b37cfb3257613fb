"""Works out what an order would cost, and what stands in its way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from stallage.cart.lines import CartLine, item_of
from stallage.cart.rules import BLOCKING, MESSAGES
from stallage.checkout.discounting import Gift, discounted
from stallage.checkout.errors import (
    CartEmpty,
    DeliveryUnavailable,
    GiftWrapUnavailable,
    ShippingMethodUnavailable,
)
from stallage.checkout.schemas import (
    DiscountHint,
    OrderInput,
    Quote,
    QuoteGift,
    QuoteInput,
    QuoteProblem,
    ShippingChoice,
)
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import ApiError
from stallage.core.money import Currency
from stallage.core.runtime import Runtime
from stallage.orders.rules.tenders import TenderChoice, TenderDraft, TenderOffer, paid_by
from stallage.pricing import rules as pricing
from stallage.pricing import schemas
from stallage.pricing.automatic.rules import Hint, Taken
from stallage.pricing.buyers import Buyer
from stallage.pricing.gift_wrap import GiftWrap, with_gift_wrap
from stallage.pricing.queries import Terms, promo_for
from stallage.pricing.rules import Delivery, Priced, Promo
from stallage.pricing.schemas import Discount, Estimate, Tax
from stallage.settings import Settings
from stallage.tenders import tender_kinds


@dataclass(frozen=True, slots=True)
class Destination:
    """Where an order goes, as far as prices depend on it."""

    country: str
    state: str
    city: str


@dataclass(frozen=True, slots=True)
class CheckoutOptions:
    """What the shopper chose besides the lines."""

    destination: Destination
    shipping_method: str | None
    promo_code: str | None
    buyer: Buyer
    """Whom uses of a promo code are counted for."""
    tender: TenderChoice
    gift_wrap: bool = False
    may_guess: bool = True
    """Whether the promo code is looked at; not after many that nobody knows."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something that stands in the way of ordering."""

    code: str
    message: str
    sku_id: int | None = None
    refusal: type[ApiError] | None = None
    """What an order is refused with; None: that of the code."""


@dataclass(frozen=True, slots=True)
class NamedDiscount:
    """What one discount takes off an order."""

    name: str
    amount: int
    slug: str | None
    """Of an automatic discount; None for a promo code."""


@dataclass(frozen=True, slots=True)
class Quoted:
    """A quote with what is needed to write the order."""

    lines: list[CartLine]
    """What is bought, and behind it the gifts."""
    gifts: list[Gift | None]
    """For each line how it comes to be free; None for what is bought."""
    priced: Priced
    deliveries: Sequence[Delivery]
    delivery: Delivery | None
    promo: Promo | None
    """The code that counts; None where none was given or it does not count."""
    automatic: Sequence[Taken]
    """What automatic discounts take off, in the order in which they apply."""
    hints: Sequence[Hint]
    tenders: list[TenderDraft]
    """The stored value that pays a part of it."""
    payable: int
    """What that leaves to pay."""
    obstacles: list[Obstacle]
    ordered_on: date
    gift_wrap_offered: GiftWrap | None
    gift_wrap: GiftWrap | None
    """The one that is counted."""

    @property
    def units(self) -> dict[int, int]:
        """Units of items by SKU id, gifts among them; gift cards have no stock."""
        counted: Counter[int] = Counter()
        for line in self.lines:
            if line.gift_card is not None:
                continue
            counted[line.sku_id] += line.quantity
        return counted

    @property
    def gift_skus(self) -> list[int]:
        """The SKUs of the gifts, sorted."""
        return sorted(gift.line.sku_id for gift in self.gifts if gift is not None)

    @property
    def discounts(self) -> list[NamedDiscount]:
        """Every discount with what it takes off, the promo code last."""
        named = [NamedDiscount(one.rule.title, one.amount, one.rule.slug) for one in self.automatic]
        if self.promo is not None:
            of_promo = self.priced.discount - sum(one.amount for one in named)
            named.append(NamedDiscount(self.promo.title, of_promo, None))
        return named


def _of_line(line: CartLine) -> Obstacle | None:
    if line.problem in BLOCKING and line.problem is not None:
        return Obstacle(line.problem, MESSAGES[line.problem], line.sku_id)
    if line.quantity > line.most:
        message = f"You can buy at most {line.most} of this item."
        return Obstacle("limit_reached", message, line.sku_id)
    return None


def _of_promo(code: str, promo: Promo | None, currency: Currency) -> Obstacle:
    minimum = "" if promo is None else currency.format(promo.minimum_purchase)
    return Obstacle(code, pricing.PROMO_MESSAGES[code].format(minimum=minimum))


def _deliver(
    options: CheckoutOptions, terms: Terms, lines: list[CartLine]
) -> tuple[Sequence[Delivery], Delivery | None, Obstacle | None]:
    """The ways of delivery to choose from, the one that counts, and what is wrong with that."""
    if not any(line.requires_shipping for line in lines):
        return (), None, None
    if not terms.deliveries:
        return (), None, Obstacle(DeliveryUnavailable.code, DeliveryUnavailable.message)
    chosen = next((one for one in terms.deliveries if one.code == options.shipping_method), None)
    if chosen is None and options.shipping_method:
        wrong = Obstacle(ShippingMethodUnavailable.code, ShippingMethodUnavailable.message)
        return terms.deliveries, terms.deliveries[0], wrong
    return terms.deliveries, chosen or terms.deliveries[0], None


def _gift_wrap(settings: Settings, lines: list[CartLine]) -> GiftWrap | None:
    """Gift wrap as it is offered for these lines; None where there is nothing to wrap."""
    if not settings.gift_wrap or not any(line.requires_shipping for line in lines):
        return None
    return GiftWrap(settings.gift_wrap_name, settings.gift_wrap_price)


def tender_choice(
    customer_id: int | None, given: QuoteInput | OrderInput, *, may_guess: bool
) -> TenderChoice:
    """How the shopper wants to pay."""
    return TenderChoice(
        customer_id=customer_id,
        use_wallet=given.use_wallet,
        payment_method=given.payment_method if isinstance(given, OrderInput) else None,
        may_guess=may_guess,
        gift_card_codes=given.gift_card_codes,
    )


async def _stored_value(
    connection: Connection, runtime: Runtime, choice: TenderChoice, due: int
) -> tuple[list[TenderDraft], list[Obstacle]]:
    """What stored value pays of an amount, and what is wrong with what the shopper gave for it."""
    offers: list[tuple[str, TenderOffer]] = []
    obstacles = []
    for kind in tender_kinds():
        try:
            found = await kind.offers(connection, runtime, choice)
        except ApiError as refused:
            obstacles.append(Obstacle(refused.code, refused.message, refusal=type(refused)))
        else:
            offers += [(kind.name, offer) for offer in found]
    return paid_by(due, offers), obstacles


def goods_total(lines: list[CartLine]) -> int:
    """What lines that are no gift cards come to, before any discount."""
    return sum(line.total for line in lines if line.gift_card is None)


async def quote(
    connection: Connection,
    runtime: Runtime,
    lines: list[CartLine],
    options: CheckoutOptions,
    terms: Terms,
) -> Quoted:
    """Quotes lines with their prices of now, by the terms of their destination. Nothing is written."""
    now = clock.now()
    obstacles = [found for line in lines if (found := _of_line(line)) is not None]
    if not lines:
        obstacles.append(Obstacle(CartEmpty.code, CartEmpty.message))
    promo = None
    if options.promo_code and not options.may_guess:
        obstacles.append(_of_promo("promo_too_many", None, runtime.currency))
    elif options.promo_code:
        promo = await promo_for(connection, options.promo_code, options.buyer)
        problem = pricing.promo_problem(promo, goods_total(lines), now)
        if promo is not None and lines and all(line.gift_card is not None for line in lines):
            problem = "promo_gift_cards"
        if problem is not None:
            obstacles.append(_of_promo(problem, promo, runtime.currency))
            promo = None
    reduced = await discounted(connection, terms.automatic, lines, promo)
    if promo is not None and not reduced.outcome.promo_counts:
        obstacles.append(_of_promo("promo_saves_less", promo, runtime.currency))
        promo = None
    deliveries, delivery, wrong = _deliver(options, terms, lines)
    if wrong is not None:
        obstacles.append(wrong)
    with_gifts = [*lines, *(gift.line for gift in reduced.gifts)]
    wrap_offered = _gift_wrap(runtime.settings, lines)
    wrap = wrap_offered if options.gift_wrap else None
    if options.gift_wrap and wrap is None and lines:
        obstacles.append(Obstacle(GiftWrapUnavailable.code, GiftWrapUnavailable.message))
    priced = pricing.price(
        [
            pricing.Goods(line.price, line.quantity, line.taxable, line.gift_card is not None)
            for line in with_gifts
        ],
        promo=promo,
        delivery=delivery,
        rates=terms.rates,
        automatic=[*reduced.outcome.by_item, *(0 for _ in reduced.gifts)],
    )
    priced = with_gift_wrap(priced, wrap, terms.rates)
    # Gift cards are paid for with new money: credit could outlive its expiry by them, and what
    # somebody stole would be hard to take back.
    gift_cards = sum(line.total for line in lines if line.gift_card is not None)
    tenders, refused = await _stored_value(
        connection, runtime, options.tender, priced.total - gift_cards
    )
    obstacles += refused
    return Quoted(
        lines=with_gifts,
        gifts=[*(None for _ in lines), *reduced.gifts],
        priced=priced,
        deliveries=deliveries,
        delivery=delivery,
        promo=promo,
        automatic=reduced.outcome.taken,
        hints=reduced.hints,
        tenders=tenders,
        payable=priced.total - sum(tender.amount for tender in tenders),
        obstacles=obstacles,
        ordered_on=now.astimezone(ZoneInfo(runtime.settings.time_zone)).date(),
        gift_wrap_offered=wrap_offered,
        gift_wrap=wrap,
    )


def estimate_of(delivery: Delivery, ordered_on: date) -> Estimate:
    """When an order of that day arrives."""
    return Estimate.model_construct(
        min_days=delivery.min_days,
        max_days=delivery.max_days,
        earliest=pricing.estimate(ordered_on, delivery.min_days),
        latest=pricing.estimate(ordered_on, delivery.max_days),
    )


def _wrap_schema(wrap: GiftWrap | None, currency: Currency) -> schemas.GiftWrap | None:
    if wrap is None:
        return None
    return schemas.GiftWrap.model_construct(name=wrap.name, price=currency.money(wrap.price))


def to_schema(quoted: Quoted, currency: Currency) -> Quote:
    """A quote as the API says it."""
    priced, money = quoted.priced, currency.money
    worth = goods_total(quoted.lines) - priced.discount
    return Quote.model_construct(
        lines=[item_of(line, currency) for line in quoted.lines],
        gifts=[
            QuoteGift.model_construct(sku_id=gift.line.sku_id, name=gift.rule.title)
            for gift in quoted.gifts
            if gift is not None
        ],
        subtotal=money(priced.subtotal),
        discounts=[
            Discount.model_construct(name=one.name, amount=money(one.amount))
            for one in quoted.discounts
        ],
        discount_hints=[
            DiscountHint.model_construct(
                name=hint.rule.title,
                missing_amount=currency.optional_money(hint.missing_amount or None),
                missing_units=hint.missing_units or None,
                minimum=currency.optional_money(hint.rule.minimum_purchase or None),
            )
            for hint in quoted.hints
        ],
        shipping_methods=[
            ShippingChoice.model_construct(
                code=delivery.code,
                name=delivery.name,
                price=money(pricing.delivery_price(delivery, worth)),
                free_over=currency.optional_money(delivery.free_over),
                more_for_free=currency.optional_money(pricing.more_for_free(delivery, worth)),
                estimate=estimate_of(delivery, quoted.ordered_on),
            )
            for delivery in quoted.deliveries
        ],
        shipping_method=None if quoted.delivery is None else quoted.delivery.code,
        shipping_total=money(priced.shipping),
        gift_wrap_offered=_wrap_schema(quoted.gift_wrap_offered, currency),
        gift_wrap=_wrap_schema(quoted.gift_wrap, currency),
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
        wallet_used=money(priced.total - quoted.payable),
        payable=money(quoted.payable),
        problems=[
            QuoteProblem.model_construct(code=one.code, message=one.message, sku_id=one.sku_id)
            for one in quoted.obstacles
        ],
    )
