"""Pictures and videos: stored once by content; pictures are served in a few fixed widths as WebP and AVIF.

Paths in responses are relative, `/media/<2 hex>/<hash>.webp`. The content of a path never changes, so
it can be cached forever. `?w=` requests a width, `&f=avif` AVIF. Renditions are created on demand.
Encoding AVIF takes too long for a request, so WebP is served until the AVIF exists.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, TypeAlias

from PIL import Image, ImageOps

from stallage.core.decoding import InvalidPicture, decode_picture, webp_size
from stallage.core.previews import preview_of
from stallage.core.storage import Storage
from stallage.core.videos import MAX_VIDEO_BYTES, InvalidVideo, video_format

Form: TypeAlias = Literal["webp", "avif"]

WIDTHS = (160, 320, 480, 640, 768, 960, 1280, 1920)
MAX_BYTES = 20 * 1024 * 1024
MAX_DRAWING_BYTES = 2 * 1024 * 1024
QUALITY = 82
AVIF_QUALITY = 52
"""Looks like WebP at `QUALITY`, in about two thirds of the bytes."""
AVIF_SPEED = 8
COLOUR_SIZE = 48
MIN_CROP = 16
"""Least pixels of each side of a part that is cut out."""
COLOURS = 8
UPLOADS = "uploads/"
"""Folder of uploaded pictures, separate from the shop's own so that unused ones can be deleted."""
UPLOAD_FIT = (2048, 2048)
"""Uploads are reduced to this size: above the widest rendition, yet fast to encode."""
KINDS = {
    "webp": "image/webp",
    "avif": "image/avif",
    "svg": "image/svg+xml",
    "mp4": "video/mp4",
    "webm": "video/webm",
}
_NAME = re.compile(r"^/media/((?:uploads/)?[0-9a-f]{2}/[0-9a-f]{32})\.(webp|svg)$")
_VIDEO_NAME = re.compile(r"^/media/[0-9a-f]{2}/[0-9a-f]{32}\.(mp4|webm)$")


@dataclass(frozen=True, slots=True)
class Picture:
    """A stored picture."""

    path: str
    """As in responses, such as `/media/ab/abcd….webp`."""
    width: int
    height: int
    colour: str
    """Its dominant colour as `#rrggbb`, shown while it loads."""
    preview: str | None = None
    """As in `core.previews`; None if it has transparent parts."""


@dataclass(frozen=True, slots=True)
class StoredVideo:
    """A video in the storage."""

    name: str
    kind: str
    """Its media type."""
    size: int
    """In bytes."""


@dataclass(frozen=True, slots=True)
class Rendition:
    """A picture in one width and format."""

    content: bytes
    kind: str
    """Its media type."""
    is_final: bool = True
    """False if a better one is still to be created."""


MAX_RATIOS = 64
"""Aspect ratios that are remembered: those of a few logos."""

_SVG = re.compile(rb"<svg\b[^>]*>", re.DOTALL)
_VIEW_BOX = re.compile(rb"""\bviewBox=["']\s*\S+[\s,]+\S+[\s,]+([\d.]+)[\s,]+([\d.]+)""")


def _ratio(found: Rendition) -> float | None:
    if found.kind == KINDS["svg"]:
        opening = _SVG.search(found.content)
        box = None if opening is None else _VIEW_BOX.search(opening[0])
        size = None if box is None else (float(box[1]), float(box[2]))
    else:
        size = webp_size(found.content)
    return None if size is None or 0 in size else round(size[0] / size[1], 4)


