"""Pictures: stored once by their content, served in a few fixed widths as WebP and AVIF.

A path in an answer is relative, `/media/<2 hex>/<hash>.webp`, and never changes its content, so it
may be cached for ever. A width is asked for with `?w=`, AVIF with `&f=avif`. Renditions are made on
first need; making AVIF takes longer than anybody should wait, so until it is there the WebP is given.
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

from stallage.core.decoding import PictureRefused, decoded, webp_size
from stallage.core.storage import Storage

Form: TypeAlias = Literal["webp", "avif"]

WIDTHS = (160, 320, 480, 640, 960, 1280, 1920)
MAX_BYTES = 20 * 1024 * 1024
MAX_DRAWING_BYTES = 2 * 1024 * 1024
QUALITY = 82
AVIF_QUALITY = 52
"""Looks as WebP does at `QUALITY`, in about two thirds of the bytes."""
AVIF_SPEED = 8
COLOUR_SIZE = 48
COLOURS = 8
UPLOADS = "uploads/"
"""Where pictures of customers lie: apart from the shop's own, so that they can be cleared away."""
CUSTOMERS_FIT = (2048, 2048)
"""What pictures of customers are reduced to: more than the widest rendition, and soon encoded."""
KINDS = {"webp": "image/webp", "avif": "image/avif", "svg": "image/svg+xml"}
_NAME = re.compile(r"^/media/((?:uploads/)?[0-9a-f]{2}/[0-9a-f]{32})\.(webp|svg)$")


@dataclass(frozen=True, slots=True)
class Picture:
    """A stored picture."""

    path: str
    """As answers say it, such as `/media/ab/abcd….webp`."""
    width: int
    height: int
    colour: str
    """Its dominant colour as `#rrggbb`, shown while it loads."""


@dataclass(frozen=True, slots=True)
class Rendition:
    """A picture in a width."""

    content: bytes
    kind: str
    """Its media type."""
    is_final: bool = True
    """False where a better one is still to be made."""


