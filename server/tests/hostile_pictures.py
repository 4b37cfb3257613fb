"""Pictures that break image decoders: generated, small and deterministic."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

from PIL import Image

GREY = 128


def encode(image: Image.Image, form: str, **options: Any) -> bytes:
    """Encode an image in a Pillow format, such as `PNG`."""
    buffer = io.BytesIO()
    image.save(buffer, form, **options)
    return buffer.getvalue()


def photo(width: int = 64, height: int = 48, mode: str = "RGB") -> Image.Image:
    """Return a gradient, so that no format compresses the picture to almost nothing."""
    grey = Image.linear_gradient("L").resize((width, height))
    bands = [grey.rotate(90 * number) for number in range(len(Image.new(mode, (1, 1)).getbands()))]
    return Image.merge(mode, bands)


def _chunk(name: bytes, data: bytes) -> bytes:
    body = name + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def png(
    width: int, height: int, *, depth: int = 8, colour: int = 2, rows: int | None = None
) -> bytes:
    """Return a black PNG, with only this many `rows` if given (PNG specification, 11.2)."""
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    row = bytes(1 + (width * channels * depth + 7) // 8)
    packer = zlib.compressobj(9)
    written = height if rows is None else rows
    data = b"".join(packer.compress(row) for _ in range(written)) + packer.flush()
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    palette = _chunk(b"PLTE", bytes(range(48))) if colour == 3 else b""
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + palette
        + _chunk(b"IDAT", data)
        + _chunk(b"IEND", b"")
    )


def webp_canvas(width: int, height: int) -> bytes:
    """Return a WebP with a large canvas in its header and one small frame."""
    small = encode(photo(16, 16), "WEBP")[12:]
    canvas = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    features = b"VP8X" + struct.pack("<I", 10) + b"\x00\x00\x00\x00" + canvas
    body = b"WEBP" + features + small
    return b"RIFF" + struct.pack("<I", len(body)) + body


def progressive(scans: int, width: int = 256, height: int = 256) -> bytes:
    """Return a progressive JPEG whose last scan is repeated."""
    content = encode(photo(width, height), "JPEG", progressive=True)
    last = content.rfind(b"\xff\xda")
    return content[:last] + content[last:-2] * scans + b"\xff\xd9"


def with_exif(exif: bytes, form: str = "JPEG") -> bytes:
    """Return a picture with these bytes as its EXIF data."""
    return encode(photo(), form, exif=exif)


def refused_pictures() -> dict[str, bytes]:
    """Return files that must be refused, by what is wrong with them."""
    jpeg, whole_png = encode(photo(), "JPEG"), encode(photo(), "PNG")
    webp = encode(photo(), "WEBP")
    return {
        "nothing": b"",
        "zeros": bytes(1000),
        "text": b"<html>not a picture</html>",
        "a drawing": b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        "only a signature, JPEG": b"\xff\xd8\xff",
        "only a signature, PNG": b"\x89PNG\r\n\x1a\n",
        "only a signature, WebP": b"RIFF\x00\x00\x00\x00WEBP",
        "half a JPEG": jpeg[: len(jpeg) // 2],
        "half a PNG": whole_png[: len(whole_png) // 2],
        "half a WebP": webp[: len(webp) // 2],
        "a PNG without pixels": png(0, 0),
        "a side above WebP's limit": png(16_384, 2, depth=1, colour=0),
        "a very tall picture": encode(Image.new("RGB", (1, 20_000)), "JPEG"),
        "a decompression bomb of 26 megapixels": png(5200, 5000, depth=1, colour=0),
        "a decompression bomb of 2 gigapixels": png(46_000, 46_000, depth=1, colour=0, rows=1),
        "a canvas of 268 megapixels": webp_canvas(16_383, 16_383),
        "a JPEG of a thousand scans": progressive(1000),
        "a text that decompresses to 9 MB": whole_png[:33]
        + b"".join(_chunk(b"zTXt", b"a\x00\x00" + zlib.compress(bytes(10**6))) for _ in range(9))
        + whole_png[33:],
    }


def accepted_pictures() -> dict[str, bytes]:
    """Return unusual pictures that must be accepted, by what is unusual."""
    palette = photo().convert("P")
    jpeg = encode(photo(), "JPEG")
    return {
        "CMYK": encode(photo(mode="CMYK"), "JPEG"),
        "grey": encode(photo(mode="L"), "JPEG"),
        "progressive": progressive(1),
        "16-bit grey": png(64, 48, depth=16, colour=0),
        "16-bit colour": png(64, 48, depth=16, colour=2),
        "16-bit with transparency": png(64, 48, depth=16, colour=6),
        "a PNG without its last rows": png(64, 64, rows=3),
        "one bit": png(64, 48, depth=1, colour=0),
        "grey with transparency": encode(photo(mode="LA"), "PNG"),
        "a palette with transparency": encode(
            palette, "PNG", transparency=palette.getpixel((0, 0))
        ),
        "a transparent colour": encode(photo(), "PNG", transparency=(0, 0, 0)),
        "an invalid profile, JPEG": encode(photo(), "JPEG", icc_profile=b"garbage" * 99),
        "an invalid profile, PNG": encode(photo(), "PNG", icc_profile=b"\x00" * 5000),
        "invalid EXIF": with_exif(b"Exif\x00\x00" + b"\xff" * 60),
        "EXIF that points outside": with_exif(
            b"Exif\x00\x00MM\x00*\x00\x00\x00\x08\xff\xff" + b"\x01\x12\x00\x03\xff\xff\xff\xff" * 4
        ),
        "EXIF that points at itself": with_exif(
            b"Exif\x00\x00II*\x00\x08\x00\x00\x00\x01\x00\x69\x87\x04\x00\x01\x00\x00\x00"
            b"\x08\x00\x00\x00\x08\x00\x00\x00"
        ),
        "an invalid orientation": with_exif(
            b"Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x63"
            b"\x00\x00\x00\x00\x00\x00"
        ),
        "bytes after the end": jpeg + b"PK\x03\x04" + bytes(5000),
        "one pixel": encode(photo(1, 1), "PNG"),
        "the maximum width": encode(Image.new("L", (16_383, 1)), "PNG"),
        "an animation": encode(
            photo(), "WEBP", save_all=True, append_images=[photo()] * 40, duration=20
        ),
    }
