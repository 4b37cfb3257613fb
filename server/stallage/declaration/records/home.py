"""Sales, banners and sections of the home page."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from stallage.declaration.fields import Amount, Line, Moment, Name, Position, Slug, Text
from stallage.declaration.records.base import PlacedPicture, Record, check_times
from stallage.merchandising.drafts import SectionKind


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


class CollectionCondition(Record):
    """`[[collection.condition]]`: one condition; exactly one field, or `attribute` with `value`."""

    category: Slug | None = Field(None, description="slug; its subcategories are included")
    brand: Slug | None = Field(None, description="slug")
    tag: Name | None = None
    price_from: Amount | None = None
    price_to: Amount | None = None
    discount: Annotated[int, Field(ge=1, le=99)] | None = Field(
        None, description="minimum discount in per cent"
    )
    in_stock: bool | None = None
    created_within_days: Annotated[int, Field(ge=1, le=3650)] | None = None
    attribute: Slug | None = Field(None, description="name of the filter in URLs, with `value`")
    value: Name | None = None

    @model_validator(mode="after")
    def one_condition(self) -> Self:
        """Check that there is one condition."""
        given = [name for name, value in self if value is not None and name != "value"]
        if len(given) != 1:
            raise ValueError("needs exactly one of its fields")
        if (self.attribute is None) != (self.value is None):
            raise ValueError("attribute and value must be set together")
        return self


class Collection(Record):
    """`[[collection]]`: a product list with a page of its own, filled by hand or by conditions."""

    slug: Slug
    title: Name
    description: Text = ""
    image: PlacedPicture | None = None
    seo_title: Line = Field("", description="title for search engines; by default its own title")
    seo_description: Text = ""
    products: list[Slug] = Field([], description="slugs, in the order shown")
    match: Literal["all", "any"] = Field("all", description="whether all conditions must be met")
    sort: Literal["newest", "price", "-price", "discount"] = "newest"
    condition: list[CollectionCondition] = Field(
        [], max_length=20, description="tables; instead of `products`"
    )

    @model_validator(mode="after")
    def one_kind(self) -> Self:
        """Check that it has products or conditions, not both."""
        if self.products and self.condition:
            raise ValueError("needs either products or conditions, not both")
        return self


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
    kind: SectionKind
    position: Position = 0
    tile: list[Tile] = Field([], description="tables")
