"""Emails and text messages of sign-in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from stallage.core import clock
from stallage.core.dates import format_datetime
from stallage.core.email_catalog import Email, register
from stallage.core.email_templates import render_email
from stallage.core.mail import Message
from stallage.settings import Settings
from stallage.signin.rules import ContactRole, format_duration

SignInEmail = Literal["new_sign_in", "google_linked"]
SHOPPER = "shopper@example.com"
TEMPLATES = Path(__file__).with_name("templates")


def code_email(
    to: str, code: str, *, shop_name: str, shop_url: str, lifetime_seconds: int
) -> Message:
    """Return the message with a code."""
    return render_email(
        TEMPLATES,
        "code",
        to=to,
        email=CODE,
        values={"code": code, "lifetime": format_duration(lifetime_seconds)},
        kind="otp",
        shop_name=shop_name,
        shop_url=shop_url,
        data={"otp": code},
        code=code,
        lifetime=format_duration(lifetime_seconds),
    )


def contact_changed_email(
    to: str, changed: str, role: ContactRole, *, shop_name: str, shop_url: str
) -> Message:
    """Return the message about a changed contact. `changed`: email address or phone number."""
    return render_email(
        TEMPLATES,
        "contact_changed",
        to=to,
        subject=f"The {changed} of your {shop_name} account has changed",
        kind="contact_changed",
        shop_name=shop_name,
        shop_url=shop_url,
        data={"changed": changed, "role": role},
        changed=changed,
        role=role,
    )


def sign_in_email(
    to: str, kind: SignInEmail, *, device: str, at: str, shop_name: str, shop_url: str
) -> Message:
    """Return the email about a new sign-in or linked account. Its links sign nobody in."""
    subjects: dict[SignInEmail, str] = {
        "new_sign_in": f"New sign-in to your {shop_name} account",
        "google_linked": f"A Google account was linked to your {shop_name} account",
    }
    return render_email(
        TEMPLATES,
        kind,
        to=to,
        subject=subjects[kind],
        kind=kind,
        shop_name=shop_name,
        shop_url=shop_url,
        data={"device": device, "at": at},
        device=device,
        at=at,
    )


CODE = Email(
    "sign_in_code",
    "Code to sign in",
    "When somebody signs in, or confirms an email address.",
    sample=lambda settings, shop_name: code_email(
        SHOPPER,
        "482913",
        shop_name=shop_name,
        shop_url=settings.public_url,
        lifetime_seconds=600,
    ),
    texts={
        "subject": "{code} is your {shop_name} code",
        "heading": "Here is your code",
        "intro": "Enter it at {shop_name}, where you requested it.",
        "closing": "It is valid for {lifetime} and can be used once.",
        "foot": "Didn’t request a code? You can ignore this email: nobody can sign in without the code."
        " We never ask for it by phone or email, so please don’t share it.",
    },
    placeholders={"code": "The code", "lifetime": "How long it is valid"},
)


def _sample_sign_in(kind: SignInEmail) -> Callable[[Settings, str], Message]:
    return lambda settings, shop_name: sign_in_email(
        SHOPPER,
        kind,
        device="Firefox on Windows",
        at=format_datetime(clock.now(), settings.locale, settings.time_zone),
        shop_name=shop_name,
        shop_url=settings.public_url,
    )


# What is about the safety of an account has a fixed text.
register(
    CODE,
    Email(
        "contact_changed",
        "Email or phone changed",
        "When a customer changes their email address or phone number.",
        sample=lambda settings, shop_name: contact_changed_email(
            SHOPPER,
            "email address",
            "new",
            shop_name=shop_name,
            shop_url=settings.public_url,
        ),
    ),
    Email(
        "new_sign_in",
        "New sign-in",
        "When a customer signs in on a new device.",
        sample=_sample_sign_in("new_sign_in"),
    ),
    Email(
        "google_linked",
        "Google account linked",
        "When a customer links a Google account.",
        sample=_sample_sign_in("google_linked"),
    ),
)
