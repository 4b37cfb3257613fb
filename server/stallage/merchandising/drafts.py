"""What sliders, feature sections and collections consist of, and the rules of collections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, StrictBool, StrictInt, model_validator
from pydantic_core import PydanticCustomError

from stallage.core.money import MAX_AMOUNT
from stallage.core.schemas import MAX_ID, Input, Line, PictureJson

ConditionField: TypeAlias = Literal[
    "category",
    "brand",
    "tag",
    "priceFrom",
    "priceTo",
    "discount",
    "inStock",
    "createdWithinDays",
    "attribute",
]
RuleSort: TypeAlias = Literal["newest", "price", "-price", "discount"]

NUMBERS: Mapping[str, tuple[int, int]] = {
    "category": (1, MAX_ID),
    "brand": (1, MAX_ID),
    "priceFrom": (0, MAX_AMOUNT),
    "priceTo": (0, MAX_AMOUNT),
    "discount": (1, 99),
    "createdWithinDays": (1, 3650),
}
"""Fields whose value is a number, with its least and its largest value."""


class RuleCondition(Input):
    """A condition on a product."""

    field: ConditionField
    name: Annotated[Line, Field(max_length=100)] = Field("", description="Name of an attribute.")
    value: StrictBool | StrictInt | Annotated[Line, Field(max_length=200)] = Field(
        description="Id of a category (with its subcategories) or brand; a tag; a price in minor units; "
        "minimum discount in per cent; days; whether in stock; value of an attribute."
    )

    @model_validator(mode="after")
    def consistent(self) -> Self:
        """Check that the value fits the field."""
        value = self.value
        if self.field in NUMBERS:
            least, most = NUMBERS[self.field]
            fits = type(value) is int and least <= value <= most
        elif self.field == "inStock":
            fits = isinstance(value, bool)
        else:
            fits = isinstance(value, str) and value != ""
        if not fits or (self.field == "attribute") != bool(self.name):
            raise PydanticCustomError("condition", "is not valid.")
        return self


class CollectionRule(Input):
    """Which products a collection has, and in which order."""

    match: Literal["all", "any"] = "all"
    sort: RuleSort = "newest"
    conditions: Annotated[list[RuleCondition], Field(min_length=1, max_length=20)]

    @property
    def depends_on_time(self) -> bool:
        """Whether products enter or leave the collection without being changed."""
        return any(one.field == "createdWithinDays" for one in self.conditions)


@dataclass(frozen=True, slots=True)
class CollectionDraft:
    """What describes a collection, without its products."""

    slug: str
    title: str
    description: str = ""
    image: PictureJson | None = None
    seo_title: str = ""
    seo_description: str = ""
    rule: CollectionRule | None = None


SectionKind: TypeAlias = Literal[
    "wide-image", "category-tiles", "buttons", "product-tiles", "carousel"
]
"""How a feature section looks."""


@dataclass(frozen=True, slots=True)
class SliderDraft:
    """A slider without its products."""

    slug: str
    title: str
    subtitle: str = ""
    call_to_action: str = ""
    image: PictureJson | None = None
    phone_image: PictureJson | None = None
    starts_at: datetime | None = None
    ends_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class FeatureSectionDraft:
    """A feature section without its tiles."""

    slug: str
    title: str
    kind: SectionKind
    subtitle: str = ""


@dataclass(frozen=True, slots=True)
class TileDraft:
    """A tile of a section and the products it leads to, in order."""

    slug: str
    title: str
    product_slugs: Sequence[str]
    text: str = ""
    image: PictureJson | None = None
    phone_image: PictureJson | None = None


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile of a section as an operator edits it: a changed slug is still the same tile."""

    id: int | None
    """None: it is new."""
    slug: str
    title: str
    product_ids: Sequence[int]
    text: str = ""
    image: PictureJson | None = None
    phone_image: PictureJson | None = None
