"""Requests and responses of gift cards."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.money import Money
from stallage.core.schemas import Between, Email, Input, Integer, Line, Output, Text, Time
from stallage.promotions.schemas import PositiveAmount

CardState = Literal["scheduled", "sent", "redeemed", "void", "expired"]
Reason = Annotated[Line, Field(min_length=1, max_length=300)]


class IssueInput(Input):
    """A gift card to issue without an order."""

    amount: PositiveAmount
    recipient_email: Annotated[Email, Field(min_length=1)]
    recipient_name: Annotated[Line, Field(min_length=1, max_length=80)]
    message: Annotated[Text, Field(max_length=500)] = Field(
        default="", description="The recipient reads it in the email."
    )
    reason: Reason = Field(description="Only operators see it.")
    valid_months: Annotated[Integer, Between(0, 120)] = Field(
        default=0, description="0: it does not expire."
    )


class VoidInput(Input):
    """Why a card is voided."""

    reason: Reason


class GiftCardItem(Output):
    """A gift card in the list."""

    id: str = Field(examples=["GC-7K2M-9QXD-41HV"])
    amount: Money
    balance: Money
    state: CardState
    recipient_name: str
    recipient_email: str
    order_id: str | None = Field(description="Null: an operator issued it.")
    issued_by: str | None
    send_at: Time
    sent_at: Time | None
    expires_at: Time | None
    created_at: Time


class GiftCardUse(Output):
    """Something that changed the balance of a card."""

    kind: Literal["spent", "returned", "redeemed"]
    amount: Money
    order_id: str | None
    time: Time


class CardDetails(GiftCardItem):
    """A gift card with what is known about it."""

    masked_code: str | None = Field(description="The last four characters; null if unknown.")
    sender_name: str
    message: str
    reason: str | None
    void_reason: str | None
    voided_at: Time | None
    uses: list[GiftCardUse] = Field(description="Newest first.")
    can_resend: bool
    can_void: bool
    can_restore: bool


class IssuePreview(Output):
    """What issuing a gift card would do."""

    amount: Money
    recipient_email: str
    subject: str
    text: str
    needs_step_up: bool
