"""Read Shopify's product CSV, with the columns used until about 2025 or since.

All rows with the same handle are one product. Its first row has the product's fields; the others
have only the handle and a variant, a picture or both. Rows of one product are usually consecutive,
and such files are streamed; products with scattered rows are found in a first pass and collected.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from stallage.core.money import Currency
from stallage.import_export.formats.cells import BadCell, parse_code
from stallage.import_export.formats.grouping import repeated
from stallage.import_export.formats.results import ProductResult, Survey, Targets
from stallage.import_export.formats.shopify.columns import (
    FIELD_OF,
    INVENTORY_COLUMNS,
    SIGNATURE,
    attribute_label,
    normalize_name,
)
from stallage.import_export.formats.shopify.product import BadRow, FileContext, Group, build_product
from stallage.import_export.formats.shopify.row import Columns, SheetRow, to_sheet_row
from stallage.import_export.formats.table import BrokenRow, Row, Table
from stallage.products.rules.slugs import MAX_SLUG, product_slug
from stallage.products.rules.texts import clean_line

MAX_SCATTERED = 200_000
"""Rows of scattered products that are held in memory at most."""

EXPECTED = (
    "a Shopify product CSV (columns “Title” and “URL handle” or “Handle”, with “Price”, "
    "“Option1 value”, … as Shopify exports them)"
)


def recognises(header: tuple[str, ...]) -> bool:
    """Whether a header belongs to such a file. `Title` alone is enough."""
    names = {normalize_name(name) for name in header if name}
    fields = {FIELD_OF[name] for name in names if name in FIELD_OF}
    if "title" not in fields or names & INVENTORY_COLUMNS:
        return False
    known = all(name in FIELD_OF or attribute_label(name) for name in names)
    return known or bool(fields & SIGNATURE)


def survey(table: Table, targets: Targets) -> Survey:
    """Count the rows and collect what the second pass needs.

    Uses eight bytes of memory for each product and each SKU.
    """
    columns = Columns.from_targets(table.header, targets)
    slugs, skus = array("q"), array("q")
    rows, last = 0, None
    surplus: int | None = None
    for row in table.rows():
        rows += 1
        if isinstance(row, Row):
            surplus = row.surplus if surplus is None else min(surplus, row.surplus)
        if slug := _slug(columns, row):
            if slug != last:
                slugs.append(hash(slug))
            last = slug
        if sku := _sku(columns, row):
            skus.append(hash(sku))
    return Survey(rows, repeated(slugs), repeated(skus), surplus or 0)


def read(
    table: Table, targets: Targets, facts: Survey, currency: Currency
) -> Iterator[ProductResult]:
    """Read the products in the order of their first rows; scattered ones come last."""
    columns = Columns.from_targets(table.header, targets)
    file = FileContext(columns, currency.decimals, {}, facts.repeated_skus)
    for group in _groups(table, file.columns, facts):
        yield build_product(group, file)


def _groups(table: Table, columns: Columns, facts: Survey) -> Iterator[Group]:
    open_group: Group | None = None
    scattered: dict[str, Group] = {}
    scattered_rows = 0
    broken_line: int | None = None
    for row in table.rows():
        read_row = _read_row(columns, row, table, facts)
        slug = read_row.slug
        if slug and hash(slug) in facts.scattered:
            scattered_rows += 1
            if scattered_rows > MAX_SCATTERED and isinstance(read_row, SheetRow):
                read_row = BadRow(read_row.line, slug, _TOO_SCATTERED)
            scattered.setdefault(slug, Group(slug)).rows.append(read_row)
        elif open_group is not None and slug in ("", open_group.slug):
            # A row without a readable slug is assumed to belong to the product before it.
            open_group.rows.append(read_row)
        else:
            if open_group is not None:
                yield open_group
            open_group = Group(slug, [read_row], broken_line)
        broken_line = read_row.line if isinstance(read_row, BadRow) else None
    if open_group is not None:
        yield open_group
    yield from scattered.values()


_TOO_SCATTERED = "The rows of too many products are not consecutive. Sort the file by handle."


def _read_row(
    columns: Columns, row: Row | BrokenRow, table: Table, facts: Survey
) -> SheetRow | BadRow:
    slug = _slug(columns, row)
    if isinstance(row, BrokenRow):
        return BadRow(row.line, slug, row.reason)
    too_long = table.too_long_message(row.surplus) if row.surplus > facts.surplus else ""
    if not slug:
        return BadRow(row.line, "", too_long or "The row has neither a handle nor a title.")
    if len(slug) > MAX_SLUG:
        reason = f"The handle is longer than {MAX_SLUG} characters."
        return BadRow(row.line, slug, too_long or reason)
    return to_sheet_row(columns, slug, row, too_long)


def _slug(columns: Columns, row: Row | BrokenRow) -> str:
    """Return the slug of the row's product: from its handle, else its title; empty if neither."""
    handle = columns.text(row.cells, "handle")
    if handle:
        return product_slug(clean_line(handle))
    title = clean_line(columns.text(row.cells, "title"))
    return product_slug(title)[:MAX_SLUG] if title else ""


def _sku(columns: Columns, row: Row | BrokenRow) -> str:
    try:
        return parse_code("SKU", columns.text(row.cells, "sku"))
    except BadCell:
        return ""
