"""Lists of products in the operators' API."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from stallage.core.cursors import LIMIT, MAX_LIMIT, CursorQuery, decode_cursor
from stallage.core.money import MAX_AMOUNT, Money
from stallage.core.schemas import MAX_ID, Between, Input, Line, Output, Picture, Time
from stallage.orders.rules.periods import PERIOD

ProductStatus = Literal["active", "draft", "archived"]
StockState = Literal["in_stock", "low", "sold_out"]
StockFilter = Literal["in_stock", "low", "sold_out", "owed"]
ProductSort = Literal[
    "-updated",
    "updated",
    "title",
    "-title",
    "price",
    "-price",
    "stock",
    "-stock",
    "-created",
    "created",
]
Amount = Annotated[int, Field(ge=0, le=MAX_AMOUNT)]
FilterId = Annotated[int, Field(ge=1, le=MAX_ID)]


class ProductFilter(Input):
    """Which products. Everything given has to hold; of the values of a list, one."""

    model_config = ConfigDict(extra="forbid")

    search: Line = Field(
        "",
        max_length=200,
        description="Words. Each has to occur in the title, the slug, a tag, a SKU code or a barcode.",
    )
    status: list[ProductStatus] = Field(default=[], max_length=3)
    category: list[FilterId] = Field(
        default=[], max_length=50, description="Ids; categories below them count too."
    )
    brand: list[FilterId] = Field(default=[], max_length=50)
    stock: StockFilter | None = Field(
        None,
        description="`low`: a variant has few or no units, but the product is not sold out;"
        " `owed`: orders wait for units that are not in stock.",
    )
    on_sale: bool | None = Field(None, description="Whether a variant has a reduced price.")
    with_picture: bool | None = None
    with_category: bool | None = None
    tag: list[Annotated[Line, Field(min_length=1, max_length=200)]] = Field(
        default=[], max_length=20
    )
    price_min: Amount | None = Field(None, description="In the minor unit.")
    price_max: Amount | None = None
    updated: Line | None = Field(
        None,
        pattern=PERIOD.pattern,
        description="`today`, `yesterday`, the last days as `7d`, or `2026-11-01..2026-11-30`,"
        " which can be open on one side.",
    )


class ProductListQuery(ProductFilter):
    """Which products, and in which order."""

    sort: ProductSort = Field("-updated", description="By price: that of the cheapest variant.")
    cursor: Line | None = Field(None, max_length=1000, description="Of the page before or after.")
    limit: Annotated[int, Between(1, MAX_LIMIT)] = Field(LIMIT, description="Rows on a page.")

    @property
    def page(self) -> CursorQuery:
        """The requested page. Raises InvalidFields."""
        return CursorQuery(decode_cursor(self.cursor) if self.cursor else None, self.limit)


class ListedSku(Output):
    """A variant in a list of products, with what can be edited there."""

    id: int
    product_id: int
    code: str = Field(description="The SKU code.")
    title: str = Field(description="The values of its options; empty without options.")
    price: Money
    compare_at_price: Money | None
    stock: int = Field(description="Units that can still be ordered.")
    held: int = Field(description="Units that orders hold and have not left yet.")
    tracked: bool
    backorder: bool


class ListedProduct(Output):
    """A row of the list of products."""

    id: int
    slug: str
    title: str
    picture: Picture | None
    status: ProductStatus
    brand: str | None
    category: str | None = Field(description="The main category.")
    sku_count: int
    price_min: Money | None = Field(description="Null without a variant.")
    price_max: Money | None
    stock: int | None = Field(description="Sum of the variants; null if none is tracked.")
    held: int
    stock_state: StockState
    on_sale: bool
    is_gift_card: bool
    updated_at: Time
    created_at: Time
    sku: ListedSku | None = Field(description="The only variant; null if there are several.")


class SkuList(Output):
    """The variants of a product."""

    items: list[ListedSku]
    total: int = Field(description="More than the items if there are very many.")


class Choice(Output):
    """A category or brand that a filter offers."""

    id: int
    name: str = Field(description="Of a category with those above it, such as `Decor / Vases`.")


class ProductFilterChoices(Output):
    """The values that filters and bulk edits offer."""

    categories: list[Choice]
    brands: list[Choice]
    tags: list[str] = Field(description="The most frequent ones.")
    low_stock: int = Field(description="Units from which on the stock of a variant is low.")
