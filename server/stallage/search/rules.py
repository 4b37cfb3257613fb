"""Product lists as plain values, with ids instead of slugs: their `repr` is a cache key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Sort: TypeAlias = Literal[
    "relevance", "newest", "price", "-price", "rating", "discount", "popularity"
]


@dataclass(frozen=True, slots=True)
class Filters:
    """Filters of a list. A product must match all of them; the values of one filter are alternatives."""

    category_id: int | None = None
    collection_ids: tuple[int, ...] = ()
    """Collections of a sale, slider or tile. A product must be in all of them."""
    brand_ids: tuple[int, ...] = ()
    price: tuple[int | None, int | None] | None = None
    """Minimum and maximum, both inclusive, in minor units."""
    rating: int | None = None
    """Minimum stars."""
    in_stock: bool = False
    discount: int | None = None
    """Minimum per cent."""
    attributes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Attribute or option name → values."""
    product_ids: tuple[int, ...] | None = None
    """Only these products: those that match a search by criteria."""


@dataclass(frozen=True, slots=True)
class ListQuery:
    """A list: its filters, search words and order."""

    filters: Filters = Filters()
    words: str | None = None
    """What the shopper typed; None if the list is not a search."""
    sort: Sort = "relevance"


@dataclass(frozen=True, slots=True)
class ListResult:
    """A page of a list: product ids in order, and the total of all pages."""

    ids: list[int]
    total: int
