"""Schemas of gift cards that were bought."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stallage.core.money import Money
from stallage.core.schemas import Input, Line, Output, Time
from stallage.gift_cards.rules import GiftCardState


class BoughtGiftCard(Output):
    """A gift card of an order, without its code, which only the recipient gets."""

    id: str = Field(examples=["GC-7K2M-9QXD-41HV"])
    line_id: int
    amount: Money
    recipient_name: str
    recipient_email: str
    state: GiftCardState
    send_at: Time
    sent_at: Time | None
    expires_at: Time | None = Field(description="It can be redeemed until then; null: forever.")


class RecipientInput(Input):
    """A corrected address of the recipient."""

    recipient_email: Annotated[Line, Field(min_length=1, max_length=254)]
