"""Product drafts → Shopify's product CSV with its current column names.

The drafts must be complete, as `products.rules.merging` returns them. Fields without a column of
Shopify go to metafield columns of our own, which Shopify reads as metafields.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TextIO

from stallage.core.spreadsheets import escape_formula
from stallage.import_export.formats.cells import (
    format_amount,
    format_category_paths,
    format_values,
)
from stallage.import_export.formats.exporting import CatalogueFacts
from stallage.import_export.formats.shopify.columns import (
    COLUMNS,
    FIELD_OF,
    MAX_OPTIONS,
    NAME_OF,
    attribute_column,
    normalize_name,
)
from stallage.import_export.formats.shopify.fields import (
    GIFT_CARD,
    OWN_EXTRAS,
    TRACKER,
    parse_shopify_categories,
)
from stallage.products.drafts import ImageDraft, ProductDraft, SkuDraft
from stallage.products.rules.merging import shown_options
from stallage.products.rules.slugs import attribute_name

Cells = dict[str, str]
"""The filled cells of a row, by column name."""

ALWAYS = ("Fulfillment service",)
"""Extra columns that are written even if no product has a value in them."""


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The columns and formats of a file."""

    names: tuple[str, ...]
    """The columns, in order."""
    attribute_names: dict[str, str]
    """Label of an attribute → its column."""
    decimals: int
    """Decimals of the shop's currency."""
    media_url: str
    """URL before the path of the shop's own pictures, such as `https://shop.example`."""


def make_layout(
    attributes: Iterable[str], extras: Iterable[str], *, decimals: int, media_url: str
) -> SheetLayout:
    """Build the layout for a catalogue with these attribute labels and extra columns."""
    attribute_names = {
        label: attribute_column(label, attribute_name(label)) for label in sorted(set(attributes))
    }
    names = {normalize_name(name): name for _, name, _ in COLUMNS}
    known = set(names) | FIELD_OF.keys()
    for name in (*attribute_names.values(), *sorted({*ALWAYS, *extras} - OWN_EXTRAS)):
        if normalize_name(name) not in known:
            names.setdefault(normalize_name(name), name)
    return SheetLayout(tuple(names.values()), attribute_names, decimals, media_url)


class SheetWriter:
    """Writes a file product by product, in constant memory."""

    def __init__(self, stream: TextIO, layout: SheetLayout) -> None:
        """Write the header. Open the stream with `newline=""`."""
        self._writer = csv.writer(stream, lineterminator="\r\n")
        self._layout = layout
        self._positions = {
            normalize_name(name): position for position, name in enumerate(layout.names)
        }
        self.products = 0
        self.rows = 0
        self.left_out = 0
        self._writer.writerow([escape_formula(name) for name in layout.names])

    def write(self, product: ProductDraft) -> None:
        """Write the rows of one product."""
        self.products += 1
        for cells in product_rows(product, self._layout):
            self.rows += 1
            row = [""] * len(self._layout.names)
            for name, text in cells.items():
                position = self._positions.get(normalize_name(name))
                if text and position is not None:
                    row[position] = text
            self._writer.writerow(row)

    def finish(self) -> None:
        """A CSV has no end."""


def open_sheet(stream: TextIO, facts: CatalogueFacts) -> SheetWriter:
    """Write the header for a catalogue."""
    layout = make_layout(
        facts.labels, facts.extras, decimals=facts.currency.decimals, media_url=facts.public_url
    )
    return SheetWriter(stream, layout)


def product_rows(draft: ProductDraft, layout: SheetLayout) -> Iterator[Cells]:
    """Yield the rows of a product: its fields in the first, then one SKU and one picture per row."""
    images = draft.images or ()
    for number in range(max(len(draft.skus), len(images), 1)):
        cells = {NAME_OF["handle"]: draft.slug}
        if number == 0:
            cells |= _product_cells(draft, layout)
        if number < len(draft.skus):
            cells |= _sku_cells(draft.skus[number], layout)
        if number < len(images):
            cells |= _image_cells(draft, number, images[number], layout)
        yield cells


