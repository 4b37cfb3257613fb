"""What stock refuses."""

from __future__ import annotations

from stallage.core.errors import ApiError


class NotEnoughStock(ApiError):
    """Pieces of at least one SKU are not there; nothing was taken."""

    code = "out_of_stock"
    status = 409
    message = "Selected quantity is not available, please buy less or remove the item."
