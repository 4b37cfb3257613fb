"""Bulk edits of products."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from stallage.bulk.schemas import BulkReason, Scope
from stallage.core.money import MAX_AMOUNT
from stallage.core.schemas import Id, Input, Integer, Line, Output
from stallage.product_changes.rules.bulk import CompareAt, PriceKind, PriceWarning, Rounding
from stallage.product_changes.schemas.lists import ProductStatus

Tag = Annotated[Line, Field(min_length=1, max_length=200, pattern="^[^,]+$")]
EditedField = Literal[
    "status",
    "tags",
    "categories",
    "brand",
    "maxPerOrder",
    "returnable",
    "price",
    "compareAtPrice",
]
MAX_LIMIT_PER_ORDER = 10_000


class CategoryEdit(Input):
    """Which categories to add, to remove, or to have alone."""

    model_config = ConfigDict(extra="forbid")

    mode: Literal["add", "remove", "replace"]
    ids: list[Id] = Field(max_length=20)


class BrandEdit(Input):
    """The new brand."""

    model_config = ConfigDict(extra="forbid")

    id: Id | None = Field(description="Null for no brand.")


class PriceEdit(Input):
    """How prices change."""

    model_config = ConfigDict(extra="forbid")

    kind: PriceKind
    value: Integer = Field(
        ge=-MAX_AMOUNT,
        le=MAX_AMOUNT,
        description="In the minor unit, or in hundredths of a per cent; negative to reduce.",
    )
    rounding: Rounding = Field(
        "none",
        description="`shop`: as the shop rounds sale prices. `99`: to the nearest price that ends in .99.",
    )

    @model_validator(mode="after")
    def _fits(self) -> PriceEdit:
        if (self.kind == "set" and self.value < 0) or (
            self.kind == "percent" and not -10_000 <= self.value <= 100_000
        ):
            raise PydanticCustomError("shop_rule", "This value is out of range.")
        return self


class LimitEdit(Input):
    """The new maximum per order."""

    model_config = ConfigDict(extra="forbid")

    value: Annotated[Integer, Field(ge=1, le=MAX_LIMIT_PER_ORDER)] | None = Field(
        description="Null for none."
    )


class ProductEdit(Input):
    """What to change in each selected product. What is left out stays as it is."""

    model_config = ConfigDict(extra="forbid")

    status: ProductStatus | None = None
    add_tags: list[Tag] = Field(default=[], max_length=50)
    remove_tags: list[Tag] = Field(default=[], max_length=50)
    categories: CategoryEdit | None = None
    brand: BrandEdit | None = None
    price: PriceEdit | None = None
    compare_at: CompareAt = Field(
        "keep", description="`old_price`: the price before becomes the compare-at price."
    )
    max_per_order: LimitEdit | None = None
    returnable: bool | None = None


class UndoEdit(Input):
    """Which bulk edit to undo."""

    model_config = ConfigDict(extra="forbid")

    job: Id


class ProductBulkPreviewInput(Input):
    """A bulk edit that is to be previewed."""

    model_config = ConfigDict(extra="forbid")

    scope: Scope
    edit: ProductEdit


class ProductBulkInput(ProductBulkPreviewInput):
    """A bulk edit that is to be started."""

    version: Line = Field(max_length=100, description="Of the preview that the operator saw.")


class SampleChange(Output):
    """A value before and after, as people read it; empty for none."""

    field: EditedField
    variant: str = Field(description="Of a price, if the product has several.")
    before: str
    after: str


class SampleRow(Output):
    """A product with what would change."""

    product_id: int
    title: str
    changes: list[SampleChange]
    more: int = Field(description="Further changes of the product.")
    warnings: list[PriceWarning]


class WarningCount(Output):
    """Products that need a second look."""

    warning: PriceWarning = Field(
        description="`compare_at_dropped`: the new price is not below the compare-at price."
    )
    count: int
    examples: list[str]


class ProductBulkPreview(Output):
    """What a bulk edit will do."""

    total: int = Field(description="Selected products.")
    to_do: int = Field(description="Products that will be changed.")
    reasons: list[BulkReason] = Field(description="Why the others will not be changed.")
    effects: list[str]
    warnings: list[WarningCount]
    sample: list[SampleRow]
    version: str
