"""Prices a cart with drafts that are not saved.

The drafts are written in a transaction that is rolled back, and the cart is priced in it by the quote of the
storefront. So a trial cannot differ from what shoppers pay.
"""

from __future__ import annotations

from datetime import timedelta

from stallage.cart.queries.carts import lines_for_skus
from stallage.checkout.queries.quotes import CheckoutOptions, CheckoutQuote, quote
from stallage.checkout.queries.taxed_lines import Destination
from stallage.checkout.tenders import CheckoutTenders
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.money import Currency
from stallage.core.runtime import Runtime
from stallage.core.validation import message
from stallage.customers.rules.addresses import COUNTRIES
from stallage.orders.rules.tenders import TenderChoice
from stallage.pricing.actions.terms import put_promo_code
from stallage.pricing.queries.terms import terms_for
from stallage.pricing.rules.automatic import Hint
from stallage.pricing.rules.buyers import Buyer
from stallage.pricing.rules.totals import PricedLine
from stallage.products.schemas import ChosenOption
from stallage.promotions.actions.codes import check_code
from stallage.promotions.actions.discounts import check_discount, put_discount
from stallage.promotions.queries.discounts import discount_by_id
from stallage.promotions.schemas.discounts import (
    DiscountTrial,
    DiscountTrialInput,
    TrialDiscount,
    TrialLine,
    TrialTax,
)

DRAFT_SLUG = "draft-of-a-trial"


class _Undo(Exception):
    """Rolls back the drafts of a trial."""


async def try_promotions(runtime: Runtime, body: DiscountTrialInput) -> DiscountTrial:
    """Price a cart as the storefront would. Raises InvalidFields, and NotFound for an unknown discount."""
    country = body.country.upper() or runtime.settings.country
    if country not in COUNTRIES:
        raise InvalidFields(fields={"country": [message("invalid", "country")]})
    trial: DiscountTrial | None = None
    try:
        async with runtime.database.transaction() as connection:
            code = await _write_drafts(connection, runtime.currency, body)
            trial = await _priced(connection, runtime, body, code, country)
            raise _Undo
    except _Undo:
        if trial is None:
            raise
        return trial


async def _write_drafts(
    connection: Connection, currency: Currency, body: DiscountTrialInput
) -> str:
    """Write the drafts as running; return the code to enter."""
    runs = {"starts_at": clock.now() - timedelta(seconds=1), "ends_at": None}
    if body.discount is not None:
        check_discount(body.discount)
        slug = DRAFT_SLUG
        if body.discount_id is not None:
            slug = (await discount_by_id(connection, body.discount_id, currency)).slug
        await put_discount(connection, slug, body.discount.model_copy(update=runs))
    if body.code is None:
        return body.promo_code
    check_code(body.code)
    await put_promo_code(connection, **(body.code.model_dump(by_alias=False) | runs))
    return body.code.code


async def _priced(
    connection: Connection, runtime: Runtime, body: DiscountTrialInput, code: str, country: str
) -> DiscountTrial:
    units: dict[int, int] = {}
    for line in body.lines:
        units[line.sku_id] = units.get(line.sku_id, 0) + line.quantity
    lines = await lines_for_skus(connection, units)
    options = CheckoutOptions(
        destination=Destination(country, "", ""),
        shipping_method=None,
        promo_code=code or None,
        buyer=Buyer(),
        tender=TenderChoice(None),
    )
    terms = await terms_for(connection, country, "", "")
    quoted = await quote(
        connection,
        runtime.settings,
        CheckoutTenders(runtime),
        lines,
        options=options,
        terms=terms,
    )
    return _to_trial(quoted, runtime.currency)


def _of_line(
    quoted: CheckoutQuote, index: int, priced: PricedLine, currency: Currency
) -> list[TrialDiscount]:
    """The discounts of a line, the promo code last."""
    named = [
        (one.rule.title, one.by_item[index] if index < len(one.by_item) else 0)
        for one in quoted.automatic
    ]
    if quoted.promo is not None:
        named.append((quoted.promo.title, priced.discount - sum(amount for _, amount in named)))
    return [
        TrialDiscount(name=name, amount=currency.money(amount)) for name, amount in named if amount
    ]


def _hint(hint: Hint, currency: Currency) -> str:
    missing = []
    if hint.missing_amount:
        missing.append(currency.format(hint.missing_amount))
    if hint.missing_units:
        missing.append(f"{hint.missing_units} ×")
    return f"{hint.rule.title}: +{' / '.join(missing)}"


def _to_trial(quoted: CheckoutQuote, currency: Currency) -> DiscountTrial:
    priced, money = quoted.priced, currency.money
    return DiscountTrial(
        lines=[
            TrialLine(
                sku_id=line.sku_id,
                sku=line.sku,
                title=line.title,
                options=[ChosenOption(name=name, value=value) for name, value in line.options],
                quantity=line.quantity,
                price=money(line.price),
                total=money(amounts.total),
                discounts=_of_line(quoted, index, amounts, currency),
                discount=money(amounts.discount),
                after=money(amounts.total - amounts.discount),
                is_gift=gift is not None,
            )
            for index, (line, gift, amounts) in enumerate(
                zip(quoted.lines, quoted.gifts, priced.lines, strict=True)
            )
        ],
        subtotal=money(priced.subtotal),
        discounts=[
            TrialDiscount(name=one.name, amount=money(one.amount)) for one in quoted.discounts
        ],
        shipping=money(priced.shipping),
        taxes=[
            TrialTax(name=tax.rate.name, amount=money(tax.amount), included=tax.rate.included)
            for tax in priced.taxes
        ],
        total=money(priced.total),
        problems=[problem.message for problem in quoted.problems],
        hints=[_hint(hint, currency) for hint in quoted.hints],
    )
