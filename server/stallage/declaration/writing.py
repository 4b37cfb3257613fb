"""Export the current shop as files."""

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
from stallage.declaration import current_layouts, current_state, current_terms
from stallage.declaration.applying import title_paths
from stallage.declaration.fields import ValueContext
from stallage.declaration.pictures import file_fields
from stallage.declaration.products import to_record
from stallage.declaration.records import TABLES, Blog, Page, Product, Record, ShopSettings
from stallage.products.queries.product_reader import read_catalogue

CREATED = "SELECT slug, created_at FROM products"
LAYOUT = {
    "shop.toml": (
        "settings",
        "company",
        "delivery_zone",
        "delivery",
        "carrier",
        "location",
        "tax",
        "promo_code",
    ),
    "tax-classes.toml": ("tax_class",),
    "catalogue.toml": ("size_guide", "category", "brand", "attribute"),
    "discounts.toml": ("automatic_discount",),
    "home.toml": ("sale", "collection", "slider", "section"),
    "storefront.toml": ("home_page", "menus", "announcement"),
    "themes.toml": ("theme",),
    "faqs.toml": ("faq",),
    "emails.toml": ("email_text",),
    "reviews.toml": ("review",),
    "questions.toml": ("question",),
    "past-orders.toml": ("past_order",),
}
"""Files besides products and texts, and the kinds of records in each."""

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
REGION = ("currency", "country", "locale", "time_zone")
"""Settings that are written even if they were not declared: amounts and times depend on them."""
READERS: dict[str, Callable[[Connection], Awaitable[list[Any]]]] = {
    "company": current_terms.read_company,
    "delivery_zone": current_terms.read_zones,
    "delivery": current_terms.read_deliveries,
    "carrier": current_terms.read_carriers,
    "location": current_terms.read_locations,
    "tax": current_terms.read_taxes,
    "tax_class": current_state.read_tax_classes,
    "promo_code": current_terms.read_promo_codes,
    "automatic_discount": current_state.read_automatic_discounts,
    "size_guide": current_state.read_size_guides,
    "category": current_state.read_categories,
    "brand": current_state.read_brands,
    "attribute": current_state.read_attributes,
    "sale": current_state.read_sales,
    "collection": current_state.read_collections,
    "slider": current_state.read_sliders,
    "section": current_state.read_sections,
    "home_page": current_layouts.read_home_page,
    "menus": current_layouts.read_menus,
    "announcement": current_layouts.read_announcement,
    "theme": current_layouts.read_themes,
    "faq": current_state.read_faqs,
    "email_text": current_state.read_email_texts,
    "review": current_state.read_reviews,
    "question": current_state.read_questions,
    "past_order": current_state.read_past_orders,
}


@dataclass(slots=True)
class Writer:
    """Collects a shop's files in memory before any is written."""

    folder: Path
    currency: Currency
    files: dict[str, bytes] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    """Media paths of pictures that are in the database but not in the storage."""
    _names: dict[str, str] = field(default_factory=dict)
    """Media path → file name."""

    def add_tables(self, name: str, records: Sequence[tuple[str, Record]]) -> None:
        """Add a TOML file with records, each with its kind. Adds nothing for no records."""
        if records:
            chunks = [chunk for kind, record in records for chunk in self._table(kind, record)]
            self.files[name] = "\n".join(chunks).encode()

    def add_text(self, record: Page | Blog) -> None:
        """Add a page or an article with its front matter."""
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

    def add_pictures(self, runtime: Runtime, record: Record, depth: int) -> None:
        """Add the record's pictures and replace their media paths by file names. Blocking.

        `depth` is the number of folders between the record's file and the shop's folder.
        """
        for holder, name, _ in file_fields(record):
            path = getattr(holder, name)
            setattr(holder, name, "../" * depth + self._add_picture(runtime, record, path))

    def write(self) -> None:
        """Write all files, each atomically. Blocking."""
        for name, content in self.files.items():
            target = self.folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
            temporary.write_bytes(content)
            temporary.replace(target)

    def _add_picture(self, runtime: Runtime, record: Record, path: str) -> str:
        if path not in self._names:
            original = runtime.media.read_original(path)
            suffix = path.rpartition(".")[2]
            stem = "".join(c if c.isalnum() or c in "-_" else "-" for c in record.key) or "shop"
            taken = set(self._names.values())
            numbered = (f"media/{stem}-{number}.{suffix}" for number in range(1, len(taken) + 2))
            self._names[path] = next(name for name in numbered if name not in taken)
            if original is None:
                self.missing.append(path)
            else:
                self.files[self._names[path]] = original
        return self._names[path]

    def _table(self, kind: str, record: Record) -> Iterator[str]:
        header = f"[{kind}]" if kind in TABLES else f"[[{kind}]]"
        yield from _chunks(header, kind, self._fields(record))

    def _fields(self, record: Record) -> dict[str, Any]:
        """Return the fields that differ from their defaults, as files write them."""
        context = ValueContext(self.currency, UTC, datetime.now(UTC))
        return record.model_dump(exclude_defaults=True, exclude_none=True, context=context)


