"""The email that delivers a gift card."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

from stallage.core import clock
from stallage.core.dates import format_day
from stallage.core.email_catalog import Email, register
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
        email=GIFT_CARD,
        values={
            "sender": card.sender_name,
            "recipient": card.recipient_name,
            "amount": amount,
        },
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


def _sample(settings: Settings, shop_name: str) -> Message:
    now = clock.now()
    currency = Currency.of(settings.currency)
    card = IssuedGiftCard(
        id=1,
        public_id="GC-SAMPLE",
        code_hash=b"",
        order_id="SO-7K2M-9QXD",
        order_line_id=1,
        amount=50 * 10**currency.decimals,
        currency=settings.currency,
        recipient_name="Alex",
        recipient_email="shopper@example.com",
        sender_name="Robin Sample",
        message="Happy birthday!",
        send_at=now,
        sent_at=None,
        claimed_until=None,
        is_redeemed=False,
        redeemed_at=None,
        voided_at=None,
        expires_at=None,
    )
    return gift_card_email(settings, card, "7K2M-9QXD-4M8P-2WHC", shop_name)


GIFT_CARD = Email(
    "gift_card",
    "Gift card",
    "When a gift card is sent to its recipient.",
    sample=_sample,
    texts={
        "subject": "{sender} has sent you a {amount} gift card",
        "heading": "{recipient}, this is for you",
        "intro": "{sender} has sent you a gift card worth {amount} for {shop_name}.",
        "button": "Add it to your wallet",
    },
    placeholders={
        "sender": "Who bought the card",
        "recipient": "Who gets the card",
        "amount": "Value of the card",
    },
)
register(GIFT_CARD)
