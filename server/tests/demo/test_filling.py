"""`stallage demo`: an empty shop is filled completely or not at all, and idempotently."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stallage.core.runtime import Runtime
from stallage.demo import filling
from stallage.demo.filling import GIFT_CODES, SHOP, fill
from tests.command import run_stallage
from tests.customers.factory import someone
from tests.demo.small import small_demo
from tests.products.factory import make_product
from tests.shop import Shop

pytestmark = pytest.mark.slow

TABLES = (
    "products", "skus", "product_images", "categories", "brands", "collections",
    "collection_products", "sales", "sliders", "feature_sections", "feature_tiles", "blogs",
    "pages", "faqs", "reviews", "questions", "question_answers", "promo_codes", "gift_codes",
    "shipping_methods", "tax_rates", "company_details", "shop_settings", "milestones",
)  # fmt: skip


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The demo shop's folder, with tiny pictures."""
    folder = small_demo(tmp_path)
    monkeypatch.setattr(filling, "SHOP", folder)
    return folder


async def rows_of(runtime: Runtime) -> dict[str, list[str]]:
    """Return every row of every table that the demo fills."""
    async with runtime.database.reading() as connection:
        return {
            table: [
                row["row"]
                for row in await connection.fetch(
                    f"SELECT {table}::text AS row FROM {table} ORDER BY 1"
                )
            ]
            for table in TABLES
        }


def links_in(output: Any) -> Iterator[str]:
    if isinstance(output, dict):
        for name, value in output.items():
            if name == "link" and value:
                yield value
            else:
                yield from links_in(value)
    elif isinstance(output, list):
        for item in output:
            yield from links_in(item)


async def test_the_shop_is_complete(shop: Shop, demo: Path) -> None:
    assert await fill(shop.runtime) == "filled"
    await shop.work()
    page = await shop.output("GET", "/api/products", params={"pageSize": 96})
    assert page["total"] == 63
    labels = {facet["label"] for facet in page["facets"]}
    assert {"Material", "Color family", "Room", "Glaze", "Wood"} <= labels
    home = (await shop.output("GET", "/api/home"))["pageItem"]
    assert len(home["sliderList"]) == 3
    assert len(home["salesList"]) == 2
    assert len({section["kind"] for section in home["featureSection"]}) == 5
    for link in sorted(set(links_in(home))):
        assert (await shop.client.get("/api/head", params={"path": link})).status_code == 200, link
    mug = await shop.output("GET", "/api/products/everyday-mug")
    assert mug["ratingCount"] > 3
    moss = next(sku for sku in mug["skus"] if {"name": "Glaze", "value": "Moss"} in sku["options"])
    assert "moss" in moss["images"][0]["alt"].lower()
    reviews = await shop.output(
        "POST",
        "/api/productcomment/search",
        json={"criteria": [{"key": "productSlug", "operation": "eq", "value": ["everyday-mug"]}]},
    )
    assert reviews["total"] == mug["ratingCount"]
    assert reviews["averageRating"] == mug["averageRating"]
    logo = (await shop.output("GET", "/api/company-details/logoDetails"))["companyLogoDetails"]
    assert logo["companyName"] == "Kiln & Grain"
    for image in ("logoImage", "logoImageDark", "faviconImage"):
        assert (await shop.client.get(logo[image])).status_code == 200
    assert len(await shop.output("GET", "/api/blogs")) == 4
    ada = await someone(shop)
    for code in GIFT_CODES:
        await shop.output("POST", "/api/wallet/redeem", json={"code": code}, headers=ada.headers)


async def test_filling_twice_changes_nothing(runtime: Runtime, demo: Path) -> None:
    await fill(runtime)
    before = await rows_of(runtime)
    assert all(before.values())
    assert await fill(runtime) == "unchanged"
    assert await rows_of(runtime) == before


async def test_missing_pictures_are_restored(runtime: Runtime, demo: Path) -> None:
    await fill(runtime)
    before = await rows_of(runtime)
    media = runtime.settings.data_dir / "media"
    stored = {path.name for path in media.rglob("*.*")}
    shutil.rmtree(media)
    assert await fill(runtime) == "pictures"
    assert {path.name for path in media.rglob("*.*")} == stored
    assert await rows_of(runtime) == before


async def test_concurrent_runs_fill_once(runtime: Runtime, demo: Path) -> None:
    results = await asyncio.gather(fill(runtime), fill(runtime))
    assert sorted(results) == ["filled", "unchanged"]


async def test_a_shop_with_a_catalogue_is_not_changed(runtime: Runtime, demo: Path) -> None:
    async with runtime.database.transaction() as connection:
        await make_product(connection)
    assert await fill(runtime) == "occupied"
    async with runtime.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM products") == 1
        assert await connection.fetchval("SELECT count(*) FROM company_details") == 0


async def test_the_command_prints_codes_to_try(runtime: Runtime) -> None:
    done = await run_stallage(runtime.settings, "demo")
    assert done.status == 0
    for words in ("WELCOME10", "TABLE15", "KILN-2500-OAK", "KILN-5000-ASH", "ready"):
        assert words in done.output
    stored = list((runtime.settings.data_dir / "media").rglob("*.webp"))
    assert len(stored) == len(list(SHOP.rglob("*.webp")))
