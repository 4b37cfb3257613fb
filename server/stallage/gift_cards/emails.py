"""The email that delivers a gift card."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

from stallage.core.dates import format_day
from stallage.core.email_templates import render_email
from stallage.core.mail import Message
from stallage.core.money import Currency
from stallage.gift_cards.rules import IssuedGiftCard
from stallage.settings import Settings

TEMPLATES = Path(__file__).with_name("templates")


def gift_card_email(settings: Settings, card: IssuedGiftCard, code: str, shop_name: str) -> Message:
    """Build the email with the card and its code for the recipient."""
    amount = Currency.of(card.currency).format(card.amount, settings.locale)
    link = f"{settings.public_url}/user-profile/wallet?{urlencode({'code': code})}"
    expires_at = card.expires_at
    return render_email(
        TEMPLATES,
        "gift_card",
        to=card.recipient_email,
        subject=f"{card.sender_name} has sent you a {amount} gift card",
        kind="gift_card",
        shop_name=shop_name,
        shop_url=settings.public_url,
        data={"code": code, "link": link, "giftCardId": card.public_id},
        sender=card.sender_name,
        recipient=card.recipient_name,
        message=card.message,
        amount=amount,
        code=code,
        link=link,
        expires=None if expires_at is None else format_day(expires_at, settings.locale),
    )
