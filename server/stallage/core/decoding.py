"""Decodes pictures that strangers sent, within a fixed amount of memory for the whole process.

Size and format are known from the header before a pixel is decoded, and from them what decoding will
take. The numbers of bytes per pixel are measured, see `tests/core/test_decoding_memory.py`.
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
    # Decoded at an eighth of its size if need be; phones make up to 200 megapixels.
    "JPEG": 210 * MEGAPIXEL,
    # Larger than any screen up to 6K, and what other shop systems take.
    "PNG": 25 * MEGAPIXEL,
    "GIF": 25 * MEGAPIXEL,
    # Their decoders take four to six times as much memory.
    "WEBP": 17 * MEGAPIXEL,
    "AVIF": 12 * MEGAPIXEL,
}
MAX_DECODED = 25 * MEGAPIXEL
"""Pixels of a JPEG after it was reduced on decoding."""
MAX_KEPT = 2**23
"""Pixels of a decoded picture as it is handed out: more than any rendition has."""
MAX_SCANS = 64
"""Of a JPEG; cameras and editors write about ten. Each scan goes through the whole picture again."""

WORKING_MEMORY = 288 * 2**20
"""Bytes that all pictures being worked on in one process may take together."""
_DECODING_BYTES = {"JPEG": 12, "PNG": 12, "GIF": 12, "WEBP": 17, "AVIF": 24}
"""Bytes per decoded pixel, conversion and reduction included."""
_ENCODING_BYTES = 34
"""Bytes per pixel of what is encoded, at worst: WebP with transparency, AVIF."""
_OPAQUE_ENCODING_BYTES = 12
"""The same for WebP without transparency, which is what becomes of a JPEG."""
_LEAST_MEMORY = 2**20

_BUDGET = MemoryBudget(WORKING_MEMORY)
return_large_blocks()

# Pillow's own limit is one number for every format; ours are checked before anything is decoded.
Image.MAX_IMAGE_PIXELS = None
# Compressed texts in a PNG may unfold to so much, all together.
PngImagePlugin.MAX_TEXT_MEMORY = 2 * PngImagePlugin.MAX_TEXT_CHUNK

_ORIENTATION = 0x0112
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_SIDEWAYS = {turn for number, turn in _TURNS.items() if number >= 5}


class PictureRefused(Exception):
    """The bytes are no picture that the shop takes; the text says why."""


class PictureTooLarge(PictureRefused):
    """A picture whose decoding would take too much."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A decoded picture: upright, RGB or RGBA, with at most MAX_KEPT pixels."""

    image: Image.Image
    original_size: tuple[int, int]
    """Width and height in the file."""
    has_metadata: bool


@contextmanager
def decoded(content: bytes, fit: tuple[int, int] | None = None) -> Iterator[Decoded]:
    """Decode a picture and hold the memory for it, and for encoding it, while the context lasts.

    `fit` is a width and height that it is reduced to. Blocking and busy. Raises PictureRefused.
    """
    image = _opened(content)
    try:
        memory, reduction = _plan(image, content)
        with _BUDGET.reserved(memory):
            yield _decode(image, reduction, fit)
    finally:
        image.close()


def _opened(content: bytes) -> Image.Image:
    """Read the header and check what it says."""
    if not content:
        raise PictureRefused("The file is empty.")
    # Pillow's reader of WebP asks for the whole canvas's memory as soon as it opens one.
    canvas = webp_size(content)
    if canvas is not None:
        _check("WEBP", *canvas)
    try:
        image: Image.Image = Image.open(io.BytesIO(content), formats=FORMATS)
    except Exception as error:
        # Pillow's readers raise whatever their parsing stumbles over, not only their own errors.
        raise _not_a_picture() from error
    try:
        _check(image.format or "", *image.size)
    except PictureRefused:
        image.close()
        raise
    return image


def _not_a_picture() -> PictureRefused:
    return PictureRefused("Please upload a JPEG, PNG or WebP picture.")


def _check(form: str, width: int, height: int) -> None:
    if max(width, height) > MAX_SIDE:
        raise PictureTooLarge(f"The picture is more than {MAX_SIDE:,} pixels wide or high.")
    most = MAX_PIXELS["JPEG" if form == "MPO" else form]
    if width * height > most:
        raise PictureTooLarge(f"The picture has more than {most // MEGAPIXEL} megapixels.")


