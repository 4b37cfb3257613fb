"""The email about a full card, from the templates beside this module."""

from __future__ import annotations

from pathlib import Path

from stallage.core.email_templates import render_email
from stallage.core.mail import Message

TEMPLATES = Path(__file__).with_name("templates")


def card_filled_email(to: str, *, size: int, shop_name: str, shop_url: str) -> Message:
    """Build the email that thanks a customer for a full card."""
    return render_email(
        TEMPLATES,
        "card_filled",
        to=to,
        subject=f"Your stamp card at {shop_name} is full",
        kind="stamp_card_filled",
        shop_name=shop_name,
        shop_url=shop_url,
        size=size,
    )
