"""Product drafts → WooCommerce's product CSV, with the columns of its own export in English.

A product with options is a `variable` row followed by its variations, which name it by its SKU: the slug,
because products have no SKU here. The column `Slug` is ours; WooCommerce ignores it.
"""

from __future__ import annotations

import csv
import html
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import TextIO

from stallage.core.spreadsheets import escape_formula
from stallage.import_export.formats.cells import format_amount
from stallage.import_export.formats.exporting import CatalogueFacts
from stallage.import_export.formats.shopify.columns import normalize_name
from stallage.import_export.formats.woocommerce.reader import is_stored
from stallage.products.drafts import ProductDraft, SkuDraft
from stallage.products.rules.slugs import attribute_name

Cells = dict[str, str]
"""The filled cells of a row, by column name."""

COLUMNS = (
    *("ID", "Type", "SKU", "GTIN, UPC, EAN, or ISBN", "Name", "Slug", "Published", "Is featured?"),
    *("Visibility in catalog", "Short description", "Description", "Date sale price starts"),
    *("Date sale price ends", "Tax status", "Tax class", "In stock?", "Stock", "Low stock amount"),
    *("Backorders allowed?", "Sold individually?", "Weight (kg)", "Allow customer reviews?"),
    *("Purchase note", "Sale price", "Regular price", "Categories", "Tags", "Shipping class"),
    *("Images", "Download limit", "Download expiry days", "Parent", "Grouped products", "Upsells"),
    *("Cross-sells", "External URL", "Button text", "Position", "Cost of goods", "Brands"),
)
ATTRIBUTE_COLUMNS = ("name", "value(s)", "visible", "global")
GLOBAL_NAME = 28
"""Characters that the name of an attribute for all products may have."""
PUBLISHED = {"active": "1", "draft": "-1", "archived": "0"}


