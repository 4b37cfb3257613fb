"""News of the catalogue."""

from __future__ import annotations

from stallage.core.events import Event


class ProductsChanged(Event):
    """What shoppers see or find of these products has changed; some may be gone."""

    product_ids: list[int]


class PicturesAwaited(Event):
    """These products have pictures that lie elsewhere and are to be fetched."""

    product_ids: list[int]
    tries: int = 0
    """How often it has been tried already."""
