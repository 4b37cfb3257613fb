"""Responses of the home page, the category tree and the product page."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.money import Money
from stallage.core.schemas import Output, Picture, Time
from stallage.products.schemas import Card, ChosenOption, LowestPrice
from stallage.search.schemas.lists import Crumb

CategoryImage = Annotated[
    Picture | None,
    Field(description="Its own, or that of its best product: in stock, best-selling, newest."),
]


class CategoryNode(Output):
    """A category with its subcategories."""

    id: int
    slug: str
    title: str
    description: str
    image: CategoryImage
    link: str
    count: int = Field(description="Products on sale, including subcategories.")
    children: list[CategoryNode]


class HomeCategory(Output):
    """A category as a tile."""

    slug: str
    title: str
    description: str
    image: CategoryImage
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
    """A running sale."""

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
    image: Picture | None = Field(
        description="In a section that shows no products, its first product's picture if it has none."
    )
    phone_image: Picture | None
    link: str
    products: list[Card] = Field(
        description="The first few products of its list, in a section that shows them: `product-tiles`, "
        "or a `carousel` of one tile."
    )


class HomeSection(Output):
    """A row of tiles; its `id` is `parentId` in URLs."""

    id: int
    slug: str
    title: str
    subtitle: str
    kind: str
    image: Picture | None
    link: str | None = Field(description="Link of its first tile.")
    tiles: list[HomeTile]


class PageItem(Output):
    """The home page."""

    category_list: list[HomeCategory]
    slider_list: list[HomeSlider]
    sales_list: list[HomeSale]
    feature_section: list[HomeSection]


class HomeProducts(Output):
    """The first few products of a list."""

    link: str = Field(description="Link to the complete list.")
    products: list[Card]


class HomeHighlights(Output):
    """Contents of a home page without sliders and sections."""

    newest: HomeProducts = Field(description="Products with pictures first.")
    popular: HomeProducts = Field(description="Empty until something was sold.")
    reduced: HomeProducts
    categories: list[HomeCategory] = Field(description="The largest, at most 12.")


class BannerBlock(Output):
    """Slides at the full width of the page."""

    kind: Literal["banner"]
    id: str
    slides: list[HomeSlider] = Field(description="At least one.")


class ProductsBlock(Output):
    """The first products of a list."""

    kind: Literal["products"]
    id: str
    title: str = Field(description="May be empty for the newest, popular and reduced products.")
    source: Literal["newest", "popular", "reduced", "list"]
    link: str
    display: Literal["row", "grid"]
    products: list[Card]


class TilesBlock(Output):
    """Categories and collections as tiles."""

    kind: Literal["tiles"]
    id: str
    title: str
    tiles: list[HomeCategory]


class TextBlock(Output):
    """Formatted text."""

    kind: Literal["text"]
    id: str
    title: str
    html: str = Field(description="Without scripts, frames and styles.")
    align: Literal["start", "center"]


class JournalBlock(Output):
    """A place for the newest articles; `GET /blogs` has them."""

    kind: Literal["journal"]
    id: str
    title: str
    count: int


class SalesBlock(Output):
    """A place for the running sales of `salesList`."""

    kind: Literal["sales"]
    id: str


class FeatureBlock(Output):
    """A place for the section of `featureSection` with this id."""

    kind: Literal["feature"]
    id: str
    section_id: int


HomeBlock = Annotated[
    BannerBlock | ProductsBlock | TilesBlock | TextBlock | JournalBlock | SalesBlock | FeatureBlock,
    Field(discriminator="kind"),
]


class Home(Output):
    """The home page."""

    page_item: PageItem
    highlights: HomeHighlights | None = Field(
        description="Null if there are sliders or feature sections, or `sections`."
    )
    sections: list[HomeBlock] | None = Field(
        description="The page as operators composed it, in order. Null: the automatic page."
    )


class OptionValue(Output):
    """A value of an option."""

    value: str
    colour: str | None
    in_stock: bool = Field(description="Some SKU with this value is in stock.")


class Option(Output):
    """An option to choose, such as Size."""

    name: str
    values: list[OptionValue]


class SkuDetails(Output):
    """A variant that can be bought."""

    sku_id: int
    sku: str
    options: list[ChosenOption]
    price: Money
    compare_at_price: Money | None
    discount_percent: int
    lowest_price: LowestPrice
    stock: int
    in_stock: bool = Field(description="Also true if it can be ordered without stock.")
    stock_note: str | None
    images: list[Picture]


class GalleryImage(Picture):
    """A picture in the gallery."""

    options: list[ChosenOption] = Field(description="The option values that it shows, if any.")


class ProductVideo(Output):
    """A video of the product."""

    path: str = Field(description="Relative; see the CDN endpoints. Served with byte ranges.")
    media_type: Literal["video/mp4", "video/webm"]
    title: str
    poster: Picture = Field(description="Shown until it plays.")
    width: int | None
    height: int | None
    seconds: int | None = Field(description="Its length.")
    uploaded_at: Time


class ProductSpin(Output):
    """Pictures of the product from all sides."""

    picture: Picture = Field(description="The first frame.")
    frames: list[str] = Field(
        description="Paths of all frames in the order of a full turn; served in the same widths as "
        "pictures."
    )


class ProductMedia(Output):
    """What the gallery shows beside pictures."""

    videos: list[ProductVideo]
    spin: ProductSpin | None


class ProductAttribute(Output):
    """An attribute that lists can be filtered by."""

    name: str
    label: str
    values: list[str]


class SpecificationRow(Output):
    """A row of the specification table."""

    name: str
    value: str


class ProductBrand(Output):
    """The product's brand."""

    slug: str
    name: str


class ProductSale(Output):
    """The sale that the price comes from."""

    slug: str
    title: str
    percent: int
    ends_at: Time | None
    link: str


class SizeGuideReference(Output):
    """A link to the size guide of the product's category: `GET /api/size-guides/{slug}`."""

    slug: str
    title: str
    option: str = Field(description="The option that it is for, such as Size.")


class SizeGuideColumn(Output):
    """A column of a size guide."""

    title: str
    measured: bool = Field(description="The cells are measurements in the guide's unit.")


class SizeGuide(Output):
    """A table of measurements for choosing a size."""

    slug: str
    title: str
    introduction: str
    unit: Literal["cm", "in"] | None = Field(description="Unit of the measured columns.")
    columns: list[SizeGuideColumn]
    rows: list[list[str]] = Field(
        description="One text per column. In measured columns a number, a range or empty."
    )


class ProductGiftCard(Output):
    """Terms of a gift card, whose SKUs are the denominations."""

    minimum: Money | None = Field(
        description="With `maximum`: shoppers can choose any amount between."
    )
    maximum: Money | None
    valid_months: int | None = Field(
        description="Months in which the code can be redeemed; null: unlimited."
    )


class ProductDetails(Output):
    """Everything a product page shows."""

    product_id: int
    sku_id: int | None = Field(
        description="SKU to add to the cart; null if an option must be chosen first."
    )
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
    media: ProductMedia
    attributes: list[ProductAttribute]
    specification: list[SpecificationRow]
    average_rating: float
    rating_count: int
    returnable: bool
    max_per_order: int | None
    size_guide: SizeGuideReference | None
    gift_card: ProductGiftCard | None = Field(description="Null for other products.")
    created_at: Time
    breadcrumbs: list[Crumb]
    related: list[Card]
    dm_content: str = Field(description="Head markup; every element carries `data-page-head`.")
