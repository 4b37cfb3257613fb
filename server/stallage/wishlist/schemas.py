"""Requests and responses of the wishlist."""

from __future__ import annotations

from pydantic import Field

from stallage.core.schemas import Id, Input, Output
from stallage.products.schemas import SkuCard


class WishlistItemInput(Input):
    """A SKU to add to the wishlist."""

    sku: Id = Field(description="The SKU's id.")


class WishlistShare(Output):
    """The link to the customer's own list."""

    token: str | None = Field(description="Part of `/shared-wishlist/{token}`; null if not shared.")


class SharedWishlist(Output):
    """A shared wishlist."""

    owner: str | None = Field(description="The owner's first name, if known.")
    items: list[SkuCard] = Field(description="Newest first.")
