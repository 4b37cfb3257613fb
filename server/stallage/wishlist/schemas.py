"""What the API takes for a wishlist; it answers with cards of the catalogue."""

from __future__ import annotations

from pydantic import Field

from stallage.core.schemas import Id, Input


class WishInput(Input):
    """A SKU to remember."""

    sku: Id = Field(description="The SKU's id.")
