"""The emails of alerts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from stallage.core.email_catalog import Email, register
from stallage.core.email_templates import render_email
from stallage.core.mail import Message, one_click_unsubscribe
from stallage.core.money import Currency
from stallage.settings import Settings

SAMPLE = "sample"
TEMPLATES = Path(__file__).with_name("templates")


def due_email(
    to: str,
    *,
    kind: str,
    product: str,
    product_path: str,
    price: str,
    prior_price: str | None,
    is_reduced: bool,
    token: str,
    shop_name: str,
    shop_url: str,
) -> Message:
    """Build the email of an alert. `kind` is `stock` or `price`.

    `prior_price` is shown beside the new price. If `is_reduced` is false, the new price is not called
    lower.
    """
    url = shop_url.rstrip("/")
    unsubscribe = f"{url}/unsubscribe/alert/{token}"
    email = render_email(
        TEMPLATES,
        "due",
        to=to,
        email=STOCK if kind == "stock" else PRICE if is_reduced else NEW_PRICE,
        values={"product": product, "price": price},
        kind=f"alert_{kind}",
        shop_name=shop_name,
        shop_url=shop_url,
        data={"unsubscribe": unsubscribe},
        product=product,
        price=price,
        prior_price=prior_price,
        address=f"{url}{product_path}",
        unsubscribe=unsubscribe,
    )
    return replace(email, headers=one_click_unsubscribe(unsubscribe))


def _sample(kind: str, *, is_reduced: bool = True) -> Callable[[Settings, str], Message]:
    def build(settings: Settings, shop_name: str) -> Message:
        currency = Currency.of(settings.currency)
        price = currency.format(24 * 10**currency.decimals, settings.locale)
        return due_email(
            "shopper@example.com",
            kind=kind,
            product="Everyday mug",
            product_path="/products/everyday-mug",
            price=price,
            prior_price=None,
            is_reduced=is_reduced,
            token=SAMPLE,
            shop_name=shop_name,
            shop_url=settings.public_url,
        )

    return build


PLACEHOLDERS = {"product": "Name of the product", "price": "Its price"}
STOCK = Email(
    "alert_stock",
    "Back in stock",
    "When a product that a shopper waits for is back.",
    sample=_sample("stock"),
    texts={
        "subject": "{product} is back in stock",
        "heading": "Back in stock",
        "intro": "{product} is back in stock at {price}.",
        "button": "View product",
        "closing": "Other customers are waiting for it too, and we cannot reserve one for you.",
    },
    placeholders=PLACEHOLDERS,
)
PRICE = Email(
    "alert_price",
    "Lower price",
    "When a product that a shopper watches gets cheaper.",
    sample=_sample("price"),
    texts={
        "subject": "{product} is now {price}",
        "heading": "Lower price",
        "intro": "{product} now costs {price}.",
        "button": "View product",
        "closing": "Prices can change at any time. The price in the shop applies.",
    },
    placeholders=PLACEHOLDERS,
)
NEW_PRICE = Email(
    "alert_new_price",
    "New price",
    "When a watched product gets cheaper, but not below its lowest price of the last 30 days.",
    sample=_sample("price", is_reduced=False),
    texts={**PRICE.texts, "heading": "New price"},
    placeholders=PLACEHOLDERS,
)
register(STOCK, PRICE, NEW_PRICE)
