"""Converts a quote to the order to write."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import timedelta

from stallage.checkout.queries.quote_schemas import estimate_of
from stallage.checkout.queries.quotes import CheckoutQuote, OperatorDiscount
from stallage.checkout.queries.shoppers import Shopper
from stallage.checkout.schemas import OrderInput
from stallage.core import clock
from stallage.orders.drafts import LineDraft, OrderDraft
from stallage.orders.rules.tenders import TenderDraft
from stallage.orders.tenders import TenderKind
from stallage.pricing.rules.totals import percent_text
from stallage.settings import Settings


@dataclass(frozen=True, slots=True)
class OnBehalf:
    """An operator who places an order for a shopper, such as by telephone."""

    operator: str
    hold: timedelta
    """How long the order waits for its payment."""
    discount: OperatorDiscount | None = None


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
        first_name=shopper.first_name,
        last_name=shopper.last_name,
        address=None if shopper.address is None else asdict(shopper.address),
        billing_address=None if shopper.billing is None else asdict(shopper.billing),
        delivery_note=body.delivery_note or None,
        gift_message=body.gift_message or None,
        payment_method=body.payment_method,
        pay_until=clock.now() + hold if rest is not None and rest.is_paid_first else None,
        currency=settings.currency,
        lines=_line_drafts(quoted),
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
        ordered_on=quoted.ordered_on,
        operator=None if on_behalf is None else on_behalf.operator,
    )


def _line_drafts(quoted: CheckoutQuote) -> list[LineDraft]:
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
            gift=None if gift is None else gift.to_json(),
            returnable=line.returnable and line.gift_card is None,
            gift_card=None if line.gift_card is None else line.gift_card.to_json(),
        )
        for line, priced, gift in zip(quoted.lines, quoted.priced.lines, quoted.gifts, strict=True)
    ]