def _chunks(header: str, name: str, table: Mapping[str, Any]) -> Iterator[str]:
    """Yield a table and the tables inside it, each with its own header."""
    nested = {key: value for key, value in table.items() if _is_table(value)}
    plain = {key: value for key, value in table.items() if key not in nested}
    yield f"{header}\n{tomli_w.dumps(plain, multiline_strings=True)}"
    for key, value in nested.items():
        part = f"{name}.{_key(key)}"
        if isinstance(value, Mapping):
            yield from _chunks(f"[{part}]", part, value)
        else:
            for item in value:
                yield from _chunks(f"[[{part}]]", part, item)


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) or (
        isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)
    )


def _key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else tomli_w.dumps({key: 0}).rpartition(" =")[0]


async def write_shop(runtime: Runtime, folder: Path) -> Writer:
    """Write the current shop to a folder. Raises OSError."""
    writer = Writer(folder, runtime.currency)
    async with runtime.database.long_transaction(snapshot=True) as connection:
        kinds: dict[str, list[Any]] = {
            name: await read(connection) for name, read in READERS.items()
        }
        kinds["settings"] = [await _settings(connection, runtime)]
        if any(theme.active for theme in kinds["theme"]):
            # The theme has it.
            kinds["company"] = [
                one.model_copy(update={"primary_colour": None}) for one in kinds["company"]
            ]
        products = await _products(connection, kinds["category"])
        texts: list[Page | Blog] = [
            *await current_state.read_pages(connection),
            *await current_state.read_blogs(connection),
        ]
    await asyncio.to_thread(_collect, writer, runtime, kinds, products, texts)
    await asyncio.to_thread(writer.write)
    return writer


async def _settings(connection: Connection, runtime: Runtime) -> ShopSettings:
    declared = next(
        iter(await current_terms.read_settings(connection)), ShopSettings.model_construct()
    )
    region = {name: getattr(runtime.settings, name) for name in REGION}
    own = {name: value for name, value in declared if value is not None}
    return ShopSettings.model_construct(**{**region, **own})


async def _products(connection: Connection, categories: list[Any]) -> list[Product]:
    paths = {titles: path for path, titles in title_paths(categories).items()}
    created = {row["slug"]: row["created_at"] for row in await connection.fetch(CREATED)}
    products = []
    async for draft in read_catalogue(connection):
        product = to_record(draft, paths)
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
        writer.add_pictures(runtime, product, depth=1)
        root = product.categories[0].partition("/")[0] if product.categories else "other"
        by_file.setdefault(f"products/{root}.toml", []).append(product)
    for text in texts:
        writer.add_pictures(runtime, text, depth=1)
        writer.add_text(text)
    for name, names in LAYOUT.items():
        records = [(kind, record) for kind in names for record in kinds[kind]]
        for _, record in records:
            writer.add_pictures(runtime, record, depth=0)
        writer.add_tables(name, records)
    for name, in_file in by_file.items():
        writer.add_tables(name, [("product", product) for product in in_file])
