"""Email about an answer."""

from __future__ import annotations

from pathlib import Path

from stallage.core.email_catalog import Email, register
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
        email=ANSWERED,
        values={"product": product},
        kind="question_answered",
        shop_name=shop_name,
        shop_url=shop_url,
        product=product,
        question=question,
        answer=answer,
        answered_by=answered_by,
        address=f"{shop_url.rstrip('/')}{product_path}#questions",
    )


ANSWERED = Email(
    "question_answered",
    "Question answered",
    "When a customer's question about a product is answered.",
    sample=lambda settings, shop_name: answered_email(
        "shopper@example.com",
        product="Everyday mug",
        product_path="/products/everyday-mug",
        question="Is it dishwasher-safe?",
        answer="Yes, at any temperature.",
        answered_by=shop_name,
        shop_name=shop_name,
        shop_url=settings.public_url,
    ),
    texts={
        "subject": "New answer to your question about {product}",
        "heading": "Your question was answered",
        "button": "View it on the product page",
    },
    placeholders={"product": "Name of the product"},
)
register(ANSWERED)
