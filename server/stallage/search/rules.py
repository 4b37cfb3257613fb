"""Product lists as plain values, with ids instead of slugs: their `repr` is a cache key."""

from __future__ import annotations

import re
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


MAX_SYNONYMS = 2_000
MAX_ALTERNATIVES = 10
"""Synonyms of a phrase."""

MAX_FAILED_QUERIES = 500
"""Different queries without result that are stored for a day."""
FAILED_SEARCH_DAYS = 90
"""How long searches without result are stored."""
MAX_FAILED_LENGTH = 60
PERSONAL_QUERY = re.compile(r"@|(?:\d\W*){5,}|^[a-z]{2}-[a-z0-9]{4}-[a-z0-9]{4}", re.IGNORECASE)
"""Email addresses, phone and card numbers, and the numbers of orders."""


def failed_query(words: str) -> str | None:
    """The form in which a search without result is counted, or None if it must not be stored."""
    query = " ".join(words.lower().split())
    if not query or len(query) > MAX_FAILED_LENGTH or PERSONAL_QUERY.search(query):
        return None
    return query if query.isprintable() else None
