"""Requests and responses that promotions share."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, Field
from pydantic_core import PydanticCustomError

from stallage.core.money import MAX_AMOUNT, Money
from stallage.core.schemas import Between, Integer, Line, Output, Picture, Time

FIRST_YEAR, LAST_YEAR = 2000, 2199


def _in_range(value: datetime) -> datetime:
    """Times that every time zone can show, and PostgreSQL can store."""
    if not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise PydanticCustomError("time_range", "is not valid.")
    return value.astimezone(UTC)


Moment = Annotated[AwareDatetime, AfterValidator(_in_range)]
"""A time with its offset from UTC."""
Title = Annotated[Line, Field(min_length=1, max_length=120)]
Amount = Annotated[Integer, Between(0, MAX_AMOUNT)]
"""In the minor unit."""
PositiveAmount = Annotated[Integer, Between(1, MAX_AMOUNT)]
Percent = Annotated[Integer, Between(1, 100)]
Uses = Annotated[Integer, Between(1, 2**31 - 1)]
Search = Annotated[Line, Field(max_length=100)]


class Ended(Output):
    """How many were ended."""

    count: int


class Deleted(Output):
    """The record is gone."""

    id: int


class ProductChoice(Output):
    """A product that can be chosen."""

    slug: str
    title: str
    image: Picture | None
    price: Money | None = Field(description="Null while it is not on sale.")
    brand: str | None
    status: str


class PromotionProductChoices(Output):
    """Products that match, and how many there are."""

    items: list[ProductChoice]
    total: int = Field(description="Counted up to 5,000.")


class PromotionCategoryChoice(Output):
    """A category that can be chosen."""

    path: str = Field(description="Such as `home/vases`.")
    title: str


class Groups(Output):
    """What products can be chosen by."""

    categories: list[PromotionCategoryChoice]
    brands: list[str]
    tags: list[str]


class PromoUse(Output):
    """An order that used a code."""

    order_id: str
    placed_at: Time
    total: Money
    discount: Money
    given_back: bool = Field(description="The order was cancelled, so the use does not count.")
