"""What the API takes for a wishlist, and what it says of a shared one."""

from __future__ import annotations

from pydantic import Field

from stallage.core.schemas import Id, Input, Output
from stallage.products.schemas import SkuCard


class WishInput(Input):
    """A SKU to remember."""

    sku: Id = Field(description="The SKU's id.")


class WishlistShare(Output):
    """The link to the customer's own list."""

    token: str | None = Field(
        description="Part of `/shared-wishlist/{token}`; null while unshared."
    )


class SharedWishlist(Output):
    """A list that its owner has shared."""

    owner: str | None = Field(description="The owner's first name, where it is known.")
    items: list[SkuCard] = Field(description="Newest first.")
