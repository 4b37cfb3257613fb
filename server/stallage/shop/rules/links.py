"""Paths of products and lists in the client."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import quote

from stallage.shop.rules.client_routes import ROUTE


def product(slug: str) -> str:
    """Return the path of a product's page."""
    return ROUTE["product"].url(slug=slug)


@lru_cache(maxsize=4096)
def category(slug: str) -> str:
    """Return the path of a category's list."""
    return ROUTE["categoryList"].url(slug=slug)


def sale(slug: str) -> str:
    """Return the path of a sale's list."""
    return ROUTE["salesList"].url(slug=slug)


def slider(slug: str) -> str:
    """Return the path of a slider's list."""
    return ROUTE["sliderList"].url(slug=slug)


def collection(slug: str) -> str:
    """Return the path of a collection's list."""
    return ROUTE["collectionList"].url(slug=slug)


def tile(section_id: int, slug: str) -> str:
    """Return the path of a tile's list."""
    return ROUTE["featureSectionList"].url(parentId=section_id, slug=slug)


def search_page() -> str:
    """Return the path of the search without words."""
    return ROUTE["search"].url()


def search(words: str) -> str:
    """Return the path of a search's results."""
    return f"{search_page()}?q={quote(words, safe='')}"


def brand(slug: str) -> str:
    """Return the path of a brand's list."""
    return f"{search_page()}?brand={quote(slug, safe='')}"


def all_products(sort: str, **filters: int) -> str:
    """Return the path of all products with an order and filters."""
    query = "".join(f"&{name}={value}" for name, value in filters.items())
    return f"{search_page()}?sort={sort}{query}"
