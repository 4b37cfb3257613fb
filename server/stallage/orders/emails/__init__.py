"""Emails about an order, as text and HTML, from the templates of the feature."""

from stallage.orders.emails.catalog import register_content, sample_email
from stallage.orders.emails.rendering import (
    AWAITING_PAYMENT,
    BY_STATUS,
    DIFFERENCE_PAID,
    EXCHANGE,
    LATE_PAYMENT_REFUNDED,
    PAID,
    PAYMENT_FAILED,
    PLACED,
    TEMPLATES,
    TO_PAY_BY_LINK,
    EmailContent,
    confirmation_email,
    edited_email,
    lines_cancelled_email,
    order_email,
    order_link,
)

__all__ = [
    "AWAITING_PAYMENT",
    "BY_STATUS",
    "DIFFERENCE_PAID",
    "EXCHANGE",
    "LATE_PAYMENT_REFUNDED",
    "PAID",
    "PAYMENT_FAILED",
    "PLACED",
    "TEMPLATES",
    "TO_PAY_BY_LINK",
    "EmailContent",
    "confirmation_email",
    "edited_email",
    "lines_cancelled_email",
    "order_email",
    "order_link",
    "register_content",
    "sample_email",
]