def _product_cells(draft: ProductDraft, layout: SheetLayout) -> Cells:
    taxonomy, collection, own = _category_cells(draft)
    texts = {
        "title": draft.title,
        "description": draft.description_html or "",
        "vendor": draft.brand or "",
        "category": taxonomy,
        "type": draft.product_type or "",
        "tags": ", ".join(draft.tags or ()),
        "collection": collection,
        "seo_title": draft.seo_title or "",
        "seo_description": draft.seo_description or "",
        "summary": draft.summary or "",
        "categories": own,
        "specification": _json_cell(dict(draft.specification or ())),
        "swatches": _json_cell(draft.swatches),
        "status": draft.status or "",
        "gift_card": draft.extra.get(GIFT_CARD) or _boolean_cell(False),
    }
    texts |= {
        f"option{n}_name": name
        for n, name in enumerate(draft.option_names[:MAX_OPTIONS] or ("Title",), 1)
    }
    plain = {
        "published": _boolean_cell(draft.status == "active"),
        "returnable": "" if draft.returnable else _boolean_cell(False),
        "max_per_order": str(draft.max_per_order or ""),
    }
    attributes = {
        layout.attribute_names[label]: escape_formula(format_values(values))
        for label, values in draft.attributes.items()
    }
    return _extra_cells(draft) | attributes | _by_column(texts, plain)


def _sku_cells(sku: SkuDraft, layout: SheetLayout) -> Cells:
    texts = {
        "sku": sku.sku or "",
        "barcode": sku.barcode or "",
        "variant_image": _address(sku.image or "", layout),
        "weight_unit": sku.weight_unit or "",
        "tracker": sku.extra.get(TRACKER) or ("shopify" if sku.tracked else ""),
    }
    values = sku.options or ("Default Title",)
    texts |= {
        f"option{number}_value": value for number, value in enumerate(values[:MAX_OPTIONS], 1)
    }
    plain = {
        "price": format_amount(sku.price or 0, layout.decimals),
        "compare_at_price": _optional_amount(sku.compare_at_price, layout),
        "cost": _optional_amount(sku.cost, layout),
        "taxable": _boolean_cell(bool(sku.taxable)),
        "quantity": str(sku.stock or 0),
        "backorder": "CONTINUE" if sku.backorder else "DENY",
        "grams": str(sku.weight_grams or 0),
        "requires_shipping": _boolean_cell(bool(sku.requires_shipping)),
    }
    manual = dict.fromkeys(ALWAYS, "manual")
    return manual | _extra_cells(sku) | _by_column(texts, plain)


def _image_cells(draft: ProductDraft, number: int, image: ImageDraft, layout: SheetLayout) -> Cells:
    options = dict(image.options or {})
    default = shown_options(image.src, draft.option_names, draft.skus)
    texts = {
        "image": _address(image.src, layout),
        "image_alt": image.alt,
        "image_options": "" if options == default else json.dumps(options, ensure_ascii=False),
    }
    return _by_column(texts, {"image_position": str(number + 1)})


def _by_column(texts: Cells, plain: Cells) -> Cells:
    """Replace fields by column names; escape texts. Numbers, `-1` too, and booleans are no formulas."""
    cells = {NAME_OF[field]: escape_formula(text) for field, text in texts.items()}
    return cells | {NAME_OF[field]: text for field, text in plain.items()}


def _extra_cells(draft: ProductDraft | SkuDraft) -> Cells:
    return {name: escape_formula(text) for name, text in draft.extra.items()}


def _category_cells(draft: ProductDraft) -> tuple[str, str, str]:
    """Return the cells of Product category, Collection and our own column of categories.

    The last is empty if the first two and Type express all categories.
    """
    categories = draft.categories or ()
    of_type = (draft.product_type or "",)
    deep = next((path for path in categories if len(path) > 1), ())
    shallow = next((path for path in categories if len(path) == 1 and path != of_type), ("",))
    taxonomy = " > ".join(deep) if not any(">" in title for title in deep) else ""
    if parse_shopify_categories(taxonomy, shallow[0], of_type[0]) == categories:
        return taxonomy, shallow[0], ""
    return taxonomy, shallow[0], format_category_paths(categories)


def _address(src: str, layout: SheetLayout) -> str:
    return f"{layout.media_url}{src}" if src.startswith("/") else src


def _optional_amount(minor: int | None, layout: SheetLayout) -> str:
    return format_amount(minor, layout.decimals) if minor else ""


def _boolean_cell(value: bool) -> str:
    return "TRUE" if value else "FALSE"


def _json_cell(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) if value else ""


def with_media_paths(
    draft: ProductDraft, media_url: str, is_stored: Callable[[str], bool]
) -> ProductDraft:
    """Replace the URLs of the shop's own pictures by their paths, if `is_stored` finds the files."""

    def path(src: str) -> str:
        own = src.removeprefix(media_url)
        return own if own != src and own.startswith("/media/") and is_stored(own) else src

    images = draft.images and tuple(replace(image, src=path(image.src)) for image in draft.images)
    skus = tuple(replace(sku, image=path(sku.image)) if sku.image else sku for sku in draft.skus)
    return replace(draft, images=images, skus=skus)
