"""Product drafts → Shopify's product CSV with its present column names.

The drafts are those that `merging` gives: they say everything. What Shopify has no column for goes
into metafield columns of our own, which Shopify reads as such.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TextIO

from stallage.core.spreadsheets import escape_formula
from stallage.import_export.importing.rules import (
    amount_text,
    category_paths_text,
    value_list_text,
)
from stallage.import_export.importing.shopify_columns import (
    COLUMNS,
    FIELD_OF,
    MAX_OPTIONS,
    NAME_OF,
    attribute_column,
    folded,
)
from stallage.import_export.importing.shopify_fields import (
    GIFT_CARD,
    OWN_EXTRAS,
    TRACKER,
    shopify_categories,
)
from stallage.products.drafts import ImageDraft, ProductDraft, SkuDraft
from stallage.products.rules.merging import shown_options
from stallage.products.rules.slugs import attribute_name

Cells = dict[str, str]
"""The filled cells of a row, by column name."""

ALWAYS = ("Fulfillment service",)
"""Kept columns that are written even where no product has something in them."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the whole file has in common."""

    names: tuple[str, ...]
    """The columns, in order."""
    attribute_names: dict[str, str]
    """An attribute's label → its column."""
    decimals: int
    """Of the shop's currency."""
    media_url: str
    """The address before a picture's path of our own, such as `https://shop.example`."""


def sheet_of(
    attributes: Iterable[str], extras: Iterable[str], *, decimals: int, media_url: str
) -> Sheet:
    """The columns for a catalogue that has these attributes' labels and these kept columns."""
    attribute_names = {
        label: attribute_column(label, attribute_name(label)) for label in sorted(set(attributes))
    }
    names = {folded(name): name for _, name, _ in COLUMNS}
    known = set(names) | FIELD_OF.keys()
    for name in (*attribute_names.values(), *sorted({*ALWAYS, *extras} - OWN_EXTRAS)):
        if folded(name) not in known:
            names.setdefault(folded(name), name)
    return Sheet(tuple(names.values()), attribute_names, decimals, media_url)


class SheetWriter:
    """Writes a file product by product, so that no catalogue is too large for it."""

    def __init__(self, stream: TextIO, sheet: Sheet) -> None:
        """The stream is opened with `newline=""`; the header is written at once."""
        self._writer = csv.writer(stream, lineterminator="\r\n")
        self._sheet = sheet
        self._places = {folded(name): place for place, name in enumerate(sheet.names)}
        self.products = 0
        self.rows = 0
        self._writer.writerow([escape_formula(name) for name in sheet.names])

    def write(self, product: ProductDraft) -> None:
        """Writes the rows of one product."""
        self.products += 1
        for cells in rows_of(product, self._sheet):
            self.rows += 1
            row = [""] * len(self._sheet.names)
            for name, text in cells.items():
                place = self._places.get(folded(name))
                if text and place is not None:
                    row[place] = text
            self._writer.writerow(row)


def rows_of(draft: ProductDraft, sheet: Sheet) -> Iterator[Cells]:
    """The rows of a product: its own fields on the first, a SKU and a picture on each while it has."""
    images = draft.images or ()
    for number in range(max(len(draft.skus), len(images), 1)):
        cells = {NAME_OF["handle"]: draft.slug}
        if number == 0:
            cells |= _product_cells(draft, sheet)
        if number < len(draft.skus):
            cells |= _sku_cells(draft.skus[number], sheet)
        if number < len(images):
            cells |= _image_cells(draft, number, images[number], sheet)
        yield cells


def _product_cells(draft: ProductDraft, sheet: Sheet) -> Cells:
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
        "gift_card": draft.extra.get(GIFT_CARD) or _truth(False),
    }
    texts |= {
        f"option{n}_name": name
        for n, name in enumerate(draft.option_names[:MAX_OPTIONS] or ("Title",), 1)
    }
    plain = {
        "published": _truth(draft.status == "active"),
        "returnable": "" if draft.returnable else _truth(False),
        "max_per_order": str(draft.max_per_order or ""),
    }
    attributes = {
        sheet.attribute_names[label]: escape_formula(value_list_text(values))
        for label, values in draft.attributes.items()
    }
    return _extra_cells(draft) | attributes | _named(texts, plain)


