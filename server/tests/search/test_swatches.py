"""Colours of the values of facets."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from typing import Any

import pytest

from stallage.core.db import Connection
from stallage.products.actions import refresh_products
from stallage.products.actions.put_products import put_products
from stallage.products.actions.removal import delete_product
from stallage.products.drafts import ProductDraft, SkuDraft
from stallage.products.queries.swatches import read_swatches
from stallage.search.cache.catalog_cache import CatalogCache
from tests.products.factory import CreatedProduct, SkuSpec, make_product
from tests.search.waiting import wait_for_cache, work_and_wait
from tests.shop import Shop

GREEN, OLIVE, RED = "#23483c", "#6d7a5c", "#94503d"

ALL_OF_PRODUCTS = """
    SELECT o.key AS option, lower(v.key) AS value, lower(v.value) AS colour, count(*) AS products
    FROM products p, jsonb_each(p.swatches) o, jsonb_each_text(o.value) v
    WHERE p.card IS NOT NULL GROUP BY 1, 2, 3
"""
COUNTED = """
    SELECT option, value, colour, sum(products)::bigint AS products FROM swatch_counts
    GROUP BY 1, 2, 3 HAVING sum(products) <> 0
"""


async def make_coloured(connection: Connection, **colours: str) -> CreatedProduct:
    """Create a product with a glaze for each colour, by the glaze's name."""
    return await make_product(
        connection,
        option_names=["Glaze"],
        skus=[SkuSpec((name,)) for name in colours],
        swatches={"Glaze": colours},
    )


async def glazes(shop: Shop, path: str = "/api/products") -> list[dict[str, Any]]:
    output = await shop.output("GET", path)
    facets = output.get("facets", [output])
    [facet] = [one for one in facets if one["parameter"] == "attr.glaze"]
    values: list[dict[str, Any]] = facet["values"]
    return values


async def swatches_of(shop: Shop, path: str = "/api/products") -> dict[str, str | None]:
    return {one["value"]: one.get("swatch") for one in await glazes(shop, path)}


async def recolour(shop: Shop, product: CreatedProduct, **colours: str) -> None:
    """Change the colours of a product as an import does."""
    async with shop.database.transaction() as connection:
        draft = ProductDraft(
            product.slug,
            "Everyday bowl",
            tuple(SkuDraft((name,)) for name in colours),
            option_names=("Glaze",),
            swatches={"Glaze": colours},
        )
        [result] = await put_products(connection, [draft])
        assert result.outcome == "changed"


