"""Quotes a draft as the storefront would, and finds items to add."""

from __future__ import annotations

from stallage.cart.queries.carts import lines_for_skus
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
from stallage.orders.rules.searching import like_pattern, searched_words
from stallage.orders.rules.tenders import TenderChoice
from stallage.pricing.queries.terms import terms_for
from stallage.pricing.rules.buyers import Buyer
from stallage.products.schemas import ChosenOption
from stallage.settings import Settings

PRODUCTS = 10
ITEMS = 40

ITEMS_FOUND = f"""
    WITH found AS MATERIALIZED (
        SELECT p.id, 1 AS rank FROM products_view p
        WHERE ({{words}}) AND p.status = 'active' AND p.gift_card IS NULL LIMIT 200
    ), by_sku AS MATERIALIZED (
        SELECT s.id AS sku_id FROM skus_view s WHERE s.sku = ANY($1::text[])
    ), best AS (
        SELECT f.id, p.popularity FROM found f JOIN products_view p ON p.id = f.id
        ORDER BY p.popularity DESC, p.id LIMIT {PRODUCTS}
    )
    SELECT sku_id FROM (
        SELECT b.sku_id, 0 AS rank, 0::double precision AS popularity, 0::bigint AS product_id,
            0 AS position FROM by_sku b
        UNION ALL
        SELECT s.id, 1, p.popularity::double precision, p.id, s.position
        FROM best p JOIN skus_view s ON s.product_id = p.id
        WHERE s.active AND s.id NOT IN (SELECT b.sku_id FROM by_sku b)
    ) one ORDER BY rank, popularity DESC, product_id, position, sku_id LIMIT {ITEMS}
"""


def _payments(tenders: CheckoutTenders) -> list[DraftPayment]:
    """The ways to pay that the shop offers."""
    offered: list[DraftPayment] = []
    for payment, method in PAYMENT_METHODS.items():
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


async def find_items(connection: Connection, currency: Currency, text: str) -> list[SellableItem]:
    """Find variants by words of the title, or by SKU. Exact SKUs come first."""
    words = searched_words(text)
    if not words:
        return []
    conditions = " AND ".join(f"lower(p.title) LIKE ${place + 2}" for place in range(len(words)))
    skus = list({text, text.upper(), text.lower()})
    patterns = [like_pattern(word) for word in words]
    rows = await connection.fetch(ITEMS_FOUND.format(words=conditions), skus, *patterns)
    lines = await lines_for_skus(connection, {row["sku_id"]: 1 for row in rows})
    return [
        SellableItem(
            sku_id=line.sku_id,
            sku=line.sku,
            title=line.title,
            options=[ChosenOption(name=name, value=value) for name, value in line.options],
            price=currency.money(line.price),
            available=line.stock,
            image=None if line.image is None else Picture.model_validate(line.image),
            on_sale=line.problem != "unavailable",
        )
        for line in lines
    ]
