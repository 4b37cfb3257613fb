"""Email about an answer."""

from __future__ import annotations

from pathlib import Path

from stallage.core.email_templates import render_email
from stallage.core.mail import Message

TEMPLATES = Path(__file__).with_name("templates")


def answered_email(
    to: str,
    *,
    product: str,
    product_path: str,
    question: str,
    answer: str,
    answered_by: str,
    shop_name: str,
    shop_url: str,
) -> Message:
    """Return the email about an answer to the customer's question."""
    return render_email(
        TEMPLATES,
        "answered",
        to=to,
        subject=f"New answer to your question about {product}",
        kind="question_answered",
        shop_name=shop_name,
        shop_url=shop_url,
        product=product,
        question=question,
        answer=answer,
        answered_by=answered_by,
        address=f"{shop_url.rstrip('/')}{product_path}#questions",
    )
