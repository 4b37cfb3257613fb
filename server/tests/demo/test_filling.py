"""`stallage demo`: an empty shop becomes Kiln & Grain, whole or not at all; twice is once."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stallage.core.runtime import Runtime
from stallage.demo import files
from stallage.demo.filling import Filled, fill
from tests.catalog.factory import make_product
from tests.customers.factory import someone
from tests.shop import Shop

TABLES = (
    "products", "skus", "product_images", "categories", "brands", "collections",
    "collection_products", "sales", "sliders", "feature_sections", "feature_tiles", "blogs",
    "pages", "faqs", "reviews", "questions", "question_answers", "promo_codes", "gift_codes",
    "shipping_methods", "tax_rates", "company_details", "milestones",
)  # fmt: skip


@pytest.fixture
def media(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in place of the demo's pictures, empty: as if none had been rendered."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    monkeypatch.setattr(files, "MEDIA", folder)
    return folder


REAL_MEDIA = files.MEDIA


def take_in(folder: Path, *names: str) -> None:
    for name in names:
        shutil.copy(REAL_MEDIA / name, folder / name)


async def filled(runtime: Runtime) -> Filled:
    return await fill(runtime, lambda _step: None)


async def rows_of(runtime: Runtime) -> dict[str, list[str]]:
    """Every row of every table that the demo fills."""
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
        for one in output:
            yield from links_in(one)


async def test_the_shop_is_whole(shop: Shop, media: Path) -> None:
    take_in(media, "everyday-mug-moss-1.webp", "everyday-mug-oat-1.webp")
    done = await filled(shop.runtime)
    assert done.outcome == "filled"
    await shop.work()
    page = await shop.output("GET", "/api/products", params={"pageSize": 96})
    assert page["total"] == len(files.products())
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
    for gift in files.records("promotions.toml", "gift_code"):
        await shop.output(
            "POST", "/api/wallet/redeem", json={"code": gift["code"]}, headers=ada.headers
        )


async def test_twice_is_once(runtime: Runtime, media: Path) -> None:
    take_in(media, "everyday-mug-moss-1.webp")
    await filled(runtime)
    before = await rows_of(runtime)
    assert all(before.values())
    again = await filled(runtime)
    assert again.outcome == "unchanged"
    assert again.missing
    assert await rows_of(runtime) == before


async def test_new_pictures_are_taken_in_and_the_rest_stays(runtime: Runtime, media: Path) -> None:
    await filled(runtime)
    async with runtime.database.transaction() as connection:
        await connection.execute("UPDATE skus SET stock = 1, price = price + 1")
        await connection.execute("UPDATE company_details SET name = 'Mine'")
    before = await rows_of(runtime)
    take_in(media, "everyday-mug-moss-1.webp", "everyday-bowl-oat-1.webp")
    done = await filled(runtime)
    assert done.outcome == "pictures"
    after = await rows_of(runtime)
    assert len(after["product_images"]) == 2
    # The bowl also stands for its category.
    assert sum("everyday" in row or "bowl" in row for row in after["categories"]) >= 1
    for table in ("reviews", "promo_codes", "company_details", "gift_codes", "collections"):
        assert after[table] == before[table], table
    async with runtime.database.reading() as connection:
        assert await connection.fetchval("SELECT bool_and(stock = 1) FROM skus WHERE active")
        skus = await connection.fetchval("SELECT count(*) FROM skus WHERE active")
    assert skus == sum(len(product["sku"]) for product in files.products())
    assert (await filled(runtime)).outcome == "unchanged"


async def test_lost_pictures_come_back(runtime: Runtime, media: Path) -> None:
    take_in(media, "everyday-mug-moss-1.webp")
    await filled(runtime)
    before = await rows_of(runtime)
    shutil.rmtree(runtime.settings.data_dir / "media")
    assert (await filled(runtime)).outcome == "pictures"
    stored = {path.suffix for path in (runtime.settings.data_dir / "media").rglob("*.*")}
    assert stored == {".webp", ".svg"}
    after = await rows_of(runtime)
    assert after["product_images"] == before["product_images"]
    assert after["company_details"] == before["company_details"]


async def test_two_at_once_are_one(runtime: Runtime, media: Path) -> None:
    done = await asyncio.gather(filled(runtime), filled(runtime))
    assert sorted(one.outcome for one in done) == ["filled", "unchanged"]


async def test_a_shop_with_a_catalogue_is_left_alone(runtime: Runtime, media: Path) -> None:
    async with runtime.database.transaction() as connection:
        await make_product(connection)
    assert (await filled(runtime)).outcome == "occupied"
    async with runtime.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM products") == 1
        assert await connection.fetchval("SELECT count(*) FROM company_details") == 0


async def test_the_command_says_what_to_try(runtime: Runtime) -> None:
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "stallage", "demo"],
        capture_output=True,
        text=True,
        check=True,
        env={
            **os.environ,
            "STALLAGE_DATABASE_URL": runtime.settings.database_url,
            "STALLAGE_DATA_DIR": str(runtime.settings.data_dir),
        },
    )
    for words in ("WELCOME10", "TABLE15", "KILN-2500-OAK", "KILN-5000-ASH", "/outbox", "ready"):
        assert words in done.stdout
    stored = list((runtime.settings.data_dir / "media").rglob("*.webp"))
    assert len(stored) > len(list(REAL_MEDIA.glob("*.webp"))) / 2
