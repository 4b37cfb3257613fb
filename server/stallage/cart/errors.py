"""What a cart refuses."""

from __future__ import annotations

from stallage.cart.rules import MESSAGES
from stallage.core.errors import ApiError


class QuantityUnavailable(ApiError):
    """More than there is."""

    code = "quantity_unavailable"
    status = 409
    message = MESSAGES["quantity_unavailable"]


class OutOfStock(ApiError):
    """There is none."""

    code = "out_of_stock"
    status = 409
    message = MESSAGES["out_of_stock"]


class LimitReached(ApiError):
    """More than one order may hold of a product."""

    code = "limit_reached"
    status = 409


class TooManyLines(ApiError):
    """A cart holds a hundred lines."""

    code = "too_many_lines"
    status = 409
    message = "Your cart is full. Please remove something before you add more."
