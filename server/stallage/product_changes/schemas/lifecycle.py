"""Copies, archiving and deletion of products."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict

from stallage.core.schemas import Input, Output
from stallage.product_changes.schemas.lists import ProductStatus


class RestoreInput(Input):
    """The status of a product that is taken from the archive."""

    model_config = ConfigDict(extra="forbid")

    status: Literal["active", "draft"] = "draft"


class ProductState(Output):
    """A product with its status."""

    id: int
    slug: str
    title: str
    status: ProductStatus
