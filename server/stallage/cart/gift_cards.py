"""What a shopper writes on a gift card, and the rules for it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import date, timedelta
from typing import Annotated, Any

from pydantic import Field

from stallage.core.errors import InvalidFields
from stallage.core.money import MAX_AMOUNT, Currency, Money
from stallage.core.schemas import Day, Id, Input, Integer, Line, Output, Text
from stallage.core.validation import message
from stallage.customers.rules.contacts import ContactRefused, email_address

MAX_GIFT_CARDS = 20
"""Gift cards in one cart."""
MAX_MESSAGE = 500
MAX_DAYS_AHEAD = 365

PersonName = Annotated[Line, Field(min_length=1, max_length=80)]


class GiftCardInput(Input):
    """A gift card as its buyer fills it in."""

    amount: Annotated[Integer, Field(ge=1, le=MAX_AMOUNT)] = Field(
        description="In the minor unit: the price of the SKU, or within the product's range."
    )
    recipient_name: PersonName
    recipient_email: Annotated[Line, Field(min_length=1, max_length=254)]
    sender_name: PersonName
    message: Annotated[Text, Field(max_length=MAX_MESSAGE)] = ""
    send_on: Day | None = Field(
        default=None, description="A day in the shop's time zone; null: as soon as it is paid."
    )


class GiftCardLineInput(GiftCardInput):
    """A gift card of a guest's cart, or of 'Buy now'."""

    sku_id: Id


GiftCardLines = Annotated[list[GiftCardLineInput], Field(max_length=MAX_GIFT_CARDS)]


class GiftCardDetails(Output):
    """What stands on a gift card."""

    amount: Money
    recipient_name: str
    recipient_email: str
    sender_name: str
    message: str
    send_on: date | None = Field(description="Null: as soon as it is paid.")


@dataclass(frozen=True, slots=True)
class GiftCard:
    """A gift card's details in their one form. The amount is in minor units."""

    amount: int
    recipient_name: str
    recipient_email: str
    sender_name: str
    message: str
    send_on: date | None
    valid_months: int = 0
    """How long its code can be redeemed, as the product says; 0 for always."""

    @classmethod
    def of(cls, kept: dict[str, Any]) -> GiftCard:
        """As carts and orders keep it."""
        day = kept["send_on"]
        return cls(**{**kept, "send_on": None if day is None else date.fromisoformat(day)})

    def kept(self) -> dict[str, Any]:
        """For jsonb."""
        day = self.send_on
        return {**asdict(self), "send_on": None if day is None else day.isoformat()}

    def details(self, currency: Currency) -> GiftCardDetails:
        """As the API says it."""
        return GiftCardDetails.model_construct(
            amount=currency.money(self.amount),
            recipient_name=self.recipient_name,
            recipient_email=self.recipient_email,
            sender_name=self.sender_name,
            message=self.message,
            send_on=self.send_on,
        )


def checked(
    given: GiftCardInput,
    today: date,
    prefix: str = "giftCard",
    *,
    past_is_now: bool = False,
) -> GiftCard:
    """The details in their one form. `today` is the shop's. Raises InvalidFields.

    `past_is_now`: the day was chosen a while ago; where it has passed, the card is sent at once.
    """
    fields: dict[str, list[str]] = {}
    email, day = given.recipient_email, given.send_on
    try:
        email = email_address(given.recipient_email)
    except ContactRefused:
        fields[f"{prefix}.recipientEmail"] = [message("email", "email")]
    last = today + timedelta(days=MAX_DAYS_AHEAD)
    if day is not None and not (day <= last and (past_is_now or today <= day)):
        text = message("between", "sendOn", min=today.isoformat(), max=last.isoformat())
        fields[f"{prefix}.sendOn"] = [text]
    if fields:
        raise InvalidFields(fields=fields)
    return GiftCard(
        amount=given.amount,
        recipient_name=given.recipient_name,
        recipient_email=email,
        sender_name=given.sender_name,
        message=given.message,
        # Today means now: there is nothing to wait for.
        send_on=None if day is None or day <= today else day,
    )


def checked_lines(given: GiftCardLines, today: date) -> list[tuple[int, GiftCard]]:
    """Gift cards of a list that was made a while ago, by SKU id. Raises InvalidFields."""
    return [
        (one.sku_id, checked(one, today, f"giftCards.{place}", past_is_now=True))
        for place, one in enumerate(given)
    ]
