"""Computes what an order would cost and which problems prevent it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from zoneinfo import ZoneInfo

from stallage.cart.queries.lines import CartLine
from stallage.cart.rules.lines import BLOCKING, MESSAGES
from stallage.checkout.errors import (
    CartEmpty,
    DeliveryUnavailable,
    GiftWrapUnavailable,
    ShippingMethodUnavailable,
)
from stallage.checkout.queries.discounts import Gift, apply_discounts
from stallage.checkout.queries.taxed_lines import (
    Destination,
    reverse_charge_of,
    to_item,
    weight_of,
    without_tax,
)
from stallage.checkout.tenders import CheckoutTenders
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import ApiError
from stallage.core.money import Currency
from stallage.orders.rules.tenders import TenderChoice, TenderDraft
from stallage.pricing.queries.promo_codes import find_promo
from stallage.pricing.queries.terms import Terms
from stallage.pricing.rules.automatic import AppliedDiscount, Hint
from stallage.pricing.rules.buyers import Buyer
from stallage.pricing.rules.delivery import Zone, offered_deliveries
from stallage.pricing.rules.gift_wrap import GiftWrap, add_gift_wrap
from stallage.pricing.rules.reverse_charge import (
    REVERSE_CHARGE,
    Reason,
    delivery_without_tax,
    without_included_tax,
)
from stallage.pricing.rules.totals import (
    PROMO_MESSAGES,
    Delivery,
    PricedOrder,
    Promo,
    discounts_by_line,
    price_order,
    promo_problem,
    spread,
    value_of_items,
)
from stallage.settings import Settings

BY_OPERATOR = "by-operator"
"""Marks the discount of an operator among an order's discounts."""


@dataclass(frozen=True, slots=True)
class OperatorDiscount:
    """A discount that an operator grants on an order taken by telephone."""

    name: str
    """Shown to the shopper."""
    amount: int
    """At most this much; never more than the items cost."""


@dataclass(frozen=True, slots=True)
class CheckoutOptions:
    """What the shopper chose besides the lines."""

    destination: Destination
    shipping_method: str | None
    promo_code: str | None
    buyer: Buyer
    """The buyer that uses of a promo code are counted for."""
    tender: TenderChoice
    gift_wrap: bool = False
    may_guess: bool = True
    """Whether the promo code is looked up; False after too many unknown codes."""
    discount: OperatorDiscount | None = None
    """Deducted after automatic discounts and before the promo code."""


@dataclass(frozen=True, slots=True)
class CheckoutProblem:
    """A problem that prevents the order."""

    code: str
    message: str
    sku_id: int | None = None
    error: type[ApiError] | None = None
    """The error that refuses the order; None: derived from the code."""


@dataclass(frozen=True, slots=True)
class NamedDiscount:
    """The amount of one discount on an order."""

    name: str
    amount: int
    slug: str | None
    """Of an automatic discount; `by-operator` for an operator's; None for a promo code."""


