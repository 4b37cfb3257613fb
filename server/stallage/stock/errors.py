"""Errors of stock."""

from __future__ import annotations

from stallage.core.errors import ApiError


class NotEnoughStock(ApiError):
    """At least one SKU has too few units in stock. Nothing was reserved."""

    code = "out_of_stock"
    status = 409
    message = "Selected quantity is not available, please buy less or remove the item."


class StockTooLow(ApiError):
    """More units would be removed than are there, or than orders leave. `limit` can be removed."""

    code = "stock_too_low"
    status = 409
    message = "There are fewer units than you want to remove, or orders hold them."


class LocationGone(ApiError):
    """The location does not exist, or was removed."""

    code = "location_gone"
    status = 409
    message = "This location no longer exists. Please choose another one."


class LocationInUse(ApiError):
    """The location has units, or is the default."""

    code = "location_in_use"
    status = 409
    message = "This location has units. Move them to another location first."
