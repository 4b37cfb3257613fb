"""Quotes a draft as the storefront would, and shows items to add."""

from __future__ import annotations

from stallage.cart.queries.carts import lines_for_skus
from stallage.cart.queries.lines import CartLine
from stallage.checkout.queries.quote_schemas import to_schema
from stallage.checkout.queries.quotes import CheckoutOptions, OperatorDiscount, quote
from stallage.checkout.queries.shoppers import quote_destination
from stallage.checkout.schemas import Place, QuoteInput
from stallage.checkout.tenders import CheckoutTenders
from stallage.core.db import Connection
from stallage.core.errors import ApiError
from stallage.core.money import Currency
from stallage.core.schemas import Picture
from stallage.draft_orders.rules import PAYMENT_METHODS, DraftPayment
from stallage.draft_orders.schemas import (
    DraftInput,
    DraftQuote,
    SellableItem,
)
from stallage.orders.rules.tenders import TenderChoice
from stallage.pricing.queries.terms import terms_for
from stallage.pricing.rules.buyers import Buyer
from stallage.products.schemas import ChosenOption
from stallage.settings import Settings


def _payments(tenders: CheckoutTenders) -> list[DraftPayment]:
    """The ways to pay that the shop offers."""
    offered: list[DraftPayment] = []
    for payment, method in PAYMENT_METHODS.items():
        if payment == "manual":
            offered.append(payment)
            continue
        kind = tenders.kind_for_rest(TenderChoice(None, payment_method=method), 1)
        try:
            if kind is not None:
                tenders.check_kind(kind, has_gift_cards=False)
                offered.append(payment)
        except ApiError:
            continue
    return offered


async def quote_draft(
    connection: Connection, settings: Settings, tenders: CheckoutTenders, body: DraftInput
) -> DraftQuote:
    """Quote the content of a draft as the shopper would see it. Raises InvalidFields and NotFound."""
    address, contact = body.address, body.contact
    place = None
    if address is not None and address.country:
        place = Place(
            city=address.city,
            state=address.state,
            postal_code=address.postal_code,
            country=address.country,
        )
    input_of_quote = QuoteInput.model_construct(address=place, address_id=None, postal_code=None)
    to = await quote_destination(connection, body.customer_id, input_of_quote, settings)
    units = {line.sku_id: line.quantity for line in body.lines}
    lines = await lines_for_skus(connection, units)
    options = CheckoutOptions(
        destination=to,
        shipping_method=body.shipping_method or None,
        promo_code=body.promo_code or None,
        buyer=Buyer(body.customer_id, contact.email, contact.phone),
        tender=TenderChoice(body.customer_id),
        discount=None
        if body.discount is None
        else OperatorDiscount(body.discount.reason, body.discount.amount),
    )
    terms = await terms_for(connection, to.country, to.state, to.city)
    quoted = await quote(connection, settings, tenders, lines, options=options, terms=terms)
    known = {line.sku_id for line in lines}
    return DraftQuote(
        quote=to_schema(quoted, Currency.of(settings.currency)),
        gone_sku_ids=[sku_id for sku_id in units if sku_id not in known],
        payments=_payments(tenders),
    )


def sellable_item(line: CartLine, currency: Currency) -> SellableItem:
    """An item as operators choose it."""
    return SellableItem(
        sku_id=line.sku_id,
        sku=line.sku,
        title=line.title,
        options=[ChosenOption(name=name, value=value) for name, value in line.options],
        price=currency.money(line.price),
        available=line.stock,
        image=None if line.image is None else Picture.model_validate(line.image),
        on_sale=line.problem != "unavailable",
    )
