"""Sliders as operators see and change them."""

from __future__ import annotations

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from stallage.core.schemas import Id, Input, Line, Output, Picture, Time
from stallage.storefront_changes.schemas.categories import Slug, Title
from stallage.storefront_changes.schemas.collections import CollectionProduct, ProductIds
from stallage.storefront_changes.schemas.pictures import StorefrontPictureInput

HomePlace: TypeAlias = Literal["automatic", "placed", "absent"]
"""Whether shoppers see something on the home page: the page is automatic; it is composed and has a section
for it; it is composed and has none."""
Subtitle = Annotated[Line, Field(max_length=500)]
CallToAction = Annotated[Line, Field(max_length=60)]


class ListedSlider(Output):
    """A slider in the list."""

    id: int
    slug: str
    title: str
    subtitle: str
    image: Picture | None
    starts_at: Time | None
    ends_at: Time | None = Field(description="Exclusive.")
    products: int = Field(description="Products on sale in it.")
    link: str = Field(description="Path of its product list in the storefront.")


class SliderList(Output):
    """All sliders, in the order of the home page."""

    items: list[ListedSlider]
    home: HomePlace
    etag: str = Field(description="Version of their order.")


class SliderDetails(Output):
    """A slider with everything that can be edited."""

    id: int
    slug: str
    title: str
    subtitle: str
    call_to_action: str
    image: Picture | None
    phone_image: Picture | None
    starts_at: Time | None
    ends_at: Time | None
    products: list[CollectionProduct] = Field(description="In order.")
    link: str
    home: HomePlace
    etag: str


class SliderInput(Input):
    """A slider, whole."""

    title: Title
    slug: Slug | None = Field(None, description="By default made from the title, or unchanged.")
    subtitle: Subtitle = ""
    call_to_action: CallToAction = Field("", description="Text of the button.")
    image: StorefrontPictureInput | None = None
    phone_image: StorefrontPictureInput | None = None
    starts_at: Time | None = Field(None, description="By default it is shown at once.")
    ends_at: Time | None = Field(None, description="Exclusive. By default it is shown for good.")
    product_ids: ProductIds = Field([], description="The products that it leads to, in order.")

    @model_validator(mode="after")
    def starts_before_end(self) -> Self:
        """Check the schedule."""
        if self.starts_at and self.ends_at and self.ends_at <= self.starts_at:
            raise PydanticCustomError("schedule", "must end after it starts.")
        return self


class HomeOrder(Input):
    """The order of all sliders, or of all feature sections."""

    ids: Annotated[list[Id], Field(max_length=1000)] = Field(description="Each exactly once.")
