"""Operators name, order and hide the filters of lists, and order their values."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.admin import Admin, operator_client
from tests.products.factory import SkuSpec, make_product
from tests.search.waiting import wait_for_cache, work_and_wait
from tests.shop import Shop

SIZES = [SkuSpec(options=("L",)), SkuSpec(options=("S",)), SkuSpec(options=("M",))]


async def stock_filters(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await connection.execute(
            "INSERT INTO attributes (name, label, position, kind, unit)"
            " VALUES ('material', 'Material', 1, 'text', ''), ('height', 'Height', 2, 'number', 'cm')"
        )
        await make_product(
            connection,
            "Shirt",
            slug="shirt",
            option_names=["Size"],
            skus=SIZES,
            attributes={"material": ["Linen"], "height": ["9"]},
        )
        await make_product(
            connection, "Cap", slug="cap", option_names=["Size"], skus=[SkuSpec(options=("L",))]
        )
    await work_and_wait(shop)


async def facets(shop: Shop) -> dict[str, list[str]]:
    await wait_for_cache(shop)
    listed = await shop.output("GET", "/api/products")
    return {
        one["label"]: [value["value"] for value in one["values"]]
        for one in listed["facets"]
        if one["parameter"].startswith("attr.")
    }


def item(name: str, label: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, "label": label, **fields}


async def save(admin: Admin, *items: dict[str, Any]) -> Any:
    headers = {"If-Match": (await admin.get("/filters"))["etag"]}
    return await admin.output("PUT", "/filters", json={"items": list(items)}, headers=headers)


async def test_filters_are_named_ordered_and_hidden(shop: Shop) -> None:
    await stock_filters(shop)
    assert await facets(shop) == {"Material": ["Linen"], "Height": ["9"], "Size": ["L", "M", "S"]}
    async with operator_client(shop, "catalogue") as admin:
        listed = (await admin.get("/filters"))["items"]
        assert [one["name"] for one in listed] == ["material", "height", "size"]
        assert listed[2]["values"][0] == {"value": "L", "products": 2}
        saved = await save(
            admin,
            item("size", "Your size", valueOrder=["S", "M", "S"]),
            item("height", "Height", hidden=True),
        )
        assert [one["name"] for one in saved["items"]] == ["size", "height", "material"]
        assert [one["value"] for one in saved["items"][0]["values"]] == ["S", "M", "L"]
        assert saved["items"][0]["valueOrder"] == ["S", "M"]
        assert await facets(shop) == {"Your size": ["S", "M", "L"], "Material": ["Linen"]}
        # What hides a filter keeps its kind, its links and what product pages show.
        async with shop.database.reading() as connection:
            row = await connection.fetchrow(
                "SELECT kind, unit FROM attributes WHERE name = 'height'"
            )
        assert tuple(row or ()) == ("number", "cm")
        narrowed = await shop.output("GET", "/api/products", params={"attr.height": "9"})
        assert [card["title"] for card in narrowed["items"]] == ["Shirt"]
    async with operator_client(shop) as owner:
        (entry,) = (await owner.get("/audit?action=filters.changed"))["items"]
        shown = await owner.get(f"/audit/{entry['id']}")
        assert shown["after"]["filters"] == ["Your size: S, M", "Height (hidden)", "Material"]


async def test_options_are_not_stored_until_they_are_arranged(shop: Shop) -> None:
    await stock_filters(shop)
    async with operator_client(shop, "catalogue") as admin:

        async def offered() -> list[str]:
            return [one["name"] for one in (await admin.get("/collections/choices"))["attributes"]]

        usual = item("size", "Size")
        saved = await save(admin, item("height", "Height"), item("material", "Stuff"), usual)
        assert [one["name"] for one in saved["items"]] == ["height", "material", "size"]
        assert await offered() == ["height", "material"]
        await save(admin, item("height", "Height"), usual, item("material", "Stuff"))
        assert await offered() == ["height", "size", "material"]


async def test_a_renamed_filter_is_the_same_attribute(shop: Shop) -> None:
    await stock_filters(shop)
    async with operator_client(shop, "catalogue") as admin:
        await save(admin, item("material", "Made of"))
        async with shop.database.reading() as connection:
            product_id = await connection.fetchval("SELECT id FROM products WHERE slug = 'shirt'")
        product = await admin.get(f"/products/{product_id}")
        assert {one["label"] for one in product["attributes"]} == {"Made of", "Height"}


@pytest.mark.parametrize(
    ("items", "field"),
    [
        ([item("nothing", "Nothing")], "items.0.name"),
        ([item("size", "Size"), item("size", "Other")], "items.1.name"),
        ([item("size", "MATERIAL")], "items.0.label"),
        ([item("size", "One"), item("material", "one")], "items.1.label"),
        ([item("size", "")], "items.0.label"),
        ([item("size", "Size", valueOrder=[""])], "items.0.valueOrder.0"),
    ],
)
async def test_bad_filters_are_refused(shop: Shop, items: list[dict[str, Any]], field: str) -> None:
    await stock_filters(shop)
    async with operator_client(shop, "catalogue") as admin:
        etag = (await admin.get("/filters"))["etag"]
        status, error = await admin.error(
            "PUT", "/filters", json={"items": items}, headers={"If-Match": etag}
        )
        assert (status, list(error["fields"])) == (422, [field])
        status, error = await admin.error("PUT", "/filters", json={"items": []})
        assert (status, error["code"]) == (428, "precondition_required")
    async with operator_client(shop, "read-only") as admin:
        status, error = await admin.error("PUT", "/filters", json={"items": []})
        assert (status, error["code"]) == (403, "forbidden")


async def test_two_operators_order_filters_at_once(shop: Shop) -> None:
    await stock_filters(shop)
    async with operator_client(shop) as admin, operator_client(shop) as other:
        headers = {"If-Match": (await admin.get("/filters"))["etag"]}
        bodies = [{"items": [item("size", label)]} for label in ("One", "Two")]
        answers = await asyncio.gather(
            *(
                one.request("PUT", "/filters", json=body, headers=headers, audited=False)
                for one, body in zip((admin, other), bodies, strict=True)
            )
        )
        assert sorted(answer.status_code for answer in answers) == [200, 412]
        (lost,) = (one.json()["error"] for one in answers if one.status_code == 412)
        assert lost["current"] == await admin.get("/filters")
