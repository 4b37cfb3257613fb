"""Puts the sample data in, and remembers what was added."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import cast

from stallage.core.db import Connection
from stallage.declaration.applying import Applier
from stallage.declaration.reading import Declaration
from stallage.declaration.records import Product
from stallage.product_changes.actions.recording import record_version
from stallage.products.rules.slugs import attribute_name
from stallage.sample_data.queries.fingerprints import fingerprints
from stallage.sample_data.queries.selecting import Selection, names_in_shop, select
from stallage.sample_data.queries.state import count_outcomes
from stallage.sample_data.rules import KINDS, Figures, SampleKind, SampleOutcome

INSERT = "INSERT INTO sample_records (kind, key, fingerprint) VALUES ($1, $2, $3)"
BY_SLUG: Mapping[SampleKind, str] = {
    "product": "SELECT id FROM products_view WHERE slug = ANY($1::text[])",
    "category": "SELECT id FROM categories_view WHERE slug = ANY($1::text[])",
    "blog": "SELECT id FROM blogs_view WHERE slug = ANY($1::text[])",
    # Products create brands that are not declared.
    "brand": "SELECT id FROM brands_view WHERE lower(name) = ANY($1::text[])",
}


async def put_in(connection: Connection, declaration: Declaration, applier: Applier) -> Figures:
    """Write what the shop has not got yet; return the numbers of added and skipped records.

    The pictures of the declaration are stored. Raises InvalidDeclaration.
    """
    before = await names_in_shop(connection)
    selection = select(declaration, before)
    await applier.apply(selection.declaration)
    keys = await _keys(connection, selection, before.brands, before.attributes)
    await record_version(connection, [int(key) for key in keys["product"]])
    found = await fingerprints(connection, keys)
    await connection.executemany(
        INSERT, [(kind, key, fingerprint) for (kind, key), fingerprint in found.items()]
    )
    outcomes: list[tuple[SampleKind, SampleOutcome]] = [(kind, "added") for kind, _ in found]
    outcomes += [
        (kind, "skipped") for kind, number in selection.skipped.items() for _ in range(number)
    ]
    return count_outcomes(outcomes)


async def _keys(
    connection: Connection,
    selection: Selection,
    brands: Collection[str],
    attributes: Collection[str],
) -> dict[SampleKind, list[str]]:
    """Return the keys of everything that was written."""
    products = [cast(Product, entry.record) for entry in selection.declaration.of("product")]
    names = {product.brand.lower() for product in products if product.brand}
    names |= {
        getattr(entry.record, "name", "").lower() for entry in selection.declaration.of("brand")
    }
    labels = {attribute_name(label) for product in products for label in product.attributes}
    labels |= {entry.record.key for entry in selection.declaration.of("attribute")}
    keys: dict[SampleKind, list[str]] = {}
    for kind in KINDS:
        written: Iterable[str] = (
            getattr(entry.record, "slug", "") for entry in selection.declaration.of(kind)
        )
        if kind == "brand":
            written = names - set(brands)
        if kind == "attribute":
            written = labels - set(attributes)
        if kind in BY_SLUG:
            rows = await connection.fetch(BY_SLUG[kind], list(written))
            written = (str(row["id"]) for row in rows)
        keys[kind] = sorted(written)
    return keys