class WooCommerceWriter:
    """Writes a file product by product, in constant memory."""

    def __init__(self, stream: TextIO, facts: CatalogueFacts) -> None:
        """Write the header. Open the stream with `newline=""`."""
        self._facts = facts
        self.products = 0
        self.rows = 0
        self.left_out = 0
        known = {normalize_name(name) for name in COLUMNS}
        self._extras = tuple(
            name
            for name in sorted(facts.extras)
            if is_stored(normalize_name(name)) and normalize_name(name) not in known
        )
        attributes = (
            f"Attribute {number} {part}"
            for number in range(1, facts.most_attributes + 1)
            for part in ATTRIBUTE_COLUMNS
        )
        names = (*COLUMNS, *self._extras, *attributes)
        self._writer = csv.DictWriter(
            stream, names, restval="", extrasaction="ignore", lineterminator="\r\n"
        )
        self._writer.writerow({name: escape_formula(name) for name in names})

    def write(self, product: ProductDraft) -> None:
        """Write a product and its variations."""
        self.products += 1
        for cells in self._rows(product):
            self.rows += 1
            texts = {name: escape_formula(text) for name, text in cells.items()}
            self._writer.writerow(texts | {"Published": cells["Published"]})

    def finish(self) -> None:
        """A CSV has no end."""

    def _rows(self, product: ProductDraft) -> Iterator[Cells]:
        first = self._product_cells(product)
        if not product.option_names:
            sku = next(iter(product.skus), SkuDraft())
            offer = self._offer_cells(sku) | _stored_cells(sku.extra)
            yield first | {"Type": _type("simple", sku)} | offer
            return
        code = parent_code(product.slug, self._facts.ambiguous_codes)
        yield first | {"Type": "variable", "SKU": code, "Tax status": "taxable"}
        for place, sku in enumerate(product.skus, 1):
            own = _attribute_cells(
                (name, (value,))
                for name, value in zip(product.option_names, sku.options, strict=False)
            )
            variation = {
                "Type": _type("variation", sku),
                "Name": _escape_name(f"{product.title} - {', '.join(sku.options)}"),
                "Published": "1",
                "Visibility in catalog": "visible",
                "Parent": code,
                "Position": str(place),
                "Images": self._facts.address(sku.image or ""),
            }
            yield variation | self._offer_cells(sku) | own | _stored_cells(sku.extra)

    def _product_cells(self, product: ProductDraft) -> Cells:
        options = [
            (name, tuple(dict.fromkeys(sku.options[place] for sku in product.skus)))
            for place, name in enumerate(product.option_names)
        ]
        return {
            "Name": _escape_name(product.title),
            "Slug": product.slug,
            "Published": PUBLISHED[product.status or "active"],
            "Is featured?": "0",
            "Visibility in catalog": "visible",
            "Short description": html.escape(product.summary or "", quote=False),
            "Description": _escape_lines(product.description_html or ""),
            "Sold individually?": "1" if product.max_per_order == 1 else "0",
            "Allow customer reviews?": "1",
            "Categories": _list(_category(path) for path in product.categories or ()),
            "Tags": _list(map(_escape_name, product.tags or ())),
            "Images": ", ".join(self._facts.address(one.src) for one in product.images or ()),
            "Position": "0",
            "Brands": _list(map(_escape_name, filter(None, (product.brand,)))),
            **_attribute_cells([*options, *product.attributes.items()]),
            **_stored_cells(product.extra),
        }

    def _offer_cells(self, sku: SkuDraft) -> Cells:
        price, before = self._amount(sku.price), self._amount(sku.compare_at_price or None)
        is_sold = not sku.tracked or sku.backorder or bool(sku.stock)
        grams = sku.weight_grams
        return {
            "SKU": sku.sku or "",
            "GTIN, UPC, EAN, or ISBN": sku.barcode or "",
            "Regular price": before or price,
            "Sale price": price if before else "",
            "Cost of goods": self._amount(sku.cost or None),
            "Tax status": "none" if sku.taxable is False else "taxable",
            "In stock?": "1" if is_sold else "0",
            "Stock": str(sku.stock or 0) if sku.tracked else "",
            "Backorders allowed?": "1" if sku.backorder else "0",
            "Weight (kg)": f"{Decimal(grams) / 1000:f}" if grams else "",
        }

    def _amount(self, minor: int | None) -> str:
        return "" if minor is None else format_amount(minor, self._facts.currency.decimals)


def parent_code(slug: str, taken: frozenset[str]) -> str:
    """Return the SKU of a product with variations; no variant has it."""
    code = slug
    while code in taken:
        code = f"{code}-product"
    return code


def _type(kind: str, sku: SkuDraft) -> str:
    return f"{kind}, virtual" if sku.requires_shipping is False else kind


def _attribute_cells(attributes: Iterable[tuple[str, tuple[str, ...]]]) -> Cells:
    cells: Cells = {}
    for number, (name, values) in enumerate(attributes, 1):
        is_global = len(attribute_name(name)) <= GLOBAL_NAME
        texts = (name, _list(map(_escape_name, values)), "1", "1" if is_global else "0")
        cells |= {
            f"Attribute {number} {part}": text
            for part, text in zip(ATTRIBUTE_COLUMNS, texts, strict=True)
        }
    return cells


def _stored_cells(extra: Mapping[str, str]) -> Cells:
    return {name: text for name, text in extra.items() if is_stored(normalize_name(name))}


def _category(path: Iterable[str]) -> str:
    return " > ".join(_escape_name(title).replace(">", "&gt;") for title in path)


def _list(parts: Iterable[str]) -> str:
    return ", ".join(part.replace(",", "\\,") for part in parts)


def _escape_name(text: str) -> str:
    """Return a name as HTML, if it would be read as another one otherwise."""
    return text if html.unescape(text) == text else text.replace("&", "&amp;")


def _escape_lines(text: str) -> str:
    return text.replace("\\n", "\\\\n").replace("\r\n", "\n").replace("\n", "\\n")
