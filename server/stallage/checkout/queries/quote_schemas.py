"""Converts quotes to API schemas."""

from __future__ import annotations

from datetime import date

from stallage.cart.queries.lines import to_cart_item
from stallage.checkout.queries.quotes import CheckoutQuote, items_total
from stallage.checkout.schemas import (
    DiscountHint,
    Quote,
    QuoteGift,
    QuoteProblem,
    QuoteTender,
    ShippingChoice,
)
from stallage.core.money import Currency
from stallage.pricing import schemas
from stallage.pricing.rules.gift_wrap import GiftWrap
from stallage.pricing.rules.totals import (
    Delivery,
    delivery_price,
    estimate,
    more_for_free,
    percent_text,
)
from stallage.pricing.schemas import Discount, Estimate, Tax
from stallage.tenders import tender_kind


def estimate_of(delivery: Delivery, ordered_on: date) -> Estimate:
    """The expected delivery dates of an order."""
    return Estimate.model_construct(
        min_days=delivery.min_days,
        max_days=delivery.max_days,
        earliest=estimate(ordered_on, delivery.min_days),
        latest=estimate(ordered_on, delivery.max_days),
    )


def _wrap_schema(wrap: GiftWrap | None, currency: Currency) -> schemas.GiftWrap | None:
    if wrap is None:
        return None
    return schemas.GiftWrap.model_construct(name=wrap.name, price=currency.money(wrap.price))


def to_schema(quoted: CheckoutQuote, currency: Currency) -> Quote:
    """The API schema of a quote."""
    priced, money = quoted.priced, currency.money
    discounted = items_total(quoted.lines) - priced.discount
    return Quote.model_construct(
        lines=[to_cart_item(line, currency) for line in quoted.lines],
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
                price=money(delivery_price(delivery, discounted)),
                free_over=currency.optional_money(delivery.free_over),
                more_for_free=currency.optional_money(more_for_free(delivery, discounted)),
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
                rate=percent_text(tax.rate.millionths),
                amount=money(tax.amount),
                included=tax.rate.included,
            )
            for tax in priced.charged_taxes
        ],
        total=money(priced.total),
        wallet_used=money(priced.total - quoted.payable),
        tenders=[
            QuoteTender.model_construct(
                kind=one.kind,
                label=tender_kind(one.kind).label,
                amount=money(one.amount),
                code=one.code,
            )
            for one in quoted.tenders
        ],
        payable=money(quoted.payable),
        problems=[
            QuoteProblem.model_construct(code=one.code, message=one.message, sku_id=one.sku_id)
            for one in quoted.problems
        ],
    )
