"""Shopify's product CSV, as it was until about 2025 and as it is since.

One product is all rows of one handle. Its first row carries its own fields; the others carry only
the handle and a variant, a picture or both. Rows of one product normally stand together, and then
the file is streamed; products whose rows are scattered are found in a first pass and collected.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import pairwise

from stallage.import_export.importing.outcome import ReadProduct, Survey
from stallage.import_export.importing.rules import BadCell, code
from stallage.import_export.importing.shopify_columns import (
    FIELD_OF,
    FOREIGN,
    SIGNATURE,
    attribute_label,
    folded,
)
from stallage.import_export.importing.shopify_product import BadRow, Group, Sheet, product_of
from stallage.import_export.importing.shopify_row import Columns, SheetRow, sheet_row
from stallage.import_export.importing.table import BrokenRow, Row, Table
from stallage.products.rules.slugs import MAX_SLUG, product_slug_of
from stallage.products.rules.texts import one_line

MAX_SCATTERED = 200_000
"""Rows of scattered products that are held in memory."""

EXPECTED = (
    "a Shopify product CSV (columns “Title” and “URL handle” or “Handle”, with “Price”, "
    "“Option1 value”, … as Shopify exports them)"
)


def recognises(header: tuple[str, ...]) -> bool:
    """Whether a file with this header is such a file. A header of `Title` alone is one."""
    names = {folded(name) for name in header if name}
    fields = {FIELD_OF[name] for name in names if name in FIELD_OF}
    if "title" not in fields or names & FOREIGN:
        return False
    known = all(name in FIELD_OF or attribute_label(name) for name in names)
    return known or bool(fields & SIGNATURE)


def survey(table: Table) -> Survey:
    """Counts the rows and finds what the second pass has to know beforehand.

    Eight bytes for each product and each SKU are kept, whatever the size of the file.
    """
    columns = Columns.of(table.header)
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
    return Survey(rows, _repeated(slugs), _repeated(skus), surplus or 0)


def read(table: Table, found: Survey, decimals: int) -> Iterator[ReadProduct]:
    """The products of the file, in the order in which they begin; scattered ones come last.

    `decimals` are those of the shop's currency.
    """
    sheet = Sheet(Columns.of(table.header), decimals, {}, found.repeated_skus)
    for group in _groups(table, sheet.columns, found):
        yield product_of(group, sheet)


def _groups(table: Table, columns: Columns, found: Survey) -> Iterator[Group]:
    open_group: Group | None = None
    stashed: dict[str, Group] = {}
    held = 0
    broken_line: int | None = None
    for row in table.rows():
        read_row = _read_row(columns, row, table, found)
        slug = read_row.slug
        if slug and hash(slug) in found.scattered:
            held += 1
            if held > MAX_SCATTERED and isinstance(read_row, SheetRow):
                read_row = BadRow(read_row.line, slug, _TOO_SCATTERED)
            stashed.setdefault(slug, Group(slug)).rows.append(read_row)
        elif open_group is not None and slug in ("", open_group.slug):
            # A row that cannot be read at all is taken to belong to where it stands.
            open_group.rows.append(read_row)
        else:
            if open_group is not None:
                yield open_group
            open_group = Group(slug, [read_row], broken_line)
        broken_line = read_row.line if isinstance(read_row, BadRow) else None
    if open_group is not None:
        yield open_group
    yield from stashed.values()


_TOO_SCATTERED = "The rows of too many products are scattered over the file; sort it by handle."


def _read_row(
    columns: Columns, row: Row | BrokenRow, table: Table, found: Survey
) -> SheetRow | BadRow:
    slug = _slug(columns, row)
    if isinstance(row, BrokenRow):
        return BadRow(row.line, slug, row.reason)
    too_long = table.length_sentence(row.surplus) if row.surplus > found.surplus else ""
    if not slug:
        return BadRow(row.line, "", too_long or "The row has neither a handle nor a title.")
    if len(slug) > MAX_SLUG:
        reason = f"The handle is longer than {MAX_SLUG} characters."
        return BadRow(row.line, slug, too_long or reason)
    return sheet_row(columns, slug, row, too_long)


def _slug(columns: Columns, row: Row | BrokenRow) -> str:
    """The slug of the row's product: of its handle, else of its title; empty where it has neither."""
    handle = columns.text(row.cells, "handle")
    if handle:
        return product_slug_of(one_line(handle))
    title = one_line(columns.text(row.cells, "title"))
    return product_slug_of(title)[:MAX_SLUG] if title else ""


def _sku(columns: Columns, row: Row | BrokenRow) -> str:
    try:
        return code("SKU", columns.text(row.cells, "sku"))
    except BadCell:
        return ""


def _repeated(hashes: array[int]) -> frozenset[int]:
    ordered = sorted(hashes)
    return frozenset(a for a, b in pairwise(ordered) if a == b)
