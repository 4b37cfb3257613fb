"""Tables of the feature."""

from stallage.products.models import collections, prices, products, state, taxonomy

__all__ = ["collections", "prices", "products", "state", "taxonomy"]
