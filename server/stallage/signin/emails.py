"""Emails and text messages of sign-in."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from stallage.core.email_templates import render_email
from stallage.core.mail import Message
from stallage.signin.rules import ContactRole, format_duration

SignInEmail = Literal["new_sign_in", "google_linked"]
TEMPLATES = Path(__file__).with_name("templates")


def code_email(
    to: str, code: str, *, shop_name: str, shop_url: str, lifetime_seconds: int
) -> Message:
    """Return the message with a code."""
    return render_email(
        TEMPLATES,
        "code",
        to=to,
        subject=f"{code} is your {shop_name} code",
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