@dataclass(frozen=True, slots=True)
class CheckoutQuote:
    """A quote with everything that is needed to write the order."""

    lines: list[CartLine]
    """The items to buy, followed by the gifts."""
    gifts: list[Gift | None]
    """For each line, the gift that it is; None for items to buy."""
    priced: PricedOrder
    deliveries: Sequence[Delivery]
    delivery: Delivery | None
    promo: Promo | None
    """The promo code that applies, if any."""
    automatic: Sequence[AppliedDiscount]
    """In the order in which they apply."""
    hints: Sequence[Hint]
    tenders: list[TenderDraft]
    """The stored value that pays a part of the order."""
    payable: int
    """What stored value leaves to pay."""
    problems: list[CheckoutProblem]
    ordered_on: date
    gift_wrap_offered: GiftWrap | None
    gift_wrap: GiftWrap | None
    """The one included in the total."""
    by_operator: NamedDiscount | None = None
    weight: int = 0
    """Of what is shipped, in grams."""
    zone: Zone | None = None
    reverse_charge: Reason = "off"

    @property
    def units(self) -> dict[int, int]:
        """Units by SKU id, including gifts but not gift cards, which have no stock."""
        counted: Counter[int] = Counter()
        for line in self.lines:
            if line.gift_card is None:
                counted[line.sku_id] += line.quantity
        return counted

    @property
    def gift_skus(self) -> list[int]:
        """The SKU ids of the gifts, sorted."""
        return sorted(gift.line.sku_id for gift in self.gifts if gift is not None)

    @property
    def discounts(self) -> list[NamedDiscount]:
        """All discounts with their amounts, the promo code last."""
        named = [NamedDiscount(one.rule.title, one.amount, one.rule.slug) for one in self.automatic]
        if self.by_operator is not None:
            named.append(self.by_operator)
        if self.promo is not None:
            of_promo = self.priced.discount - sum(one.amount for one in named)
            named.append(NamedDiscount(self.promo.title, of_promo, None))
        return named


def items_total(lines: Sequence[CartLine]) -> int:
    """The total of all lines except gift cards, before discounts."""
    return sum(line.total for line in lines if line.gift_card is None)


def _to_problem(error: type[ApiError]) -> CheckoutProblem:
    return CheckoutProblem(error.code, error.message)


def _line_problem(line: CartLine) -> CheckoutProblem | None:
    if line.problem in BLOCKING and line.problem is not None:
        return CheckoutProblem(line.problem, MESSAGES[line.problem], line.sku_id)
    if line.quantity > line.max_quantity:
        message = f"You can buy at most {line.max_quantity} of this item."
        return CheckoutProblem("limit_reached", message, line.sku_id)
    return None


def _promo_problem(code: str, promo: Promo | None, settings: Settings) -> CheckoutProblem:
    minimum = ""
    if promo is not None:
        minimum = Currency.of(settings.currency).format(promo.minimum_purchase)
    return CheckoutProblem(code, PROMO_MESSAGES[code].format(minimum=minimum))


async def _find_promo(
    connection: Connection, lines: list[CartLine], options: CheckoutOptions
) -> tuple[Promo | None, str | None]:
    """The promo code that was entered, and its problem as a key of `PROMO_MESSAGES`."""
    if not options.promo_code:
        return None, None
    if not options.may_guess:
        return None, "promo_too_many"
    promo = await find_promo(connection, options.promo_code, options.buyer)
    problem = promo_problem(promo, items_total(lines), clock.now())
    if promo is not None and lines and all(line.gift_card is not None for line in lines):
        problem = "promo_gift_cards"
    return promo, problem


def _choose_delivery(
    chosen_code: str | None, offered: Sequence[Delivery], lines: Sequence[CartLine]
) -> tuple[Sequence[Delivery], Delivery | None, CheckoutProblem | None]:
    """The available delivery methods, the one to charge, and the problem of the shopper's choice."""
    if not any(line.requires_shipping for line in lines):
        return (), None, None
    if not offered:
        return (), None, _to_problem(DeliveryUnavailable)
    chosen = next((one for one in offered if one.code == chosen_code), None)
    if chosen is None and chosen_code:
        return offered, offered[0], _to_problem(ShippingMethodUnavailable)
    return offered, chosen or offered[0], None


def _offer_gift_wrap(settings: Settings, lines: list[CartLine]) -> GiftWrap | None:
    """The gift wrap that is offered for these lines; None if nothing is shipped."""
    if not settings.gift_wrap or not any(line.requires_shipping for line in lines):
        return None
    return GiftWrap(settings.gift_wrap_name, settings.gift_wrap_price)


def _granted(
    discount: OperatorDiscount | None, lines: Sequence[CartLine], automatic: Sequence[int]
) -> list[int]:
    """The part of an operator's discount on each line. Gift cards get none."""
    rest = [
        0 if line.gift_card is not None else line.total - less
        for line, less in zip(lines, automatic, strict=True)
    ]
    return spread(0 if discount is None else min(discount.amount, sum(rest)), rest)


