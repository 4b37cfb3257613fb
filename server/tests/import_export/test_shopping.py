"""What shoppers see after an import."""

from __future__ import annotations

import asyncio
from pathlib import Path

from stallage.core.db import Database
from stallage.core.runtime import Runtime
from stallage.import_export.formats.catalogue_file import open_catalogue
from stallage.import_export.operations.import_catalogue import import_catalogue
from stallage.stock.actions import reserve
from tests.import_export.files import sheet
from tests.shop import Shop


def catalogue(folder: Path, text: str) -> Path:
    path = folder / "catalogue.csv"
    path.write_text(text, newline="")
    return path


async def test_an_imported_product_can_be_listed_and_searched(shop: Shop, tmp_path: Path) -> None:
    text = sheet(
        {"Handle": "bowl", "Title": "Speckled bowl", "Body (HTML)": "<p>Deep</p>",
         "Vendor": "Kiln", "Product Category": "Table > Bowls", "Option1 Name": "Size",
         "Option1 Value": "S", "Variant Price": "10", "Variant Inventory Qty": "3",
         "Glaze (product.metafields.custom.glaze)": "Oat; Ash"},
        {"Handle": "bowl", "Option1 Value": "L", "Variant Price": "18",
         "Variant Inventory Qty": "0"},
        {"Handle": "jug", "Title": "Hidden jug", "Variant Price": "9", "Published": "false"},
    )  # fmt: skip
    await import_catalogue(shop.runtime, open_catalogue(catalogue(tmp_path, text)))
    await shop.work()

    listed = await shop.output("GET", "/api/products")
    assert [item["slug"] for item in listed["items"]] == ["bowl"]
    for query in ({"q": "speckled"}, {"category": "bowls"}, {"attr.glaze": "Ash"}):
        results = await shop.output("GET", "/api/products", params=query)
        assert results["total"] == 1, query
    (card,) = listed["items"]
    assert card["price"] == {"amount": 1000, "currency": "USD"}
    assert card["image"] is None

    product = await shop.output("GET", "/api/products/bowl")
    assert [(sku["price"]["amount"], sku["stock"]) for sku in product["skus"]] == [
        (1000, 3),
        (1800, 0),
    ]
    status, _ = await shop.error("GET", "/api/products/jug")
    assert status == 404


async def test_orders_can_be_placed_during_an_import(runtime: Runtime, tmp_path: Path) -> None:
    def text(price: int) -> str:
        return sheet(
            *(
                {"Handle": f"p{number}", "Title": f"Product {number}", "Variant Price": str(price),
                 "Variant Inventory Qty": "1000"}
                for number in range(60)
            )
        )  # fmt: skip

    path = catalogue(tmp_path, text(1))
    await import_catalogue(runtime, open_catalogue(path))
    async with runtime.database.reading() as connection:
        ids = [row["id"] for row in await connection.fetch("SELECT id FROM skus ORDER BY id")]

    async def import_again() -> None:
        for price in range(2, 6):
            path.write_text(text(price), newline="")
            report = await import_catalogue(runtime, open_catalogue(path))
            assert (report.imported, report.refused, report.stopped) == (60, [], "")

    async def buy(order_id: int) -> None:
        async with runtime.database.transaction() as connection:
            # Orders lock the same SKUs in different sequences.
            units = {ids[(order_id * step) % 60]: 1 for step in (7, 11, 13, 1, 59)}
            await reserve(connection, units, order_id)

    await asyncio.gather(import_again(), *(buy(number) for number in range(1, 41)))
    assert await _reserved(runtime.database) == 40


async def _reserved(database: Database) -> int:
    async with database.reading() as connection:
        return int(await connection.fetchval("SELECT count(DISTINCT order_id) FROM reservations"))
