"""What a catalogue source says of a product, before it is in the catalogue.

Every source speaks in these nouns: file formats, the demo shop, later the back office's forms. They
are handed to `put_products`, and the catalogue is read back as them for an export.

One law runs through all fields: **None means that the source says nothing**, and what is there
stays; a new product then gets the default. A file without a price column changes no price. `""`,
`()` and `0` are statements of their own: there is no brand, no tag, no compare-at price.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

Status: TypeAlias = Literal["active", "draft", "archived"]
WeightUnit: TypeAlias = Literal["", "g", "kg", "lb", "oz"]
Options: TypeAlias = tuple[str, ...]
"""The values of a SKU's options, in the order of the product's option names."""


@dataclass(frozen=True, slots=True)
class ImageDraft:
    """A picture of a product."""

    src: str
    """An http(s) address to fetch it from, or a path that `core.media` has given out."""
    alt: str = ""
    options: Mapping[str, str] | None = None
    """The option values that it shows, name → value; None: those of the SKUs that show it."""
    width: int | None = field(default=None, compare=False)
    height: int | None = field(default=None, compare=False)
    colour: str | None = field(default=None, compare=False)
    """Its mean colour as `#rrggbb`. These three are known of a picture that is stored already."""


@dataclass(frozen=True, slots=True)
class SkuDraft:
    """One thing that can be bought. Within its product it is known by its options."""

    options: Options = ()
    sku: str | None = None
    price: int | None = None
    """Minor units. A new SKU without a price makes its product a draft: nothing is given away."""
    compare_at_price: int | None = None
    """Minor units, above the price; 0 for none."""
    stock: int | None = None
    tracked: bool | None = None
    """False: orderable whatever the stock says."""
    backorder: bool | None = None
    """True: orderable when the stock has run out."""
    barcode: str | None = None
    weight_grams: int | None = None
    weight_unit: WeightUnit | None = None
    """The unit to show the weight in."""
    image: str | None = None
    """The `src` of one of the product's images; empty for none of its own."""
    requires_shipping: bool | None = None
    taxable: bool | None = None
    cost: int | None = None
    """What the shop paid, in minor units; 0 for unknown."""
    extra: Mapping[str, str] = field(default_factory=dict)
    """See ProductDraft.extra."""


@dataclass(frozen=True, slots=True)
class ProductDraft:
    """A product with all that belongs to it. Its slug is its key."""

    slug: str
    title: str
    skus: tuple[SkuDraft, ...]
    option_names: Options = ()
    description_html: str | None = None
    """As the source has it; it is sanitised when it is written."""
    summary: str | None = None
    brand: str | None = None
    product_type: str | None = None
    tags: tuple[str, ...] | None = None
    """In order, each once whatever its case, none with a comma in it."""
    status: Status | None = None
    swatches: Mapping[str, Mapping[str, str]] | None = None
    """Option name → option value → CSS hex colour."""
    categories: tuple[tuple[str, ...], ...] | None = None
    """Paths of titles from the root, such as `("Decor", "Vases")`, the main one first."""
    attributes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Facets, label → values. A label that is not named stays as it is; `()` takes it away."""
    specification: tuple[tuple[str, str], ...] | None = None
    seo_title: str | None = None
    seo_description: str | None = None
    images: tuple[ImageDraft, ...] | None = None
    returnable: bool | None = None
    max_per_order: int | None = None
    """0 for no limit of its own."""
    gift_card: Mapping[str, int] | None = None
    """Terms of a gift card: the keys of `GiftCardTerms`. Empty for any other product."""
    created_at: datetime | None = None
    """For a new product only; otherwise now."""
    extra: Mapping[str, str] = field(default_factory=dict)
    """What the source says and the shop has no place for, by column, so that it comes out again in
    an export. A column that is not named stays as it is; `""` takes it away."""
    complete: bool = True
    """False where the source named SKUs that could not be read: those not here then stay."""
    speaks_of_options: bool = True
    """False where the source has no place for options: a product that has some keeps its SKUs."""
