"""Write and read catalogue files in tests."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from stallage.core.money import Currency
from stallage.import_export.formats.catalogue_file import open_catalogue
from stallage.import_export.formats.shopify.writer import SheetWriter, make_layout
from stallage.products.drafts import ProductDraft

DECIMALS = 2
MEDIA = "https://shop.example"


@dataclass(frozen=True)
class Reading:
    """The result of reading a file. `refused` and `remarks` are sentences by line."""

    products: list[ProductDraft]
    refused: dict[int, str]
    remarks: dict[int, str]
    rows: int
    ignored: tuple[str, ...] = ()

    @property
    def one(self) -> ProductDraft:
        (product,) = self.products
        return product


def read(path: Path, *, decimals: int = DECIMALS, encoding: str | None = None) -> Reading:
    """Read a whole file."""
    file = open_catalogue(path, encoding=encoding)
    results = list(file.products(Currency("USD", decimals)))
    assert sum(product.rows for product in results) == file.survey.rows
    return Reading(
        [product.draft for product in results if product.draft is not None],
        {row.line: row.reason for product in results for row in product.refused},
        {row.line: row.text for product in results for row in product.remarks},
        file.survey.rows,
        file.survey.ignored,
    )


def sheet(*rows: Mapping[str, str], header: Iterable[str] | None = None) -> str:
    """Return a CSV with these rows and the columns that they name."""
    names = list(header) if header else list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, names, restval="", lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue()


def export_text(products: Iterable[ProductDraft], *, decimals: int = DECIMALS) -> str:
    """Return the export of these products."""
    listed = list(products)
    labels = {label for product in listed for label in product.attributes}
    extras = {name for product in listed for name in product.extra}
    extras |= {name for product in listed for sku in product.skus for name in sku.extra}
    text = io.StringIO(newline="")
    writer = SheetWriter(text, make_layout(labels, extras, decimals=decimals, media_url=MEDIA))
    for product in listed:
        writer.write(product)
    return text.getvalue()
