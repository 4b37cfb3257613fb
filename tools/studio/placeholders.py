"""Calm drawn stand-ins for every picture the demo shop names and no photograph shows yet.

    python tools/studio/placeholders.py

Needs Pillow alone and takes seconds. A file that is already there is never overwritten.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageFilter

import catalogue

WIDTH, HEIGHT = 640, 800
OVERSAMPLE = 2
TOP, BOTTOM = (222, 214, 203), (234, 228, 219)
Shape = Sequence[tuple[float, float]]

#: Half-width against height, both from 0 to 1, of things that stand and are round.
STANDING: dict[str, Shape] = {
    "vase": [(0.45, 0), (0.62, 0.1), (0.96, 0.5), (1, 0.62), (0.75, 0.8), (0.33, 0.9), (0.38, 1)],
    "bowl": [(0.4, 0), (0.42, 0.06), (0.78, 0.4), (0.95, 0.8), (1, 1)],
    "cup": [(0.82, 0), (0.96, 0.06), (1, 0.4), (1, 1)],
    "jug": [(0.7, 0), (0.95, 0.2), (1, 0.4), (0.72, 0.75), (0.68, 1)],
    "bottle": [(0.9, 0), (1, 0.1), (1, 0.55), (0.7, 0.72), (0.3, 0.82), (0.3, 1)],
    "lamp": [(0.6, 0), (0.6, 0.03), (0.07, 0.05), (0.07, 0.5), (0.8, 0.5), (0.6, 1)],
    "stool": [(0.9, 0), (0.83, 0), (0.72, 0.86), (1, 0.9), (1, 1)],
    "candle": [(1, 0), (1, 0.05), (0.12, 0.1), (0.12, 1)],
    "block": [(1, 0), (1, 1)],
}
FAMILY: dict[str, str] = {
    "vase": "vase", "bowl": "bowl", "mortar": "bowl", "planter": "cup", "pot": "cup", "cup": "cup",
    "mug": "cup", "glass": "cup", "jar": "cup", "basket": "cup", "jug": "jug", "teapot": "jug",
    "carafe": "bottle", "bottle": "bottle", "lamp": "lamp", "table-lamp": "lamp", "floor-lamp": "lamp",
    "candle-holder": "candle", "stool": "stool", "table": "stool", "side-table": "stool",
    "stand": "bowl", "bench": "stool", "pendant": "bowl",
}  # fmt: skip
LYING = {"plate", "platter", "tray", "clock", "mirror", "coaster", "rug"}


def draw(product: catalogue.Product, picture: catalogue.Picture) -> Image.Image:
    """The ground with the form's silhouette on it, in the colour the picture is to show."""
    canvas = ground(WIDTH * OVERSAMPLE, HEIGHT * OVERSAMPLE)
    height, width = max(product.height, 0.02), max(product.width, 0.02)
    scale = (
        min(0.7 * WIDTH / HEIGHT / width, 0.6 / height, 0.42 / math.sqrt(width * height))
        * canvas.height
    )
    base = canvas.height * 0.5 + (height * scale / 2 if product.form not in LYING else 0)
    _stand(canvas, product, product.tone(product.chosen(picture)), canvas.width / 2, base, scale)
    return canvas.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


def draw_wide(row: dict[str, Any]) -> Image.Image:
    """Several silhouettes on one ground, at their true proportions to each other."""
    width = 960 if row["width"] > row["height"] else 640
    height = round(width * row["height"] / row["width"])
    canvas = ground(width * OVERSAMPLE, height * OVERSAMPLE)
    known = {product.slug: product for product in catalogue.products()}
    wares = [name.partition(":") for name in row["products"]]
    things = sorted(((known[slug], value) for slug, _, value in wares), key=lambda t: -t[0].height)
    room = sum(thing.width for thing, _ in things) * 1.15
    share = 0.5 if width / height > 2 else 0.8
    scale = min(canvas.width * share / room, canvas.height * 0.6 / max(t.height for t, _ in things))
    left = canvas.width * (0.72 if share == 0.5 else 0.5) - room * scale / 2
    for thing, value in things:
        left += thing.width * scale * 0.575
        _stand(canvas, thing, thing.tone(value), left, canvas.height * 0.76, scale)
        left += thing.width * scale * 0.575
    return canvas.resize((width, height), Image.Resampling.LANCZOS)