class Media:
    """The stored pictures."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    def store(self, content: bytes, *, max_bytes: int = MAX_BYTES, place: str = "") -> Picture:
        """Stores a picture: checked by content, turned upright, stripped of metadata, as WebP.

        Blocking and busy: call it in a thread. Storing the same picture again changes nothing but
        its age. Raises PictureRefused.
        """
        if len(content) > max_bytes:
            raise PictureRefused(f"The picture is larger than {max_bytes // 1024 // 1024} MB.")
        with decoded(content, CUSTOMERS_FIT if place else None) as opened:
            # A WebP without metadata is kept as it is: encoding it again would only lose quality.
            # What a stranger sends is encoded anew whatever it is: only pixels come through.
            if content[8:12] == b"WEBP" and not opened.has_metadata and not place:
                width, height = opened.original_size
                encoded = content
            else:
                width, height = opened.image.size
                encoded = _encoded(opened.image, "webp")
            colour = dominant_colour(opened.image)
        return Picture(self._write(place, encoded, "webp"), width, height, colour)

    def path_as_stored(self, content: bytes) -> str | None:
        """The path under which exactly these bytes are kept as a picture; None where they are not.

        What was stored before and comes again need not be decoded to be known.
        """
        path = _path("", content, "webp")
        return path if self.has(path) else None

    def store_svg(self, content: bytes) -> str:
        """Stores a drawing of the shop's own, such as its logo; never one from a stranger.

        Raises PictureRefused for what is none.
        """
        if len(content) > MAX_DRAWING_BYTES:
            raise PictureRefused(
                f"The drawing is larger than {MAX_DRAWING_BYTES // 1024 // 1024} MB."
            )
        if b"<svg" not in content:
            raise PictureRefused("This is not an SVG drawing.")
        return self._write("", content, "svg")

    def has(self, path: str) -> bool:
        """Whether there is a picture or drawing with this path."""
        match = _NAME.match(path)
        return match is not None and self.storage.has(f"{match[1]}.{match[2]}")

    def rendition(self, path: str, width: int | None, form: Form = "webp") -> Rendition | None:
        """What to serve for a path, a width and a form; None if there is none.

        The smallest offered width that is not below the one asked for is taken; never enlarged.
        WebP is made on first need. AVIF that is not there yet is answered with WebP, not final:
        `make` makes it. Blocking: call it in a thread.
        """
        found = self.ready(path, width, form)
        match = _NAME.match(path)
        if found is not None or match is None or width is None:
            return found
        made = self._made(match[1], step_of(width), "webp")
        return made if made is None or form == "webp" else replace(made, is_final=False)

    def ready(self, path: str, width: int | None, form: Form = "webp") -> Rendition | None:
        """The same where nothing has to be made for it. Blocking, but not busy."""
        match = _NAME.match(path)
        if match is None:
            return None
        name, extension = match[1], match[2]
        if width is None or extension == "svg":
            content = self.storage.read(f"{name}.{extension}")
            return None if content is None else Rendition(content, KINDS[extension])
        step = step_of(width)
        made = self.storage.read(f"{name}@{step}.{form}")
        if made is not None:
            return Rendition(made, KINDS[form])
        is_final = form == "webp"
        instead = None if is_final else self.storage.read(f"{name}@{step}.webp")
        if instead is None:
            original = self.storage.read(f"{name}.webp")
            size = webp_size(original or b"")
            # One that is not wider is its own rendition.
            instead = original if size is not None and size[0] <= step else None
        return None if instead is None else Rendition(instead, KINDS["webp"], is_final=is_final)

    def make(self, path: str, width: int, form: Form) -> None:
        """Makes a rendition where there is none yet. Blocking and busy: call it in a thread."""
        match = _NAME.match(path)
        if match is None or match[2] == "svg":
            return
        step = step_of(width)
        if not self.storage.has(f"{match[1]}@{step}.{form}"):
            self._made(match[1], step, form)

    def square_png(self, path: str, size: int) -> bytes | None:
        """A picture within a transparent square, for icons; None for drawings and what is gone."""
        match = _NAME.match(path)
        original = self.storage.read(f"{match[1]}.webp") if match and match[2] == "webp" else None
        if original is None:
            return None
        buffer = io.BytesIO()
        try:
            with decoded(original, fit=(size, size)) as opened:
                transparent = opened.image.convert("RGBA")
                square = ImageOps.pad(transparent, (size, size), color=(0, 0, 0, 0))
        except PictureRefused:
            return None
        square.save(buffer, "PNG", optimize=True)
        return buffer.getvalue()

    def uploads(self) -> Iterator[tuple[str, str, datetime]]:
        """Files of customers' pictures, renditions too: path of the picture, name, last change."""
        for stored in self.storage.names(UPLOADS):
            picture = re.sub(r"(@[0-9]+)?\.[a-z]+$", "", stored.name)
            yield f"/media/{picture}.webp", stored.name, stored.changed_at

    def files_of(self, path: str) -> Iterator[tuple[str, datetime]]:
        """A picture's files, the original and all renditions: name and last change."""
        match = _NAME.match(path)
        if match is not None:
            for stored in self.storage.names(match[1]):
                yield stored.name, stored.changed_at

    def _made(self, name: str, step: int, form: Form) -> Rendition | None:
        original = self.storage.read(f"{name}.webp")
        if original is None:
            return None
        try:
            with decoded(original, fit=(step, step * 8)) as opened:
                content = _encoded(opened.image, form)
        except PictureRefused:
            # From an earlier release, with more pixels than are decoded now, or damaged since.
            return Rendition(original, KINDS["webp"])
        self.storage.write(f"{name}@{step}.{form}", content, KINDS[form])
        return Rendition(content, KINDS[form])

    def _write(self, place: str, content: bytes, extension: str) -> str:
        path = _path(place, content, extension)
        name = path.removeprefix("/media/")
        # A customer's picture is written again, so that its age says when it was last sent.
        if place or not self.storage.has(name):
            self.storage.write(name, content, KINDS[extension])
        return path


def _path(place: str, content: bytes, extension: str) -> str:
    digest = hashlib.blake2b(content, digest_size=16).hexdigest()
    return f"/media/{place}{digest[:2]}/{digest}.{extension}"


def step_of(width: int) -> int:
    """The width in which a picture is served where this one is asked for."""
    return next((known for known in WIDTHS if known >= width), WIDTHS[-1])


def _encoded(image: Image.Image, form: Form) -> bytes:
    buffer = io.BytesIO()
    if form == "webp":
        image.save(buffer, "WEBP", quality=QUALITY, method=4)
    else:
        # One thread: requests need the other processors more.
        image.save(buffer, "AVIF", quality=AVIF_QUALITY, speed=AVIF_SPEED, max_threads=1)
    return buffer.getvalue()


def dominant_colour(image: Image.Image) -> str:
    """The colour of most of a picture as `#rrggbb`; what is transparent does not count."""
    small = image.resize((COLOUR_SIZE, COLOUR_SIZE), Image.Resampling.BOX).convert("RGBA")
    opaque = Image.new("RGBA", small.size, "#eeebe5")
    opaque.alpha_composite(small)
    few = opaque.convert("RGB").quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
    counts = few.getcolors(COLOURS) or []
    _, index = max(counts, key=lambda one: one[0])
    palette = few.getpalette() or [238, 235, 229]
    first = int(index) * 3 if isinstance(index, int) else 0
    red, green, blue = palette[first : first + 3]
    return f"#{red:02x}{green:02x}{blue:02x}"
