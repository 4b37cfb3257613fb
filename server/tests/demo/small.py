"""The demo shop with tiny pictures in place of its photographs, so that a test takes no half minute."""

from __future__ import annotations

import shutil
from pathlib import Path

from PIL import Image

from stallage.demo.filling import SHOP


def small_demo(folder: Path) -> Path:
    """A copy of the demo's files in `folder`, each picture a few pixels of a colour of its own."""
    copy = folder / "shop"
    shutil.copytree(SHOP, copy, ignore=shutil.ignore_patterns("*.webp"))
    (copy / "media").mkdir(exist_ok=True)
    for number, path in enumerate(sorted((SHOP / "media").glob("*.webp"))):
        colour = (number % 16 * 16, number // 16 * 16, 128)
        Image.new("RGB", (8, 10), colour).save(copy / "media" / path.name, lossless=True)
    return copy
