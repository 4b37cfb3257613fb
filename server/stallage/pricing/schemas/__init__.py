"""API schemas of the parts of a price."""

from __future__ import annotations

from datetime import date

from pydantic import Field

from stallage.core.money import Money
from stallage.core.schemas import Output


class Discount(Output):
    """The amount of an automatic discount or promo code."""

    name: str
    amount: Money


class Estimate(Output):
    """Expected delivery dates."""

    min_days: int = Field(description="Working days from the day of the order.")
    max_days: int
    earliest: date
    latest: date


class Tax(Output):
    """A tax with its amount."""

    name: str
    rate: str = Field(description="Percent, such as `8.875`.")
    amount: Money
    included: bool = Field(description="Whether the displayed prices include it.")


class GiftWrap(Output):
    """Gift wrap for a whole order."""

    name: str = Field(examples=["Gift wrap"])
    price: Money = Field(description="Excluding added taxes.")
