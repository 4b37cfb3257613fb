"""Errors of a cart."""

from __future__ import annotations

from stallage.cart.rules.lines import MESSAGES
from stallage.core.errors import ApiError


class QuantityUnavailable(ApiError):
    """More units than are in stock."""

    code = "quantity_unavailable"
    status = 409
    message = MESSAGES["quantity_unavailable"]


class OutOfStock(ApiError):
    """The SKU is out of stock."""

    code = "out_of_stock"
    status = 409
    message = MESSAGES["out_of_stock"]


class LimitReached(ApiError):
    """More units than one order may contain."""

    code = "limit_reached"
    status = 409


class TooManyLines(ApiError):
    """The cart already has its maximum of 100 lines."""

    code = "too_many_lines"
    status = 409
    message = "Your cart is full. Please remove an item before you add another one."
