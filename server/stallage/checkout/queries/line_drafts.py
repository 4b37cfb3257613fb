"""Converts priced lines and taxes to those of the order to write."""

from __future__ import annotations

from collections.abc import Iterable

from stallage.cart.queries.lines import CartLine
from stallage.checkout.queries.discounts import Gift
from stallage.core.json_types import JsonObject
from stallage.orders.drafts import LineDraft
from stallage.pricing.rules.totals import PricedLine, PricedTax, percent_text


def line_draft(line: CartLine, priced: PricedLine, gift: Gift | None = None) -> LineDraft:
    """The line of an order to write, with its amounts."""
    return LineDraft(
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


def tax_entries(taxes: Iterable[PricedTax]) -> list[JsonObject]:
    """Taxes in the format of `orders.taxes`."""
    return [
        {
            "name": tax.rate.name,
            "rate": percent_text(tax.rate.millionths),
            "amount": tax.amount,
            "included": tax.rate.included,
        }
        | ({"tax_class": tax.rate.tax_class} if tax.rate.tax_class else {})
        | ({"reverse_charge": True} if tax.rate.is_reverse_charge else {})
        for tax in taxes
    ]
