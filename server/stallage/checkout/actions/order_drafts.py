"""Converts a quote to the order to write."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from stallage.checkout.queries.line_drafts import line_draft, tax_entries
from stallage.checkout.queries.quote_schemas import estimate_of
from stallage.checkout.queries.quotes import CheckoutQuote, OperatorDiscount
from stallage.checkout.queries.shoppers import Shopper
from stallage.checkout.schemas import OrderInput
from stallage.core import clock
from stallage.orders.drafts import OrderDraft
from stallage.orders.rules.tenders import TenderDraft
from stallage.orders.tenders import TenderKind
from stallage.settings import Settings

ONLINE = "online"
"""The kind of tender that a provider takes."""


@dataclass(frozen=True, slots=True)
class OnBehalf:
    """An operator who places an order for a shopper, such as by telephone."""

    operator: str
    hold: timedelta
    """How long the order waits for its payment."""
    discount: OperatorDiscount | None = None
    tender: str | None = None
    """The kind of tender that pays the order; None: that of its payment method."""


def draft_order(
    shopper: Shopper,
    body: OrderInput,
    quoted: CheckoutQuote,
    settings: Settings,
    rest: TenderKind | None,
    *,
    on_behalf: OnBehalf | None = None,
) -> OrderDraft:
    """The order to write. `rest` pays what stored value leaves."""
    priced, delivery, promo = quoted.priced, quoted.delivery, quoted.promo
    hold = timedelta(seconds=settings.payment_hold_seconds)
    if on_behalf is not None:
        hold = on_behalf.hold
    tenders = list(quoted.tenders)
    if rest is not None:
        tenders.append(TenderDraft(rest.name, quoted.payable))
    return OrderDraft(
        customer_id=shopper.customer_id,
        email=shopper.email,
        phone=shopper.phone,
        contact_proven=shopper.contact_proven,
        network=shopper.network,
        is_test=settings.payment_gateway_mode == 0 and rest is not None and rest.name == ONLINE,
        first_name=shopper.first_name,
        last_name=shopper.last_name,
        address=None if shopper.address is None else shopper.address.to_json(),
        billing_address=None if shopper.billing is None else shopper.billing.to_json(),
        delivery_note=body.delivery_note or None,
        gift_message=body.gift_message or None,
        payment_method=body.payment_method,
        pay_until=clock.now() + hold if rest is not None and rest.is_paid_first else None,
        currency=settings.currency,
        lines=[
            line_draft(line, amounts, gift)
            for line, amounts, gift in zip(
                quoted.lines, quoted.priced.lines, quoted.gifts, strict=True
            )
        ],
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
        taxes=tax_entries(priced.charged_taxes),
        total=priced.total,
        tenders=tenders,
        payable=quoted.payable,
        promo_code=None if promo is None else promo.code,
        ordered_on=quoted.ordered_on,
        operator=None if on_behalf is None else on_behalf.operator,
    )
