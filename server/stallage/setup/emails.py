"""The email that an operator sends to try the settings."""

from __future__ import annotations

from pathlib import Path

from stallage.core.email_templates import render_email
from stallage.core.mail import Message

TEMPLATES = Path(__file__).with_name("templates")


def test_email(to: str, *, shop_name: str, shop_url: str) -> Message:
    """Return the test email."""
    return render_email(
        TEMPLATES,
        "test",
        to=to,
        subject=f"Test email from {shop_name}",
        kind="settings_test",
        shop_name=shop_name,
        shop_url=shop_url,
    )
