"""Real catalogues as WooCommerce and Google files: exported, read again, and compared."""

from __future__ import annotations

import io
import os
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from stallage.core.money import Currency
from stallage.import_export.formats.catalogue_file import open_catalogue
from stallage.import_export.formats.export_formats import EXPORT_FORMATS
from stallage.import_export.formats.exporting import CatalogueFacts
from stallage.products.drafts import ProductDraft
from stallage.products.rules.merging import merge_product

ROOT = Path(__file__).resolve().parents[3]
DATA = Path(os.environ.get("STALLAGE_REAL_DATA", ROOT / "../shared/data"))
USD = Currency("USD", 2)
PRODUCTS = 5_000
"""Of each file."""

pytestmark = [pytest.mark.real, pytest.mark.slow]


def files() -> list[Path]:
    return sorted((DATA / "shopify-csv").glob("*.csv*"))


def test_there_are_files() -> None:
    assert files(), f"There are no files in {DATA}. Set STALLAGE_REAL_DATA to the folder."


def products_of(path: Path) -> list[ProductDraft]:
    results = islice(open_catalogue(path).products(USD), PRODUCTS)
    drafts = (result.draft for result in results if result.draft is not None)
    return [merge_product(draft) for draft in drafts if any(sku.price for sku in draft.skus)]


def facts_of(products: list[ProductDraft]) -> CatalogueFacts:
    codes = [sku.sku for product in products for sku in product.skus if sku.sku]
    slugs = {product.slug for product in products}
    repeated = {code for code in codes if codes.count(code) > 1 or code in slugs}
    return CatalogueFacts(
        labels=tuple({label for product in products for label in product.attributes}),
        extras=(),
        most_attributes=max(
            (len(one.option_names) + len(one.attributes) for one in products), default=0
        ),
        ambiguous_codes=frozenset(repeated),
        currency=USD,
        public_url="https://shop.example",
    )


def again(products: list[ProductDraft], format_id: str, folder: Path) -> list[ProductDraft]:
    """Export products and read the file; nothing may be refused."""
    text = io.StringIO(newline="")
    writer = EXPORT_FORMATS[format_id].open(text, facts_of(products))
    for product in products:
        writer.write(product)
    writer.finish()
    path = folder / "export"
    path.write_text(text.getvalue(), encoding="utf-8", newline="")
    results = list(open_catalogue(path).products(USD))
    assert [row for result in results for row in result.refused] == []
    return [merge_product(result.draft) for result in results if result.draft is not None]


def shown(product: ProductDraft, *, is_google: bool) -> tuple[object, ...]:
    """Return what both formats hold of a product."""
    skus = [
        (sku.options, sku.price, sku.compare_at_price, sku.stock if sku.tracked else None)
        for sku in product.skus
    ]
    codes = () if is_google else [(sku.sku, sku.barcode, sku.weight_grams) for sku in product.skus]
    pictures = [image.src for image in product.images or ()]
    return (
        *(product.slug, product.title, product.brand, product.option_names, skus, codes),
        sorted(pictures) if is_google else pictures,
    )


@pytest.mark.parametrize("path", files(), ids=lambda path: path.name)
@pytest.mark.parametrize("format_id", ["woocommerce", "google", "google-xml"])
def test_a_catalogue_arrives_as_it_was(path: Path, format_id: str, tmp_path: Path) -> None:
    products = products_of(path)
    is_google = format_id != "woocommerce"
    if is_google:
        products = [replace(one, status="active") for one in products]
    found = again(products, format_id, tmp_path)
    assert [shown(one, is_google=is_google) for one in found] == [
        shown(one, is_google=is_google) for one in products
    ]
