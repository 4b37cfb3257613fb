"""Read WooCommerce's product CSV.

A row is a product or, with the type `variation`, a variant of the product that its `Parent` names by SKU
or as `id:123`. The rows of a product may stand anywhere: a first pass writes all variations to a temporary
file, so that memory does not grow with the file. Options are the attributes that variations have;
the other attributes are facets. A variation without a value is for all of its parent's values.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import replace

from stallage.core.money import Currency
from stallage.import_export.formats.cells import parse_code, quote
from stallage.import_export.formats.fields import OWN_FIELDS, CatalogueField
from stallage.import_export.formats.grouping import (
    RowStore,
    Slugs,
    SourceRow,
    as_in_file,
    column_names,
    source_rows,
    survey_rows,
)
from stallage.import_export.formats.results import ProductResult, Survey, Targets
from stallage.import_export.formats.shopify.columns import ATTRIBUTE, EXTRA, normalize_name
from stallage.import_export.formats.shopify.product import (
    MAX_SKUS,
    BadRow,
    FileContext,
    Group,
    build_product,
)
from stallage.import_export.formats.shopify.row import Columns
from stallage.import_export.formats.table import BrokenRow, Table
from stallage.import_export.formats.woocommerce.conversion import (
    BUILT_FROM,
    Family,
    convert,
    types_of,
)

EXPECTED = (
    "a WooCommerce product CSV (columns “Type”, “SKU”, “Name” and “Regular price”, as WooCommerce "
    "exports them in English)"
)

_COLUMNS: tuple[tuple[CatalogueField, tuple[str, ...]], ...] = (
    (CatalogueField("id", "ID", "product"), ("id",)),
    (CatalogueField("type", "Type of row", "product"), ("type",)),
    (CatalogueField("title", "Title", "product", required=True), ("name",)),
    (CatalogueField("handle", "URL handle", "product"), ("slug",)),
    (CatalogueField("published", "Published", "product"), ("published",)),
    (CatalogueField("visibility", "Visibility", "product"), ("visibility in catalog",)),
    (CatalogueField("summary", "Summary", "product"), ("short description",)),
    (CatalogueField("description", "Description", "product"), ("description",)),
    (CatalogueField("vendor", "Vendor", "product"), ("brands", "brand")),
    (CatalogueField("categories", "Categories", "product"), ("categories",)),
    (CatalogueField("tags", "Tags", "product"), ("tags",)),
    (CatalogueField("single", "Sold individually", "product"), ("sold individually?",)),
    (CatalogueField("images", "Pictures", "picture"), ("images",)),
    (CatalogueField("sku", "SKU", "variant"), ("sku",)),
    (
        CatalogueField("barcode", "Barcode", "variant"),
        ("gtin, upc, ean, or isbn", "gtin", "ean", "barcode"),
    ),
    (CatalogueField("price", "Regular price", "variant"), ("regular price",)),
    (CatalogueField("sale_price", "Sale price", "variant"), ("sale price",)),
    (CatalogueField("sale_starts", "Sale starts", "variant"), ("date sale price starts",)),
    (CatalogueField("sale_ends", "Sale ends", "variant"), ("date sale price ends",)),
    (CatalogueField("tax_status", "Tax status", "variant"), ("tax status",)),
    (CatalogueField("in_stock", "In stock", "variant"), ("in stock?",)),
    (CatalogueField("stock", "Stock", "variant"), ("stock",)),
    (CatalogueField("backorders", "Backorders", "variant"), ("backorders allowed?",)),
    (CatalogueField("cost", "Cost", "variant"), ("cost of goods",)),
    (CatalogueField("parent", "Parent of a variant", "variant"), ("parent",)),
    (CatalogueField("attribute_name", "Name of an attribute", "own", repeatable=True), ()),
    (CatalogueField("attribute_values", "Values of an attribute", "own", repeatable=True), ()),
)
WEIGHTS = ("kg", "g", "lbs", "oz")
FIELDS = (
    *(field for field, _ in _COLUMNS),
    *(CatalogueField(f"weight_{unit}", f"Weight ({unit})", "variant") for unit in WEIGHTS),
    *OWN_FIELDS,
)
_TARGET_OF = {name: field.id for field, names in _COLUMNS for name in names} | {
    f"weight ({unit})": f"weight_{unit}" for unit in WEIGHTS
}
_STORED = (
    *("tax class", "shipping class", "purchase note", "low stock amount", "country of origin"),
    *("commodity code (hs code)", "customs description"),
)
_SIZES = ("length (", "width (", "height (")
_SIGNATURE = frozenset({"regular price", "parent", "visibility in catalog", "tax status"})


def recognises(header: tuple[str, ...]) -> bool:
    """Whether a header belongs to such a file."""
    names = {normalize_name(name) for name in header}
    return {"type", "name"} <= names and bool(names & _SIGNATURE)


def propose(header: tuple[str, ...]) -> Targets:
    """Return the target of each column."""
    targets: list[str] = []
    stored: set[str] = set()
    for column in header:
        name = normalize_name(column)
        target = _TARGET_OF.get(name) or _numbered(name)
        if not target and is_stored(name) and name not in stored:
            stored.add(name)
            target = EXTRA
        targets.append(target)
    return tuple(targets)


def is_stored(name: str) -> bool:
    """Whether a column is stored for exports without being used. Takes its normalized name."""
    return name in _STORED or name.startswith(_SIZES) or _is_own_meta(name)


def _numbered(name: str) -> str:
    """Return the target of `Attribute 1 name` and `Attribute 1 value(s)`."""
    words = name.split(" ")
    if len(words) != 3 or words[0] != "attribute" or not words[1].isdigit():
        return ""
    return {"name": "attribute_name", "value(s)": "attribute_values"}.get(words[2], "")


def _is_own_meta(name: str) -> bool:
    """Whether a column is metadata of the shop; names with an underscore are those of plug-ins."""
    return name.startswith("meta: ") and not name.startswith("meta: _")


def survey(table: Table, targets: Targets) -> Survey:
    """Count the rows, and find SKUs of more than one row and columns that are not imported."""
    return survey_rows(table, targets, "sku")


def read(
    table: Table, targets: Targets, facts: Survey, currency: Currency
) -> Iterator[ProductResult]:
    """Read the products in the order of their own rows, then what is refused of the variations."""
    columns = _columns(table.header, targets)
    slugs = Slugs()
    lines: dict[str, int] = {}

    def refuse(row: SourceRow | BrokenRow, reason: str) -> ProductResult:
        group = Group("", [BadRow(row.line, "", reason)])
        return build_product(group, _context(columns, currency, lines, facts))

    with RowStore() as variations:
        for row in source_rows(table, targets):
            if (
                isinstance(row, SourceRow)
                and _is_variation(row)
                and not variations.add(_code(row.get("parent")), row)
            ):
                yield refuse(row, f"A product has at most {MAX_SKUS} variants.")
        for row in source_rows(table, targets):
            if isinstance(row, BrokenRow):
                yield refuse(row, row.reason)
            elif not _is_variation(row):
                family = _family(row, variations)
                identity = row.get("sku") or row.get("id")
                slug = slugs.assign(row.get("handle") or html.unescape(row.get("title")), identity)
                converted = convert(family, slug)
                attributes = tuple((label, label, -1) for label in converted.facets)
                own = replace(columns, attributes=columns.attributes + attributes)
                result = build_product(converted.group, _context(own, currency, lines, facts))
                yield as_in_file(result, 1 + len(family.variations), converted.remarks)
        for row in variations.rest():
            yield refuse(row, _without_parent(row))


def _context(
    columns: Columns, currency: Currency, lines: dict[str, int], facts: Survey
) -> FileContext:
    return FileContext(columns, currency.decimals, lines, facts.repeated_skus)


def _columns(header: tuple[str, ...], targets: Targets) -> Columns:
    """Return the fields of drafts that the file has values for."""
    own = Columns.from_targets(
        header, tuple(one if one in (ATTRIBUTE, EXTRA) else "" for one in targets)
    )
    fields = {
        field: 0
        for field, sources in BUILT_FROM.items()
        if any(source in targets for source in sources)
    }
    names = column_names(header, targets, {field: BUILT_FROM[field][0] for field in fields})
    return Columns(fields, own.attributes, own.extras, names)


def _family(row: SourceRow, variations: RowStore) -> Family:
    """Return a product with its variations, which name it by its number or its SKU."""
    names = dict.fromkeys((f"id:{row.get('id')}", _code(row.get("sku"))))
    found = [one for name in names if name not in ("id:", "") for one in variations.take(name)]
    return Family(row, types_of(row), sorted(found, key=lambda one: one.line))


def _without_parent(row: SourceRow) -> str:
    parent = row.get("parent")
    if not parent:
        return "The variant names no parent."
    return f"The parent {quote(parent)} of this variant is not in the file."


def _is_variation(row: SourceRow) -> bool:
    types = types_of(row)
    return "variation" in types or (not types and bool(row.get("parent")))


def _code(text: str) -> str:
    return parse_code("SKU", text[:255])
