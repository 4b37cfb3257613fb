"""What an alert refuses."""

from __future__ import annotations

from stallage.core.errors import ApiError


class InStock(ApiError):
    """Somebody wants to be told that something is back which is there."""

    code = "in_stock"
    status = 409
    message = "This is in stock: you can order it now."


class TooManyAlerts(ApiError):
    """An address waits for very many things."""

    code = "too_many_alerts"
    status = 409
    message = "You are waiting for many things already. Please remove one first."
