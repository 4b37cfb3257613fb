"""The shop's mark as icons of phones and desktops."""

from __future__ import annotations

import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from stallage.core.media import Media
from stallage.shop.schemas import CompanyLogo

SIZES = (180, 192, 512)
"""Apple's home screen, and the two that a web application has to have."""
APPLE_ICON = SIZES[0]
INCH = 72
"""Points; the page is one by one inch, so that its pixels an inch are its size."""
DRAWN = f"""#set page(width: {INCH}pt, height: {INCH}pt, margin: 0pt, fill: none)
#align(center + horizon, image("mark.svg", width: 100%, height: 100%, fit: "contain"))
"""


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
    drawing = media.rendition(path, None)
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