def webp_size(content: bytes) -> tuple[int, int] | None:
    """Width and height of a WebP from its first thirty bytes; None for anything else."""
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
    """How many bytes the work takes, and by how much a JPEG is reduced on decoding."""
    pixels = image.width * image.height
    if image.format not in ("JPEG", "MPO"):
        encoding = min(pixels, MAX_KEPT) * _ENCODING_BYTES
        decoding = pixels * _DECODING_BYTES[image.format or ""]
        return max(decoding, encoding, _LEAST_MEMORY), 1
    coefficients = _coefficient_bytes(image, content)
    for reduction in (1, 2, 4, 8):
        reduced = pixels // reduction**2
        decoding = coefficients + reduced * _DECODING_BYTES["JPEG"]
        if reduced <= MAX_DECODED and decoding <= WORKING_MEMORY:
            encoding = min(reduced, MAX_KEPT) * _OPAQUE_ENCODING_BYTES
            return max(decoding, encoding, _LEAST_MEMORY), reduction
    raise PictureTooLarge("The picture is too large. Please save it as a smaller JPEG.")


def _coefficient_bytes(image: Any, content: bytes) -> int:
    """What a JPEG of several scans holds until the last: two bytes for each sample, at any reduction.

    A progressive JPEG is one, and any whose first scan does not have all colours.
    """
    start = content.rfind(b"\xff\xda", 0, image.fp.tell())
    in_first_scan = content[start + 4] if 0 <= start < len(content) - 4 else 0
    if not image.info.get("progressive") and in_first_scan == image.layers:
        return 0
    if content.count(b"\xff\xda") > MAX_SCANS:
        raise PictureTooLarge("The picture is too large. Please save it as a smaller JPEG.")
    sampling = [(max(1, h), max(1, v)) for _, h, v, _ in image.layer] or [(1, 1)] * 4
    most = max(h for h, _ in sampling) * max(v for _, v in sampling)
    samples = sum(h * v for h, v in sampling) / most
    return int(image.width * image.height * samples * 2)


def _decode(image: Image.Image, reduction: int, fit: tuple[int, int] | None) -> Decoded:
    original_size = image.size
    try:
        if reduction > 1:
            image.draft(None, (image.width // reduction, image.height // reduction))
        image.load()
        # The readers of WebP and AVIF hold the whole picture as long as the object lives.
        vars(image).pop("_decoder", None)
        has_metadata = any(image.info.get(name) for name in ("exif", "xmp"))
        turn = _turn(image)
        image = _instead_of(image, _plain(image))
        image = _instead_of(image, _reduced(image, fit, sideways=turn in _SIDEWAYS))
        upright = image if turn is None else _instead_of(image, image.transpose(turn))
    except Exception as error:
        # See `_opened`; what is wrong with one picture ends nothing but its own processing.
        raise _not_a_picture() from error
    return Decoded(upright, original_size, has_metadata)


def _instead_of(old: Image.Image, new: Image.Image) -> Image.Image:
    """The new image; the old one's memory is given back at once."""
    if new is not old:
        old.close()
    return new


def _turn(image: Image.Image) -> Image.Transpose | None:
    """How the camera was held. What cannot be read is left as it is."""
    with suppress(Exception):
        return _TURNS.get(image.getexif().get(_ORIENTATION, 1))
    return None


def _plain(image: Image.Image) -> Image.Image:
    """The same in RGB or RGBA; the very image where it is that already."""
    wanted = "RGBA" if image.has_transparency_data else "RGB"
    if image.mode == wanted:
        return image
    if image.mode.startswith("I"):
        # Sixteen bits of grey; `convert` would make white of all but the darkest.
        return image.point(lambda value: value * (1 / 256)).convert("L").convert(wanted)
    return image.convert(wanted)


def _reduced(image: Image.Image, fit: tuple[int, int] | None, *, sideways: bool) -> Image.Image:
    """The same within what is wanted and MAX_KEPT pixels; the very image where it is already."""
    width, height = image.size
    scale = min(1.0, (MAX_KEPT / (width * height)) ** 0.5)
    if fit is not None:
        wide, high = reversed(fit) if sideways else fit
        scale = min(scale, wide / width, high / height)
    if scale == 1:
        return image
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return image.resize(size, Image.Resampling.LANCZOS, reducing_gap=3)