async def quote(
    connection: Connection,
    settings: Settings,
    tenders: CheckoutTenders,
    lines: list[CartLine],
    *,
    options: CheckoutOptions,
    terms: Terms,
) -> CheckoutQuote:
    """Quote lines at current prices. `terms` are those of the destination. Writes nothing."""
    charge = reverse_charge_of(terms, options.destination, settings)
    reversed_ = charge == "applies"
    if reversed_:
        lines = without_tax(lines, terms.rates)
    problems = [problem for line in lines if (problem := _line_problem(line)) is not None]
    if not lines:
        problems.append(_to_problem(CartEmpty))
    promo, wrong_promo = await _find_promo(connection, lines, options)
    if wrong_promo is not None:
        problems.append(_promo_problem(wrong_promo, promo, settings))
        promo = None
    discounted = await apply_discounts(connection, terms.automatic, lines, promo)
    if promo is not None and not discounted.evaluation.promo_applies:
        problems.append(_promo_problem("promo_saves_less", promo, settings))
        promo = None
    with_gifts = [*lines, *(gift.line for gift in discounted.gifts)]
    granted = _granted(options.discount, lines, discounted.evaluation.by_item)
    automatic = [
        *(less + more for less, more in zip(discounted.evaluation.by_item, granted, strict=True)),
        *(0 for _ in discounted.gifts),
    ]
    items = [to_item(line) for line in with_gifts]
    weight = weight_of(with_gifts)
    value = value_of_items(items, discounts_by_line(items, promo, automatic))
    offered = offered_deliveries(terms.deliveries, value=value, weight=weight)
    wrap_offered = _offer_gift_wrap(settings, lines)
    if reversed_:
        offered = [
            replace(one, price=delivery_without_tax(one.price, terms.rates)) for one in offered
        ]
        wrap_offered = wrap_offered and replace(
            wrap_offered, price=without_included_tax(wrap_offered.price, terms.rates)
        )
    deliveries, delivery, wrong_delivery = _choose_delivery(options.shipping_method, offered, lines)
    if wrong_delivery is not None:
        problems.append(wrong_delivery)
    wrap = wrap_offered if options.gift_wrap else None
    if options.gift_wrap and wrap is None and lines:
        problems.append(_to_problem(GiftWrapUnavailable))
    rates = (REVERSE_CHARGE,) if reversed_ else terms.rates
    priced = price_order(items, promo=promo, delivery=delivery, rates=rates, automatic=automatic)
    priced = add_gift_wrap(priced, wrap, rates)
    # Stored value cannot buy gift cards: it could outlive its expiry in them, and stolen credit would be
    # hard to recover.
    gift_cards = sum(line.total for line in lines if line.gift_card is not None)
    drafts, errors = await tenders.stored_value(
        connection, options.tender, priced.total - gift_cards
    )
    problems += [CheckoutProblem(one.code, one.message, error=type(one)) for one in errors]
    return CheckoutQuote(
        lines=with_gifts,
        gifts=[*(None for _ in lines), *discounted.gifts],
        priced=priced,
        deliveries=deliveries,
        delivery=delivery,
        promo=promo,
        automatic=discounted.evaluation.applied,
        hints=discounted.hints,
        tenders=drafts,
        payable=priced.total - sum(draft.amount for draft in drafts),
        problems=problems,
        ordered_on=clock.now().astimezone(ZoneInfo(settings.time_zone)).date(),
        gift_wrap_offered=wrap_offered,
        gift_wrap=wrap,
        by_operator=None
        if options.discount is None or not sum(granted)
        else NamedDiscount(options.discount.name, sum(granted), BY_OPERATOR),
        weight=weight,
        zone=terms.zone,
        reverse_charge=charge,
    )
