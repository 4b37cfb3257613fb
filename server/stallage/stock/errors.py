"""Errors of stock."""

from __future__ import annotations

from stallage.core.errors import ApiError


class NotEnoughStock(ApiError):
    """At least one SKU has too few units in stock. Nothing was reserved."""

    code = "out_of_stock"
    status = 409
    message = "Selected quantity is not available, please buy less or remove the item."
