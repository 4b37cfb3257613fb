"""Prices items to add to an order as a new order would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stallage.cart.queries.carts import lines_for_skus
from stallage.cart.queries.lines import CartLine
from stallage.cart.rules.lines import BLOCKING, MAX_QUANTITY
from stallage.checkout.queries.line_drafts import line_draft, tax_entries
from stallage.checkout.queries.taxed_lines import to_item, without_tax
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.json_types import JsonObject
from stallage.core.money import Currency
from stallage.core.schemas import Picture
from stallage.core.validation import message
from stallage.order_changes.schemas.edits import ItemChoice
from stallage.orders.drafts import AddedItems
from stallage.orders.errors import EditRefused
from stallage.pricing.queries.terms import terms_for
from stallage.pricing.rules.reverse_charge import REVERSE_CHARGE
from stallage.pricing.rules.totals import Rate, price_order

PLACE = "SELECT address, shipping_method, taxes FROM orders_view WHERE id = $1"


def item_choice(line: CartLine, currency: Currency) -> ItemChoice:
    """An item as operators choose it."""
    return ItemChoice.model_construct(
        sku_id=line.sku_id,
        sku=line.sku,
        title=line.title,
        options=[value for _name, value in line.options],
        image=None if line.image is None else Picture.model_construct(**line.image),
        price=currency.money(line.price),
        available=line.stock,
    )


def _check(lines: Sequence[CartLine]) -> None:
    for line in lines:
        if line.gift_card is None and line.problem in BLOCKING:
            text = (
                f"{line.title} is no longer for sale."
                if line.problem == "unavailable"
                else f"Only {line.stock} of {line.title} are in stock."
            )
            raise EditRefused(text, reason=line.problem, skuId=line.sku_id)
        if line.quantity > line.max_quantity and line.quantity > MAX_QUANTITY:
            raise EditRefused(
                f"At most {MAX_QUANTITY} of {line.title} can be added.", reason="limit_reached"
            )


async def price_added(
    connection: Connection,
    order_id: int,
    units: Mapping[int, int],
    address: JsonObject | None,
) -> AddedItems:
    """Price units to add, by SKU id, at today's prices and taxes; delivery stays as it was placed.

    `address` is the new one, if it changes. The caller has locked their stock. Raises EditRefused and
    InvalidFields.
    """
    if not units:
        return AddedItems()
    lines = await lines_for_skus(connection, units)
    if len(lines) < len(units):
        raise InvalidFields(fields={"added": [message("invalid", "added")]})
    _check(lines)
    placed = await connection.fetchrow(PLACE, order_id)
    if placed is None or placed["address"] is None or placed["shipping_method"] is None:
        raise EditRefused(
            "Nothing of this order is sent by parcel, so items cannot be added.", reason="delivery"
        )
    place = address or placed["address"]
    terms = await terms_for(
        connection, place.get("country") or "", place.get("state") or "", place.get("city") or ""
    )
    rates: Sequence[Rate] = terms.rates
    if any(tax.get("reverse_charge") for tax in placed["taxes"]):
        lines, rates = without_tax(lines, rates), (REVERSE_CHARGE,)
    priced = price_order([to_item(line) for line in lines], promo=None, delivery=None, rates=rates)
    return AddedItems(
        lines=[
            line_draft(line, amounts) for line, amounts in zip(lines, priced.lines, strict=True)
        ],
        taxes=tax_entries(priced.charged_taxes),
    )
