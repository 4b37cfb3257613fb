"""Lines of customers' carts, guests' carts and orders to place, all read by the same SQL."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from stallage.cart.rules.gift_cards import GiftCard
from stallage.cart.rules.lines import MESSAGES, Problem, line_problem, max_quantity
from stallage.cart.schemas import CartItem
from stallage.core.db import Record
from stallage.core.money import Currency
from stallage.core.schemas import Picture
from stallage.pricing.sql import tax_class_of
from stallage.products.rules.gift_card_terms import GiftCardTerms
from stallage.products.schemas import ChosenOption
from stallage.products.sql.prices import priced_skus

DETAILS = (
    "CASE WHEN s.tracked AND NOT s.backorder THEN s.stock END AS stock",
    *("s.sku", "s.options", "s.taxable", "s.requires_shipping", "s.price AS full_price"),
    *("s.weight_grams", "s.image_id", "p.gift_card AS gift_terms"),
    *("p.slug", "p.title", "p.option_names", "p.returnable", "p.max_per_order"),
)


def sku_details(where: str, now: str) -> str:
    """A SELECT of the SKU details of cart lines; parameters as in `priced_skus`."""
    return f"""
    SELECT k.sku_id, k.product_id, k.price, k.compare_at_price, k.available AS on_sale, k.stock,
        k.sku, k.options, k.taxable, k.requires_shipping, k.full_price, k.weight_grams,
        {tax_class_of("k.product_id")} AS tax_class, k.gift_terms,
        k.slug, k.title, k.option_names, k.returnable, k.max_per_order,
        i.path, i.alt, i.width, i.height, i.colour
    FROM ({priced_skus(where, now, DETAILS)}) k
    LEFT JOIN LATERAL (
        SELECT pi.path, pi.alt, pi.width, pi.height, pi.colour
        FROM product_images_view pi
        WHERE pi.product_id = k.product_id AND pi.path IS NOT NULL
        ORDER BY pi.id = k.image_id DESC, pi.position, pi.id
        LIMIT 1
    ) i ON true
    """


@dataclass(slots=True)
class CartLine:
    """A line with the current details of its SKU."""

    id: int
    quantity: int
    price_seen: int | None
    """The unit price when the customer last changed the line; None in a guest's cart."""
    sku_id: int
    product_id: int
    sku: str
    slug: str
    title: str
    options: list[tuple[str, str]]
    image: dict[str, Any] | None
    price: int
    compare_at_price: int | None
    stock: int | None
    """None if unlimited."""
    max_quantity: int
    taxable: bool
    requires_shipping: bool
    returnable: bool
    problem: Problem | None
    gift_card: GiftCard | None = None
    """None unless it is a gift card."""
    tax_class: str = ""
    """The code of the product's tax class; empty: the standard rates."""
    weight_grams: int = 0
    """Of a unit; 0 if it is not known."""

    @property
    def total(self) -> int:
        """Price times quantity, before discounts."""
        return self.price * self.quantity


def _is_on_sale(row: Record, gift_card: GiftCard | None) -> bool:
    """Whether a SKU is on sale: a gift card only with its details, anything else only without."""
    if gift_card is None or row["gift_terms"] is None:
        return row["on_sale"] and gift_card is None and row["gift_terms"] is None
    terms = GiftCardTerms.of(row["gift_terms"])
    return row["on_sale"] and terms.sells(gift_card.amount, [row["full_price"]])


def to_line(
    row: Record,
    line_id: int,
    quantity: int,
    price_seen: int | None,
    gift_card: GiftCard | None = None,
) -> CartLine:
    """Convert a row of `sku_details`."""
    if gift_card is not None and row["gift_terms"] is not None:
        gift_card = replace(gift_card, valid_months=GiftCardTerms.of(row["gift_terms"]).months)
    image = None
    if row["path"] is not None:
        image = {part: row[part] for part in ("path", "alt", "width", "height", "colour")}
    return CartLine(
        id=line_id,
        quantity=quantity,
        price_seen=price_seen,
        sku_id=row["sku_id"],
        product_id=row["product_id"],
        sku=row["sku"],
        slug=row["slug"],
        title=row["title"],
        # A SKU may have fewer values than its product has options while an operator edits it.
        # The options of a gift card are its denominations; its amount may be another one.
        options=[]
        if gift_card is not None
        else list(zip(row["option_names"], row["options"], strict=False)),
        image=image,
        # Sales and price changes do not affect the amount of a gift card.
        price=row["price"] if gift_card is None else gift_card.amount,
        compare_at_price=row["compare_at_price"],
        stock=row["stock"],
        max_quantity=max_quantity(row["max_per_order"]) if gift_card is None else 1,
        taxable=row["taxable"],
        requires_shipping=row["requires_shipping"],
        returnable=row["returnable"],
        problem=line_problem(
            on_sale=_is_on_sale(row, gift_card),
            available=row["stock"],
            quantity=quantity,
            price=row["price"],
            price_seen=price_seen,
        ),
        gift_card=gift_card,
        tax_class=row["tax_class"] or "",
        weight_grams=row["weight_grams"] or 0,
    )


def to_cart_item(line: CartLine, currency: Currency) -> CartItem:
    """The API schema of a line."""
    changed = line.problem == "price_changed"
    return CartItem.model_construct(
        id=line.id,
        sku_id=line.sku_id,
        quantity=line.quantity,
        title=line.title,
        slug=line.slug,
        image=None if line.image is None else Picture.model_construct(**line.image),
        options=[
            ChosenOption.model_construct(name=name, value=value) for name, value in line.options
        ],
        price=currency.money(line.price),
        compare_at_price=currency.optional_money(line.compare_at_price),
        line_total=currency.money(line.total),
        available_quantity=line.stock,
        max_quantity=line.max_quantity,
        problem=line.problem,
        previous_price=currency.optional_money(line.price_seen) if changed else None,
        message=None if line.problem is None else MESSAGES[line.problem],
        gift_card=None if line.gift_card is None else line.gift_card.to_schema(currency),
    )
