"""Errors of the product editor."""

from __future__ import annotations

from stallage.core.errors import ApiError


class StockMoved(ApiError):
    """The stock of some variants is no longer what the operator saw; `levels` has it by variant id."""

    code = "stock_moved"
    status = 409
    message = "The stock has changed in the meantime. Please check the new numbers."


class InvalidCrop(ApiError):
    """There is no such picture, or the part is too small."""

    code = "invalid_crop"
    status = 422
    message = "This part of the picture cannot be cut out."
