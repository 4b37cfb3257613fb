"""Where things of the catalogue live among the client's routes."""

from __future__ import annotations

from urllib.parse import quote


def product(slug: str) -> str:
    """A product's page."""
    return f"/products/{quote(slug, safe='')}"


def category(slug: str) -> str:
    """A category's list."""
    return f"/c/collections/{quote(slug, safe='')}"


def sale(slug: str) -> str:
    """A sale's list."""
    return f"/sa/collections/{quote(slug, safe='')}"


def slider(slug: str) -> str:
    """A slider's list."""
    return f"/s/collections/{quote(slug, safe='')}"


def tile(section_id: int, slug: str) -> str:
    """A feature section's list."""
    return f"/collections/{section_id}/{quote(slug, safe='')}"


def search(words: str) -> str:
    """The results of a search."""
    return f"/search?q={quote(words, safe='')}"


def everything(sort: str, **filters: int) -> str:
    """All products in an order, perhaps narrowed."""
    narrowed = "".join(f"&{name}={value}" for name, value in filters.items())
    return f"/search?sort={sort}{narrowed}"
