"""What the API takes for the newsletter."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictBool

from stallage.core.schemas import Email, Input, Line, Output


class SubscriptionInput(Input):
    """Who wants the newsletter."""

    email: Annotated[Email, Field(min_length=1)]


class Asked(Output):
    """The same whether or not the address is known."""

    email: str = Field(description="Where the letter goes that asks for confirmation.")


class Confirmation(Input):
    """What the letter's link carries."""

    token: Annotated[Line, Field(min_length=1, max_length=64)]


class Subscription(Output):
    """Whether a customer gets the newsletter."""

    email: str | None = Field(description="The customer's own address; null where none is known.")
    is_subscribed: bool


class SubscriptionChange(Input):
    """Whether a customer wants the newsletter."""

    is_subscribed: StrictBool
