"""Brands as operators see and change them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stallage.core.schemas import Id, Input, Line, Output
from stallage.storefront_changes.schemas.categories import Description, Slug


class ListedBrand(Output):
    """A brand in the list."""

    id: int
    slug: str
    name: str
    products: int = Field(description="Products that have it, whatever their status.")


class BrandChanges(Input):
    """Changes of a brand. Fields that are absent stay as they are."""

    name: Annotated[Line, Field(min_length=1, max_length=255)] | None = None
    slug: Slug | None = None
    description: Description | None = None


class BrandMerge(Input):
    """The brand that gets the products of another one."""

    into_id: Id


class BrandUse(Output):
    """Something besides products that names a brand."""

    id: int
    title: str


class BrandDetails(Output):
    """A brand with everything that can be edited."""

    id: int
    slug: str
    name: str
    description: str
    products: int
    collections: list[BrandUse] = Field(description="Collections whose rules name it.")
    discounts: list[BrandUse] = Field(description="Automatic discounts that are limited to it.")
    etag: str
