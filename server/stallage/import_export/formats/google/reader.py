"""Read Google Merchant product data: CSV, TSV, or XML as RSS or Atom.

Items with the same `item_group_id` are the variants of one product; their options are what differs
between them of colour, size, material and pattern. Other items are products of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import unquote

from stallage.core.money import Currency
from stallage.import_export.formats.fields import OWN_FIELDS, CatalogueField
from stallage.import_export.formats.google.conversion import BUILT_FROM, convert
from stallage.import_export.formats.google.fields import CATEGORY_EXTRA
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
from stallage.import_export.formats.shopify.columns import ATTRIBUTE, EXTRA
from stallage.import_export.formats.shopify.product import (
    MAX_SKUS,
    BadRow,
    FileContext,
    Group,
    build_product,
)
from stallage.import_export.formats.shopify.row import Columns
from stallage.import_export.formats.table import BrokenRow, Table
from stallage.import_export.formats.xml_feed import XmlFeed

EXPECTED = (
    "Google Merchant product data (CSV, TSV or XML with “id”, “title”, “link”, “price”, … as in "
    "Google's product data specification)"
)

_FIELDS: tuple[tuple[CatalogueField, tuple[str, ...]], ...] = (
    (CatalogueField("id", "ID and SKU", "variant", required=True), ("id",)),
    (CatalogueField("group", "Item group", "product"), ("item group id",)),
    (CatalogueField("title", "Title", "product", required=True), ("title",)),
    (CatalogueField("handle", "URL handle", "product"), ()),
    (CatalogueField("description", "Description", "product"), ("description",)),
    (CatalogueField("link", "Link", "product"), ("link",)),
    (CatalogueField("vendor", "Brand", "product"), ("brand",)),
    (CatalogueField("product_type", "Product type", "product"), ("product type",)),
    (CatalogueField("category", "Google category", "product"), ("google product category",)),
    (CatalogueField("detail", "Product details", "product"), ("product detail",)),
    (CatalogueField("highlights", "Highlights", "product"), ("product highlight",)),
    (CatalogueField("image", "Picture", "picture"), ("image link",)),
    (CatalogueField("images", "More pictures", "picture"), ("additional image link",)),
    (CatalogueField("price", "Price", "variant"), ("price",)),
    (CatalogueField("sale_price", "Sale price", "variant"), ("sale price",)),
    (CatalogueField("sale_dates", "Dates of the sale", "variant"), ("sale price effective date",)),
    (CatalogueField("cost", "Cost", "variant"), ("cost of goods sold",)),
    (CatalogueField("availability", "Availability", "variant"), ("availability",)),
    (
        CatalogueField("quantity", "Quantity", "variant"),
        ("quantity", "sell on google quantity", "total quantity"),
    ),
    (CatalogueField("barcode", "GTIN", "variant"), ("gtin",)),
    (CatalogueField("weight", "Weight", "variant"), ("shipping weight", "product weight")),
    (CatalogueField("color", "Colour", "variant"), ("color",)),
    (CatalogueField("size", "Size", "variant"), ("size",)),
    (CatalogueField("material", "Material", "variant"), ("material",)),
    (CatalogueField("pattern", "Pattern", "variant"), ("pattern",)),
    (CatalogueField("gender", "Gender", "product"), ("gender",)),
    (CatalogueField("age_group", "Age group", "product"), ("age group",)),
)
FIELDS = (*(field for field, _ in _FIELDS), *OWN_FIELDS)
_TARGET_OF = {name: field.id for field, names in _FIELDS for name in names}
_STORED = frozenset({"mpn", "condition", *(f"custom label {number}" for number in range(5))})
_PRODUCT_LINK = re.compile(r"https?://[^?#]*/products?/([^/?#]+)/?(?:[?#].*)?", re.IGNORECASE)
_SIGNATURE = frozenset({"link", "image link", "availability", "item group id"})


def _normalize(name: str) -> str:
    return " ".join(name.casefold().removeprefix("g:").replace("_", " ").split())


def recognises(header: tuple[str, ...]) -> bool:
    """Whether a header belongs to such a file."""
    names = {_normalize(name) for name in header}
    return {"id", "title"} <= names and bool(names & _SIGNATURE)


def propose(header: tuple[str, ...]) -> Targets:
    """Return the target of each column; a field is proposed once."""
    targets: list[str] = []
    for column in header:
        name = _normalize(column)
        target = _TARGET_OF.get(name, "")
        targets.append("" if target in targets else target)
        if name in _STORED:
            targets[-1] = EXTRA
    return tuple(targets)


def survey(table: Table | XmlFeed, targets: Targets) -> Survey:
    """Count the rows, and find ids of more than one row and columns that are not imported."""
    return survey_rows(table, targets, "id")


def read(
    table: Table | XmlFeed, targets: Targets, facts: Survey, currency: Currency
) -> Iterator[ProductResult]:
    """Read the products in the order of their first items."""
    columns = _columns(table.header, targets)
    slugs = Slugs()
    lines: dict[str, int] = {}
    with RowStore() as groups:
        for items in _products(table, targets, groups):
            if isinstance(items, BadRow):
                context = FileContext(columns, currency.decimals, lines, facts.repeated_skus)
                yield build_product(Group("", [items]), context)
                continue
            first = items[0]
            identity = first.get("group") or first.get("id")
            name = first.get("handle") or _slug_of(first.get("link")) or first.get("title")
            slug = slugs.assign(name, identity)
            converted = convert(items, slug, currency)
            attributes = tuple((label, label, -1) for label in converted.facets)
            own = replace(columns, attributes=columns.attributes + attributes)
            context = FileContext(own, currency.decimals, lines, facts.repeated_skus)
            result = build_product(converted.group, context)
            yield as_in_file(result, len(items), converted.remarks)


def _slug_of(link: str) -> str:
    """Return the product's slug in a link such as `https://shop.example/products/vase`, if it is one."""
    match = _PRODUCT_LINK.fullmatch(link)
    return unquote(match[1]) if match else ""


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
    category = [(CATEGORY_EXTRA, -1)] if "category" in targets else []
    return Columns(fields, own.attributes, (*own.extras, *category), names)


def _products(
    table: Table | XmlFeed, targets: Targets, groups: RowStore
) -> Iterator[list[SourceRow] | BadRow]:
    """Yield the items of each product, and rows that are refused by themselves."""
    for row in source_rows(table, targets):
        if (
            isinstance(row, SourceRow)
            and (group := row.get("group"))
            and not groups.add(group, row)
        ):
            yield BadRow(row.line, "", f"A product has at most {MAX_SKUS} variants.")
    for row in source_rows(table, targets):
        if isinstance(row, BrokenRow):
            yield BadRow(row.line, "", row.reason)
        elif group := row.get("group"):
            # The first item takes all of them.
            if items := groups.take(group):
                yield items
        elif row.get("id") or row.get("title"):
            yield [row]
        else:
            yield BadRow(row.line, "", "The item has neither an id nor a title.")
