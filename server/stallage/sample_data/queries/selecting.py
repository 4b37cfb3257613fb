"""Selects what of the sample data the shop has not got yet."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from stallage.core.db import Connection
from stallage.declaration import current_state
from stallage.declaration.reading import Declaration, Entry
from stallage.sample_data.rules import SampleKind

PRODUCTS = "SELECT slug FROM products_view"
CODES = "SELECT DISTINCT sku FROM skus_view WHERE sku <> ''"
BLOGS = "SELECT slug FROM blogs_view"


@dataclass(frozen=True, slots=True)
class ShopNames:
    """Names that are taken."""

    products: set[str]
    codes: set[str]
    """Of SKUs."""
    categories: dict[str, str]
    """Path of slugs → title."""
    brand_slugs: set[str]
    brands: set[str]
    """Names in lower case."""
    attributes: set[str]
    others: dict[SampleKind, set[str]]


@dataclass(slots=True)
class Selection:
    """What is written, and how many records are skipped."""

    declaration: Declaration
    skipped: dict[SampleKind, int] = field(default_factory=dict)


async def names_in_shop(connection: Connection) -> ShopNames:
    """Read the names that are taken."""
    brands = await current_state.read_brands(connection)
    others: dict[SampleKind, list[Any]] = {
        "size_guide": await current_state.read_size_guides(connection),
        "slider": await current_state.read_sliders(connection),
        "section": await current_state.read_sections(connection),
    }
    names: dict[SampleKind, set[str]] = {
        kind: {one.key for one in records} for kind, records in others.items()
    }
    names["blog"] = {row["slug"] for row in await connection.fetch(BLOGS)}
    categories = await current_state.read_categories(connection)
    return ShopNames(
        products={row["slug"] for row in await connection.fetch(PRODUCTS)},
        codes={row["sku"] for row in await connection.fetch(CODES)},
        categories={one.path: one.title for one in categories},
        brand_slugs={one.slug for one in brands},
        brands={one.name.lower() for one in brands},
        attributes={one.key for one in await current_state.read_attributes(connection)},
        others=names,
    )


def select(declaration: Declaration, names: ShopNames) -> Selection:
    """Return the entries whose names are free. They refer to no product of the shop's own."""
    selection = Selection(Declaration(declaration.files, declaration.context))
    categories = _new_categories(declaration.of("category"), names)
    paths = names.categories.keys() | {getattr(entry.record, "path", "") for entry in categories}
    products = [
        _in_categories(entry, paths)
        for entry in declaration.of("product")
        if getattr(entry.record, "slug", "") not in names.products
        and not {sku.sku for sku in getattr(entry.record, "sku", ())} & names.codes
    ]
    slugs = {entry.record.key for entry in products}
    entries: dict[SampleKind, list[Entry]] = {
        "category": categories,
        "product": products,
        "brand": [
            entry
            for entry in declaration.of("brand")
            if entry.record.key not in names.brand_slugs
            and getattr(entry.record, "name", "").lower() not in names.brands
        ],
        "attribute": [
            entry
            for entry in declaration.of("attribute")
            if entry.record.key not in names.attributes
        ],
    }
    for kind, taken in names.others.items():
        free = (entry for entry in declaration.of(kind) if entry.record.key not in taken)
        shown = (_with_products(entry, slugs) for entry in free)
        entries[kind] = [entry for entry in shown if entry is not None]
    for kind, chosen in entries.items():
        selection.declaration.entries[kind] = chosen
        selection.skipped[kind] = len(declaration.of(kind)) - len(chosen)
    return selection


def _new_categories(entries: list[Entry], names: ShopNames) -> list[Entry]:
    known = dict(names.categories)
    slugs = {path.rpartition("/")[2] for path in known}
    titles = {(path.rpartition("/")[0], title.lower()) for path, title in known.items()}
    chosen = []
    for entry in sorted(entries, key=lambda one: getattr(one.record, "path", "").count("/")):
        path, title = getattr(entry.record, "path", ""), getattr(entry.record, "title", "")
        parent, _, slug = path.rpartition("/")
        is_taken = slug in slugs or (parent, title.lower()) in titles
        if is_taken or (parent and parent not in known):
            continue
        chosen.append(entry)
        known[path] = title
        slugs.add(slug)
        titles.add((parent, title.lower()))
    return chosen


def _in_categories(entry: Entry, paths: Collection[str]) -> Entry:
    categories = [path for path in getattr(entry.record, "categories", ()) if path in paths]
    record = entry.record.model_copy(update={"categories": categories, "related": []})
    return Entry(record, entry.file, entry.display_path, entry.text, entry.path)


def _with_products(entry: Entry, slugs: Collection[str]) -> Entry | None:
    """Return an entry with those of its products that are put in, or None if it has none left."""
    record = entry.record
    update: dict[str, Any] = {}
    if hasattr(record, "tile"):
        tiles = [
            tile.model_copy(update={"products": [one for one in tile.products if one in slugs]})
            for tile in record.tile
        ]
        update["tile"] = [tile for tile in tiles if tile.products]
        if not update["tile"]:
            return None
    elif hasattr(record, "products"):
        update["products"] = [one for one in record.products if one in slugs]
        if type(record).__name__ == "Slider" and not update["products"]:
            return None
    changed = record.model_copy(update=update)
    return Entry(changed, entry.file, entry.display_path, entry.text, entry.path)
