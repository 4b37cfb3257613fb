"""Requests and responses of lists, search and suggestions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.criteria import OPERATION, Match, Operation, Values
from stallage.core.money import Money
from stallage.core.paging import MAX_PAGE, MAX_PAGE_SIZE, PAGE_SIZE, Paged
from stallage.core.schemas import Between, Input, Integer, Output, Picture
from stallage.products.schemas import Card


class Crumb(Output):
    """A step of the way to a page."""

    title: str
    slug: str
    link: str


class Heading(Output):
    """What stands above a list."""

    title: str
    description: str
    image: Picture | None
    breadcrumbs: list[Crumb]


class FacetValue(Output):
    """A value to narrow by, and how many products it would leave."""

    value: str
    label: str
    count: int


class Facet(Output):
    """A parameter to narrow by. Counts obey all other parameters, not the facet's own."""

    parameter: str
    label: str
    values: list[FacetValue]


class ProductList(Paged[Card]):
    """A page of cards with what narrows the list."""

    facets: list[Facet]
    heading: Heading | None = Field(description="Of a category, sale, slider or tile.")


class Suggestion(Output):
    """Something to go on with while typing."""

    kind: Literal["query", "category", "product"]
    text: str
    slug: str | None
    link: str
    image: Picture | None
    price: Money | None
    compare_at_price: Money | None
    price_varies: bool


class ProductCriterion(Input):
    """One condition. Several values of `eq`, `ne`, `cn` and `nc` are or-ed; `range` takes two."""

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
    """What stands first."""

    key: Literal["title", "price", "createdAt", "stock", "popularity", "rating"] = "createdAt"
    direction: Literal["asc", "desc"] = "desc"


class ProductSearch(Input):
    """Which products are asked for; without criteria all, newest first."""

    criteria: Annotated[list[ProductCriterion], Field(max_length=20)] = Field(default_factory=list)
    match: Match = "all"
    sort: ProductSort = ProductSort()
    page: Annotated[Integer, Field(ge=1, le=MAX_PAGE)] = 1
    page_size: Annotated[Integer, Between(1, MAX_PAGE_SIZE)] = PAGE_SIZE
