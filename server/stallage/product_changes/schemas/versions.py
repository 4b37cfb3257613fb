"""Responses of a product's history."""

from __future__ import annotations

from datetime import datetime

from pydantic import Field

from stallage.core.schemas import Output


class ProductVersion(Output):
    """A version of a product."""

    number: int
    recorded_at: datetime
    author: str | None = Field(description="Null for the shop itself, and for the first version.")
    restored: int | None = Field(description="The version that this one restored.")
    fields: list[str] = Field(description="What differs from the version before.")


class ProductVersionList(Output):
    """The last 100 versions, newest first."""

    items: list[ProductVersion]


class VersionDifference(Output):
    """A value that differs between a version and the product now."""

    field: str
    item: str = Field(description="Which variant, picture, attribute or option.")
    part: str = Field(description="The field of a variant or picture; empty for all of it.")
    then: str
    now: str


class ProductVersionDetails(ProductVersion):
    """A version with its differences from the product as it is now."""

    differences: list[VersionDifference]
