"""Imports WooCommerce's own sample, and compares the shop with the file's rows."""

from __future__ import annotations

import csv
import os
from collections import Counter, defaultdict
from decimal import Decimal
from pathlib import Path

import pytest

from stallage.core.runtime import Runtime
from stallage.import_export.formats.catalogue_file import open_catalogue
from stallage.import_export.operations.import_catalogue import import_catalogue
from stallage.products.drafts import ProductDraft, SkuDraft
from stallage.products.queries.product_reader import read_catalogue

ROOT = Path(__file__).resolve().parents[3]
DATA = Path(os.environ.get("STALLAGE_REAL_DATA", ROOT / "../shared/data"))
SAMPLE = DATA / "other-shop-formats" / "woocommerce_sample_products.csv"
NOT_SOLD = {"grouped", "external"}

pytestmark = [pytest.mark.real, pytest.mark.slow]


def rows_by_type() -> dict[str, list[dict[str, str]]]:
    """Return the file's rows by their first type."""
    if not SAMPLE.is_file():
        pytest.fail(f"There is no {SAMPLE}. Set STALLAGE_REAL_DATA to the folder with real data.")
    rows: dict[str, list[dict[str, str]]] = defaultdict(list)
    with SAMPLE.open(encoding="utf-8-sig", newline="") as file:
        for row in csv.DictReader(file):
            rows[row["Type"].split(",")[0]].append(row)
    return rows


def minor(text: str) -> int:
    return int(Decimal(text or "0") * 100)


def prices(row: dict[str, str]) -> tuple[int, int]:
    """Return the price and the compare-at price of a row; a sale with dates is none here."""
    regular, sale = minor(row["Regular price"]), minor(row["Sale price"])
    dated = row["Date sale price starts"] or row["Date sale price ends"]
    return (sale, regular) if sale and not dated else (regular, 0)


async def test_every_product_arrives(runtime: Runtime) -> None:
    rows = rows_by_type()
    report = await import_catalogue(runtime, open_catalogue(SAMPLE))
    sold = [row for kind in ("simple", "variable") for row in rows[kind]]
    assert report.rows == sum(map(len, rows.values()))
    assert report.products == {"created": len(sold)}
    assert len(report.refused) == sum(len(rows[kind]) for kind in NOT_SOLD)
    async with runtime.database.reading() as connection:
        stored = [product async for product in read_catalogue(connection)]
    assert Counter(one.title for one in stored) == Counter(
        " ".join(row["Name"].split()) for row in sold
    )
    variations = Counter(row["Parent"] for row in rows["variation"])
    by_title = {one.title: one for one in stored}
    for row in rows["variable"]:
        check_variable(by_title[row["Name"]], row, rows["variation"])
    for row in rows["simple"]:
        (sku,) = by_title[" ".join(row["Name"].split())].skus
        assert (sku.sku, (sku.price, sku.compare_at_price)) == (row["SKU"], prices(row))
        check_product(by_title[" ".join(row["Name"].split())], row)
    assert sum(variations.values()) == len(rows["variation"])


def check_variable(
    product: ProductDraft, row: dict[str, str], variations: list[dict[str, str]]
) -> None:
    own = [one for one in variations if one["Parent"] in (row["SKU"], f"id:{row['ID']}")]
    assert {sku.sku for sku in product.skus} - {""} == {one["SKU"] for one in own} - {""}
    by_code: dict[str | None, SkuDraft] = {sku.sku: sku for sku in product.skus}
    for one in own:
        if one["SKU"]:
            found = by_code[one["SKU"]]
            assert (found.price, found.compare_at_price) == prices(one)
            for place, name in enumerate(product.option_names):
                if value := value_of(one, name):
                    assert found.options[place] == value
    check_product(product, row)


def value_of(row: dict[str, str], name: str) -> str:
    numbers = (number for number in "123456" if row.get(f"Attribute {number} name") == name)
    return next((row[f"Attribute {number} value(s)"] for number in numbers), "")


def check_product(product: ProductDraft, row: dict[str, str]) -> None:
    paths = {
        tuple(title.strip() for title in path.split(">")) for path in row["Categories"].split(",")
    }
    assert set(product.categories or ()) == paths
    sources = [address.strip() for address in row["Images"].split(",") if address.strip()]
    assert [image.src for image in product.images or ()][: len(sources)] == sources
    is_shown = row["Published"] == "1" and row["Visibility in catalog"] != "hidden"
    assert product.status == ("active" if is_shown else "draft")
