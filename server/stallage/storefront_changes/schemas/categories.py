"""Categories as operators see and change them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stallage.core.schemas import Id, Input, Integer, Line, Output, Picture, Text
from stallage.storefront_changes.schemas.pictures import StorefrontPictureInput

Title = Annotated[Line, Field(min_length=1, max_length=300)]
Slug = Annotated[Line, Field(min_length=1, max_length=255, pattern=r"^[^\s/?#%]+$")]
SeoTitle = Annotated[Line, Field(max_length=300)]
SeoDescription = Annotated[Text, Field(max_length=2000)]
Description = Annotated[Text, Field(max_length=20_000)]


class CategoryNode(Output):
    """A category of the tree."""

    id: int
    slug: str
    title: str
    parent_id: int | None
    position: int = Field(description="Its place among its siblings, from 0.")
    image: Picture | None
    products: int = Field(description="Products directly in it, whatever their status.")
    products_below: int = Field(description="Products in it and in its subcategories.")
    link: str = Field(description="Path of its page in the storefront.")


class CategoryTree(Output):
    """All categories, each parent before its children, siblings in order."""

    items: list[CategoryNode]
    etag: str = Field(description="Version of the places of all categories.")


class CategoryInput(Input):
    """A new category, which becomes the last one below its parent."""

    title: Title
    slug: Slug | None = Field(None, description="By default made from the title.")
    parent_id: Id | None = None


class CategoryChanges(Input):
    """Changes of a category. Fields that are absent stay as they are."""

    title: Title | None = None
    slug: Slug | None = None
    description: Description | None = None
    image: StorefrontPictureInput | None = Field(None, description="Null removes it.")
    size_guide_id: Id | None = Field(None, description="Null: the parent category's.")
    seo_title: SeoTitle | None = None
    seo_description: SeoDescription | None = None


class CategoryMove(Input):
    """The new place of a category."""

    parent_id: Id | None
    position: Annotated[Integer, Field(ge=0, le=100_000)] = Field(
        description="Its place among its new siblings; a higher number than there are means last."
    )


class CategoryDetails(Output):
    """A category with everything that can be edited."""

    id: int
    slug: str
    title: str
    parent_id: int | None
    description: str
    image: Picture | None
    size_guide_id: int | None
    seo_title: str
    seo_description: str
    products: int
    products_below: int
    subcategories: int
    link: str
    etag: str
