"""Imports real files through the operators' API, with the counts of the command line."""

from __future__ import annotations

import os
from asyncio import to_thread
from pathlib import Path

import pytest

from stallage.import_export.formats.catalogue_file import open_catalogue
from stallage.import_export.operations.import_catalogue import import_catalogue
from tests.admin import operator_client
from tests.checkout.factory import count
from tests.product_imports.uploading import apply, check, figures, undo
from tests.shop import Shop

ROOT = Path(__file__).resolve().parents[3]
DATA = Path(os.environ.get("STALLAGE_REAL_DATA", ROOT / "../shared/data"))
FILES = [
    *sorted((DATA / "shopify-csv").glob("*.csv*")),
    DATA / "other-shop-formats" / "woocommerce_sample_products.csv",
]

pytestmark = [pytest.mark.real, pytest.mark.slow]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
async def test_the_counts_are_those_of_the_command_line(shop: Shop, path: Path) -> None:
    file = open_catalogue(path)
    content = await to_thread(path.read_bytes)
    async with operator_client(shop, "catalogue") as admin:
        run = await check(shop, admin, content, name=path.name)
        assert (run["state"], await count(shop, "products")) == ("checked", 0)
        run = await apply(shop, admin, run)
        assert (run["state"], run["counts"]["refused"]) == ("imported", 0)
        products = await count(shop, "products")
        again = await check(shop, admin, content, name=path.name)
        assert figures(again, "created", "changed", "unchanged") == {
            "created": 0,
            "changed": 0,
            "unchanged": products,
        }
        await undo(shop, admin, run)
        assert await count(shop, "products") == 0
    report = await import_catalogue(shop.runtime, file)
    assert run["rows"] == report.rows
    assert run["counts"]["done"] == run["counts"]["created"] == report.products["created"]
    assert run["counts"]["errors"] == len(report.refused)
    assert run["counts"]["warnings"] == len(report.remarks)
