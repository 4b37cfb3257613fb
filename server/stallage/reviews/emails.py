"""Email about a review that the shop does not show."""

from __future__ import annotations

from pathlib import Path

from stallage.core.email_templates import render_email
from stallage.core.mail import Message

TEMPLATES = Path(__file__).with_name("templates")


def refused_email(to: str, *, product: str, reason: str, shop_name: str, shop_url: str) -> Message:
    """Return the email that tells an author why their review is not shown."""
    return render_email(
        TEMPLATES,
        "refused",
        to=to,
        subject=f"We cannot show your review of {product}",
        kind="review_refused",
        shop_name=shop_name,
        shop_url=shop_url,
        product=product,
        reason=reason,
    )
