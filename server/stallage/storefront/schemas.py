"""Responses of the home page, the category tree and the product page."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.money import Money
from stallage.core.schemas import Output, Picture, Time
from stallage.products.schemas import Card, ChosenOption, LowestPrice
from stallage.search.schemas import Crumb

CategoryPicture = Annotated[
    Picture | None,
    Field(description="Its own, or that of its best product: in stock, sold most, newest."),
]


class CategoryNode(Output):
    """A category with those below it."""

    id: int
    slug: str
    title: str
    description: str
    image: CategoryPicture
    link: str
    count: int = Field(description="Products on sale in it and below.")
    children: list[CategoryNode]


class HomeCategory(Output):
    """A category as a tile."""

    slug: str
    title: str
    description: str
    image: CategoryPicture
    link: str


class HomeSlider(Output):
    """A hero banner."""

    slug: str
    title: str
    subtitle: str
    call_to_action: str
    image: Picture | None
    phone_image: Picture | None
    link: str


class HomeSale(Output):
    """A sale that runs now."""

    slug: str
    title: str
    description: str
    percent: int
    starts_at: Time
    ends_at: Time | None
    image: Picture | None
    phone_image: Picture | None
    link: str


class HomeTile(Output):
    """A tile of a section."""

    slug: str
    title: str
    text: str
    image: Picture | None
    phone_image: Picture | None
    link: str
    products: list[Card] = Field(description="The first few products of its list.")


class HomeSection(Output):
    """A row of tiles; its `id` is `parentId` in addresses."""

    id: int
    slug: str
    title: str
    subtitle: str
    kind: str
    image: Picture | None
    link: str | None = Field(description="Where its first tile leads.")
    tiles: list[HomeTile]


class PageItem(Output):
    """The home page."""

    category_list: list[HomeCategory]
    slider_list: list[HomeSlider]
    sales_list: list[HomeSale]
    feature_section: list[HomeSection]


class HomeProducts(Output):
    """The first few products of a list."""

    link: str = Field(description="Where the whole list is.")
    products: list[Card]


class HomeHighlights(Output):
    """What a home page without sliders and sections shows."""

    newest: HomeProducts = Field(description="Those with pictures first.")
    popular: HomeProducts = Field(description="Empty until something is sold.")
    reduced: HomeProducts
    categories: list[HomeCategory] = Field(description="The largest, at most 12.")


class Home(Output):
    """The home page."""

    page_item: PageItem
    highlights: HomeHighlights | None = Field(
        description="Null where there are sliders or feature sections."
    )


class OptionValue(Output):
    """A value that can be chosen."""

    value: str
    colour: str | None
    in_stock: bool = Field(description="Some SKU with it can be had.")


class Option(Output):
    """Something to choose."""

    name: str
    values: list[OptionValue]


class SkuDetails(Output):
    """One thing that can be bought."""

    sku_id: int
    sku: str
    options: list[ChosenOption]
    price: Money
    compare_at_price: Money | None
    discount_percent: int
    lowest_price: LowestPrice
    stock: int
    in_stock: bool = Field(description="Also true where it is made or ordered on demand.")
    stock_note: str | None
    images: list[Picture]


class GalleryImage(Picture):
    """A picture of the gallery."""

    options: list[ChosenOption] = Field(description="The option values that it shows, if any.")


class ProductAttribute(Output):
    """A quality that lists can be narrowed by."""

    name: str
    label: str
    values: list[str]


class SpecificationRow(Output):
    """A row of the specification table."""

    name: str
    value: str


class ProductBrand(Output):
    """Who makes it."""

    slug: str
    name: str


class ProductSale(Output):
    """The sale that makes the price."""

    slug: str
    title: str
    percent: int
    ends_at: Time | None
    link: str


class SizeGuideReference(Output):
    """The size guide of the product's category; `GET /api/size-guides/{slug}` has its table."""

    slug: str
    title: str
    option: str = Field(description="The option that it helps to choose, such as Size.")


class SizeGuideColumn(Output):
    """A column of a size guide."""

    title: str
    measured: bool = Field(description="Its cells are measurements in the guide's unit.")


class SizeGuide(Output):
    """A table of measurements that helps to choose a size."""

    slug: str
    title: str
    introduction: str
    unit: Literal["cm", "in"] | None = Field(description="Unit of the measured columns.")
    columns: list[SizeGuideColumn]
    rows: list[list[str]] = Field(
        description="One text for each column; of a measured one a number or a range, or nothing."
    )


class ProductGiftCard(Output):
    """What makes a product a gift card: its SKUs are the denominations."""

    minimum: Money | None = Field(description="With `maximum`: any amount between can be chosen.")
    maximum: Money | None
    valid_months: int | None = Field(description="How long its code can be redeemed; null: always.")


class ProductDetails(Output):
    """A product whole."""

    product_id: int
    sku_id: int | None = Field(description="What 'add' takes; null where an option must be chosen.")
    slug: str
    title: str
    summary: str
    description_html: str
    brand: ProductBrand | None
    product_type: str
    tags: list[str]
    price: Money
    compare_at_price: Money | None
    price_varies: bool
    discount_percent: int
    lowest_price: LowestPrice
    in_stock: bool
    stock_note: str | None
    sale: ProductSale | None
    options: list[Option]
    skus: list[SkuDetails]
    images: list[GalleryImage]
    attributes: list[ProductAttribute]
    specification: list[SpecificationRow]
    average_rating: float
    rating_count: int
    returnable: bool
    max_per_order: int | None
    size_guide: SizeGuideReference | None
    gift_card: ProductGiftCard | None = Field(description="Null for everything but gift cards.")
    created_at: Time
    breadcrumbs: list[Crumb]
    related: list[Card]
    dm_content: str = Field(description="Head markup; every element carries `data-page-head`.")
