"""Errors of alerts."""

from __future__ import annotations

from stallage.core.errors import ApiError


class InStock(ApiError):
    """A back-in-stock alert for a SKU that is in stock."""

    code = "in_stock"
    status = 409
    message = "This is in stock: you can order it now."


class TooManyAlerts(ApiError):
    """An address has too many waiting alerts."""

    code = "too_many_alerts"
    status = 409
    message = "You have reached the limit of alerts. Please remove one first."