def _sku_cells(sku: SkuDraft, sheet: Sheet) -> Cells:
    texts = {
        "sku": sku.sku or "",
        "barcode": sku.barcode or "",
        "variant_image": _address(sku.image or "", sheet),
        "weight_unit": sku.weight_unit or "",
        "tracker": sku.extra.get(TRACKER) or ("shopify" if sku.tracked else ""),
    }
    values = sku.options or ("Default Title",)
    texts |= {
        f"option{number}_value": value for number, value in enumerate(values[:MAX_OPTIONS], 1)
    }
    plain = {
        "price": amount_text(sku.price or 0, sheet.decimals),
        "compare_at_price": _optional_amount(sku.compare_at_price, sheet),
        "cost": _optional_amount(sku.cost, sheet),
        "taxable": _truth(bool(sku.taxable)),
        "quantity": str(sku.stock or 0),
        "backorder": "CONTINUE" if sku.backorder else "DENY",
        "grams": str(sku.weight_grams or 0),
        "requires_shipping": _truth(bool(sku.requires_shipping)),
    }
    manual = dict.fromkeys(ALWAYS, "manual")
    return manual | _extra_cells(sku) | _named(texts, plain)


def _image_cells(draft: ProductDraft, number: int, image: ImageDraft, sheet: Sheet) -> Cells:
    options = dict(image.options or {})
    told = options == shown_options(image.src, draft.option_names, draft.skus)
    texts = {
        "image": _address(image.src, sheet),
        "image_alt": image.alt,
        "image_options": "" if told else json.dumps(options, ensure_ascii=False),
    }
    return _named(texts, {"image_position": str(number + 1)})


def _named(texts: Cells, plain: Cells) -> Cells:
    """By column. Texts are guarded; a number or a truth is no formula, `-1` neither."""
    cells = {NAME_OF[field]: escape_formula(text) for field, text in texts.items()}
    return cells | {NAME_OF[field]: text for field, text in plain.items()}


def _extra_cells(draft: ProductDraft | SkuDraft) -> Cells:
    return {name: escape_formula(text) for name, text in draft.extra.items()}


def _category_cells(draft: ProductDraft) -> tuple[str, str, str]:
    """Product category, Collection and, where these and Type do not say it all, our own column."""
    categories = draft.categories or ()
    of_type = (draft.product_type or "",)
    deep = next((path for path in categories if len(path) > 1), ())
    shallow = next((path for path in categories if len(path) == 1 and path != of_type), ("",))
    taxonomy = " > ".join(deep) if not any(">" in title for title in deep) else ""
    if shopify_categories(taxonomy, shallow[0], of_type[0]) == categories:
        return taxonomy, shallow[0], ""
    return taxonomy, shallow[0], category_paths_text(categories)


def _address(src: str, sheet: Sheet) -> str:
    return f"{sheet.media_url}{src}" if src.startswith("/") else src


def _optional_amount(minor: int | None, sheet: Sheet) -> str:
    return amount_text(minor, sheet.decimals) if minor else ""


def _truth(value: bool) -> str:
    return "TRUE" if value else "FALSE"


def _json_cell(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) if value else ""


def with_media_paths(
    draft: ProductDraft, media_url: str, is_stored: Callable[[str], bool]
) -> ProductDraft:
    """The draft with addresses of pictures of our own as the paths that they stand for."""

    def path(src: str) -> str:
        own = src.removeprefix(media_url)
        return own if own != src and own.startswith("/media/") and is_stored(own) else src

    images = draft.images and tuple(replace(image, src=path(image.src)) for image in draft.images)
    skus = tuple(replace(sku, image=path(sku.image)) if sku.image else sku for sku in draft.skus)
    return replace(draft, images=images, skus=skus)
