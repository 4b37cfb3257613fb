"""Email about a review that the shop does not show."""

from __future__ import annotations

from pathlib import Path

from stallage.core.email_catalog import Email, register
from stallage.core.email_templates import render_email
from stallage.core.mail import Message

TEMPLATES = Path(__file__).with_name("templates")


def refused_email(to: str, *, product: str, reason: str, shop_name: str, shop_url: str) -> Message:
    """Return the email that tells an author why their review is not shown."""
    return render_email(
        TEMPLATES,
        "refused",
        to=to,
        email=REFUSED,
        values={"product": product},
        kind="review_refused",
        shop_name=shop_name,
        shop_url=shop_url,
        product=product,
        reason=reason,
    )


REFUSED = Email(
    "review_refused",
    "Review not shown",
    "When an operator does not show a customer's review.",
    sample=lambda settings, shop_name: refused_email(
        "shopper@example.com",
        product="Everyday mug",
        reason="It names a person.",
        shop_name=shop_name,
        shop_url=settings.public_url,
    ),
    texts={
        "subject": "We cannot show your review of {product}",
        "heading": "We cannot show your review",
        "intro": "We do not show your review of {product} in the shop.",
        "closing": "If you think that this is a mistake, please write to us.",
    },
    placeholders={"product": "Name of the product"},
)
register(REFUSED)
