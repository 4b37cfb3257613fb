"""API schemas of uploads."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stallage.core.schemas import Id, Input, Output

ImageIds = Annotated[
    list[Id], Field(max_length=5, description="Ids of the customer's own uploads.", examples=[[12]])
]


class AvatarInput(Input):
    """The picture to use as avatar."""

    image: Id = Field(description="Id of one of the customer's own uploads.")


class Upload(Output):
    """A stored picture."""

    id: int
    url: str = Field(description="Relative path; see the CDN endpoints.")


class StoredPicture(Output):
    """A picture for products, pages or the shop itself."""

    path: str = Field(description="Relative path; see the CDN endpoints.")
    width: int
    height: int
    colour: str = Field(description="Dominant colour as `#rrggbb`, shown while it loads.")
    preview: str | None = Field(description="As in `Picture` of the shop's API.")
