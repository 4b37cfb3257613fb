"""Values of variants that operators edit in the list."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field

from stallage.core.money import MAX_AMOUNT, Money
from stallage.core.schemas import Id, Input, Integer, Line, Output
from stallage.product_changes.schemas.lists import ListedSku

MAX_CHANGES = 500
MAX_STOCK = 10**9
StockReason = Literal["count", "damage", "found", "correction", "supply"]


class PriceChange(Input):
    """A new price, and the one that the operator saw. In the minor unit."""

    model_config = ConfigDict(extra="forbid")

    before: Integer = Field(ge=0, le=MAX_AMOUNT)
    after: Integer = Field(ge=0, le=MAX_AMOUNT)


class CompareAtPriceChange(Input):
    """A new compare-at price, and the one that the operator saw. In the minor unit; null for none."""

    model_config = ConfigDict(extra="forbid")

    before: Integer | None = Field(ge=0, le=MAX_AMOUNT)
    after: Integer | None = Field(ge=1, le=MAX_AMOUNT)


class CellStockChange(Input):
    """A new stock, and the one that the operator saw. In units."""

    model_config = ConfigDict(extra="forbid")

    before: Integer = Field(ge=0, le=MAX_STOCK)
    after: Integer = Field(ge=0, le=MAX_STOCK)


class SkuChange(Input):
    """Changes of one variant."""

    model_config = ConfigDict(extra="forbid")

    sku_id: Id
    price: PriceChange | None = None
    compare_at_price: CompareAtPriceChange | None = None
    stock: CellStockChange | None = None


class SkuChanges(Input):
    """Changes of variants: all are saved, or none."""

    model_config = ConfigDict(extra="forbid")

    changes: list[SkuChange] = Field(min_length=1, max_length=MAX_CHANGES)
    reason: StockReason | None = Field(None, description="Required if stock is changed.")
    note: Line = Field("", max_length=500)


class ChangedSkus(Output):
    """The variants as they are after the change."""

    items: list[ListedSku]


class CurrentSku(Output):
    """A variant whose values differ from those that the operator saw."""

    sku_id: int
    title: str = Field(description="Of the product and the variant.")
    gone: bool = Field(description="Whether it is no longer in the catalogue.")
    price: Money
    compare_at_price: Money | None
    stock: int
