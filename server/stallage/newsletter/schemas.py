"""What the API takes for the newsletter."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

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
