"""Collections as operators see and change them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.cursors import Count
from stallage.core.money import Money
from stallage.core.schemas import Id, Input, Line, Output, Picture, Time
from stallage.merchandising.drafts import CollectionRule, ConditionField, RuleSort
from stallage.storefront_changes.schemas.categories import (
    Description,
    SeoDescription,
    SeoTitle,
    Slug,
    Title,
)
from stallage.storefront_changes.schemas.pictures import StorefrontPictureInput

CollectionKind = Literal["hand", "rule"]
MAX_BY_HAND = 1000
ProductIds = Annotated[list[Id], Field(max_length=MAX_BY_HAND)]


class ListedCollection(Output):
    """A collection in the list."""

    id: int
    slug: str
    title: str
    kind: CollectionKind = Field(description="Filled by hand or by a rule.")
    image: Picture | None
    products: int = Field(description="Products on sale in it.")
    link: str = Field(description="Path of its page in the storefront.")
    updated_at: Time


class CollectionProduct(Output):
    """A product of a collection."""

    id: int
    slug: str
    title: str
    image: Picture | None
    price: Money | None = Field(description="Null if it is not on sale.")
    in_stock: bool
    on_sale: bool = Field(description="Shoppers can see it.")


class ShownCondition(Output):
    """A condition of a rule."""

    field: ConditionField
    name: str
    value: bool | int | str


class ShownRule(Output):
    """A rule of a collection."""

    match: Literal["all", "any"]
    sort: RuleSort
    conditions: list[ShownCondition]


class CollectionDetails(Output):
    """A collection with everything that can be edited."""

    id: int
    slug: str
    title: str
    description: str
    image: Picture | None
    seo_title: str
    seo_description: str
    rule: ShownRule | None = Field(description="Null: its products are chosen by hand.")
    products: list[CollectionProduct] = Field(
        description="All if they are chosen by hand, else the first 24, in order."
    )
    count: Count = Field(description="Its products on sale.")
    link: str
    updated_at: Time
    etag: str


class CollectionInput(Input):
    """A new collection."""

    title: Title
    slug: Slug | None = Field(None, description="By default made from the title.")
    description: Description = ""
    image: StorefrontPictureInput | None = None
    seo_title: SeoTitle = ""
    seo_description: SeoDescription = ""
    rule: CollectionRule | None = Field(
        None, description="Without one, `productIds` are its products."
    )
    product_ids: ProductIds = Field([], description="In order. Ignored with a rule.")


class CollectionChanges(Input):
    """Changes of a collection. Fields that are absent stay as they are."""

    title: Title | None = None
    slug: Slug | None = None
    description: Description | None = None
    image: StorefrontPictureInput | None = Field(None, description="Null removes it.")
    seo_title: SeoTitle | None = None
    seo_description: SeoDescription | None = None
    rule: CollectionRule | None = Field(
        None, description="Null: its products stay, and are chosen by hand from now on."
    )
    product_ids: ProductIds | None = Field(None, description="In order. Ignored with a rule.")


class RuleInput(Input):
    """A rule that is being edited."""

    rule: CollectionRule


class RulePreview(Output):
    """The products that a rule matches now."""

    count: Count
    products: list[CollectionProduct] = Field(description="The first 24, in order.")


class CollectionProductChoices(Output):
    """Products that can be added to a collection."""

    items: list[CollectionProduct] = Field(description="At most 20.")


class BrandChoice(Output):
    """A brand that a rule can name."""

    id: int
    name: str


class ConditionAttribute(Output):
    """An attribute that a rule can name."""

    name: str
    label: str


class RuleChoices(Output):
    """What the conditions of a rule can name, besides categories."""

    brands: list[BrandChoice]
    attributes: list[ConditionAttribute]
    currency: str


SearchWords = Annotated[Line, Field(max_length=200)]
