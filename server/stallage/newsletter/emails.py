"""The confirmation email of the newsletter."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from stallage.core.email_templates import render_email
from stallage.core.mail import Message, one_click_unsubscribe

TEMPLATES = Path(__file__).with_name("templates")


def unsubscribe_url(shop_url: str, token: str) -> str:
    """Return the unsubscribe link, which every newsletter must contain."""
    return f"{shop_url.rstrip('/')}/unsubscribe/newsletter/{token}"


def confirm_email(to: str, *, token: str, shop_name: str, shop_url: str) -> Message:
    """Build the email that asks the owner of an address to confirm."""
    address = f"{shop_url.rstrip('/')}/newsletter/{token}"
    unsubscribe = unsubscribe_url(shop_url, token)
    email = render_email(
        TEMPLATES,
        "confirm",
        to=to,
        subject=f"Please confirm your subscription to the {shop_name} newsletter",
        kind="newsletter_confirm",
        shop_name=shop_name,
        shop_url=shop_url,
        data={"confirm": address, "unsubscribe": unsubscribe},
        address=address,
    )
    return replace(email, headers=one_click_unsubscribe(unsubscribe))
