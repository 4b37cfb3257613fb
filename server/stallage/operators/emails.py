"""Emails to operators."""

from __future__ import annotations

from pathlib import Path

from stallage.core.email_templates import render_email
from stallage.core.mail import Message

TEMPLATES = Path(__file__).with_name("templates")


def link_email(
    to: str,
    *,
    purpose: str,
    name: str,
    url: str,
    valid_until: str,
    shop_name: str,
    shop_url: str,
) -> Message:
    """Return the email with an invitation or reset link."""
    is_reset = purpose == "reset"
    subject = (
        f"Set up your sign-in to {shop_name} again"
        if is_reset
        else f"You are invited to the {shop_name} back office"
    )
    return render_email(
        TEMPLATES,
        "operator_link",
        to=to,
        subject=subject,
        kind="operator_link",
        shop_name=shop_name,
        shop_url=shop_url,
        data={"url": url, "purpose": purpose},
        recipient=name,
        url=url,
        is_reset=is_reset,
        valid_until=valid_until,
    )


def new_device_email(
    to: str, *, device: str, address: str, at: str, shop_name: str, shop_url: str
) -> Message:
    """Return the email about a sign-in from a browser that the operator has not used before."""
    return render_email(
        TEMPLATES,
        "operator_sign_in",
        to=to,
        subject=f"New sign-in to the {shop_name} back office",
        kind="operator_sign_in",
        shop_name=shop_name,
        shop_url=shop_url,
        data={"device": device, "address": address, "at": at},
        device=device,
        address=address,
        at=at,
    )
