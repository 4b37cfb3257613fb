"""Products, categories, brands, filters and size guides."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from stallage.core.validation import DUPLICATES
from stallage.declaration.fields import (
    Amount,
    Colour,
    Count,
    Line,
    Moment,
    Name,
    Position,
    Slug,
    Text,
    WebAddress,
)
from stallage.declaration.records.base import PlacedPicture, Record
from stallage.products.drafts import CHANNELS, Channel, Status, WeightUnit
from stallage.products.rules.product_media import MAX_FRAMES, MAX_VIDEOS, MIN_FRAMES
from stallage.products.rules.size_guides import MAX_COLUMNS, MAX_ROWS, table_problems
from stallage.products.rules.slugs import attribute_name


class Category(Record):
    """`[[category]]`"""

    path: Annotated[str, Field(pattern=r"^[^\s/?#%]+(/[^\s/?#%]+)*$", max_length=1000)] = Field(
        description="slugs from the root, such as `table/bowls`; the last one is its key"
    )
    title: Name
    description: Text = ""
    image: PlacedPicture | None = None
    position: Position = Field(0, description="order among its siblings")
    size_guide: Slug | None = Field(
        None, description="slug of a size guide; categories below without one inherit it"
    )
    seo_title: Line = Field("", description="title for search engines; by default its own title")
    seo_description: Text = ""

    @property
    def slug(self) -> str:
        """The name in URLs."""
        return self.path.rpartition("/")[2]

    @property
    def parent(self) -> str | None:
        """The slug of the parent category; None for a root."""
        parent_path = self.path.rpartition("/")[0]
        return parent_path.rpartition("/")[2] or None


class SizeGuide(Record):
    """`[[size_guide]]`: a table of measurements, which categories refer to."""

    slug: Slug = Field(description="its key")
    title: Name
    introduction: Text = ""
    option: Name = Field("Size", description="the product option next to which the link is shown")
    unit: Literal["", "cm", "in"] = Field(
        "", description="unit of the measured columns; shoppers can switch between them"
    )
    columns: list[Name] = Field(min_length=1, max_length=MAX_COLUMNS)
    measured: list[Name] = Field([], description="the columns with measurements in `unit`")
    rows: list[list[Line]] = Field(
        min_length=1,
        max_length=MAX_ROWS,
        description='one text per column; measurements such as `"40"` or `"38-42"`',
    )

    @model_validator(mode="after")
    def consistent(self) -> Self:
        """Check that rows have one cell per column and measurements can be converted."""
        for problem in table_problems(self.columns, self.measured, self.unit, self.rows):
            raise ValueError(f"{problem.part}: {problem.text}")
        return self


class Brand(Record):
    """`[[brand]]`"""

    slug: Slug
    name: Name
    description: Text = ""


PerCent = Annotated[int, Field(ge=0, le=100)]
AttributeKind = Literal["text", "number", "boolean", "colour"]


class Attribute(Record):
    """`[[attribute]]`: the name of a filter and its position among the filters."""

    label: Name = Field(description="the name in products and for shoppers")
    name: Slug = Field("", description="the name in URLs; by default made from the label")
    position: Position = 0

    kind: AttributeKind = Field("text", description="what its values are")
    unit: Line = Field("", description="of numbers, such as `cm`")
    hidden: bool = Field(False, description="whether lists leave it out of their filters")
    value_order: list[Name] = Field(
        [], description="values that come first, in this order; the others by number of products"
    )

    @property
    def key(self) -> str:
        """The name in URLs."""
        return self.name

    @model_validator(mode="before")
    @classmethod
    def default_name(cls, data: Any) -> Any:
        """Make the name from the label if it is missing."""
        if isinstance(data, dict) and isinstance(data.get("label"), str) and "name" not in data:
            return {**data, "name": attribute_name(data["label"])}
        return data


class ProductImage(Record):
    """`[[product.image]]`: a file, or a URL to download it from."""

    file: Line | None = Field(None, description="path relative to this file; either this or `url`")
    url: WebAddress | None = Field(None, description="the URL that the shop downloads it from")
    alt: Line = Field("", description="alternative text, for people who cannot see it")
    options: dict[str, str] | None = Field(
        None, description='the option values that it shows, such as `{Colour = "Moss"}`'
    )
    focus: Annotated[list[PerCent], Field(min_length=2, max_length=2)] | None = Field(
        None, description="the point to keep where it is cut: per cent from left and top"
    )

    @property
    def source(self) -> str:
        """Identifies the picture within its product."""
        return self.file or self.url or ""

    @model_validator(mode="after")
    def one_source(self) -> Self:
        """Check that there is either a file or a URL."""
        if (self.file is None) == (self.url is None):
            raise ValueError("needs either file or url")
        return self


class ProductVideo(Record):
    """`[[product.video]]`: an MP4 or WebM file, and the picture that is shown until it plays."""

    file: Line = Field(description="path relative to this file; 32 MB at most")
    poster: Line = Field(description="a picture's path relative to this file")
    title: Line = Field("", description="what can be seen; by default the product's title")
    uploaded_at: Moment | None = Field(None, description="by default as old as the product")
    width: Annotated[int, Field(ge=1, le=20_000)] | None = None
    height: Annotated[int, Field(ge=1, le=20_000)] | None = None
    seconds: Count | None = Field(None, description="its length")


class SpinFrame(Record):
    """`[[product.spin]]`: a picture of the product from another side, in the order of a full turn."""

    file: Line = Field(description="path relative to this file")


class Sku(Record):
    """`[[product.sku]]`: a variant, one for each combination of the options."""

    sku: Line = Field("", description="the shop's own code")
    options: list[Name] = Field([], description="values in the order of the product's `options`")
    price: Amount
    compare_at_price: Amount | None = Field(None, description="the previous price; above `price`")
    cost: Amount | None = Field(None, description="the cost to the shop")
    stock: Count | None = Field(
        None, description="initial stock of a new SKU; ignored for existing SKUs"
    )
    tracked: bool = Field(True, description="false: can be ordered regardless of stock")
    backorder: bool = Field(False, description="can be ordered when the stock has run out")
    barcode: Line = ""
    weight_grams: Count | None = None
    weight_unit: WeightUnit = Field("g", description="the unit to show the weight in")
    requires_shipping: bool = True
    taxable: bool = True
    image: Line | None = Field(
        None, description="`file` or `url` of its picture; by default one that shows its options"
    )
    extra: dict[str, str] = Field({}, description="other columns of an import")


class GiftCard(Record):
    """`[product.gift_card]`: sells the product as a gift card; each SKU is one amount."""

    minimum: Amount | None = Field(
        None, description="with `maximum`: shoppers may choose any amount between the two"
    )
    maximum: Amount | None = None
    valid_months: Annotated[int, Field(ge=1, le=120)] | None = Field(
        None, description="how long the code can be redeemed; by default forever"
    )

    @model_validator(mode="after")
    def range_complete(self) -> Self:
        """Check that the range has both ends or neither, in order."""
        if (self.minimum is None) != (self.maximum is None):
            raise ValueError("needs both minimum and maximum, or neither")
        if not 0 < (self.minimum or 1) <= (self.maximum or 1) or self.minimum == 0:
            raise ValueError("minimum must be more than 0 and not more than maximum")
        return self


class Product(Record):
    """`[[product]]`"""

    slug: Slug = Field(description="its key")
    title: Name
    brand: Line = Field("", description="the brand's name")
    type: Line = ""
    status: Status = "active"
    categories: list[str] = Field([], description="paths; the first is the main one")
    tags: list[Name] = Field([])
    summary: Text = ""
    description: Text = Field("", description="HTML, which is sanitised")
    options: list[Name] = Field([], description="names, at most three, such as `Size`")
    swatches: dict[str, dict[str, Colour]] = Field({}, description="option → value → `#rrggbb`")
    attributes: dict[str, list[str]] = Field({}, description="filters: label → values")
    specification: list[Annotated[list[str], Field(min_length=2, max_length=2)]] = Field(
        [], description="rows of `[name, value]`"
    )
    seo_title: Line = ""
    seo_description: Text = ""
    returnable: bool = True
    max_per_order: Annotated[int, Field(ge=1, le=99)] | None = None
    gift_card: GiftCard | None = Field(None, description="a table, for gift cards only")
    channels: list[Channel] = Field(list(CHANNELS), description="where it is offered")
    related: list[str] = Field(
        [], description="slugs of products to show on its page before the computed ones"
    )
    created_at: Moment | None = Field(None, description="for a new product; by default now")
    extra: dict[str, str] = Field({}, description="other columns of an import")
    sku: list[Sku] = Field(min_length=1, description="tables")
    image: list[ProductImage] = Field([], description="tables; the first is the main picture")
    video: Annotated[list[ProductVideo], Field(max_length=MAX_VIDEOS)] = Field(
        [], description=f"tables, at most {MAX_VIDEOS}"
    )
    spin: Annotated[list[SpinFrame], Field(max_length=MAX_FRAMES)] = Field(
        [], description=f"tables, {MIN_FRAMES} to {MAX_FRAMES} for a 360° spin"
    )

    @model_validator(mode="after")
    def consistent(self) -> Self:
        """Check that SKUs have one value per option and that nothing occurs twice."""
        if len(self.options) > 3:
            raise ValueError("options: a product has at most 3")
        if _has_duplicates(name.casefold() for name in self.options):
            raise ValueError(f"options: {DUPLICATES['name']} Two options have the same name")
        if _has_duplicates((attribute_name(label), label.casefold()) for label in self.attributes):
            raise ValueError(f"attributes: {DUPLICATES['attribute']} Two labels are one filter")
        if 0 < len(self.spin) < MIN_FRAMES:
            raise ValueError(f"spin: needs at least {MIN_FRAMES} pictures")
        if _has_duplicates(video.file for video in self.video):
            raise ValueError("video: the same file is listed twice")
        combinations = [tuple(value.casefold() for value in sku.options) for sku in self.sku]
        if any(len(values) != len(self.options) for values in combinations):
            raise ValueError("sku: each SKU needs one value for each of the product's options")
        if _has_duplicates(combinations):
            raise ValueError(f"sku: {DUPLICATES['attributeSet']} Two SKUs have the same options")
        return self


def _has_duplicates(values: Iterable[Hashable]) -> bool:
    items = list(values)
    return len(set(items)) < len(items)
