"""Emails of tickets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from stallage.core.email_templates import render_email
from stallage.core.mail import Message
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
        subject=f"We replied to your ticket {ticket_id}" if by_guest else f"We replied: {subject}",
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
        subject=f"We received your message ({ticket_id})",
        kind="ticket_received",
        shop_name=shop_name,
        shop_url=shop_url,
        data={"ticketId": ticket_id},
        ticket_id=ticket_id,
        address=f"{shop_url.rstrip('/')}/support-ticket?ticket={ticket_id}",
    )
