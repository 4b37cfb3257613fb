"""The demo shop's files, parsed, for the tests of its data."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import stallage

Record = dict[str, Any]

SHOP = Path(stallage.__file__).parent / "demo" / "shop"
STUDIO = Path(stallage.__file__).parents[2] / "tools" / "studio" / "data"
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
COLOUR = re.compile(r"#[0-9a-f]{6}")
SECTION_KINDS = {"wide-image", "category-tiles", "buttons", "product-tiles", "carousel"}
OUR_HOSTS = re.compile(r"https?://(?!example\.com/|www\.w3\.org/)")
"""A URL outside the reserved example domain that is not an XML namespace."""


def toml(path: Path) -> Record:
    return tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)


def days_ago(text: str) -> int:
    """`5 days ago` → 5."""
    return int(re.sub(r"^(\d+) days? ago$", r"\1", text))


def days_ahead(text: str) -> int:
    """`in 9 days` → 9."""
    return int(re.sub(r"^in (\d+) days?$", r"\1", text))


def values_of(product: Record) -> dict[str, list[str]]:
    """Return the values of each option of a product, in the order of its SKUs."""
    columns = zip(*(sku.get("options", []) for sku in product["sku"]), strict=True)
    names = product.get("options", [])
    return {name: list(dict.fromkeys(column)) for name, column in zip(names, columns, strict=True)}


def article(path: Path) -> tuple[Record, str]:
    """Return the front matter (TOML between two lines of +++) and the Markdown after it."""
    _, matter, body = path.read_text(encoding="utf-8").split("+++\n", 2)
    return tomllib.loads(matter), body


def repeated(values: list[Any]) -> list[Any]:
    return [value for value, count in Counter(values).items() if count > 1]


CATALOG = {path.stem: toml(path) for path in (SHOP / "products").glob("*.toml")}
PRODUCTS: list[Record] = [product for file in CATALOG.values() for product in file["product"]]
BY_SLUG: dict[str, Record] = {product["slug"]: product for product in PRODUCTS}
SKUS: list[Record] = [sku for product in PRODUCTS for sku in product["sku"]]
IMAGES: list[Record] = [image for product in PRODUCTS for image in product["image"]]
CATEGORIES: list[Record] = toml(SHOP / "catalogue.toml")["category"]
CATEGORY_PATHS = {category["path"] for category in CATEGORIES}
BRANDS: list[Record] = toml(SHOP / "catalogue.toml")["brand"]
HOME = toml(SHOP / "home.toml")
TILES: list[Record] = [tile for section in HOME["section"] for tile in section["tile"]]
WIDE: list[Record] = toml(STUDIO / "wide.toml")["picture"]
STUDIO_OF = {row["slug"]: row for row in toml(STUDIO / "products.toml")["product"]}
REVIEWS: list[Record] = toml(SHOP / "reviews.toml")["review"]
BLOGS = [article(path) for path in sorted((SHOP / "blogs").glob("*.md"))]
PAGES = {path.stem: article(path) for path in (SHOP / "pages").glob("*.md")}
TERMS = toml(SHOP / "shop.toml")
COMPANY = TERMS["company"]
PLACED: list[Record] = [
    entry[key]
    for entry in (*CATEGORIES, *HOME["sale"], *HOME["slider"], *TILES)
    for key in ("image", "phone_image")
    if key in entry
]
"""The pictures of categories, sales, banners and tiles."""
