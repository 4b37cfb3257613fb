"""What a wishlist refuses."""

from __future__ import annotations

from stallage.core.errors import ApiError
from stallage.wishlist.rules import MAX_WISHES


class WishlistFull(ApiError):
    """The wishlist holds as many wishes as the shop keeps."""

    code = "wishlist_full"
    status = 409
    message = f"Your wishlist holds {MAX_WISHES} items. Please remove one first."