class Media:
    """The stored pictures."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._ratios: dict[str, float | None] = {}

    def store(self, content: bytes, *, max_bytes: int = MAX_BYTES, folder: str = "") -> Picture:
        """Check a picture, turn it upright, strip its metadata and store it as WebP.

        Blocking and CPU-bound: call it in a thread. Storing a picture again only renews its age.
        Raises InvalidPicture.
        """
        if len(content) > max_bytes:
            raise InvalidPicture(f"The picture is larger than {max_bytes // 1024 // 1024} MB.")
        with decode_picture(content, UPLOAD_FIT if folder else None) as opened:
            # A WebP without metadata is stored unchanged: encoding it again would only lose quality.
            # Uploads are always encoded again, so that nothing but their pixels is stored.
            if content[8:12] == b"WEBP" and not opened.has_metadata and not folder:
                width, height = opened.original_size
                encoded = content
            else:
                width, height = opened.image.size
                encoded = _encode(opened.image, "webp")
            colour, preview = dominant_colour(opened.image), preview_of(opened.image)
        return Picture(self._write(folder, encoded, "webp"), width, height, colour, preview)

    def find_path(self, content: bytes) -> str | None:
        """Return the path of a picture stored with exactly these bytes, or None if absent.

        This recognizes stored pictures without decoding them.
        """
        path = _path("", content, "webp")
        return path if self.has(path) else None

    def store_svg(self, content: bytes) -> str:
        """Store an SVG drawing of the shop itself, such as its logo; never an upload.

        Raises InvalidPicture.
        """
        if len(content) > MAX_DRAWING_BYTES:
            raise InvalidPicture(
                f"The drawing is larger than {MAX_DRAWING_BYTES // 1024 // 1024} MB."
            )
        if b"<svg" not in content:
            raise InvalidPicture("This is not an SVG drawing.")
        return self._write("", content, "svg")

    def store_video(self, content: bytes) -> str:
        """Store a video of the shop itself as it is, with its metadata; return its path.

        Blocking: call it in a thread. Raises InvalidVideo.
        """
        if len(content) > MAX_VIDEO_BYTES:
            raise InvalidVideo(f"The video is larger than {MAX_VIDEO_BYTES // 1024 // 1024} MB.")
        return self._write("", content, video_format(content))

    def find_video(self, path: str) -> StoredVideo | None:
        """Return a stored video, or None if there is none with this path. Blocking."""
        match = _VIDEO_NAME.match(path)
        name = path.removeprefix("/media/")
        size = None if match is None else self.storage.size(name)
        return None if match is None or size is None else StoredVideo(name, KINDS[match[1]], size)

    def read_original(self, path: str) -> bytes | None:
        """Return a picture, drawing or video as it was stored, or None if absent. Blocking."""
        if _NAME.match(path) is None and _VIDEO_NAME.match(path) is None:
            return None
        return self.storage.read(path.removeprefix("/media/"))

    def has(self, path: str) -> bool:
        """Whether a picture, drawing or video with this path exists."""
        is_name = _NAME.match(path) is not None or _VIDEO_NAME.match(path) is not None
        return is_name and self.storage.has(path.removeprefix("/media/"))

    def aspect_ratio(self, path: str) -> float | None:
        """Return the width of a picture or drawing divided by its height; None if it is not known.

        Blocking. A path's content never changes, so the result is remembered.
        """
        if path not in self._ratios:
            if len(self._ratios) >= MAX_RATIOS:
                self._ratios.clear()
            found = self.find_rendition(path, None, "webp")
            self._ratios[path] = None if found is None else _ratio(found)
        return self._ratios[path]

    def load_rendition(self, path: str, width: int | None, form: Form = "webp") -> Rendition | None:
        """Return what to serve for a path, width and format, or None if there is no such picture.

        The width is rounded up to the next of WIDTHS; pictures are never enlarged. A missing WebP is
        created. For a missing AVIF this returns the WebP with `is_final` false; `create_rendition`
        creates the AVIF. Blocking and CPU-bound: call it in a thread.
        """
        found = self.find_rendition(path, width, form)
        match = _NAME.match(path)
        if found is not None or match is None or width is None:
            return found
        created = self._create(match[1], rendition_width(width), "webp")
        return created if created is None or form == "webp" else replace(created, is_final=False)

    def find_rendition(self, path: str, width: int | None, form: Form = "webp") -> Rendition | None:
        """Return a rendition only if it needs no encoding. Blocking."""
        match = _NAME.match(path)
        if match is None:
            return None
        name, extension = match[1], match[2]
        if width is None or extension == "svg":
            content = self.storage.read(f"{name}.{extension}")
            return None if content is None else Rendition(content, KINDS[extension])
        step = rendition_width(width)
        exact = self.storage.read(f"{name}@{step}.{form}")
        if exact is not None:
            return Rendition(exact, KINDS[form])
        is_final = form == "webp"
        fallback = None if is_final else self.storage.read(f"{name}@{step}.webp")
        if fallback is None:
            original = self.storage.read(f"{name}.webp")
            size = webp_size(original or b"")
            # An original that is not wider is its own rendition.
            fallback = original if size is not None and size[0] <= step else None
        return None if fallback is None else Rendition(fallback, KINDS["webp"], is_final=is_final)

    def create_rendition(self, path: str, width: int, form: Form) -> None:
        """Create a rendition unless it exists. Blocking and CPU-bound: call it in a thread."""
        match = _NAME.match(path)
        if match is None or match[2] == "svg":
            return
        step = rendition_width(width)
        if not self.storage.has(f"{match[1]}@{step}.{form}"):
            self._create(match[1], step, form)

    def square_png(self, path: str, size: int) -> bytes | None:
        """Return a picture in a transparent square, for icons; None for drawings or if absent."""
        match = _NAME.match(path)
        original = self.storage.read(f"{match[1]}.webp") if match and match[2] == "webp" else None
        if original is None:
            return None
        buffer = io.BytesIO()
        try:
            with decode_picture(original, fit=(size, size)) as opened:
                transparent = opened.image.convert("RGBA")
                square = ImageOps.pad(transparent, (size, size), color=(0, 0, 0, 0))
        except InvalidPicture:
            return None
        square.save(buffer, "PNG", optimize=True)
        return buffer.getvalue()

    def crop(self, path: str, box: tuple[float, float, float, float]) -> Picture | None:
        """Store a part of a picture as a new one; None for drawings, if absent or if nothing is left.

        `box` is left, top, right and bottom in per cent. Blocking and CPU-bound: call it in a thread.
        Raises InvalidPicture.
        """
        match = _NAME.match(path)
        original = self.storage.read(f"{match[1]}.webp") if match and match[2] == "webp" else None
        if original is None:
            return None
        with decode_picture(original) as opened:
            width, height = opened.image.size
            left, top, right, bottom = (
                round(min(100.0, edge) * side / 100)
                for edge, side in zip(box, (width, height, width, height), strict=True)
            )
            if right - left < MIN_CROP or bottom - top < MIN_CROP:
                return None
            part = opened.image.crop((left, top, right, bottom))
            encoded = _encode(part, "webp")
            colour, preview = dominant_colour(part), preview_of(part)
        return Picture(self._write("", encoded, "webp"), *part.size, colour, preview)

    def list_uploads(self) -> Iterator[tuple[str, str, datetime]]:
        """Yield the files of uploads and their renditions: picture path, file name, last change."""
        for stored in self.storage.list_files(UPLOADS):
            picture = re.sub(r"(@[0-9]+)?\.[a-z]+$", "", stored.name)
            yield f"/media/{picture}.webp", stored.name, stored.changed_at

    def list_files(self, path: str) -> Iterator[tuple[str, datetime]]:
        """Yield the files of a picture and its renditions: file name and last change."""
        match = _NAME.match(path)
        if match is not None:
            for stored in self.storage.list_files(match[1]):
                yield stored.name, stored.changed_at

    def _create(self, name: str, step: int, form: Form) -> Rendition | None:
        original = self.storage.read(f"{name}.webp")
        if original is None:
            return None
        try:
            with decode_picture(original, fit=(step, step * 8)) as opened:
                content = _encode(opened.image, form)
        except InvalidPicture:
            # Stored by an earlier release with more pixels than are decoded now, or damaged since.
            return Rendition(original, KINDS["webp"])
        self.storage.write(f"{name}@{step}.{form}", content, KINDS[form])
        return Rendition(content, KINDS[form])

    def _write(self, folder: str, content: bytes, extension: str) -> str:
        path = _path(folder, content, extension)
        name = path.removeprefix("/media/")
        # Uploads are written again, so that their age tells when they were last uploaded.
        if folder or not self.storage.has(name):
            self.storage.write(name, content, KINDS[extension])
        return path


def _path(folder: str, content: bytes, extension: str) -> str:
    digest = hashlib.blake2b(content, digest_size=16).hexdigest()
    return f"/media/{folder}{digest[:2]}/{digest}.{extension}"


def media_type_of(path: str) -> str:
    """Return the media type of a path of this module."""
    return KINDS[path.rpartition(".")[2]]


def rendition_width(width: int) -> int:
    """Return the width that is served for a requested one."""
    return next((offered for offered in WIDTHS if offered >= width), WIDTHS[-1])


def _encode(image: Image.Image, form: Form) -> bytes:
    buffer = io.BytesIO()
    if form == "webp":
        image.save(buffer, "WEBP", quality=QUALITY, method=4)
    else:
        # One thread, to leave the other processors to requests.
        image.save(buffer, "AVIF", quality=AVIF_QUALITY, speed=AVIF_SPEED, max_threads=1)
    return buffer.getvalue()


def dominant_colour(image: Image.Image) -> str:
    """Return a picture's most frequent colour as `#rrggbb`, on the page's background."""
    small = image.resize((COLOUR_SIZE, COLOUR_SIZE), Image.Resampling.BOX).convert("RGBA")
    opaque = Image.new("RGBA", small.size, "#eeebe5")
    opaque.alpha_composite(small)
    quantized = opaque.convert("RGB").quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
    counts = quantized.getcolors(COLOURS) or []
    _, index = max(counts, key=lambda entry: entry[0])
    palette = quantized.getpalette() or [238, 235, 229]
    first = int(index) * 3 if isinstance(index, int) else 0
    red, green, blue = palette[first : first + 3]
    return f"#{red:02x}{green:02x}{blue:02x}"
