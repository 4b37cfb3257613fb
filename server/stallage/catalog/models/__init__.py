"""The catalogue's tables."""

from stallage.catalog.models import merchandising, products, search

__all__ = ["merchandising", "products", "search"]