def _stand(
    canvas: Image.Image,
    product: catalogue.Product,
    colour: str,
    middle: float,
    base: float,
    scale: float,
) -> None:
    """Draw one thing standing at `base`, at `scale` pixels to the metre."""
    size = canvas.size
    height, width = max(product.height, 0.02), max(product.width, 0.02)
    w, h = width * scale / 2, height * scale
    if product.form in LYING:
        h = w * 0.62
        mask = Image.new("L", size, 0)
        ImageDraw.Draw(mask).ellipse([middle - w, base - h, middle + w, base + h], fill=255)
        base += h * 0.9
    else:
        outline = STANDING[FAMILY.get(product.form, "block")]
        mask = _silhouette(size, outline, middle, base, w, h)
    _settle(canvas, mask, _rgb(colour), middle, base, w)


def ground(width: int, height: int) -> Image.Image:
    """The studio's paper: a slow gradient, lighter below."""
    column = Image.new("RGB", (1, 64))
    for y in range(64):
        share = y / 63
        column.putpixel(
            (0, y), tuple(round(a + (b - a) * share) for a, b in zip(TOP, BOTTOM, strict=True))
        )
    return column.resize((width, height), Image.Resampling.BICUBIC)


def _silhouette(
    size: tuple[int, int], outline: Shape, middle: float, base: float, w: float, h: float
) -> Image.Image:
    right = [(middle + x * w, base - y * h) for x, y in _rounded(outline)]
    left = [(2 * middle - x, y) for x, y in reversed(right)]
    mask = Image.new("L", size, 0)
    pen = ImageDraw.Draw(mask)
    pen.polygon([*right, *left], fill=255)
    for x, y, depth in ((right[0][0], right[0][1], 0.12), (right[-1][0], right[-1][1], 0.1)):
        half = x - middle
        pen.ellipse([middle - half, y - half * depth, middle + half, y + half * depth], fill=255)
    return mask


def _rounded(outline: Shape, steps: int = 12) -> Iterable[tuple[float, float]]:
    """Cosine-eased spans: soft shoulders without overshoot."""
    for (x0, y0), (x1, y1) in pairwise(outline):
        for step in range(steps):
            t = step / steps
            ease = t * t * (3 - 2 * t)
            yield x0 + (x1 - x0) * ease, y0 + (y1 - y0) * t
    yield outline[-1]


def _settle(
    canvas: Image.Image,
    mask: Image.Image,
    tone: tuple[int, int, int],
    middle: float,
    base: float,
    w: float,
) -> None:
    """Shade the silhouette from the left and let it throw a soft shadow to the right."""
    size = canvas.size
    shadow = Image.new("L", size, 0)
    ImageDraw.Draw(shadow).ellipse(
        [middle - w * 0.9, base - w * 0.16, middle + w * 1.5, base + w * 0.14], fill=120
    )
    shadow = shadow.filter(ImageFilter.GaussianBlur(w * 0.12))
    canvas.paste((122, 108, 94), mask=shadow)
    light = Image.new("RGB", (256, 1))
    for x in range(256):
        at = (x / 255 * size[0] - middle) / max(2 * w, 1)
        gain = 1.06 - 0.34 * max(0.0, at + 0.12) ** 1.2 - 0.3 * max(0.0, -at - 0.3)
        light.putpixel((x, 0), tuple(min(255, max(0, round(c * gain))) for c in tone))
    body = light.resize(size, Image.Resampling.BICUBIC)
    soft = mask.filter(ImageFilter.GaussianBlur(1.2))
    canvas.paste(body, mask=ImageChops.lighter(soft, mask.point(lambda v: v // 2)))


def _rgb(colour: str) -> tuple[int, int, int]:
    r, g, b = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return r, g, b


def _save(image: Image.Image, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path, "WEBP", quality=78, method=6)


def main() -> None:
    made = 0
    for product in catalogue.products():
        for picture in product.pictures:
            path = catalogue.MEDIA / picture.file
            if not path.exists():
                _save(draw(product, picture), path)
                made += 1
    for row in catalogue.wide_files():
        path = catalogue.MEDIA / row["file"]
        if not path.exists():
            _save(draw_wide(row), path)
            made += 1
    print(f"{made} stand-ins drawn")


if __name__ == "__main__":
    main()
