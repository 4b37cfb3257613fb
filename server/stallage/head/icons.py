"""Renders the shop's favicon as icons for phones and desktops."""

from __future__ import annotations

import tempfile
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path

from stallage.core.json_types import JsonObject
from stallage.core.media import Media
from stallage.core.picture_queue import PictureQueue
from stallage.core.runtime import Runtime
from stallage.shop.schemas import CompanyLogo

SIZES = (180, 192, 512)
"""Pixels: Apple's home screen, and the two sizes that a web app must have."""
APPLE_ICON = SIZES[0]
INCH = 72
"""Points. The page is one inch square, so the resolution in pixels per inch is the size of the icon."""
PAGE = f"""#set page(width: {INCH}pt, height: {INCH}pt, margin: 0pt, fill: none)
#align(center + horizon, image("mark.svg", width: 100%, height: 100%, fit: "contain"))
"""


MAX_CACHED = 12
"""Icons cached per process: all sizes of the current favicon and of some earlier ones."""


async def icon_of(runtime: Runtime, source: str, size: int) -> bytes | None:
    """The icon of a picture, cached; None if the picture is missing or cannot be rendered.

    Raises NotReady if too many icons are being rendered.
    """
    icons = runtime.services.get("head.icons")
    if icons is None:
        queue = PictureQueue("icons", threads=1, waiting=2 * len(SIZES), per_owner=1, seconds=15)
        icons = runtime.services["head.icons"] = Icons(queue, OrderedDict())
    key = (source, size)
    icon: bytes | None = icons.rendered.get(key)
    if icon is None:
        icon = await icons.queue.run(partial(square_png, runtime.media, source, size), key=key)
    if icon is not None:
        icons.rendered[key] = icon
    while len(icons.rendered) > MAX_CACHED:
        icons.rendered.popitem(last=False)
    return icon


@dataclass(frozen=True, slots=True)
class Icons:
    """The rendered icons of a process, and the queue of those to render."""

    queue: PictureQueue
    rendered: OrderedDict[tuple[str, int], bytes]


def icon_source(shop: CompanyLogo) -> str | None:
    """The picture to render icons from: the favicon, or else the logo."""
    return shop.favicon_image or shop.logo_image


def manifest_icons(shop: CompanyLogo) -> list[JsonObject]:
    """The icons of the web app manifest. An SVG comes first, because it is sharp in every size."""
    source = icon_source(shop)
    if source is None:
        return []
    drawing = {"src": source, "sizes": "any", "type": "image/svg+xml"}
    squares = [
        {"src": f"/icons/{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
        for size in SIZES
    ]
    return [drawing, *squares] if source.endswith(".svg") else squares


def square_png(media: Media, path: str, size: int) -> bytes | None:
    """A picture within a transparent square; None if it is missing or cannot be rendered.

    Blocks and uses the CPU: call it in a thread.
    """
    if not path.endswith(".svg"):
        return media.square_png(path, size)
    drawing = media.load_rendition(path, None)
    return None if drawing is None else _render_svg(drawing.content, size)


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
