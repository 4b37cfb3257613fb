"""Emails of tickets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from stallage.core.email_catalog import Email, register
from stallage.core.email_templates import render_email
from stallage.core.mail import Message
from stallage.settings import Settings
from stallage.support.formats.received_email import MARKER
from stallage.support.rules.inbound import message_id, reply_address

TEMPLATES = Path(__file__).with_name("templates")


def answered_email(
    to: str,
    *,
    ticket_id: str,
    subject: str,
    message: str,
    by_guest: bool,
    shop_name: str,
    shop_url: str,
    headers: Mapping[str, str] | None = None,
) -> Message:
    """Return the email about an answer of the shop.

    With the `headers` of `reply_headers`, it can be answered by email.
    """
    email = render_email(
        TEMPLATES,
        "answered",
        to=to,
        # A guest's address is not verified, so the email repeats nothing that the guest typed.
        email=GUEST_ANSWERED if by_guest else ANSWERED,
        values={"ticket_number": ticket_id} | ({} if by_guest else {"ticket_subject": subject}),
        kind="ticket_answered",
        shop_name=shop_name,
        shop_url=shop_url,
        data={"ticketId": ticket_id},
        ticket_id=ticket_id,
        ticket_subject="" if by_guest else subject,
        message=message,
        by_guest=by_guest,
        marker=MARKER if headers else "",
        address=f"{shop_url.rstrip('/')}/support-ticket?ticket={ticket_id}",
    )
    return replace(email, headers=dict(headers or {}))


def reply_headers(
    secret: bytes, address: str, ticket_id: str, operator_id: int | None = None
) -> dict[str, str]:
    """Return the headers of an email that can be answered; none without an inbound address."""
    if not address:
        return {}
    return {
        "Reply-To": reply_address(secret, address, ticket_id, operator_id),
        "Message-ID": message_id(secret, address, ticket_id, operator_id),
    }


def assigned_email(
    to: str,
    *,
    ticket_id: str,
    subject: str,
    message: str,
    customer: str,
    shop_name: str,
    shop_url: str,
    headers: Mapping[str, str],
) -> Message:
    """Return the email that tells a team member about a customer's message."""
    email = render_email(
        TEMPLATES,
        "assigned",
        to=to,
        subject=f"{ticket_id}: {subject}",
        kind="ticket_customer_replied",
        shop_name=shop_name,
        shop_url=shop_url,
        data={"ticketId": ticket_id},
        ticket_id=ticket_id,
        ticket_subject=subject,
        message=message,
        customer=customer,
        marker=MARKER if headers else "",
        address=f"{shop_url.rstrip('/')}/backoffice/support/{ticket_id}",
    )
    return replace(email, headers=dict(headers))


def received_email(to: str, *, ticket_id: str, shop_name: str, shop_url: str) -> Message:
    """Return the email that confirms a guest's message."""
    return render_email(
        TEMPLATES,
        "received",
        to=to,
        email=RECEIVED,
        values={"ticket_number": ticket_id},
        kind="ticket_received",
        shop_name=shop_name,
        shop_url=shop_url,
        data={"ticketId": ticket_id},
        ticket_id=ticket_id,
        address=f"{shop_url.rstrip('/')}/support-ticket?ticket={ticket_id}",
    )


def _sample_answer(settings: Settings, shop_name: str, *, by_guest: bool) -> Message:
    return answered_email(
        "shopper@example.com",
        ticket_id="TK-4M8P-2W",
        subject="Is the mug dishwasher-safe?",
        message="Yes, all our mugs can go into the dishwasher.",
        by_guest=by_guest,
        shop_name=shop_name,
        shop_url=settings.public_url,
    )


NUMBER = {"ticket_number": "Number of the ticket"}
ANSWERED = Email(
    "ticket_answered",
    "Reply to a ticket",
    "When an operator replies to a customer.",
    sample=lambda settings, shop_name: _sample_answer(settings, shop_name, by_guest=False),
    texts={
        "subject": "We replied: {ticket_subject}",
        "heading": "We replied to your ticket",
        "button": "View and reply",
    },
    placeholders=NUMBER | {"ticket_subject": "Subject of the ticket"},
)
GUEST_ANSWERED = Email(
    "ticket_answered_guest",
    "Reply to a guest's ticket",
    "When an operator replies to somebody without an account.",
    sample=lambda settings, shop_name: _sample_answer(settings, shop_name, by_guest=True),
    texts={
        "subject": "We replied to your ticket {ticket_number}",
        "heading": "We replied to your ticket",
        "button": "View and reply",
    },
    placeholders=NUMBER,
)
RECEIVED = Email(
    "ticket_received",
    "Message received",
    "When a guest writes to the shop.",
    sample=lambda settings, shop_name: received_email(
        "shopper@example.com",
        ticket_id="TK-4M8P-2W",
        shop_name=shop_name,
        shop_url=settings.public_url,
    ),
    texts={
        "subject": "We received your message ({ticket_number})",
        "heading": "We received your message",
        "intro": "Thank you for writing to us. Your ticket is {ticket_number}. We will reply to this"
        " email address.",
    },
    placeholders=NUMBER,
)
register(
    ANSWERED,
    GUEST_ANSWERED,
    RECEIVED,
    Email(
        "ticket_customer_replied",
        "Message in an assigned ticket",
        "When a customer writes in a ticket that is assigned to an operator.",
        sample=lambda settings, shop_name: assigned_email(
            "operator@example.com",
            ticket_id="TK-4M8P-2W",
            subject="Is the mug dishwasher-safe?",
            message="Thank you! And the bowls?",
            customer="Robin Sample",
            shop_name=shop_name,
            shop_url=settings.public_url,
            headers={},
        ),
        audience="operators",
    ),
)
