"""Cuts pictures."""

from __future__ import annotations

import asyncio

from stallage.core.decoding import InvalidPicture
from stallage.core.media import Picture
from stallage.core.runtime import Runtime
from stallage.product_changes.errors.records import InvalidCrop
from stallage.product_changes.schemas.records import CropInput


async def crop_picture(runtime: Runtime, part: CropInput) -> Picture:
    """Store a part of a stored picture as a new one. Raises InvalidCrop."""
    box = (part.left, part.top, part.left + part.width, part.top + part.height)
    try:
        cropped = await asyncio.to_thread(runtime.media.crop, part.path, box)
    except InvalidPicture as error:
        raise InvalidCrop from error
    if cropped is None:
        raise InvalidCrop
    return cropped
