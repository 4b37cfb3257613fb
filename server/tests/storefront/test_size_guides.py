"""Size guides: declared for categories, named by products, read by a call of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.declaration.errors import DeclarationRefused
from stallage.products.actions import put_category, put_size_guide, remove_size_guide
from tests.declaration.factory import CATALOGUE, applied, changes, declared_shop
from tests.products.factory import make_product
from tests.search.waiting import heard
from tests.shop import Shop

GUIDE = """
[[size_guide]]
slug = "mugs"
title = "Mug sizes"
introduction = "Measured at the rim."
option = "Glaze"
unit = "cm"
columns = ["Size", "Width"]
measured = ["Width"]
rows = [["S", "8.5"], ["L", "10-12"], ["Any", ""]]
"""


async def make_guide(connection: Connection, slug: str, title: str = "Sizes") -> None:
    await put_size_guide(
        connection,
        slug=slug,
        title=title,
        introduction="Measured flat.",
        option="Size",
        unit="cm",
        columns=["Size", "Width"],
        measured=["Width"],
        rows=[["S", "40"], ["M", "45-50"]],
    )


async def guide_of(shop: Shop, slug: str) -> dict[str, str] | None:
    await heard(shop)
    guide: dict[str, str] | None = (await shop.output("GET", f"/api/products/{slug}"))["sizeGuide"]
    return guide


async def test_a_category_has_its_own_or_that_of_the_nearest_one_above(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_guide(connection, "clothes", "Clothes")
        await make_guide(connection, "shoes", "Shoes")
        clothes = await put_category(
            connection, slug="clothes", title="Clothes", size_guide="clothes"
        )
        shirts = await put_category(
            connection, slug="shirts", title="Shirts", parent_slug="clothes"
        )
        shoes = await put_category(
            connection, slug="shoes", title="Shoes", parent_slug="clothes", size_guide="shoes"
        )
        other = await put_category(connection, slug="other", title="Other")
        for slug, category in (("a", clothes), ("b", shirts), ("c", shoes), ("d", other)):
            await make_product(connection, slug=slug, category_ids=[category])
        await make_product(connection, slug="e")
    clothes_guide = {"slug": "clothes", "title": "Clothes", "option": "Size"}
    assert await guide_of(shop, "a") == clothes_guide
    assert await guide_of(shop, "b") == clothes_guide
    assert await guide_of(shop, "c") == {"slug": "shoes", "title": "Shoes", "option": "Size"}
    assert await guide_of(shop, "d") is None
    assert await guide_of(shop, "e") is None
    async with shop.database.transaction() as connection:
        await remove_size_guide(connection, "shoes")
    assert await guide_of(shop, "c") == clothes_guide


async def test_a_guide_is_public_and_new_once_it_has_changed(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_guide(connection, "clothes", "Clothes")
    await heard(shop)
    answer = await shop.client.get("/api/size-guides/clothes")
    assert answer.headers["cache-control"].startswith("public")
    assert answer.json()["output"] == {
        "slug": "clothes",
        "title": "Clothes",
        "introduction": "Measured flat.",
        "unit": "cm",
        "columns": [{"title": "Size", "measured": False}, {"title": "Width", "measured": True}],
        "rows": [["S", "40"], ["M", "45-50"]],
    }
    async with shop.database.transaction() as connection:
        await make_guide(connection, "clothes", "Clothes of 2026")
    await heard(shop)
    assert (await shop.output("GET", "/api/size-guides/clothes"))["title"] == "Clothes of 2026"


@pytest.mark.parametrize("slug", ["nothing", "%00", "é", "a%2Fb"])
async def test_a_guide_that_is_not_there_is_not_found(shop: Shop, slug: str) -> None:
    status, _error = await shop.error("GET", f"/api/size-guides/{slug}")
    assert status == 404


async def test_files_declare_guides_and_categories_name_them(
    runtime: Runtime, tmp_path: Path
) -> None:
    folder = declared_shop(tmp_path / "declared")
    before = CATALOGUE[CATALOGUE.index("[[category]]") :].replace('size_guide = "mugs"\n', "")
    (folder / "catalogue.toml").write_text(before)
    await applied(runtime, folder)
    named = 'path = "table/mugs"\nsize_guide = "mugs"'
    declared = before.replace('path = "table/mugs"', named)
    (folder / "catalogue.toml").write_text(declared)
    (folder / "sizes.toml").write_text(GUIDE.replace("mugs", "cups"))
    with pytest.raises(DeclarationRefused) as refused:
        await applied(runtime, folder)
    assert "There is no size guide mugs." in str(refused.value.problems[0])
    (folder / "sizes.toml").write_text(GUIDE)
    outcome = changes(await applied(runtime, folder))
    assert outcome["size guides"][0] == ["mugs"]
    assert outcome["categories"][1] == ["mugs (size_guide nothing → mugs)"]
    (folder / "catalogue.toml").write_text(before)
    (folder / "sizes.toml").write_text(GUIDE.replace("mugs", "cups"))
    pruned = changes(await applied(runtime, folder, prune=True))
    assert pruned["size guides"] == (["cups"], [], ["mugs"])


@pytest.mark.parametrize(
    ("wrong", "right", "said"),
    [
        ('["L", "10-12"]', '["L"]', "row 2 needs 2 texts"),
        ('"10-12"', '"wide"', 'row 2: Width must be a number or a range such as "38-42"'),
        ('measured = ["Width"]', 'measured = ["Depth"]', "there is no column Depth"),
        ('unit = "cm"', "", "measured and unit are given together"),
        ('columns = ["Size", "Width"]', 'columns = ["Width", "Width"]', "two have the same name"),
        ('unit = "cm"', 'unit = "mm"', "unit"),
    ],
)
async def test_a_table_that_cannot_be_shown_is_refused(
    runtime: Runtime, tmp_path: Path, wrong: str, right: str, said: str
) -> None:
    assert wrong in GUIDE
    (tmp_path / "shop.toml").write_text(GUIDE.replace(wrong, right))
    with pytest.raises(DeclarationRefused) as refused:
        await applied(runtime, tmp_path / "shop.toml")
    assert said in str(refused.value.problems[0])
