"""Size guides: declared for categories, linked by product pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.declaration.errors import InvalidDeclaration
from stallage.products.actions import put_category, put_size_guide, remove_size_guide
from stallage.products.drafts import SizeGuideDraft
from tests.declaration.factory import apply, changes, declared_shop
from tests.declaration.texts import CATALOGUE
from tests.products.factory import make_product
from tests.search.waiting import wait_for_cache
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
    draft = SizeGuideDraft(
        slug=slug,
        title=title,
        introduction="Measured flat.",
        option="Size",
        unit="cm",
        columns=["Size", "Width"],
        measured=["Width"],
        rows=[["S", "40"], ["M", "45-50"]],
    )
    await put_size_guide(connection, draft)


async def read_guide_link(shop: Shop, slug: str) -> dict[str, str] | None:
    await wait_for_cache(shop)
    guide: dict[str, str] | None = (await shop.output("GET", f"/api/products/{slug}"))["sizeGuide"]
    return guide


async def test_a_category_has_its_own_guide_or_that_of_its_nearest_parent(shop: Shop) -> None:
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
    assert await read_guide_link(shop, "a") == clothes_guide
    assert await read_guide_link(shop, "b") == clothes_guide
    assert await read_guide_link(shop, "c") == {"slug": "shoes", "title": "Shoes", "option": "Size"}
    assert await read_guide_link(shop, "d") is None
    assert await read_guide_link(shop, "e") is None
    async with shop.database.transaction() as connection:
        await remove_size_guide(connection, "shoes")
    assert await read_guide_link(shop, "c") == clothes_guide


async def test_a_guide_is_cached_until_it_changes(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_guide(connection, "clothes", "Clothes")
    await wait_for_cache(shop)
    response = await shop.client.get("/api/size-guides/clothes")
    assert response.headers["cache-control"].startswith("public")
    assert response.json()["output"] == {
        "slug": "clothes",
        "title": "Clothes",
        "introduction": "Measured flat.",
        "unit": "cm",
        "columns": [{"title": "Size", "measured": False}, {"title": "Width", "measured": True}],
        "rows": [["S", "40"], ["M", "45-50"]],
    }
    async with shop.database.transaction() as connection:
        await make_guide(connection, "clothes", "Clothes of 2026")
    await wait_for_cache(shop)
    assert (await shop.output("GET", "/api/size-guides/clothes"))["title"] == "Clothes of 2026"


@pytest.mark.parametrize("slug", ["nothing", "%00", "é", "a%2Fb"])
async def test_an_unknown_guide_is_not_found(shop: Shop, slug: str) -> None:
    status, _error = await shop.error("GET", f"/api/size-guides/{slug}")
    assert status == 404


async def test_files_declare_guides_for_categories(runtime: Runtime, tmp_path: Path) -> None:
    folder = declared_shop(tmp_path / "declared")
    before = CATALOGUE[CATALOGUE.index("[[category]]") :].replace('size_guide = "mugs"\n', "")
    (folder / "catalogue.toml").write_text(before)
    await apply(runtime, folder)
    named = 'path = "table/mugs"\nsize_guide = "mugs"'
    declared = before.replace('path = "table/mugs"', named)
    (folder / "catalogue.toml").write_text(declared)
    (folder / "sizes.toml").write_text(GUIDE.replace("mugs", "cups"))
    with pytest.raises(InvalidDeclaration) as refused:
        await apply(runtime, folder)
    assert "There is no size guide mugs." in str(refused.value.problems[0])
    (folder / "sizes.toml").write_text(GUIDE)
    outcome = changes(await apply(runtime, folder))
    assert outcome["size guides"][0] == ["mugs"]
    assert outcome["categories"][1] == ["mugs (size_guide nothing → mugs)"]
    (folder / "catalogue.toml").write_text(before)
    (folder / "sizes.toml").write_text(GUIDE.replace("mugs", "cups"))
    pruned = changes(await apply(runtime, folder, prune=True))
    assert pruned["size guides"] == (["cups"], [], ["mugs"])


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('["L", "10-12"]', '["L"]', "row 2 needs 2 texts"),
        ('"10-12"', '"wide"', 'row 2: Width must be a number or a range such as "38-42"'),
        ('measured = ["Width"]', 'measured = ["Depth"]', "there is no column Depth"),
        ('unit = "cm"', "", "measured and unit must be set together"),
        (
            'columns = ["Size", "Width"]',
            'columns = ["Width", "Width"]',
            "two columns have the same name",
        ),
        ('unit = "cm"', 'unit = "mm"', "unit"),
    ],
)
async def test_invalid_tables_are_rejected(
    runtime: Runtime, tmp_path: Path, old: str, new: str, problem: str
) -> None:
    assert old in GUIDE
    (tmp_path / "shop.toml").write_text(GUIDE.replace(old, new))
    with pytest.raises(InvalidDeclaration) as refused:
        await apply(runtime, tmp_path / "shop.toml")
    assert problem in str(refused.value.problems[0])
