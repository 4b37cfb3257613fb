"""Events of the catalogue."""

from __future__ import annotations

from stallage.core.events import Event


class ProductsChanged(Event):
    """What shoppers see or find of these products has changed; some may be deleted."""

    product_ids: list[int]


class PicturesPending(Event):
    """These products have pictures on other hosts that are to be downloaded."""

    product_ids: list[int]
    tries: int = 0
    """Number of attempts so far."""
