"""Decodes untrusted pictures within a fixed memory budget for the whole process.

The header gives size and format before any pixel is decoded, and so how much memory decoding will
take. The numbers of bytes per pixel are measured; see `tests/core/test_decoding_memory.py`.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from PIL import Image, PngImagePlugin

from stallage.core.allocation import return_large_blocks
from stallage.core.memory_budget import MemoryBudget

FORMATS = ("JPEG", "PNG", "WEBP", "AVIF", "GIF")
MAX_SIDE = 16_383
"""WebP's limit."""
MEGAPIXEL = 1_000_000
MAX_PIXELS = {
    # Decoded at down to an eighth of the size if necessary; phones take up to 200 megapixels.
    "JPEG": 210 * MEGAPIXEL,
    # More than a 6K screen shows, and the limit of other shop systems.
    "PNG": 25 * MEGAPIXEL,
    "GIF": 25 * MEGAPIXEL,
    # Their decoders take four to six times as much memory.
    "WEBP": 17 * MEGAPIXEL,
    "AVIF": 12 * MEGAPIXEL,
}
MAX_DECODED = 25 * MEGAPIXEL
"""Pixels of a JPEG after it was reduced while decoding."""
MAX_OUTPUT = 2**23
"""Pixels of a decoded picture as returned: more than any rendition has."""
MAX_SCANS = 64
"""Of a JPEG; cameras and editors write about ten. Each scan is a pass over the whole picture."""

WORKING_MEMORY = 288 * 2**20
"""Bytes that all pictures being processed in one process may take together."""
_DECODING_BYTES = {"JPEG": 12, "PNG": 12, "GIF": 12, "WEBP": 17, "AVIF": 24}
"""Bytes per decoded pixel, including conversion and resizing."""
_ENCODING_BYTES = 34
"""Bytes per encoded pixel in the worst cases: WebP with transparency, and AVIF."""
_OPAQUE_ENCODING_BYTES = 12
"""The same for WebP without transparency, which JPEGs are converted to."""
_MIN_MEMORY = 2**20

_BUDGET = MemoryBudget(WORKING_MEMORY)
return_large_blocks()

# Pillow's own limit is the same for every format; ours are checked before decoding.
Image.MAX_IMAGE_PIXELS = None
# The size that all compressed texts in a PNG may decompress to.
PngImagePlugin.MAX_TEXT_MEMORY = 2 * PngImagePlugin.MAX_TEXT_CHUNK

_ORIENTATION = 0x0112
_ROTATIONS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_SIDEWAYS = {turn for number, turn in _ROTATIONS.items() if number >= 5}


class InvalidPicture(Exception):
    """The bytes are not an acceptable picture; the message is for the shopper and says why."""


class PictureTooLarge(InvalidPicture):
    """Decoding the picture would take too much memory or time."""


@dataclass(frozen=True, slots=True)
class DecodedPicture:
    """A decoded picture: upright, RGB or RGBA, with at most MAX_OUTPUT pixels."""

    image: Image.Image
    original_size: tuple[int, int]
    """Width and height in the file."""
    has_metadata: bool


@contextmanager
def decode_picture(content: bytes, fit: tuple[int, int] | None = None) -> Iterator[DecodedPicture]:
    """Decode a picture, reserving memory for it and for encoding it while the context lasts.

    The picture is reduced to `fit`, a width and height. Blocking and CPU-bound. Raises InvalidPicture.
    """
    image = _open(content)
    try:
        memory, reduction = _plan(image, content)
        with _BUDGET.reserve(memory):
            yield _decode(image, reduction, fit)
    finally:
        image.close()


def _open(content: bytes) -> Image.Image:
    """Read the header and check format and size."""
    if not content:
        raise InvalidPicture("The file is empty.")
    # Pillow allocates the whole canvas of a WebP when it opens the file.
    canvas = webp_size(content)
    if canvas is not None:
        _check("WEBP", *canvas)
    try:
        image: Image.Image = Image.open(io.BytesIO(content), formats=FORMATS)
    except Exception as error:
        # Pillow's readers raise any exception on malformed files, not only their own errors.
        raise _unreadable() from error
    try:
        _check(image.format or "", *image.size)
    except InvalidPicture:
        image.close()
        raise
    return image


def _unreadable() -> InvalidPicture:
    return InvalidPicture("Please upload a JPEG, PNG or WebP picture.")


def _check(form: str, width: int, height: int) -> None:
    if max(width, height) > MAX_SIDE:
        raise PictureTooLarge(f"The picture is more than {MAX_SIDE:,} pixels wide or high.")
    maximum = MAX_PIXELS["JPEG" if form == "MPO" else form]
    if width * height > maximum:
        raise PictureTooLarge(f"The picture has more than {maximum // MEGAPIXEL} megapixels.")


