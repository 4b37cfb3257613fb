"""Renders the shop's favicon as icons for phones and desktops."""

from __future__ import annotations

import io
import tempfile
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path

from PIL import Image

from stallage.core.json_types import JsonObject
from stallage.core.media import Media
from stallage.core.picture_queue import PictureQueue
from stallage.core.runtime import Runtime
from stallage.shop.schemas import CompanyLogo

SIZES = (180, 192, 512)
"""Pixels: Apple's home screen, and the two sizes that a web app must have."""
APPLE_ICON = SIZES[0]
MASKABLE_SIZES = (192, 512)
SAFE_SHARE = 0.56
"""Side of the mark in a maskable icon: its corners stay within the circle of 80 % that is always shown."""
INCH = 72
"""Points. The page is one inch square, so the resolution in pixels per inch is the size of the icon."""
PAGE = f"""#set page(width: {INCH}pt, height: {INCH}pt, margin: 0pt, fill: none)
#align(center + horizon, image("mark.svg", width: 100%, height: 100%, fit: "contain"))
"""


MAX_CACHED = 12
"""Icons cached per process: all sizes of the current favicon and of some earlier ones."""


async def icon_of(
    runtime: Runtime, source: str, size: int, background: str | None = None
) -> bytes | None:
    """The icon of a picture, cached; None if the picture is missing or cannot be rendered.

    With a `background`, `#rrggbb`, it is maskable. Raises NotReady if too many icons are being rendered.
    """
    icons = runtime.services.get("head.icons")
    if icons is None:
        queue = PictureQueue("icons", threads=1, waiting=2 * len(SIZES), per_owner=1, seconds=15)
        icons = runtime.services["head.icons"] = Icons(queue, OrderedDict())
    key = (source, size, background)
    icon: bytes | None = icons.rendered.get(key)
    if icon is None:
        render = (
            partial(square_png, runtime.media, source, size)
            if background is None
            else partial(maskable_png, runtime.media, source, size, background)
        )
        icon = await icons.queue.run(render, key=key)
    if icon is not None:
        icons.rendered[key] = icon
    while len(icons.rendered) > MAX_CACHED:
        icons.rendered.popitem(last=False)
    return icon


@dataclass(frozen=True, slots=True)
class Icons:
    """The rendered icons of a process, and the queue of those to render."""

    queue: PictureQueue
    rendered: OrderedDict[tuple[str, int, str | None], bytes]


def icon_source(shop: CompanyLogo) -> str | None:
    """The picture to render icons from: the favicon, or else the logo."""
    return shop.favicon_image or shop.logo_image


def manifest_icons(shop: CompanyLogo) -> list[JsonObject]:
    """The icons of the web app manifest. An SVG comes first, because it is sharp in every size.

    Maskable icons fill the shape that a device gives its icons.
    """
    source = icon_source(shop)
    if source is None:
        return []
    drawing = {"src": source, "sizes": "any", "type": "image/svg+xml"}
    squares = [
        {"src": f"/icons/{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
        for size in SIZES
    ]
    maskable = [
        {
            "src": f"/icons/maskable-{size}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": "maskable",
        }
        for size in MASKABLE_SIZES
    ]
    return [*([drawing] if source.endswith(".svg") else []), *squares, *maskable]


def square_png(media: Media, path: str, size: int) -> bytes | None:
    """A picture within a transparent square; None if it is missing or cannot be rendered.

    Blocks and uses the CPU: call it in a thread.
    """
    if not path.endswith(".svg"):
        return media.square_png(path, size)
    drawing = media.load_rendition(path, None)
    return None if drawing is None else _render_svg(drawing.content, size)


def maskable_png(media: Media, path: str, size: int, background: str) -> bytes | None:
    """A picture in the middle of a coloured square, of which a device may cut off the edges.

    None and cost as for `square_png`.
    """
    inner = round(size * SAFE_SHARE)
    mark = square_png(media, path, inner)
    if mark is None:
        return None
    square = Image.new("RGB", (size, size), background)
    with Image.open(io.BytesIO(mark)) as opened:
        drawn = opened.convert("RGBA")
    square.paste(drawn, ((size - inner) // 2, (size - inner) // 2), drawn)
    buffer = io.BytesIO()
    square.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _render_svg(svg: bytes, size: int) -> bytes | None:
    typst = import_module("typst")
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "icon.typ"
        page.write_text(PAGE)
        page.with_name("mark.svg").write_bytes(svg)
        try:
            png: bytes = typst.compile(
                str(page), format="png", ppi=float(size), ignore_system_fonts=True
            )
        except (RuntimeError, typst.TypstError):
            return None
    return png
