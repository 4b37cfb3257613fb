"""The demo shop with tiny pictures instead of its photographs, which keeps tests fast."""

from __future__ import annotations

import shutil
from pathlib import Path

from PIL import Image

from stallage.demo.filling import SHOP


def small_demo(folder: Path) -> Path:
    """Copy the demo's files to `folder`, with a few pixels of a unique colour for each picture."""
    copy = folder / "shop"
    shutil.copytree(SHOP, copy, ignore=shutil.ignore_patterns("*.webp"))
    (copy / "media").mkdir(exist_ok=True)
    for number, path in enumerate(sorted((SHOP / "media").glob("*.webp"))):
        colour = (number % 16 * 16, number // 16 * 16, 128)
        Image.new("RGB", (8, 10), colour).save(copy / "media" / path.name, lossless=True)
    return copy
