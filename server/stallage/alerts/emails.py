"""The messages of alerts, by the templates beside this module."""

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
    """Tells that a thing is back, or costs less.

    `prior_price` is named beside the new price; where `is_reduced` is false, the price is told without
    calling it lower.
    """
    url = shop_url.rstrip("/")
    end = f"{url}/unsubscribe/alert/{token}"
    made = render_email(
        TEMPLATES,
        "due",
        to=to,
        subject=f"{product} is back" if kind == "stock" else f"{product} is now {price}",
        kind=f"alert_{kind}",
        shop_name=shop_name,
        shop_url=shop_url,
        data={"unsubscribe": end},
        back=kind == "stock",
        product=product,
        price=price,
        prior_price=prior_price,
        is_reduced=is_reduced,
        address=f"{url}{product_path}",
        end=end,
    )
    return replace(made, headers=one_click_unsubscribe(end))
