"""The messages of sign-in, by the templates beside this module."""

from __future__ import annotations

from pathlib import Path

from stallage.core.letters import letter
from stallage.core.mail import Message
from stallage.signin.rules import in_words

TEMPLATES = Path(__file__).with_name("templates")


def code_letter(
    to: str, code: str, *, shop_name: str, shop_url: str, lives_seconds: int
) -> Message:
    """The message that carries a code."""
    return letter(
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


def contact_changed_letter(to: str, changed: str, *, shop_name: str, shop_url: str) -> Message:
    """Tells the old contact that another one has taken its place. `changed`: email or phone number."""
    return letter(
        TEMPLATES,
        "contact_changed",
        to=to,
        subject=f"The {changed} of your {shop_name} account has changed",
        kind="contact_changed",
        shop_name=shop_name,
        shop_url=shop_url,
        data={"changed": changed},
        changed=changed,
    )