def webp_size(content: bytes) -> tuple[int, int] | None:
    """Return width and height of a WebP from its first 30 bytes, or None for any other format."""
    if content[:4] != b"RIFF" or content[8:12] != b"WEBP" or len(content) < 30:
        return None
    match content[12:16]:
        case b"VP8X":
            return (
                int.from_bytes(content[24:27], "little") + 1,
                int.from_bytes(content[27:30], "little") + 1,
            )
        case b"VP8L":
            bits = int.from_bytes(content[21:25], "little")
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            width, height = (int.from_bytes(content[at : at + 2], "little") for at in (26, 28))
            return width & 0x3FFF, height & 0x3FFF
    return None


def _plan(image: Image.Image, content: bytes) -> tuple[int, int]:
    """Return how many bytes processing takes, and the factor by which a JPEG is reduced."""
    pixels = image.width * image.height
    if image.format not in ("JPEG", "MPO"):
        encoding = min(pixels, MAX_OUTPUT) * _ENCODING_BYTES
        decoding = pixels * _DECODING_BYTES[image.format or ""]
        return max(decoding, encoding, _MIN_MEMORY), 1
    coefficients = _coefficient_bytes(image, content)
    for reduction in (1, 2, 4, 8):
        reduced = pixels // reduction**2
        decoding = coefficients + reduced * _DECODING_BYTES["JPEG"]
        if reduced <= MAX_DECODED and decoding <= WORKING_MEMORY:
            encoding = min(reduced, MAX_OUTPUT) * _OPAQUE_ENCODING_BYTES
            return max(decoding, encoding, _MIN_MEMORY), reduction
    raise PictureTooLarge("The picture is too large. Please save it as a smaller JPEG.")


def _coefficient_bytes(image: Any, content: bytes) -> int:
    """Return the size of the coefficients that a multi-scan JPEG is decoded from, at any reduction.

    Progressive JPEGs have several scans, and so have those whose first scan lacks a component. Each
    sample takes two bytes.
    """
    start = content.rfind(b"\xff\xda", 0, image.fp.tell())
    in_first_scan = content[start + 4] if 0 <= start < len(content) - 4 else 0
    if not image.info.get("progressive") and in_first_scan == image.layers:
        return 0
    if content.count(b"\xff\xda") > MAX_SCANS:
        raise PictureTooLarge("The picture is too large. Please save it as a smaller JPEG.")
    sampling = [(max(1, h), max(1, v)) for _, h, v, _ in image.layer] or [(1, 1)] * 4
    full = max(h for h, _ in sampling) * max(v for _, v in sampling)
    samples = sum(h * v for h, v in sampling) / full
    return int(image.width * image.height * samples * 2)


def _decode(image: Image.Image, reduction: int, fit: tuple[int, int] | None) -> DecodedPicture:
    original_size = image.size
    try:
        if reduction > 1:
            image.draft(None, (image.width // reduction, image.height // reduction))
        image.load()
        # The WebP and AVIF readers keep the whole picture in memory as long as the object lives.
        vars(image).pop("_decoder", None)
        has_metadata = any(image.info.get(name) for name in ("exif", "xmp"))
        turn = _orientation(image)
        image = _replace(image, _to_rgb(image))
        image = _replace(image, _shrink(image, fit, sideways=turn in _SIDEWAYS))
        upright = image if turn is None else _replace(image, image.transpose(turn))
    except Exception as error:
        # As in `_open`: any exception may be raised, and it must only affect this picture.
        raise _unreadable() from error
    return DecodedPicture(upright, original_size, has_metadata)


def _replace(old: Image.Image, new: Image.Image) -> Image.Image:
    """Return the new image after releasing the old one's memory."""
    if new is not old:
        old.close()
    return new


def _orientation(image: Image.Image) -> Image.Transpose | None:
    """Return how to turn the image upright, or None if it is, or if its metadata is unreadable."""
    with suppress(Exception):
        return _ROTATIONS.get(image.getexif().get(_ORIENTATION, 1))
    return None


def _to_rgb(image: Image.Image) -> Image.Image:
    """Convert an image to RGB or RGBA; returns the same object if it is already."""
    mode = "RGBA" if image.has_transparency_data else "RGB"
    if image.mode == mode:
        return image
    if image.mode.startswith("I"):
        # 16-bit grey; `convert` would turn all but the darkest values white.
        return image.point(lambda value: value * (1 / 256)).convert("L").convert(mode)
    return image.convert(mode)


def _shrink(image: Image.Image, fit: tuple[int, int] | None, *, sideways: bool) -> Image.Image:
    """Resize an image to `fit` and MAX_OUTPUT pixels; returns the same object if it is smaller."""
    width, height = image.size
    scale = min(1.0, (MAX_OUTPUT / (width * height)) ** 0.5)
    if fit is not None:
        wide, high = reversed(fit) if sideways else fit
        scale = min(scale, wide / width, high / height)
    if scale == 1:
        return image
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return image.resize(size, Image.Resampling.LANCZOS, reducing_gap=3)
