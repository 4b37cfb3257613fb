"""Products as imports and exports exchange them with the catalogue.

Every source builds drafts: file formats, the demo shop, later the back office's forms. `put_products`
writes them, and exports read the catalogue as drafts.

In every field **None means that the source has no value**: the stored value stays, and a new product
gets the default. A file without a price column changes no price. `""`, `()` and `0` are values: no
brand, no tags, no compare-at price.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

from stallage.core.schemas import PictureJson

Status: TypeAlias = Literal["active", "draft", "archived"]
Channel: TypeAlias = Literal["online_store", "product_feed", "search_engines"]
CHANNELS: tuple[Channel, ...] = ("online_store", "product_feed", "search_engines")
"""Where a product is offered: in the shop, in feeds for other sites, and to search engines."""
WeightUnit: TypeAlias = Literal["", "g", "kg", "lb", "oz"]
Options: TypeAlias = tuple[str, ...]
"""The values of a SKU's options, in the order of the product's option names."""


@dataclass(frozen=True, slots=True)
class ImageDraft:
    """A picture of a product."""

    src: str
    """An http(s) URL to download it from, or a path of `core.media`."""
    alt: str = ""
    options: Mapping[str, str] | None = None
    """The option values that it shows, name → value; None: derived from the SKUs that use it."""
    focus: tuple[int, int] | None = None
    """The point to keep where it is cut, in per cent from left and top; None: as stored, else the centre."""
    width: int | None = field(default=None, compare=False)
    height: int | None = field(default=None, compare=False)
    colour: str | None = field(default=None, compare=False)
    """Its mean colour as `#rrggbb`. Set, like width and height, only for stored pictures."""
    preview: str | None = field(default=None, compare=False)
    """As in `core.previews`; the same."""


@dataclass(frozen=True, slots=True)
class VideoDraft:
    """A video of a product."""

    path: str
    """A path of `core.media`."""
    poster: ImageDraft
    """Shown until it plays; its `src` is a path."""
    title: str = ""
    """What can be seen; empty: the product's title."""
    uploaded_at: datetime | None = None
    """None: as old as the product."""
    width: int | None = field(default=None, compare=False)
    height: int | None = field(default=None, compare=False)
    seconds: int | None = field(default=None, compare=False)
    """Its length."""


@dataclass(frozen=True, slots=True)
class SkuDraft:
    """A variant that can be bought. Its options identify it within its product."""

    options: Options = ()
    sku: str | None = None
    price: int | None = None
    """Minor units. A new SKU without a price makes its product a draft, so that nothing sells for free."""
    compare_at_price: int | None = None
    """Minor units, above the price; 0 for none."""
    stock: int | None = None
    tracked: bool | None = None
    """False: can be ordered whatever the stock."""
    backorder: bool | None = None
    """True: can be ordered when out of stock."""
    barcode: str | None = None
    weight_grams: int | None = None
    weight_unit: WeightUnit | None = None
    """The unit to show the weight in."""
    image: str | None = None
    """The `src` of one of the product's images; empty for none."""
    requires_shipping: bool | None = None
    taxable: bool | None = None
    cost: int | None = None
    """Purchase price in minor units; 0 for unknown."""
    extra: Mapping[str, str] = field(default_factory=dict)
    """See ProductDraft.extra."""


@dataclass(frozen=True, slots=True)
class ProductDraft:
    """A product with its SKUs, images and categories. The slug identifies it."""

    slug: str
    title: str
    skus: tuple[SkuDraft, ...]
    option_names: Options = ()
    description_html: str | None = None
    """Unsanitised; `put_products` sanitises it."""
    summary: str | None = None
    brand: str | None = None
    product_type: str | None = None
    tags: tuple[str, ...] | None = None
    """In order, distinct ignoring case, without commas."""
    status: Status | None = None
    swatches: Mapping[str, Mapping[str, str]] | None = None
    """Option name → option value → CSS hex colour."""
    categories: tuple[tuple[str, ...], ...] | None = None
    """Paths of titles from the root, such as `("Decor", "Vases")`, the main one first."""
    attributes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Facets, label → values. Labels not listed stay as they are; `()` removes one."""
    specification: tuple[tuple[str, str], ...] | None = None
    seo_title: str | None = None
    seo_description: str | None = None
    images: tuple[ImageDraft, ...] | None = None
    videos: tuple[VideoDraft, ...] | None = None
    spin: tuple[ImageDraft, ...] | None = None
    """Stored pictures in the order of a full turn; `()` for no spin."""
    returnable: bool | None = None
    max_per_order: int | None = None
    """0 for no limit per product."""
    gift_card: Mapping[str, int] | None = None
    """Terms of a gift card with the keys of `GiftCardTerms`; empty for other products."""
    channels: tuple[Channel, ...] | None = None
    """In the order of CHANNELS."""
    related: tuple[str, ...] | None = None
    """Slugs of products to show on its page before the computed ones. Unknown slugs are left out."""
    schedule: tuple[datetime | None, datetime | None] | None = None
    """When it becomes active, and when it becomes archived."""
    created_at: datetime | None = None
    """Used for new products only; None: now."""
    extra: Mapping[str, str] = field(default_factory=dict)
    """Columns of the source that the shop has no field for, so that an export can write them again.
    Columns not listed stay as they are; `""` removes one."""
    complete: bool = True
    """False if some SKUs of the source could not be read: stored SKUs not listed here then stay."""
    supports_options: bool = True
    """False if the source cannot express options: a product with options then keeps its SKUs."""


@dataclass(frozen=True, slots=True)
class CategoryDraft:
    """What describes a category, without its place in the tree."""

    slug: str
    title: str
    description: str = ""
    image: PictureJson | None = None
    size_guide_id: int | None = None
    seo_title: str = ""
    seo_description: str = ""


@dataclass(frozen=True, slots=True)
class BrandDraft:
    """What describes a brand."""

    slug: str
    name: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class FilterDraft:
    """How lists offer an attribute or option as a filter."""

    name: str
    label: str
    hidden: bool = False
    value_order: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class SizeGuideDraft:
    """A table of measurements, identified by its slug."""

    slug: str
    title: str
    introduction: str
    option: str
    unit: str
    """`cm` or `in`; empty if nothing is measured."""
    columns: Sequence[str]
    measured: Sequence[str]
    """The columns with measurements in `unit`."""
    rows: Sequence[Sequence[str]]
