"""Shows operators what an order would cost at a place, and which rules make it so."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.cart.queries.carts import lines_for_skus
from stallage.cart.queries.lines import CartLine
from stallage.checkout.queries.items import find_items
from stallage.checkout.queries.quote_schemas import to_schema
from stallage.checkout.queries.quotes import CheckoutOptions, CheckoutQuote, quote
from stallage.checkout.queries.shoppers import quote_destination
from stallage.checkout.schemas import Place, QuoteInput
from stallage.checkout.schemas.price_check import (
    AppliedRate,
    CheckableItem,
    CheckedDelivery,
    CheckedLine,
    PriceCheck,
    PriceCheckInput,
    ZoneFound,
)
from stallage.checkout.tenders import CheckoutTenders
from stallage.core.db import Connection
from stallage.core.money import Currency
from stallage.orders.rules.tenders import TenderChoice
from stallage.pricing.queries.terms import Terms, terms_for
from stallage.pricing.rules.buyers import Buyer
from stallage.pricing.rules.reverse_charge import REVERSE_CHARGE
from stallage.pricing.rules.totals import Rate, delivery_price, percent_text, rates_of_class
from stallage.settings import Settings

SKUS = "SELECT id, sku FROM skus_view WHERE lower(sku) = ANY($1::text[]) ORDER BY id"


async def checkable_items(
    connection: Connection, currency: Currency, text: str
) -> list[CheckableItem]:
    """Find variants for a price check, by words of the title or by SKU."""
    return [
        CheckableItem(
            sku_id=line.sku_id,
            sku=line.sku,
            title=line.title,
            options=[value for _, value in line.options],
            price=currency.money(line.price),
        )
        for line in await find_items(connection, text)
    ]


async def check_price(
    connection: Connection, settings: Settings, tenders: CheckoutTenders, body: PriceCheckInput
) -> PriceCheck:
    """Quote items as the cart does, and explain the quote. Writes nothing. Raises InvalidFields."""
    named = [item.sku for item in body.items if item.sku_id is None]
    rows = await connection.fetch(SKUS, [sku.lower() for sku in named])
    ids = {row["sku"].lower(): row["id"] for row in rows}
    units: dict[int, int] = {}
    for item in body.items:
        sku_id = ids.get(item.sku.lower()) if item.sku_id is None else item.sku_id
        if sku_id is not None:
            units[sku_id] = units.get(sku_id, 0) + item.quantity
    place = Place(
        country=body.country, state=body.state, city=body.city, postal_code=body.postal_code
    )
    quote_input = QuoteInput.model_construct(
        address=place, address_id=None, postal_code=None, tax_id=body.tax_id
    )
    to = await quote_destination(connection, None, quote_input, settings)
    options = CheckoutOptions(
        destination=to,
        shipping_method=body.shipping_method or None,
        promo_code=body.promo_code or None,
        buyer=Buyer(None),
        tender=TenderChoice(None),
    )
    lines = await lines_for_skus(connection, units)
    terms = await terms_for(connection, to.country, to.state, to.city)
    quoted = await quote(connection, settings, tenders, lines, options=options, terms=terms)
    currency = Currency.of(settings.currency)
    return PriceCheck(
        quote=to_schema(quoted, currency),
        unknown_skus=[sku for sku in named if sku.lower() not in ids],
        zone=None
        if quoted.zone is None
        else ZoneFound(
            code=quoted.zone.code, name=quoted.zone.name, matched_by=quoted.zone.matched_by
        ),
        weight_grams=quoted.weight,
        delivery=_delivery(quoted, terms, currency),
        lines=_lines(quoted, terms, currency),
        delivery_rates=_rates([rate for rate in _charged(quoted, terms, "") if rate.on_delivery]),
        reverse_charge=quoted.reverse_charge,
    )


def _charged(quoted: CheckoutQuote, terms: Terms, tax_class: str) -> list[Rate]:
    """The rates that apply to a tax class in this quote."""
    if quoted.reverse_charge == "applies":
        return [REVERSE_CHARGE]
    return rates_of_class(terms.rates, tax_class)


def _rates(rates: Sequence[Rate]) -> list[AppliedRate]:
    return [
        AppliedRate(
            name=rate.name,
            rate=percent_text(rate.millionths),
            included=rate.included,
            state=rate.state,
            city=rate.city,
            tax_class=rate.tax_class,
        )
        for rate in rates
    ]


def _lines(quoted: CheckoutQuote, terms: Terms, currency: Currency) -> list[CheckedLine]:
    return [
        CheckedLine(
            sku_id=line.sku_id,
            sku=line.sku,
            title=line.title,
            quantity=line.quantity,
            price=currency.money(line.price),
            total=currency.money(amounts.total),
            discount=currency.money(amounts.discount),
            tax=currency.money(amounts.tax),
            is_gift=gift is not None,
            taxable=line.taxable,
            tax_class=line.tax_class,
            rates=_rates(_line_rates(quoted, terms, line)),
        )
        for line, amounts, gift in zip(quoted.lines, quoted.priced.lines, quoted.gifts, strict=True)
    ]


def _line_rates(quoted: CheckoutQuote, terms: Terms, line: CartLine) -> list[Rate]:
    return _charged(quoted, terms, line.tax_class) if line.taxable else []


def _delivery(quoted: CheckoutQuote, terms: Terms, currency: Currency) -> CheckedDelivery | None:
    chosen = quoted.delivery
    if chosen is None:
        return None
    value = (
        sum(line.total for line in quoted.lines if line.gift_card is None) - quoted.priced.discount
    )
    measured = quoted.weight if chosen.basis == "weight" else value
    limits = [limit for limit, _ in chosen.bands]
    band = next((limit for limit in limits if limit is None or measured <= limit), None)
    return CheckedDelivery(
        code=chosen.code,
        name=chosen.name,
        is_by_zone=bool(chosen.zone),
        basis=chosen.basis,
        band=band,
        value=currency.money(value),
        is_free=chosen.price > 0 and delivery_price(chosen, value) == 0,
        left_out=[
            one.name
            for one in terms.deliveries
            if one.code not in {offered.code for offered in quoted.deliveries}
        ],
    )
