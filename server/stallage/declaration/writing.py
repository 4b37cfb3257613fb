"""Writes the present shop as the files that declare it."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import tomli_w

from stallage.core.db import Connection
from stallage.core.money import Currency
from stallage.core.runtime import Runtime
from stallage.declaration import current_state
from stallage.declaration.applying import title_paths
from stallage.declaration.fields import Reading
from stallage.declaration.pictures import file_fields
from stallage.declaration.products import product_of
from stallage.declaration.records import Blog, Page, Product, Record, ShopSettings
from stallage.products.queries.product_reader import whole_catalogue

CREATED = "SELECT slug, created_at FROM products"
LAYOUT = {
    "shop.toml": ("settings", "company", "delivery", "carrier", "tax", "promo_code"),
    "catalogue.toml": ("size_guide", "category", "brand", "attribute"),
    "discounts.toml": ("automatic_discount",),
    "home.toml": ("sale", "slider", "section"),
    "faqs.toml": ("faq",),
    "reviews.toml": ("review",),
    "questions.toml": ("question",),
    "past-orders.toml": ("past_order",),
}
"""The files that are written besides products and texts, and the kinds that each holds."""

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
REGION = ("currency", "country", "locale", "time_zone")
"""Settings that are written also where nobody declared them: amounts and times depend on them."""
READERS: dict[str, Callable[[Connection], Awaitable[list[Any]]]] = {
    "company": current_state.company_of,
    "delivery": current_state.deliveries_of,
    "carrier": current_state.carriers_of,
    "tax": current_state.taxes_of,
    "promo_code": current_state.promo_codes_of,
    "automatic_discount": current_state.automatic_discounts_of,
    "size_guide": current_state.size_guides_of,
    "category": current_state.categories_of,
    "brand": current_state.brands_of,
    "attribute": current_state.attributes_of,
    "sale": current_state.sales_of,
    "slider": current_state.sliders_of,
    "section": current_state.sections_of,
    "faq": current_state.faqs_of,
    "review": current_state.reviews_of,
    "question": current_state.questions_of,
    "past_order": current_state.past_orders_of,
}


@dataclass(slots=True)
class Writer:
    """Collects a shop's files before they are written, so that a folder is whole or not there."""

    folder: Path
    currency: Currency
    files: dict[str, bytes] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    """Pictures that the database names and the media no longer have."""
    _names: dict[str, str] = field(default_factory=dict)
    """A media path → the file's name."""

    def tables(self, name: str, records: Sequence[tuple[str, Record]]) -> None:
        """A TOML file of records, each with its kind; a file of none is not written."""
        if records:
            chunks = [chunk for kind, one in records for chunk in self._table(kind, one)]
            self.files[name] = "\n".join(chunks).encode()

    def text(self, record: Page | Blog) -> None:
        """A page or an article under its front matter."""
        folder = "pages" if isinstance(record, Page) else "blogs"
        matter = self._fields(record)
        form, source = matter.pop("format"), matter.pop("source")
        image = matter.pop("image", None)
        if image:
            matter |= {"image": image["file"]}
            matter |= {"image_alt": image["alt"]} if "alt" in image else {}
        suffix = "md" if form == "markdown" else "html"
        front = tomli_w.dumps(matter, multiline_strings=True)
        self.files[f"{folder}/{record.slug}.{suffix}"] = f"+++\n{front}+++\n\n{source}".encode()

    def take_pictures(self, runtime: Runtime, record: Record, depth: int) -> None:
        """Copies the record's pictures and names them by their files. Blocking."""
        for holder, name, _ in file_fields(record):
            path = getattr(holder, name)
            setattr(holder, name, "../" * depth + self._copied(runtime, record, path))

    def write(self) -> None:
        """Writes all files, each whole. Blocking."""
        for name, content in self.files.items():
            target = self.folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
            draft.write_bytes(content)
            draft.replace(target)

    def _copied(self, runtime: Runtime, record: Record, path: str) -> str:
        if path not in self._names:
            original = runtime.media.load_rendition(path, None)
            suffix = path.rpartition(".")[2]
            stem = "".join(c if c.isalnum() or c in "-_" else "-" for c in record.key) or "shop"
            taken = set(self._names.values())
            numbered = (f"media/{stem}-{number}.{suffix}" for number in range(1, len(taken) + 2))
            self._names[path] = next(name for name in numbered if name not in taken)
            if original is None:
                self.lost.append(path)
            else:
                self.files[self._names[path]] = original.content
        return self._names[path]

    def _table(self, kind: str, record: Record) -> Iterator[str]:
        header = f"[{kind}]" if kind in ("settings", "company") else f"[[{kind}]]"
        yield from _chunks(header, kind, self._fields(record))

    def _fields(self, record: Record) -> dict[str, Any]:
        """What a record says that would not be so anyway, as files write it."""
        reading = Reading(self.currency, UTC, datetime.now(UTC))
        return record.model_dump(exclude_defaults=True, exclude_none=True, context=reading)


