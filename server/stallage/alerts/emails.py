"""The emails of alerts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from stallage.core.email_templates import render_email
from stallage.core.mail import Message, one_click_unsubscribe

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
        subject=f"{product} is back in stock" if kind == "stock" else f"{product} is now {price}",
        kind=f"alert_{kind}",
        shop_name=shop_name,
        shop_url=shop_url,
        data={"unsubscribe": unsubscribe},
        back=kind == "stock",
        product=product,
        price=price,
        prior_price=prior_price,
        is_reduced=is_reduced,
        address=f"{url}{product_path}",
        unsubscribe=unsubscribe,
    )
    return replace(email, headers=one_click_unsubscribe(unsubscribe))
