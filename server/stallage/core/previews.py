"""Previews of pictures: a few colours that a page shows until the picture has loaded.

A preview is the pixels of a bitmap of 4 × 5 pixels in base64, 80 characters. All such bitmaps begin with
the same 54 bytes, so a client puts these before the pixels and has an image to use in a `data:` URL,
which the browser enlarges smoothly:

    data:image/bmp;base64,Qk1yAAAAAAAAADYAAAAoAAAABAAAAAUAAAABABgAAAAAADwAAAAAAAAAAAAAAAAAAAAAAAAA<preview>
"""

from __future__ import annotations

import base64

from PIL import Image

SIZE = (4, 5)
"""A row takes 12 bytes. Bitmaps pad their rows to a multiple of four, so nothing is wasted."""


def preview_of(image: Image.Image) -> str | None:
    """Return the preview of an RGB or RGBA image; None if it has transparent parts.

    A page keeps what is behind a transparent picture, so that a preview would shine through it.
    """
    if image.mode == "RGBA" and image.getchannel("A").getextrema() != (255, 255):
        return None
    small = image.convert("RGB").resize(SIZE, Image.Resampling.BOX)
    # Bitmaps are stored from bottom to top, in the order blue, green, red.
    pixels = small.transpose(Image.Transpose.FLIP_TOP_BOTTOM).tobytes("raw", "BGR")
    return base64.b64encode(pixels).decode()
