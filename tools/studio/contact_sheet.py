"""Lay every picture of the demo shop on one sheet.

python tools/studio/contact_sheet.py            docs/screenshots/contact-sheet.jpg

Needs Pillow alone. Product pictures come first, in the order of the list, then the still lifes.
Pictures that are still drawn stand-ins carry a small mark, so that the sheet tells the truth.
"""

from __future__ import annotations

from PIL import Image, ImageDraw

import catalogue
from ledger import Ledger

TARGET = catalogue.ROOT / "docs" / "screenshots" / "contact-sheet.jpg"
COLUMNS, CELL, GAP = 14, (132, 165), 4
PAPER, MARK = (250, 248, 245), (190, 120, 80)


def sheet(files: list[str], photographs: set[str]) -> Image.Image:
    """The pictures in rows; each keeps its proportions inside its cell."""
    rows = -(-len(files) // COLUMNS)
    width = COLUMNS * (CELL[0] + GAP) + GAP
    canvas = Image.new("RGB", (width, rows * (CELL[1] + GAP) + GAP), PAPER)
    pen = ImageDraw.Draw(canvas)
    for number, file in enumerate(files):
        picture = Image.open(catalogue.MEDIA / file).convert("RGB")
        picture.thumbnail(CELL, Image.Resampling.LANCZOS)
        x = GAP + number % COLUMNS * (CELL[0] + GAP) + (CELL[0] - picture.width) // 2
        y = GAP + number // COLUMNS * (CELL[1] + GAP) + (CELL[1] - picture.height) // 2
        canvas.paste(picture, (x, y))
        if file not in photographs:
            pen.ellipse([x + 4, y + 4, x + 10, y + 10], fill=MARK)
    return canvas


def main() -> None:
    products = [i.file for product in catalogue.products() for i in product.pictures]
    files = [*products, *(row["file"] for row in catalogue.wide_files())]
    there = [f for f in files if (catalogue.MEDIA / f).exists()]
    photographs = set(Ledger(catalogue.LEDGER).entries())
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    sheet(there, photographs).save(TARGET, "JPEG", quality=84, optimize=True, progressive=True)
    taken = len(photographs.intersection(there))
    print(f"{len(there)} pictures, {taken} photographs, {TARGET.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
