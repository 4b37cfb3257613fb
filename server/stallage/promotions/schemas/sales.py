"""Requests and responses of sales."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.money import Money
from stallage.core.schemas import (
    Between,
    Id,
    Input,
    Integer,
    Line,
    Output,
    Picture,
    PicturePreview,
    Text,
    Time,
    is_absent,
)
from stallage.promotions.rules import ScheduleState
from stallage.promotions.schemas import Moment, ProductChoice, Title

MAX_PRODUCTS = 5000

PriceWarning = Literal["below_cost", "another_sale", "not_announced", "no_reduction"]


class SalePictureInput(Input):
    """A picture that was uploaded."""

    path: Annotated[Line, Field(min_length=1, max_length=500, pattern=r"^[A-Za-z0-9/_.-]+$")]
    alt: Annotated[Line, Field(max_length=300)] = ""
    width: Annotated[Integer, Between(1, 100_000)] | None = None
    height: Annotated[Integer, Between(1, 100_000)] | None = None
    colour: Annotated[Line, Field(pattern=r"^#[0-9a-fA-F]{6}$")] | None = None
    preview: PicturePreview | None = Field(None, exclude_if=is_absent)


class SaleInput(Input):
    """A sale: a percentage off a list of products from a start to an end."""

    title: Title
    description: Annotated[Text, Field(max_length=2000)] = ""
    percent: Annotated[Integer, Between(1, 99)]
    starts_at: Moment
    ends_at: Moment | None = Field(default=None, description="Exclusive; null: never.")
    products: Annotated[
        list[Annotated[Line, Field(min_length=1, max_length=255)]],
        Field(max_length=MAX_PRODUCTS),
    ] = Field(default=[], description="Slugs, in the order shown.")
    image: SalePictureInput | None = None
    phone_image: SalePictureInput | None = None


class SalePreviewInput(Input):
    """A sale to preview, saved or not."""

    id: Id | None = Field(default=None, description="The saved sale that is edited.")
    percent: Annotated[Integer, Between(1, 99)]
    starts_at: Moment
    ends_at: Moment | None = None
    products: Annotated[
        list[Annotated[Line, Field(min_length=1, max_length=255)]],
        Field(max_length=MAX_PRODUCTS),
    ]


class SaleItem(Output):
    """A sale in the list."""

    id: int
    slug: str
    title: str
    percent: int
    starts_at: Time
    ends_at: Time | None
    state: ScheduleState
    products: int
    image: Picture | None


class Sale(Output):
    """A sale with its products."""

    id: int
    slug: str
    title: str
    description: str
    percent: int
    starts_at: Time
    ends_at: Time | None
    state: ScheduleState
    image: Picture | None
    phone_image: Picture | None
    products: list[ProductChoice] = Field(description="In the order shown.")
    etag: str = Field(description="Send it as `If-Match` with a change.")


class SalePreviewRow(Output):
    """What a product would cost. With several variants, the lowest of each."""

    slug: str
    title: str
    image: Picture | None
    price_now: Money
    sale_price: Money = Field(description="The price in the sale, or in a better one.")
    price_varies: bool
    lowest_price: Money = Field(description="Of the 30 days before the start, as far as known.")
    margin_percent: int | None = Field(
        description="The lowest of its variants; null: no cost known."
    )
    warnings: list[PriceWarning]
    other_sale: str | None = Field(description="Another sale at the same time.")
    other_sale_wins: bool


class SalePreview(Output):
    """What the sale would do. Rows with warnings come first; at most 200 rows."""

    rows: list[SalePreviewRow]
    products: int
    below_cost: int
    in_another_sale: int
    not_announced: int
    prior_price_rule: bool = Field(
        description="Reductions refer to the lowest price of the 30 days before."
    )
