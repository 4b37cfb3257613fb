"""Sales, banners and sections of the home page."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from stallage.declaration.fields import Line, Moment, Name, Position, Slug, Text
from stallage.declaration.records.base import PlacedPicture, Record, check_times


class Sale(Record):
    """`[[sale]]`: lowers the price of its products while it runs."""

    slug: Slug
    title: Name
    description: Text = ""
    percent: Annotated[int, Field(ge=1, le=99)]
    starts_at: Moment
    ends_at: Moment | None = Field(None, description="by default it runs until it is removed")
    image: PlacedPicture | None = None
    phone_image: PlacedPicture | None = None
    products: list[Slug] = Field([], description="slugs, in the order shown")

    @model_validator(mode="after")
    def consistent(self) -> Self:
        """Check that the end is after the start."""
        check_times(self.starts_at, self.ends_at)
        return self


class Slider(Record):
    """`[[slider]]`: a large banner of the home page that links to its own product list."""

    slug: Slug
    title: Name
    subtitle: Line = ""
    call_to_action: Line = ""
    image: PlacedPicture | None = None
    phone_image: PlacedPicture | None = None
    position: Position = 0
    starts_at: Moment | None = None
    ends_at: Moment | None = None
    products: list[Slug] = Field([], description="slugs, in the order shown")


class Tile(Record):
    """`[[section.tile]]`: links to its own product list."""

    slug: Slug
    title: Name
    text: Text = ""
    image: PlacedPicture | None = None
    phone_image: PlacedPicture | None = None
    products: list[Slug] = Field([])


class Section(Record):
    """`[[section]]`: a section of the home page."""

    slug: Slug
    title: Name
    subtitle: Line = ""
    kind: Literal["wide-image", "category-tiles", "buttons", "product-tiles", "carousel"]
    position: Position = 0
    tile: list[Tile] = Field([], description="tables")
