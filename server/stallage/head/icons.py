"""The shop's mark as icons of phones and desktops."""

from __future__ import annotations

import tempfile
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from stallage.core.media import Media
from stallage.core.picture_queue import PictureQueue
from stallage.core.runtime import Runtime
from stallage.shop.schemas import CompanyLogo

SIZES = (180, 192, 512)
"""Apple's home screen, and the two that a web application has to have."""
APPLE_ICON = SIZES[0]
INCH = 72
"""Points; the page is one by one inch, so that its pixels an inch are its size."""
DRAWN = f"""#set page(width: {INCH}pt, height: {INCH}pt, margin: 0pt, fill: none)
#align(center + horizon, image("mark.svg", width: 100%, height: 100%, fit: "contain"))
"""


MOST_KEPT = 12
"""Icons that a process keeps: those of a mark in every size, and of some that it replaced."""


async def icon_of(runtime: Runtime, source: str, size: int) -> bytes | None:
    """The icon of a mark, drawn once; None where the mark is gone or cannot be drawn.

    Raises NotReady where too many are being drawn.
    """
    icons = runtime.services.get("head.icons")
    if icons is None:
        queue = PictureQueue("icons", threads=1, waiting=2 * len(SIZES), per_owner=1, seconds=15)
        icons = runtime.services["head.icons"] = Icons(queue, OrderedDict())
    key = (source, size)
    icon: bytes | None = icons.drawn.get(key)
    if icon is None:
        icon = await icons.queue.run(partial(square_png, runtime.media, source, size), key=key)
    if icon is not None:
        icons.drawn[key] = icon
    while len(icons.drawn) > MOST_KEPT:
        icons.drawn.popitem(last=False)
    return icon


@dataclass(frozen=True, slots=True)
class Icons:
    """The icons that a process has drawn, and where those wait that it is still to draw."""

    queue: PictureQueue
    drawn: OrderedDict[tuple[str, int], bytes]


def icon_source(shop: CompanyLogo) -> str | None:
    """What icons are made of: the mark, or the logo where there is none."""
    return shop.favicon_image or shop.logo_image


def manifest_icons(shop: CompanyLogo) -> list[dict[str, Any]]:
    """The icons of the web application, a drawing first: it is sharp in every size."""
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
    """A picture or drawing within a transparent square; None where it is gone or cannot be drawn.

    Blocking and busy: call it in a thread.
    """
    if not path.endswith(".svg"):
        return media.square_png(path, size)
    drawing = media.load_rendition(path, None)
    return None if drawing is None else _drawn(drawing.content, size)


def _drawn(svg: bytes, size: int) -> bytes | None:
    typst = import_module("typst")
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "icon.typ"
        page.write_text(DRAWN)
        page.with_name("mark.svg").write_bytes(svg)
        try:
            png: bytes = typst.compile(
                str(page), format="png", ppi=float(size), ignore_system_fonts=True
            )
        except (RuntimeError, typst.TypstError):
            return None
    return png
