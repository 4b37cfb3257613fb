"""Errors of the wishlist."""

from __future__ import annotations

from stallage.core.errors import ApiError
from stallage.wishlist.rules import MAX_ITEMS


class WishlistFull(ApiError):
    """The wishlist has the maximum number of items."""

    code = "wishlist_full"
    status = 409
    message = f"Your wishlist holds {MAX_ITEMS} items. Please remove one first."
