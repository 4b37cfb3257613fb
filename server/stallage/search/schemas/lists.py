"""Requests and responses of lists, search and suggestions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.criteria import OPERATION, Match, Operation, Values
from stallage.core.money import Money
from stallage.core.paging import MAX_PAGE, MAX_PAGE_SIZE, PAGE_SIZE, Paged
from stallage.core.schemas import Between, Input, Integer, Output, Picture, is_absent
from stallage.products.schemas import Card


class Crumb(Output):
    """A breadcrumb."""

    title: str
    slug: str
    link: str


class Heading(Output):
    """The heading of a list."""

    title: str
    description: str
    image: Picture | None
    breadcrumbs: list[Crumb]


class FacetValue(Output):
    """A value to filter by, with the number of products that would remain."""

    value: str
    label: str
    count: int
    swatch: str | None = Field(
        None,
        # Most values have none, and lists contain many values.
        exclude_if=is_absent,
        pattern=r"^#[0-9a-f]{6}$",
        description="The colour that most products give this value of an option. Omitted if it has none.",
    )


class CategoryTree(Output):
    """The categories around the one that a list is filtered by. Without one, `path` is empty."""

    path: list[FacetValue] = Field(description="From the top to the chosen category, included.")
    children: list[FacetValue] = Field(description="Categories directly below, with products.")


class Facet(Output):
    """A parameter to filter by. Counts apply all other parameters, but not the facet's own."""

    parameter: str
    label: str
    total: int = Field(description="Number of values.")
    values: list[FacetValue] = Field(
        description="The most frequent ones, at most 60, and those that the list is filtered by."
    )
    tree: CategoryTree | None = Field(
        description="Of the facet `category` of lists that are not a category; else null."
    )


class Correction(Output):
    """Search words with near words instead of those that do not occur."""

    words: str
    literal: bool = Field(
        description="Whether `q` was searched as it is, so that these words are only a proposal."
    )


class RelaxedFilter(Output):
    """A filter that alone leaves a list without products."""

    parameter: str
    label: str
    count: int = Field(description="Products without this filter.")


class ProductList(Paged[Card]):
    """A page of cards with facets to filter by."""

    facets: list[Facet]
    heading: Heading | None = Field(
        description="For a category, sale, slider, tile or collection; else null."
    )
    correction: Correction | None = Field(
        description="If `q` has words that do not occur; else null."
    )
    lacks_words: bool = Field(
        description="Whether no product has all words of `q`, so that these have some of them."
    )
    redirect: str | None = Field(
        description="The path of this shop that the search leads to instead; else null."
    )
    relaxed: list[RelaxedFilter] = Field(
        description="If nothing is found: filters without which there are products, at most 3."
    )


class Suggestion(Output):
    """A suggestion while a shopper types."""

    kind: Literal["query", "category", "brand", "product"]
    text: str
    slug: str | None
    link: str
    image: Picture | None
    price: Money | None
    compare_at_price: Money | None
    price_varies: bool


class ProductCriterion(Input):
    """A condition. Several values of `eq`, `ne`, `cn` and `nc` are alternatives; `range` takes two."""

    key: Annotated[
        str,
        Field(
            max_length=80,
            pattern=r"^(title|price|brand|category|createdAt|stock|attr\.[^\x00-\x1f]+)$",
            description="`title`, `price`, `brand`, `category`, `createdAt`, `stock`, `attr.{name}`.",
        ),
    ]
    operation: Operation = OPERATION
    value: Values


class ProductSort(Input):
    """The order of the results."""

    key: Literal["title", "price", "createdAt", "stock", "popularity", "rating"] = "createdAt"
    direction: Literal["asc", "desc"] = "desc"


class ProductSearch(Input):
    """A search by criteria; without criteria all products, newest first."""

    criteria: Annotated[list[ProductCriterion], Field(max_length=20)] = Field(default_factory=list)
    match: Match = "all"
    sort: ProductSort = ProductSort()
    page: Annotated[Integer, Field(ge=1, le=MAX_PAGE)] = 1
    page_size: Annotated[Integer, Between(1, MAX_PAGE_SIZE)] = PAGE_SIZE
