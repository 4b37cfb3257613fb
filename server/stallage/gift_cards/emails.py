"""The message that brings a gift card, by the templates beside this module."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

from stallage.core.dates import format_day
from stallage.core.db import Record
from stallage.core.email_templates import render_email
from stallage.core.mail import Message
from stallage.core.money import Currency
from stallage.core.runtime import Runtime
from stallage.wallet.rules import gift_card_code, gift_code_hash

TEMPLATES = Path(__file__).with_name("templates")


class CodeLost(Exception):
    """The secret that made the code is not among the shop's any more."""


def code_of(runtime: Runtime, card: Record) -> str:
    """A card's code. Raises CodeLost."""
    for secret in runtime.secrets:
        code = gift_card_code(secret, card["public_id"])
        if gift_code_hash(secret, code) == bytes(card["code_hash"]):
            return code
    raise CodeLost(
        f"{card['public_id']}: STALLAGE_FORMER_SECRET_KEYS lacks the secret that made it"
    )


def gift_card_email(runtime: Runtime, card: Record, shop_name: str) -> Message:
    """The card with its code, for the recipient. Raises CodeLost."""
    settings = runtime.settings
    code = code_of(runtime, card)
    amount = Currency.of(card["currency"]).format(card["amount"], settings.locale)
    link = f"{settings.public_url}/user-profile/wallet?{urlencode({'code': code})}"
    expires_at = card["expires_at"]
    return render_email(
        TEMPLATES,
        "gift_card",
        to=card["recipient_email"],
        subject=f"{card['sender_name']} has sent you a {amount} gift card",
        kind="gift_card",
        shop_name=shop_name,
        shop_url=settings.public_url,
        data={"code": code, "link": link, "giftCardId": card["public_id"]},
        sender=card["sender_name"],
        recipient=card["recipient_name"],
        message=card["message"],
        amount=amount,
        code=code,
        link=link,
        expires=None if expires_at is None else format_day(expires_at, settings.locale),
    )
