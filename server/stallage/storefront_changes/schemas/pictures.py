"""Pictures of categories and collections."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stallage.core.schemas import Input, Integer, Line, PictureJson, PicturePreview, is_absent

Side = Annotated[Integer, Field(ge=1, le=100_000)]


class StorefrontPictureInput(Input):
    """A picture that was uploaded to the shop's media, with its alternative text."""

    path: Annotated[Line, Field(pattern=r"^/media/[0-9a-f]{2}/[0-9a-f]{32}\.(webp|svg)$")]
    alt: Annotated[Line, Field(max_length=500)] = ""
    width: Side | None = None
    height: Side | None = None
    colour: Annotated[Line, Field(pattern=r"^#[0-9a-fA-F]{6}$")] | None = None
    preview: PicturePreview | None = Field(None, exclude_if=is_absent)

    def to_json(self) -> PictureJson:
        """Return the picture as it is stored."""
        return self.model_dump()