async def test_values_have_the_most_frequent_colour(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_coloured(connection, Moss=GREEN)
        for _ in range(2):
            await make_coloured(connection, Moss=OLIVE, Rust=RED)
        await make_product(
            connection,
            option_names=["Glaze"],
            skus=[SkuSpec(("Clear",))],
            attributes={"wood": ["Oak"]},
        )
    await work_and_wait(shop)
    assert await glazes(shop) == [
        {"value": "Moss", "label": "Moss", "count": 3, "swatch": OLIVE},
        {"value": "Rust", "label": "Rust", "count": 2, "swatch": RED},
        {"value": "Clear", "label": "Clear", "count": 1},
    ]
    found = await swatches_of(shop, "/api/facet-values?facet=attr.glaze&text=r")
    assert found == {"Rust": RED, "Clear": None}
    filtered = await glazes(shop, "/api/products?attr.glaze=Rust")
    assert filtered == await glazes(shop)
    for facet in (await shop.output("GET", "/api/products"))["facets"]:
        if facet["parameter"] != "attr.glaze":
            assert all("swatch" not in value for value in facet["values"])


async def test_spellings_share_a_colour(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_coloured(connection, MOSS=GREEN.upper())
        await make_product(connection, option_names=["glaze"], skus=[SkuSpec(("moss",))])
        for name in ("Straße", "STRASSE"):
            await make_coloured(connection, **{name: RED})
    await work_and_wait(shop)
    assert await swatches_of(shop) == {"MOSS": GREEN, "moss": GREEN, "Straße": RED, "STRASSE": RED}


async def test_equally_frequent_colours_are_chosen_in_order(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        for colour in (RED, GREEN):
            await make_coloured(connection, Moss=colour)
    await work_and_wait(shop)
    assert await swatches_of(shop) == {"Moss": GREEN}


async def test_a_changed_colour_shows_without_jobs(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        bowl = await make_coloured(connection, Moss=GREEN, Rust=RED)
    await work_and_wait(shop)
    assert await swatches_of(shop) == {"Moss": GREEN, "Rust": RED}
    await recolour(shop, bowl, Moss=OLIVE, Rust=RED)
    # The notification of the database is enough: no job has run, and no cache has expired.
    await wait_for_cache(shop)
    assert await swatches_of(shop) == {"Moss": OLIVE, "Rust": RED}


async def test_products_that_are_not_on_sale_do_not_count(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        hidden = [await make_coloured(connection, Moss=GREEN) for _ in range(3)]
        await make_coloured(connection, Moss=OLIVE)
    await work_and_wait(shop)
    assert await swatches_of(shop) == {"Moss": GREEN}
    async with shop.database.transaction() as connection:
        ids = [product.id for product in hidden[:2]]
        await connection.execute("UPDATE products SET status = 'draft' WHERE id = ANY($1)", ids)
        await refresh_products(connection, ids)
        await delete_product(connection, hidden[2].id)
    await work_and_wait(shop)
    assert await swatches_of(shop) == {"Moss": OLIVE}


async def test_changes_that_show_the_same_colours_expire_nothing(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_coloured(connection, Moss=GREEN)
    await work_and_wait(shop)
    cache: CatalogCache = shop.runtime.services["catalog"]
    before = await cache.names()
    since = cache.last_change()
    async with shop.database.transaction() as connection:
        await make_coloured(connection, Moss=GREEN)
    await wait_for_cache(shop)
    assert "swatches" in cache.recent_notifications
    assert not cache.has_changed(["something else"], since)
    assert await cache.names() is before


async def test_counts_equal_those_of_the_products(shop: Shop) -> None:
    chance = random.Random(5)
    products: list[CreatedProduct] = []
    for _ in range(60):
        async with shop.database.transaction() as connection:
            picked = chance.sample(("Moss", "Rust", "Sand"), chance.randint(1, 3))
            colours = {name: chance.choice((GREEN, OLIVE, RED)) for name in picked}
            match chance.choice(("new", "new", "recolour", "hide", "show", "delete")):
                case "new":
                    products.append(await make_coloured(connection, **colours))
                case "recolour":
                    ids = [one.id for one in chance.sample(products, len(products) // 2)]
                    await connection.execute(
                        "UPDATE products SET swatches = $2 WHERE id = ANY($1)",
                        ids,
                        {"Glaze": colours},
                    )
                case "delete" if products:
                    await delete_product(connection, products.pop().id)
                case status:
                    ids = [one.id for one in products[:3]]
                    await connection.execute(
                        "UPDATE products SET status = $2 WHERE id = ANY($1)",
                        ids,
                        "active" if status == "show" else "draft",
                    )
                    await refresh_products(connection, ids)
    async with shop.database.reading() as connection:
        expected = set(map(tuple, await connection.fetch(ALL_OF_PRODUCTS)))
        assert set(map(tuple, await connection.fetch(COUNTED))) == expected != set()
        rows = await connection.fetchval("SELECT count(*) FROM swatch_counts")
        assert rows == len(expected), "one row for each colour"


async def test_concurrent_changes_do_not_wait_and_count(shop: Shop) -> None:
    """Two transactions change the same colours in opposite order, and then all rows are merged."""
    async with shop.database.transaction() as connection:
        for _ in range(2):
            await make_coloured(connection, Moss=GREEN, Rust=RED)
    async with shop.database.transaction() as first, shop.database.transaction() as second:
        await make_coloured(first, Moss=GREEN)
        await make_coloured(second, Rust=RED)
        await make_coloured(second, Moss=GREEN)
        await make_coloured(first, Rust=RED)
    counts: Counter[tuple[str, str]] = Counter()
    rows: defaultdict[tuple[str, str], int] = defaultdict(int)
    async with shop.database.transaction() as connection:
        for row in await connection.fetch("SELECT * FROM swatch_counts"):
            counts[row["value"], row["colour"]] += row["products"]
            rows[row["value"], row["colour"]] += 1
        assert counts == {("moss", GREEN): 4, ("rust", RED): 4}
        assert max(rows.values()) > 1
        await make_coloured(connection, Moss=GREEN, Rust=RED)
        after = await connection.fetch("SELECT value, products FROM swatch_counts ORDER BY 1")
    assert [tuple(row) for row in after] == [("moss", 5), ("rust", 5)]


@pytest.mark.parametrize("name", ["Farbe", "Größe & Schnitt"])
async def test_options_are_found_by_the_name_of_their_facet(shop: Shop, name: str) -> None:
    async with shop.database.transaction() as connection:
        await make_product(
            connection,
            option_names=[name],
            skus=[SkuSpec(("Moos",))],
            swatches={name: {"Moos": GREEN}},
        )
        found = await read_swatches(connection)
    assert list(found.values()) == [{"moos": GREEN}]
    await work_and_wait(shop)
    facets = (await shop.output("GET", "/api/products"))["facets"]
    [facet] = [one for one in facets if one["parameter"] in {f"attr.{key}" for key in found}]
    assert facet["values"][0]["swatch"] == GREEN
