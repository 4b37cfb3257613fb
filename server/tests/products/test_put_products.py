"""Writing drafts into the catalogue and reading them back."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from typing import Any

import asyncpg
import pytest

from stallage.core.db import Connection, Database
from stallage.products.actions.put_products import PutResult, put_products
from stallage.products.drafts import ImageDraft, ProductDraft, SkuDraft
from stallage.products.queries.product_reader import read_catalogue, stored_products
from stallage.products.rules.merging import merge_product

OAT, ASH = "https://x.example/oat.jpg", "https://x.example/ash.jpg"
BOWL = ProductDraft(
    slug="bowl",
    title="Bowl",
    skus=(
        SkuDraft(options=("Oat",), sku="B-1", price=1000, stock=3, tracked=True, image=OAT),
        SkuDraft(options=("Ash",), sku="B-2", price=1200, stock=4, tracked=True, cost=500),
    ),
    option_names=("Glaze",),
    description_html="<p>Deep.</p>",
    summary="A bowl",
    brand="Kiln",
    product_type="Bowls",
    tags=("stoneware", "gift"),
    status="active",
    swatches={"Glaze": {"Oat": "#e2d6c1"}},
    categories=(("Table", "Bowls"), ("Gifts",)),
    attributes={"Made in": ("Portugal",), "Room": ("Kitchen", "Dining room")},
    specification=(("Height", "8 cm"), ("Width", "15 cm")),
    seo_title="Bowl, deep",
    seo_description="A deep bowl",
    images=(ImageDraft(OAT, "In oat"), ImageDraft(ASH, "In ash")),
    returnable=False,
    max_per_order=6,
    extra={"Season": "Spring"},
)
VASE = ProductDraft("vase", "Vase", (SkuDraft(price=2400, stock=1),), status="active")


async def put(connection: Connection, *drafts: ProductDraft) -> Counter[str]:
    return Counter(one.outcome for one in await put_products(connection, drafts))


async def stored(connection: Connection, slug: str = "bowl") -> ProductDraft:
    return (await stored_products(connection, [slug]))[slug].draft


async def rows(connection: Connection, table: str) -> list[dict[str, Any]]:
    return [dict(row) for row in await connection.fetch(f"SELECT * FROM {table} ORDER BY 1")]


async def by_slug(connection: Connection, column: str) -> dict[str, Any]:
    return {row["slug"]: row[column] for row in await rows(connection, "products")}


async def test_a_product_is_read_back_as_written(connection: Connection) -> None:
    assert await put(connection, BOWL, VASE) == {"created": 2}
    assert await stored(connection) == merge_product(BOWL)
    assert [product async for product in read_catalogue(connection)] == [
        merge_product(BOWL),
        merge_product(VASE),
    ]


async def test_results_are_in_the_order_of_the_drafts(connection: Connection) -> None:
    await put(connection, VASE)
    results = await put_products(connection, [BOWL, VASE])
    assert [(one.slug, one.outcome) for one in results] == [
        ("bowl", "created"),
        ("vase", "unchanged"),
    ]
    ids = await by_slug(connection, "id")
    assert {one.slug: one.product_id for one in results} == ids


@pytest.mark.parametrize("table", ["products", "skus", "product_images", "pgqueuer"])
async def test_writing_the_same_again_changes_no_row(connection: Connection, table: str) -> None:
    await put(connection, BOWL, VASE)
    before = await connection.fetch(f"SELECT ctid, xmin, * FROM {table} ORDER BY id")
    assert await put(connection, BOWL, VASE) == {"unchanged": 2}
    assert await connection.fetch(f"SELECT ctid, xmin, * FROM {table} ORDER BY id") == before


async def test_only_differences_are_written(connection: Connection) -> None:
    await put(connection, BOWL, VASE)
    before = await by_slug(connection, "updated_at")
    assert await put(connection, replace(BOWL, title="Deep bowl"), VASE) == {
        "changed": 1,
        "unchanged": 1,
    }
    after = await by_slug(connection, "updated_at")
    assert after["bowl"] > before["bowl"]
    assert after["vase"] == before["vase"]
    assert (await stored(connection)).title == "Deep bowl"


async def test_skus_keep_their_ids_and_are_never_deleted(connection: Connection) -> None:
    await put(connection, BOWL)
    oat, ash = await rows(connection, "skus")
    changed = replace(BOWL, skus=(replace(BOWL.skus[1], price=1300), SkuDraft(("Moss",), price=9)))
    await put(connection, changed)
    after = {row["id"]: row for row in await rows(connection, "skus")}
    assert len(after) == 3
    assert after[oat["id"]] == {**oat, "active": False}
    assert (after[ash["id"]]["price"], after[ash["id"]]["position"]) == (1300, 0)

    await put(connection, BOWL)
    again = {row["id"]: row for row in await rows(connection, "skus")}
    assert again[oat["id"]] == oat
    assert again[ash["id"]] == ash
    assert sorted(row["active"] for row in again.values()) == [False, True, True]


async def test_stock_is_set_if_the_draft_has_a_figure(connection: Connection) -> None:
    await put(connection, VASE)
    await connection.execute("UPDATE skus SET stock = 7, supplied = supplied + 7 - stock")
    without_stock = replace(VASE, skus=(SkuDraft(price=2400),))
    assert await put(connection, without_stock) == {"unchanged": 1}
    assert await connection.fetchval("SELECT stock FROM skus") == 7
    assert await put(connection, VASE) == {"changed": 1}
    assert await connection.fetchval("SELECT stock FROM skus") == 1


async def test_pictures_are_pending_and_keep_downloaded_files(connection: Connection) -> None:
    await put(connection, BOWL)
    oat, ash = await rows(connection, "product_images")
    assert (oat["state"], oat["path"], oat["source_url"], oat["options"]) == (
        "pending",
        None,
        OAT,
        {"Glaze": "Oat"},
    )
    await connection.execute(
        "UPDATE product_images SET state = 'ready', path = '/media/aa/a.webp' WHERE id = $1",
        oat["id"],
    )
    moved = replace(BOWL, images=(ImageDraft("/media/bb/b.webp"), ImageDraft(OAT, "Oat glaze")))
    await put(connection, moved)
    after = {row["id"]: row for row in await rows(connection, "product_images")}
    assert ash["id"] not in after
    oat_after = after[oat["id"]]
    assert (oat_after["path"], oat_after["alt"], oat_after["position"]) == (
        "/media/aa/a.webp",
        "Oat glaze",
        1,
    )
    (new,) = (row for row in after.values() if row["id"] not in (oat["id"], ash["id"]))
    assert (new["state"], new["path"], new["source_url"]) == ("ready", "/media/bb/b.webp", None)
    shown = await connection.fetchval("SELECT image_id FROM skus WHERE sku = 'B-1'")
    assert shown == oat["id"]


async def test_pending_pictures_and_changed_products_are_published(connection: Connection) -> None:
    await put(connection, BOWL, VASE)
    queued = await connection.fetch("SELECT entrypoint, payload FROM pgqueuer")
    by_name = {row["entrypoint"]: row["payload"] for row in queued}
    ids = await by_slug(connection, "id")
    assert by_name["products.fetch_pictures"] == (b'{"product_ids":[%d],"tries":0}' % ids["bowl"])
    assert b"%d,%d" % (ids["bowl"], ids["vase"]) in by_name["search.update_suggestions"]


async def test_names_are_compared_ignoring_case(connection: Connection) -> None:
    await put(connection, BOWL)
    upper_case = replace(
        VASE,
        brand="KILN",
        categories=(("TABLE", "bowls"), ("Table", "Vases")),
        attributes={"MADE IN": ("Wales",)},
    )
    await put(connection, upper_case)
    vase = await stored(connection, "vase")
    assert vase.brand == "Kiln"
    assert vase.categories == (("Table", "Bowls"), ("Table", "Vases"))
    assert vase.attributes == {"Made in": ("Wales",)}
    assert await put(connection, upper_case) == {"unchanged": 1}
    assert await connection.fetchval("SELECT count(*) FROM brands") == 1


async def test_different_names_get_different_slugs(connection: Connection) -> None:
    await put(
        connection,
        replace(VASE, slug="a", brand="A+B", categories=(("Men", "Shirts"),)),
        replace(VASE, slug="b", brand="A-B", categories=(("Women", "Shirts"),)),
        replace(VASE, slug="c", brand="🙂", categories=(("Shirts",),)),
    )
    brands = {row["slug"] for row in await rows(connection, "brands")}
    categories = {row["slug"] for row in await rows(connection, "categories")}
    assert len(brands) == 3
    assert len(categories) == 5
    assert {"men", "women", "shirts"} < categories
    assert (await stored(connection, "b")).categories == (("Women", "Shirts"),)


async def test_attributes_in_other_scripts_are_different_facets(connection: Connection) -> None:
    await put(connection, replace(VASE, attributes={"Цвет": ("Синий",), "Размер": ("М",)}))
    assert (await stored(connection, "vase")).attributes == {"Цвет": ("Синий",), "Размер": ("М",)}


async def test_cards_are_built_in_the_same_transaction(connection: Connection) -> None:
    await put(connection, BOWL, replace(VASE, status="draft"))
    cards = await by_slug(connection, "card")
    assert '"brand":"Kiln"' in cards["bowl"]
    assert cards["vase"] is None


async def test_html_is_sanitised_once(connection: Connection) -> None:
    html_source = (
        '<meta charset="utf-8"><h1>Care</h1><p onclick="x()" style="color:red">Oil <b>it</b>'
        '<script>alert(1)</script><a href="javascript:x()">here</a>'
        '<a href="https://x.example/">there</a><iframe src="https://x.example"></iframe>'
        '<img src="https://x.example/i.jpg" onerror="x()" alt="Oil">'
    )
    draft = replace(VASE, description_html=html_source)
    await put(connection, draft)
    html = (await stored(connection, "vase")).description_html
    assert html == (
        "<h2>Care</h2><p>Oil <b>it</b>"
        '<a rel="nofollow noopener noreferrer">here</a>'
        '<a href="https://x.example/" rel="nofollow noopener noreferrer">there</a>'
        '<img src="https://x.example/i.jpg" alt="Oil" loading="lazy"></p>'
    )
    assert await put(connection, draft) == {"unchanged": 1}
    assert await put(connection, replace(VASE, description_html=html)) == {"unchanged": 1}


async def test_an_incomplete_draft_deactivates_no_sku(connection: Connection) -> None:
    await put(connection, BOWL)
    await put(connection, replace(BOWL, skus=BOWL.skus[:1], complete=False))
    assert len((await stored(connection)).skus) == 2


async def test_a_source_without_options_keeps_skus_with_options(connection: Connection) -> None:
    await put(connection, BOWL, VASE)
    bare = SkuDraft()
    texts = [
        replace(VASE, title="Tall vase", skus=(bare,), supports_options=False),
        ProductDraft("bowl", "Deep bowl", (bare,), supports_options=False),
    ]
    assert await put(connection, *texts) == {"changed": 2}
    assert await stored(connection) == replace(merge_product(BOWL), title="Deep bowl")
    prices = [
        replace(VASE, skus=(SkuDraft(price=99),), supports_options=False),
        ProductDraft("bowl", "Cheap bowl", (SkuDraft(price=99),), supports_options=False),
    ]
    assert await put(connection, *prices) == {"changed": 1, "refused": 1}
    assert (await stored(connection, "vase")).skus[0].price == 99
    assert (await stored(connection)).title == "Deep bowl"


@pytest.mark.parametrize(
    ("drafts", "reason"),
    [
        ([VASE, VASE], "two drafts have the same slug"),
        ([replace(BOWL, option_names=("a", "b", "c", "d"))], "at most 3 options"),
        ([replace(BOWL, option_names=())], "one value per option"),
        ([replace(BOWL, skus=(BOWL.skus[0], replace(BOWL.skus[1], options=("oat",))))], "the same"),
    ],
)
async def test_inconsistent_drafts_are_refused(
    connection: Connection, drafts: list[ProductDraft], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        await put_products(connection, drafts)


async def test_no_drafts(connection: Connection) -> None:
    assert await put_products(connection, []) == []


async def test_concurrent_writes_create_each_product_once(database: Database) -> None:
    async def put_all() -> list[PutResult]:
        async with database.transaction() as connection:
            return await put_products(connection, [BOWL, VASE])

    outcomes = Counter(
        one.outcome
        for results in await asyncio.gather(*[put_all() for _ in range(4)])
        for one in results
    )
    assert outcomes == {"created": 2, "unchanged": 6}
    async with database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM skus") == 3


async def test_an_error_writes_nothing(database: Database) -> None:
    broken = replace(VASE, slug="broken", skus=(SkuDraft(price=-1, stock=1),))
    with pytest.raises(asyncpg.CheckViolationError, match="ck_skus_price"):
        async with database.transaction() as connection:
            await put_products(connection, [BOWL, broken])
    async with database.reading() as connection:
        for table in ("products", "skus", "product_images", "brands", "categories", "pgqueuer"):
            assert await connection.fetchval(f"SELECT count(*) FROM {table}") == 0
