"""The demo shop's list of products, read for what the photographer needs of it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SHOP = ROOT / "server" / "stallage" / "demo" / "shop"
MEDIA = SHOP / "media"
DATA = Path(__file__).resolve().parent / "data"
LEDGER = DATA / "photographs.json"

#: What the names of the product list look like; the swatch of the product wins over it.
TONES: dict[str, str] = {
    "chalk": "#efebe2",
    "oat": "#e2d6c1",
    "sand": "#cfb997",
    "moss": "#6d7a5c",
    "ink": "#2e3b49",
    "rust": "#9c5a3a",
    "celadon": "#a9bfae",
    "iron": "#33302d",
    "oak": "#c49a6c",
    "walnut": "#6b4a34",
    "ash": "#dcc5a0",
    "cherry": "#a9653f",
    "beech": "#d8b48c",
    "olive": "#a97f4e",
    "brass": "#b5914f",
    "steel": "#a9abab",
    "black": "#2b2826",
    "milk": "#f0ebe1",
    "clear": "#e4ecea",
}


@dataclass(frozen=True)
class Picture:
    """One picture of a product, as the list asks for it."""

    file: str
    alt: str
    shot: str
    options: dict[str, str]


@dataclass(frozen=True)
class Product:
    """One product: what it is, how large, of what, and its pictures."""

    slug: str
    form: str
    notes: str
    height: float
    width: float
    materials: dict[str, str]
    swatches: dict[str, str]
    values: tuple[str, ...]
    pictures: tuple[Picture, ...]
    studio: dict[str, Any]

    @property
    def colours(self) -> tuple[str, ...]:
        """The option values that change how the thing looks."""
        return tuple(v for v in self.values if v in self.materials or v in self.swatches)

    def chosen(self, picture: Picture) -> str:
        """The colour or wood a picture shows: its own, or the product's first."""
        for value in picture.options.values():
            if value in self.materials or value in self.swatches:
                return value
        return next(iter(self.colours), "")

    def tone(self, value: str) -> str:
        """The colour of an option value as #RRGGBB."""
        if value in self.swatches:
            return self.swatches[value]
        material = self.materials.get(value) or next(iter(self.materials.values()), "sand")
        words = material.split("-")[1:] or [material]
        return next((TONES[word] for word in words if word in TONES), TONES["sand"])


def products() -> list[Product]:
    """Every product with its pictures, in the order of the list."""
    studio = {row["slug"]: row for row in _rows(DATA / "products.toml", "product")}
    return [
        _product(row, studio[row["slug"]])
        for path in sorted((SHOP / "products").glob("*.toml"))
        for row in _rows(path, "product")
    ]


def _product(row: dict[str, Any], studio: dict[str, Any]) -> Product:
    swatches = {k: v for values in row.get("swatches", {}).values() for k, v in values.items()}
    # Each value once, the first option's before the second's.
    columns = zip(*(sku.get("options", []) for sku in row["sku"]), strict=True)
    values = dict.fromkeys(value for column in columns for value in column)
    return Product(
        slug=row["slug"],
        form=studio["form"],
        notes=studio.get("notes", ""),
        height=studio.get("height_mm", 200) / 1000,
        width=studio.get("diameter_mm", studio.get("width_mm", 200)) / 1000,
        materials=studio.get("materials", {}),
        swatches=swatches,
        values=tuple(values),
        pictures=tuple(_picture(image, studio["shots"]) for image in row.get("image", [])),
        studio=studio,
    )


def _picture(image: dict[str, Any], shots: dict[str, str]) -> Picture:
    file = Path(image["file"]).name
    return Picture(file, image.get("alt", ""), shots.get(file, "front"), image.get("options", {}))


def wide_files() -> list[dict[str, Any]]:
    """The wide pictures asked for."""
    return _rows(DATA / "wide.toml", "picture")


def category_files() -> set[str]:
    """The pictures that stand for a category."""
    categories = _rows(SHOP / "catalogue.toml", "category")
    return {Path(row["image"]["file"]).name for row in categories if "image" in row}


def _rows(path: Path, kind: str) -> list[dict[str, Any]]:
    with path.open("rb") as stream:
        return list(tomllib.load(stream)[kind])
