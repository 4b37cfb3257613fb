"""Details of gift cards: validation and the form in which they are stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from typing import Any

from stallage.cart.schemas import GiftCardDetails, GiftCardInput, GiftCardLineInput
from stallage.core.errors import InvalidFields
from stallage.core.json_types import JsonObject
from stallage.core.money import Currency
from stallage.core.validation import message
from stallage.customers.rules.contacts import InvalidContact, email_address

MAX_DAYS_AHEAD = 365


@dataclass(frozen=True, slots=True)
class GiftCard:
    """The validated details of a gift card. The amount is in minor units."""

    amount: int
    recipient_name: str
    recipient_email: str
    sender_name: str
    message: str
    send_on: date | None
    valid_months: int = 0
    """How long its code can be redeemed, set by the product; 0: no limit."""

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> GiftCard:
        """Read the form in which carts and orders store it."""
        day = stored["send_on"]
        return cls(**{**stored, "send_on": None if day is None else date.fromisoformat(day)})

    def to_json(self) -> JsonObject:
        """The form in which carts and orders store it."""
        day = self.send_on
        return {**asdict(self), "send_on": None if day is None else day.isoformat()}

    def to_schema(self, currency: Currency) -> GiftCardDetails:
        """The API schema."""
        return GiftCardDetails.model_construct(
            amount=currency.money(self.amount),
            recipient_name=self.recipient_name,
            recipient_email=self.recipient_email,
            sender_name=self.sender_name,
            message=self.message,
            send_on=self.send_on,
        )


def validate_gift_card(
    details: GiftCardInput,
    today: date,
    prefix: str = "giftCard",
    *,
    allow_past: bool = False,
) -> GiftCard:
    """Validate the details of a gift card. `today` is in the shop's time zone. Raises InvalidFields.

    `allow_past`: a date that has passed since it was chosen means that the card is sent at once.
    """
    fields: dict[str, list[str]] = {}
    email, day = details.recipient_email, details.send_on
    try:
        email = email_address(details.recipient_email)
    except InvalidContact:
        fields[f"{prefix}.recipientEmail"] = [message("email", "email")]
    last = today + timedelta(days=MAX_DAYS_AHEAD)
    if day is not None and not (day <= last and (allow_past or today <= day)):
        text = message("between", "sendOn", min=today.isoformat(), max=last.isoformat())
        fields[f"{prefix}.sendOn"] = [text]
    if fields:
        raise InvalidFields(fields=fields)
    return GiftCard(
        amount=details.amount,
        recipient_name=details.recipient_name,
        recipient_email=email,
        sender_name=details.sender_name,
        message=details.message,
        # A card for today is sent at once, like one without a date.
        send_on=None if day is None or day <= today else day,
    )


def validate_gift_cards(
    lines: Sequence[GiftCardLineInput], today: date
) -> list[tuple[int, GiftCard]]:
    """Validate gift cards that were filled in earlier, as (SKU id, gift card). Raises InvalidFields."""
    return [
        (line.sku_id, validate_gift_card(line, today, f"giftCards.{index}", allow_past=True))
        for index, line in enumerate(lines)
    ]
