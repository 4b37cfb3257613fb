"""API schemas of uploads."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.schemas import Id, Input, Output, Time

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


class UploadedVideo(Output):
    """A video for products."""

    path: str = Field(description="Relative path; see the CDN endpoints.")
    media_type: Literal["video/mp4", "video/webm"]
    size: int = Field(description="In bytes.")
    uploaded_at: Time


class StoredPicture(Output):
    """A picture for products, pages or the shop itself."""

    path: str = Field(description="Relative path; see the CDN endpoints.")
    width: int
    height: int
    colour: str = Field(description="Dominant colour as `#rrggbb`, shown while it loads.")
    preview: str | None = Field(description="As in `Picture` of the shop's API.")
