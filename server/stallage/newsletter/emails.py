"""The confirmation email of the newsletter."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from stallage.core.email_catalog import Email, register
from stallage.core.email_templates import render_email
from stallage.core.mail import Message, one_click_unsubscribe

SAMPLE = "sample"
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
        email=CONFIRM,
        kind="newsletter_confirm",
        shop_name=shop_name,
        shop_url=shop_url,
        data={"confirm": address, "unsubscribe": unsubscribe},
        address=address,
    )
    return replace(email, headers=one_click_unsubscribe(unsubscribe))


CONFIRM = Email(
    "newsletter_confirm",
    "Newsletter confirmation",
    "When somebody subscribes to the newsletter.",
    sample=lambda settings, shop_name: confirm_email(
        "shopper@example.com", token=SAMPLE, shop_name=shop_name, shop_url=settings.public_url
    ),
    texts={
        "subject": "Please confirm your subscription to the {shop_name} newsletter",
        "heading": "Confirm your subscription",
        "intro": "Thank you for signing up for the {shop_name} newsletter: new products, sales and"
        " stories. Please confirm your email address.",
        "button": "Confirm subscription",
        "closing": "You can unsubscribe at any time with the link in every newsletter.",
    },
)
register(CONFIRM)
