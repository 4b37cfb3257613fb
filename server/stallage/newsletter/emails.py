"""The letter that asks whether somebody wants the newsletter, by the templates beside this module."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from stallage.core.email_templates import render_email
from stallage.core.mail import Message, one_click_unsubscribe

TEMPLATES = Path(__file__).with_name("templates")


def end_address(shop_url: str, token: str) -> str:
    """Where a subscription ends; every newsletter carries it."""
    return f"{shop_url.rstrip('/')}/unsubscribe/newsletter/{token}"


def confirm_email(to: str, *, token: str, shop_name: str, shop_url: str) -> Message:
    """Asks the owner of an address."""
    address = f"{shop_url.rstrip('/')}/newsletter/{token}"
    end = end_address(shop_url, token)
    made = render_email(
        TEMPLATES,
        "confirm",
        to=to,
        subject=f"Do you want letters from {shop_name}?",
        kind="newsletter_confirm",
        shop_name=shop_name,
        shop_url=shop_url,
        data={"confirm": address, "unsubscribe": end},
        address=address,
    )
    return replace(made, headers=one_click_unsubscribe(end))
