"""The messages of tickets, as text and HTML, by the templates beside this module."""

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
    """Tells whoever asked that the shop has answered a ticket."""
    return render_email(
        TEMPLATES,
        "answered",
        to=to,
        # What a guest typed goes to nobody who may not be that guest.
        subject=f"We have answered your ticket {ticket_id}"
        if by_guest
        else f"We have answered: {subject}",
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
    """Tells a guest that their message has arrived."""
    return render_email(
        TEMPLATES,
        "received",
        to=to,
        subject=f"We have your message ({ticket_id})",
        kind="ticket_received",
        shop_name=shop_name,
        shop_url=shop_url,
        data={"ticketId": ticket_id},
        ticket_id=ticket_id,
        address=f"{shop_url.rstrip('/')}/support-ticket?ticket={ticket_id}",
    )
