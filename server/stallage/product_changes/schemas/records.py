"""Requests and responses of the product editor."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from stallage.core.schemas import MAX_ID, Input, Line, Output, PicturePreview, Text
from stallage.products.drafts import CHANNELS, Channel, Status, WeightUnit
from stallage.products.rules.product_media import MAX_FRAMES, MAX_VIDEOS, MIN_FRAMES

AttributeKind = Literal["text", "number", "boolean", "colour"]
MAX_VARIANTS = 500
MAX_PICTURES = 200
MAX_AMOUNT = 10**12

Id = Annotated[int, Field(ge=1, le=MAX_ID)]
Name = Annotated[Line, Field(min_length=1, max_length=255)]
ShortLine = Annotated[Line, Field(max_length=255)]
Amount = Annotated[int, Field(ge=0, le=MAX_AMOUNT, description="In minor units.")]
PerCent = Annotated[int, Field(ge=0, le=100)]
HexColour = Annotated[Line, Field(pattern="^#[0-9a-fA-F]{6}$")]
Label = Annotated[Line, Field(min_length=1, max_length=100)]
Percentage = Annotated[float, Field(ge=0, le=100)]


class VariantStockChange(Input):
    """A counted stock, or the first one of a new variant."""

    before: Annotated[int, Field(ge=0, le=MAX_AMOUNT)] | None = Field(
        None, description="The stock that the operator saw; null for a new variant."
    )
    level: Annotated[int, Field(ge=0, le=10**9)]


class VariantInput(Input):
    """A variant. With an id, an existing one, which keeps its stock and orders whatever its options."""

    id: Id | None = None
    options: Annotated[list[Name], Field(max_length=3)] = Field(
        [], description="One value for each option of the product."
    )
    sku: ShortLine = ""
    price: Amount
    compare_at_price: Amount | None = None
    cost: Amount | None = None
    barcode: ShortLine = ""
    weight_grams: Annotated[int, Field(ge=0, le=10**9)] | None = None
    weight_unit: WeightUnit = ""
    tracked: bool = True
    backorder: bool = False
    requires_shipping: bool = True
    taxable: bool = True
    picture: Annotated[Line, Field(max_length=2000)] = Field(
        "", description="`src` of one of the product's pictures."
    )
    stock: VariantStockChange | None = Field(None, description="Null: as it is.")


class ProductPictureInput(Input):
    """A picture that the product has, or that was uploaded."""

    src: Annotated[Line, Field(min_length=1, max_length=2000)]
    alt: Annotated[Line, Field(max_length=500)] = ""
    options: Annotated[dict[Name, Name], Field(max_length=3)] = Field(
        {}, description="The option values that it shows."
    )
    focus_x: PerCent = Field(50, description="Per cent from the left; stays visible in a cut.")
    focus_y: PerCent = 50
    width: Annotated[int, Field(ge=1, le=20_000)] | None = None
    height: Annotated[int, Field(ge=1, le=20_000)] | None = None
    colour: HexColour | None = None
    preview: PicturePreview | None = None


class MediaPictureInput(Input):
    """A stored picture: the poster of a video, or a frame of a spin."""

    path: Annotated[Line, Field(pattern=r"^/media/[0-9a-f]{2}/[0-9a-f]{32}\.webp$")]
    width: Annotated[int, Field(ge=1, le=20_000)] | None = None
    height: Annotated[int, Field(ge=1, le=20_000)] | None = None
    colour: HexColour | None = None
    preview: PicturePreview | None = None


class ProductVideoInput(Input):
    """A video that was uploaded."""

    path: Annotated[Line, Field(pattern=r"^/media/[0-9a-f]{2}/[0-9a-f]{32}\.(mp4|webm)$")]
    poster: MediaPictureInput = Field(description="Shown until it plays.")
    title: Annotated[Line, Field(max_length=200)] = Field(
        "", description="What can be seen. Empty: the product's title."
    )
    uploaded_at: AwareDatetime | None = Field(
        None, description="As `POST /media/videos` returned it."
    )
    width: Annotated[int, Field(ge=1, le=20_000)] | None = None
    height: Annotated[int, Field(ge=1, le=20_000)] | None = None
    seconds: Annotated[int, Field(ge=0, le=24 * 3600)] | None = Field(
        None, description="Its length."
    )


class AttributeInput(Input):
    """Values of a facet."""

    label: Label
    values: Annotated[list[Name], Field(max_length=100)]
    kind: AttributeKind | None = Field(None, description="Null: as it is. Applies to all products.")
    unit: Annotated[Line, Field(max_length=20)] | None = None


class SpecificationInput(Input):
    """A row of the specification table."""

    name: Name
    value: Annotated[Line, Field(min_length=1, max_length=2000)]


class GiftCardInput(Input):
    """Terms of a gift card. The bounds are 0 if shoppers cannot choose an amount."""

    minimum: Amount = 0
    maximum: Amount = 0
    months: Annotated[int, Field(ge=0, le=120)] = 0


class ProductInput(Input):
    """A whole product. Variants, pictures and attributes that are not listed are removed."""

    title: Name
    slug: ShortLine | None = Field(None, description="Null: from the title, or as it is.")
    summary: Annotated[Text, Field(max_length=2000)] = ""
    description_html: Annotated[Text, Field(max_length=200_000)] = ""
    brand: ShortLine = ""
    product_type: ShortLine = ""
    tags: Annotated[list[Name], Field(max_length=200)] = Field([])
    categories: Annotated[list[Id], Field(max_length=50)] = Field(
        [], description="Ids, the main one first."
    )
    attributes: Annotated[list[AttributeInput], Field(max_length=100)] = Field([])
    specification: Annotated[list[SpecificationInput], Field(max_length=200)] = Field([])
    option_names: Annotated[list[Name], Field(max_length=3)] = Field([])
    swatches: Annotated[dict[Name, dict[Name, HexColour]], Field(max_length=3)] = Field({})
    variants: Annotated[list[VariantInput], Field(min_length=1, max_length=MAX_VARIANTS)]
    pictures: Annotated[list[ProductPictureInput], Field(max_length=MAX_PICTURES)] = Field([])
    videos: Annotated[list[ProductVideoInput], Field(max_length=MAX_VIDEOS)] | None = Field(
        None, description="In display order. Null: as they are."
    )
    spin: Annotated[list[MediaPictureInput], Field(max_length=MAX_FRAMES)] | None = Field(
        None,
        description=f"Pictures in the order of a full turn, at least {MIN_FRAMES}; empty: no spin. "
        "Null: as it is.",
    )
    seo_title: ShortLine = ""
    seo_description: Annotated[Text, Field(max_length=1000)] = ""
    status: Status = "draft"
    returnable: bool = True
    max_per_order: Annotated[int, Field(ge=1, le=99)] | None = None
    gift_card: GiftCardInput | None = None
    publish_at: AwareDatetime | None = None
    unpublish_at: AwareDatetime | None = None
    channels: Annotated[list[Channel], Field(max_length=3)] = Field(list(CHANNELS))
    related: Annotated[list[Id], Field(max_length=20)] = Field(
        [], description="Ids of products shown before the computed ones."
    )
    stock_reason: ShortLine = Field("", description="Why stock was changed.")


class ProductCategory(Output):
    """A category of the product."""

    id: int
    path: list[str] = Field(description="Titles from the root.")


class Variant(Output):
    """A variant as stored."""

    id: int
    options: list[str]
    sku: str
    price: int
    compare_at_price: int | None
    cost: int | None
    barcode: str
    weight_grams: int | None
    weight_unit: WeightUnit
    tracked: bool
    backorder: bool
    requires_shipping: bool
    taxable: bool
    picture: str
    stock: int = Field(description="Units that can be sold.")
    held: int = Field(description="Units of orders that are not shipped.")


class RetiredVariant(Output):
    """A variant that is no longer sold."""

    options: list[str]
    sku: str


class ProductPicture(Output):
    """A picture as stored."""

    src: str = Field(description="Identifies it within the product.")
    path: str | None = Field(description="Null until it was downloaded.")
    alt: str
    options: dict[str, str]
    focus_x: int
    focus_y: int
    width: int | None
    height: int | None
    colour: str | None
    preview: str | None


class MediaPicture(Output):
    """The poster of a video, or a frame of a spin."""

    path: str
    width: int | None
    height: int | None
    colour: str | None
    preview: str | None


class ProductVideoRecord(Output):
    """A video as stored."""

    path: str
    poster: MediaPicture
    title: str
    uploaded_at: datetime | None
    width: int | None
    height: int | None
    seconds: int | None


class ProductAttributeValues(Output):
    """Values of a facet."""

    label: str
    values: list[str]
    kind: AttributeKind
    unit: str


class ProductSpecification(Output):
    """A row of the specification table."""

    name: str
    value: str


class GiftCardValues(Output):
    """Terms of a gift card."""

    minimum: int
    maximum: int
    months: int


class RelatedProduct(Output):
    """A product chosen by hand."""

    id: int
    slug: str
    title: str
    picture: str | None


class ProductSizeGuide(Output):
    """The size guide of the main category."""

    slug: str
    title: str
    category: str


class ProductRecord(Output):
    """A whole product for the editor. Amounts are in minor units of `currency`."""

    id: int
    slug: str
    title: str
    summary: str
    description_html: str
    brand: str
    product_type: str
    tags: list[str]
    categories: list[ProductCategory]
    attributes: list[ProductAttributeValues]
    specification: list[ProductSpecification]
    option_names: list[str]
    swatches: dict[str, dict[str, str]]
    variants: list[Variant]
    retired: list[RetiredVariant]
    pictures: list[ProductPicture]
    videos: list[ProductVideoRecord]
    spin: list[MediaPicture] = Field(description="In the order of a full turn; empty: no spin.")
    seo_title: str
    seo_description: str
    status: Status
    returnable: bool
    max_per_order: int | None
    gift_card: GiftCardValues | None
    publish_at: datetime | None
    unpublish_at: datetime | None
    channels: list[Channel]
    related: list[RelatedProduct]
    size_guide: ProductSizeGuide | None
    currency: str
    created_at: datetime
    updated_at: datetime
    changed_by: str | None = Field(description="Who made the last version.")
    etag: str


class EditorAttribute(Output):
    """A facet that products have."""

    label: str
    kind: AttributeKind
    unit: str


class EditorChoices(Output):
    """What the editor offers to choose from."""

    brands: list[str]
    categories: list[ProductCategory]
    types: list[str]
    tags: list[str] = Field(description="The most used ones, at most 500.")
    attributes: list[EditorAttribute]
    currency: str


class ProductMatch(Output):
    """A product found by its title."""

    id: int
    slug: str
    title: str
    picture: str | None


class CropInput(Input):
    """A part of a stored picture, in per cent of its sides."""

    path: Annotated[Line, Field(min_length=1, max_length=500)]
    left: Percentage
    top: Percentage
    width: Annotated[float, Field(ge=1, le=100)]
    height: Annotated[float, Field(ge=1, le=100)]


class CroppedPicture(Output):
    """A new stored picture."""

    path: str
    width: int
    height: int
    colour: str
    preview: str | None
