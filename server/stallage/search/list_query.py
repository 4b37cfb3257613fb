"""What a list is requested by, in the catalogue's ids. Plain values, so that answers can be kept by it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Sort: TypeAlias = Literal[
    "relevance", "newest", "price", "-price", "rating", "discount", "popularity"
]


@dataclass(frozen=True, slots=True)
class Filters:
    """What narrows a list. All conditions hold together; the values of one are or-ed."""

    category_id: int | None = None
    collection_ids: tuple[int, ...] = ()
    """Of a sale, a slider, a tile: in each of them."""
    brand_ids: tuple[int, ...] = ()
    price: tuple[int | None, int | None] | None = None
    """From, to, both included, in minor units."""
    rating: int | None = None
    """Stars and up."""
    in_stock: bool = False
    discount: int | None = None
    """Per cent and up."""
    qualities: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Attribute name → values."""
    product_ids: tuple[int, ...] | None = None
    """Only these products: those that meet a search's criteria."""


@dataclass(frozen=True, slots=True)
class ListQuery:
    """A list: what it is narrowed by, its words, its order."""

    filters: Filters = Filters()
    words: str | None = None
    """What the shopper typed; None where the list is no search."""
    sort: Sort = "relevance"


@dataclass(frozen=True, slots=True)
class ListResult:
    """A page of a list: product ids in order, and how many there are on all pages."""

    ids: list[int]
    total: int
