"""What the API says of parts of a price."""

from __future__ import annotations

from datetime import date

from pydantic import Field

from stallage.core.money import Money
from stallage.core.schemas import Output


class Discount(Output):
    """What an automatic discount or a promo code takes off."""

    name: str
    amount: Money


class Estimate(Output):
    """When it should arrive."""

    min_days: int = Field(description="Working days from the day of the order.")
    max_days: int
    earliest: date
    latest: date


class Tax(Output):
    """A named tax."""

    name: str
    rate: str = Field(description="Per cent, such as `8.875`.")
    amount: Money
    included: bool = Field(description="The prices contain it already.")


class GiftWrap(Output):
    """Gift wrap of a whole order."""

    name: str = Field(examples=["Gift wrap"])
    price: Money = Field(description="Without added taxes.")
