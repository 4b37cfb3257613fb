"""Emails to operators."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from stallage.core import clock
from stallage.core.dates import format_datetime
from stallage.core.email_catalog import Email, register
from stallage.core.email_templates import render_email
from stallage.core.mail import Message
from stallage.settings import Settings

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


def _sample_link(purpose: str) -> Callable[[Settings, str], Message]:
    return lambda settings, shop_name: link_email(
        "operator@example.com",
        purpose=purpose,
        name="Robin",
        url=f"{settings.public_url}/backoffice",
        valid_until=format_datetime(
            clock.now() + timedelta(days=2), settings.locale, settings.time_zone
        ),
        shop_name=shop_name,
        shop_url=settings.public_url,
    )


# What is about the safety of the back office has a fixed text.
register(
    Email(
        "operator_invited",
        "Invitation to the team",
        "When somebody is invited to the back office.",
        sample=_sample_link("invitation"),
        audience="operators",
    ),
    Email(
        "operator_reset",
        "New sign-in for a team member",
        "When an owner resets how an operator signs in.",
        sample=_sample_link("reset"),
        audience="operators",
    ),
    Email(
        "operator_sign_in",
        "New sign-in to the back office",
        "When an operator signs in with a new browser.",
        sample=lambda settings, shop_name: new_device_email(
            "operator@example.com",
            device="Firefox on Windows",
            address="203.0.113.7",
            at=format_datetime(clock.now(), settings.locale, settings.time_zone),
            shop_name=shop_name,
            shop_url=settings.public_url,
        ),
        audience="operators",
    ),
)
