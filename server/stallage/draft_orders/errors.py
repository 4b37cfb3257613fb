"""Errors of draft orders."""

from __future__ import annotations

from stallage.core.errors import ApiError


class DraftPlaced(ApiError):
    """The draft has become an order, which `orderId` names."""

    code = "draft_placed"
    status = 409
    message = "An order was placed from this draft."


class ItemGone(ApiError):
    """An item of the draft no longer exists."""

    code = "item_gone"
    status = 409
    message = "An item of this draft no longer exists. Remove it to place the order."
