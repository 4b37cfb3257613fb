"""Emails of tickets."""

from __future__ import annotations

from pathlib import Path

from stallage.core.email_templates import render_email
from stallage.core.mail import Message

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
) -> Message:
    """Return the email about an answer of the shop."""
    return render_email(
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
        address=f"{shop_url.rstrip('/')}/support-ticket?ticket={ticket_id}",
    )


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
