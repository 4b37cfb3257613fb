"""What the home page shows."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from stallage.declaration.fields import Line, Moment, Name, Position, Slug, Text
from stallage.declaration.records.base import Placed, Record, check_times


class Sale(Record):
    """`[[sale]]`: lowers the price of its products while it runs."""

    slug: Slug
    title: Name
    description: Text = ""
    percent: Annotated[int, Field(ge=1, le=99)]
    starts_at: Moment
    ends_at: Moment | None = Field(None, description="otherwise it runs until it is ended")
    image: Placed | None = None
    phone_image: Placed | None = None
    products: list[Slug] = Field([], description="slugs, in the order shown")

    @model_validator(mode="after")
    def consistent(self) -> Self:
        """An end after the start."""
        check_times(self.starts_at, self.ends_at)
        return self


class Slider(Record):
    """`[[slider]]`: a large banner of the home page that leads to a list of its own."""

    slug: Slug
    title: Name
    subtitle: Line = ""
    call_to_action: Line = ""
    image: Placed | None = None
    phone_image: Placed | None = None
    position: Position = 0
    starts_at: Moment | None = None
    ends_at: Moment | None = None
    products: list[Slug] = Field([], description="slugs, in the order shown")


class Tile(Record):
    """`[[section.tile]]`: leads to a list of its own."""

    slug: Slug
    title: Name
    text: Text = ""
    image: Placed | None = None
    phone_image: Placed | None = None
    products: list[Slug] = Field([])


class Section(Record):
    """`[[section]]`: a row of the home page."""

    slug: Slug
    title: Name
    subtitle: Line = ""
    kind: Literal["wide-image", "category-tiles", "buttons", "product-tiles", "carousel"]
    position: Position = 0
    tile: list[Tile] = Field([], description="tables")
