"""Feature sections as operators see and change them."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from stallage.core.schemas import Id, Input, Output, Picture, Text
from stallage.merchandising.drafts import SectionKind
from stallage.storefront_changes.schemas.categories import Slug, Title
from stallage.storefront_changes.schemas.collections import CollectionProduct, ProductIds
from stallage.storefront_changes.schemas.pictures import StorefrontPictureInput
from stallage.storefront_changes.schemas.sliders import HomePlace, Subtitle

MAX_TILES = 24
TileText = Annotated[Text, Field(max_length=2000)]


class ListedFeatureSection(Output):
    """A feature section in the list."""

    id: int
    slug: str
    title: str
    kind: SectionKind
    tiles: int
    home: HomePlace


class FeatureSectionList(Output):
    """All feature sections, in the order of the automatic home page."""

    items: list[ListedFeatureSection]
    etag: str = Field(description="Version of their order.")


class FeatureTileDetails(Output):
    """A tile of a feature section."""

    id: int
    slug: str
    title: str
    text: str
    image: Picture | None
    phone_image: Picture | None
    products: list[CollectionProduct] = Field(description="In order.")
    link: str = Field(description="Path of its product list in the storefront.")


class FeatureSectionDetails(Output):
    """A feature section with everything that can be edited."""

    id: int
    slug: str
    title: str
    subtitle: str
    kind: SectionKind
    tiles: list[FeatureTileDetails] = Field(description="In order.")
    home: HomePlace
    etag: str


class FeatureTileInput(Input):
    """A tile of a feature section."""

    id: Id | None = Field(None, description="Null: it is new.")
    title: Title
    slug: Slug | None = Field(None, description="By default made from the title, or unchanged.")
    text: TileText = ""
    image: StorefrontPictureInput | None = None
    phone_image: StorefrontPictureInput | None = None
    product_ids: ProductIds = Field([], description="The products that it leads to, in order.")


class FeatureSectionInput(Input):
    """A feature section, whole. Tiles that are not listed are deleted."""

    title: Title
    slug: Slug | None = Field(None, description="By default made from the title, or unchanged.")
    subtitle: Subtitle = ""
    kind: SectionKind = Field(description="How it looks.")
    tiles: Annotated[list[FeatureTileInput], Field(max_length=MAX_TILES)] = Field(
        [], description="In order."
    )

    @model_validator(mode="after")
    def has_unique_tiles(self) -> Self:
        """Check that no tile is listed twice."""
        ids = [tile.id for tile in self.tiles if tile.id is not None]
        if len(ids) != len(set(ids)):
            raise PydanticCustomError("unique", "must be unique.")
        return self
