"""Pictures of a product's page: its gallery, and those of each SKU.

They are read as rows of values, from which JSON is made here: SQL for it needs subqueries for what pictures
may lack, and starting those takes PostgreSQL longer than reading the pictures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import orjson

from stallage.core.json_types import JsonObject
from stallage.core.schemas import PictureJson

CENTRE = 50
"""Per cent; the focus of pictures without one."""

PICTURES = """(
    SELECT json_agg(
        json_build_array(i.id, i.path, i.alt, i.width, i.height, i.colour, i.preview,
            coalesce(i.focus_x, 50), coalesce(i.focus_y, 50), i.options)
        ORDER BY i.position, i.id
    )::text
    FROM product_images_view i WHERE i.product_id = p.id AND i.path IS NOT NULL
)"""
"""SQL for the pictures of the product `p` that have a file, for `read_pictures`; null if there are none."""


@dataclass(frozen=True, slots=True)
class ProductPicture:
    """A picture of the product."""

    picture_id: int
    picture: PictureJson
    options: Mapping[str, str] | None
    """Option → the value that it shows; None: it shows no variant."""

    def in_gallery(self) -> JsonObject:
        """Return JSON of `GalleryImage`."""
        shown = self.options or {}
        options = [{"name": name, "value": value} for name, value in shown.items()]
        return {**self.picture, "options": options}


def read_pictures(rows: str | None) -> list[ProductPicture]:
    """Return the pictures that PICTURES has read."""
    return [_picture(*row) for row in orjson.loads(rows or "[]")]


def pictures_of_sku(
    pictures: Sequence[ProductPicture],
    image_id: int | None,
    chosen: Sequence[Mapping[str, str]],
) -> list[PictureJson]:
    """Return a SKU's own picture, then those of its option values.

    `chosen`: JSON of `ChosenOption`. A picture with options is of a SKU that has all of them.
    """
    # Of options with the same name, the first one counts.
    values = {one["name"]: one["value"] for one in reversed(chosen)}
    own = [one.picture for one in pictures if one.picture_id == image_id]
    of_values = [
        one.picture
        for one in pictures
        if one.options is not None
        and one.picture_id != image_id
        and all(values.get(name) == value for name, value in one.options.items())
    ]
    return own + of_values


def _picture(  # noqa: PLR0917 - the columns of PICTURES
    picture_id: int,
    path: str,
    alt: str,
    width: int | None,
    height: int | None,
    colour: str | None,
    preview: str | None,
    focus_x: int,
    focus_y: int,
    options: dict[str, str] | None,
) -> ProductPicture:
    picture: PictureJson = {
        "path": path,
        "alt": alt,
        "width": width,
        "height": height,
        "colour": colour,
    }
    if preview is not None:
        picture["preview"] = preview
    if (focus_x, focus_y) != (CENTRE, CENTRE):
        picture["focus"] = [focus_x, focus_y]
    return ProductPicture(picture_id, picture, options)
