"""Request and response bodies of the newsletter API."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictBool

from stallage.core.schemas import Email, Input, Line, Output


class SubscriptionInput(Input):
    """A sign-up for the newsletter."""

    email: Annotated[Email, Field(min_length=1)]


class SubscriptionReceipt(Output):
    """A received sign-up. The response is the same whether or not the address is known."""

    email: str = Field(description="Address that the confirmation email is sent to.")


class Confirmation(Input):
    """The token in the link of the confirmation email."""

    token: Annotated[Line, Field(min_length=1, max_length=64)]


class Subscription(Output):
    """A customer's newsletter subscription."""

    email: str | None = Field(description="The customer's email address; null if there is none.")
    is_subscribed: bool


class SubscriptionChange(Input):
    """A change of a customer's newsletter subscription."""

    is_subscribed: StrictBool
