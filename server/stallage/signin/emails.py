"""The messages of sign-in, by the templates beside this module."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from stallage.core.email_templates import render_email
from stallage.core.mail import Message
from stallage.signin.rules import in_words

ContactPart = Literal["replaced", "new", "kept"]
SignInNotice = Literal["new_sign_in", "google_linked"]
TEMPLATES = Path(__file__).with_name("templates")


def code_email(to: str, code: str, *, shop_name: str, shop_url: str, lives_seconds: int) -> Message:
    """The message that carries a code."""
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
        lives=in_words(lives_seconds),
    )


def contact_changed_email(
    to: str, changed: str, part: ContactPart, *, shop_name: str, shop_url: str
) -> Message:
    """Tells a contact that another one changed. `changed`: email address or phone number."""
    return render_email(
        TEMPLATES,
        "contact_changed",
        to=to,
        subject=f"The {changed} of your {shop_name} account has changed",
        kind="contact_changed",
        shop_name=shop_name,
        shop_url=shop_url,
        data={"changed": changed, "part": part},
        changed=changed,
        part=part,
    )


def sign_in_email(
    to: str, kind: SignInNotice, *, device: str, at: str, shop_name: str, shop_url: str
) -> Message:
    """Tells a customer who signed in, when and with which browser. No link in it signs anybody in."""
    subjects: dict[SignInNotice, str] = {
        "new_sign_in": f"New sign-in to your {shop_name} account",
        "google_linked": f"A Google account now signs you in to {shop_name}",
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