def _chunks(header: str, name: str, table: Mapping[str, Any]) -> Iterator[str]:
    """A table and those below it, each under its own header."""
    below = {key: value for key, value in table.items() if _is_table(value)}
    plain = {key: value for key, value in table.items() if key not in below}
    yield f"{header}\n{tomli_w.dumps(plain, multiline_strings=True)}"
    for key, value in below.items():
        part = f"{name}.{_key(key)}"
        if isinstance(value, Mapping):
            yield from _chunks(f"[{part}]", part, value)
        else:
            for one in value:
                yield from _chunks(f"[[{part}]]", part, one)


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) or (
        isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)
    )


def _key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else tomli_w.dumps({key: 0}).rpartition(" =")[0]


async def write_shop(runtime: Runtime, folder: Path) -> Writer:
    """Writes the present shop into a folder. Raises OSError."""
    writer = Writer(folder, runtime.currency)
    async with runtime.database.long_transaction(snapshot=True) as connection:
        kinds: dict[str, list[Any]] = {
            name: await read(connection) for name, read in READERS.items()
        }
        kinds["settings"] = [await _settings(connection, runtime)]
        products = await _products(connection, kinds["category"])
        texts: list[Page | Blog] = [
            *await current_state.pages_of(connection),
            *await current_state.blogs_of(connection),
        ]
    await asyncio.to_thread(_collect, writer, runtime, kinds, products, texts)
    await asyncio.to_thread(writer.write)
    return writer


async def _settings(connection: Connection, runtime: Runtime) -> ShopSettings:
    declared = next(
        iter(await current_state.settings_of(connection)), ShopSettings.model_construct()
    )
    region = {name: getattr(runtime.settings, name) for name in REGION}
    kept = {name: value for name, value in declared if value is not None}
    return ShopSettings.model_construct(**{**region, **kept})


async def _products(connection: Connection, categories: list[Any]) -> list[Product]:
    paths = {titles: path for path, titles in title_paths(categories).items()}
    created = {row["slug"]: row["created_at"] for row in await connection.fetch(CREATED)}
    products = []
    async for draft in whole_catalogue(connection):
        product = product_of(draft, paths)
        product.created_at = created[product.slug]
        products.append(product)
    return products


def _collect(
    writer: Writer,
    runtime: Runtime,
    kinds: dict[str, list[Any]],
    products: list[Product],
    texts: list[Page | Blog],
) -> None:
    by_file: dict[str, list[Product]] = {}
    for product in products:
        writer.take_pictures(runtime, product, depth=1)
        root = product.categories[0].partition("/")[0] if product.categories else "other"
        by_file.setdefault(f"products/{root}.toml", []).append(product)
    for text in texts:
        writer.take_pictures(runtime, text, depth=1)
        writer.text(text)
    for name, held in LAYOUT.items():
        records = [(kind, record) for kind in held for record in kinds[kind]]
        for _, record in records:
            writer.take_pictures(runtime, record, depth=0)
        writer.tables(name, records)
    for name, some in by_file.items():
        writer.tables(name, [("product", product) for product in some])
