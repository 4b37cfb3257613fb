"""Operators rename, merge and delete brands; filters with their old addresses keep working."""

from __future__ import annotations

import asyncio
from typing import Any

from stallage.core.db import Connection
from tests.admin import Admin, operator_client
from tests.products.factory import make_brand, make_product
from tests.shop import Shop


async def stock_brands(shop: Shop) -> dict[str, int]:
    """Two spellings of one brand, and a brand without products; return ids by name."""
    async with shop.database.transaction() as connection:
        await make_product(connection, "Bowl", slug="bowl", brand="Oak & Iron")
        await make_product(connection, "Vase", slug="vase", brand="Oak and Iron")
        names = ("Oak & Iron", "Oak and Iron", "Unused")
        ids = {name: await make_brand(connection, name) for name in names}
    await shop.work()
    return ids


async def change(admin: Admin, brand_id: int, **changes: Any) -> Any:
    path = f"/brands/{brand_id}"
    headers = {"If-Match": (await admin.get(path))["etag"]}
    return await admin.output("PATCH", path, json=changes, headers=headers)


async def titles(shop: Shop, brand: str) -> list[str]:
    listed = await shop.output("GET", "/api/products", params={"brand": brand})
    return sorted(card["title"] for card in listed["items"])


async def brand_facet(shop: Shop) -> list[tuple[str, int]]:
    listed = await shop.output("GET", "/api/products")
    (facet,) = (one for one in listed["facets"] if one["parameter"] == "brand")
    return [(one["label"], one["count"]) for one in facet["values"]]


async def name_in_rule(connection: Connection, brand_id: int) -> None:
    await connection.execute("INSERT INTO collections DEFAULT VALUES")
    await connection.execute(
        """INSERT INTO collection_pages (slug, title, collection_id, rule, updated_at)
        SELECT 'oak', 'Oak', max(id), jsonb_build_object('match', 'all', 'sort', 'newest',
            'conditions', jsonb_build_array(jsonb_build_object('field', 'brand', 'value', $1::bigint))),
            now()
        FROM collections""",
        brand_id,
    )


async def test_brands_are_listed_with_their_products(shop: Shop) -> None:
    ids = await stock_brands(shop)
    async with operator_client(shop, "read-only") as admin:
        listed = (await admin.get("/brands"))["items"]
        assert [(one["name"], one["products"]) for one in listed] == [
            ("Oak & Iron", 1),
            ("Oak and Iron", 1),
            ("Unused", 0),
        ]
        first = await admin.get("/brands?limit=2&q=oak")
        assert [one["id"] for one in first["items"]] == [ids["Oak & Iron"], ids["Oak and Iron"]]
        page = await admin.get("/brands?limit=2")
        rest = await admin.get("/brands", params={"limit": 2, "cursor": page["nextCursor"]})
        assert [one["name"] for one in rest["items"]] == ["Unused"]
        assert [one["name"] for one in (await admin.get("/brands?unused=true"))["items"]] == [
            "Unused"
        ]
        assert (await admin.get("/brands/count?unused=true"))["value"] == 1
        status, error = await admin.error("GET", "/brands/999")
        assert (status, error["code"]) == (404, "not_found")
        etag = (await admin.get(f"/brands/{ids['Unused']}"))["etag"]
        for method, path, body in (
            ("PATCH", f"/brands/{ids['Unused']}", {"name": "Used"}),
            ("POST", f"/brands/{ids['Unused']}/merge", {"intoId": ids["Oak & Iron"]}),
            ("DELETE", f"/brands/{ids['Unused']}", None),
        ):
            status, error = await admin.error(method, path, json=body, headers={"If-Match": etag})
            assert (status, error["code"]) == (403, "forbidden")


async def test_a_renamed_brand_is_found_by_its_old_slug(shop: Shop) -> None:
    ids = await stock_brands(shop)
    async with operator_client(shop, "catalogue") as admin:
        renamed = await change(
            admin, ids["Oak & Iron"], name="Oak + Iron", slug="oak-iron", description="From Wales."
        )
        assert (renamed["slug"], renamed["description"]) == ("oak-iron", "From Wales.")
        await shop.work()
        assert await titles(shop, "oak-iron") == ["Bowl"]
        assert await titles(shop, "oak-&-iron") == ["Bowl"]
        product = await shop.output("GET", "/api/products/bowl")
        assert product["brand"] == {"slug": "oak-iron", "name": "Oak + Iron"}
        # A slug that another brand gets leads there from then on.
        await change(admin, ids["Oak and Iron"], slug="oak-&-iron")
        assert await titles(shop, "oak-&-iron") == ["Vase"]

        path = f"/brands/{ids['Unused']}"
        status, error = await admin.error("PATCH", path, json={"name": "Used"})
        assert (status, error["code"]) == (428, "precondition_required")
        etag = (await admin.get(path))["etag"]
        for body, field in (
            ({"name": "OAK + IRON"}, "name"),
            ({"slug": "oak-iron"}, "slug"),
            ({"slug": "a/b"}, "slug"),
            ({"name": ""}, "name"),
        ):
            status, error = await admin.error("PATCH", path, json=body, headers={"If-Match": etag})
            assert (status, list(error["fields"])) == (422, [field])


async def test_two_operators_rename_a_brand_at_once(shop: Shop) -> None:
    ids = await stock_brands(shop)
    path = f"/brands/{ids['Unused']}"
    async with operator_client(shop) as admin, operator_client(shop) as other:
        headers = {"If-Match": (await admin.get(path))["etag"]}
        answers = await asyncio.gather(
            admin.request("PATCH", path, json={"name": "One"}, headers=headers, audited=False),
            other.request("PATCH", path, json={"name": "Two"}, headers=headers, audited=False),
        )
        assert sorted(one.status_code for one in answers) == [200, 412]
        (lost,) = (one.json()["error"] for one in answers if one.status_code == 412)
        assert lost["current"] == await admin.get(path)


async def test_two_spellings_become_one_brand(shop: Shop) -> None:
    ids = await stock_brands(shop)
    async with operator_client(shop) as admin:
        await change(admin, ids["Oak and Iron"], slug="oak-and-iron-2")
        path = f"/brands/{ids['Oak and Iron']}/merge"
        merged = await admin.post(path, json={"intoId": ids["Oak & Iron"]})
        assert (merged["name"], merged["products"]) == ("Oak & Iron", 2)
        await shop.work()
        assert await brand_facet(shop) == [("Oak & Iron", 2)]
        for slug in ("oak-&-iron", "oak-and-iron", "oak-and-iron-2"):
            assert await titles(shop, slug) == ["Bowl", "Vase"]
        (entry,) = (await admin.get("/audit?action=brand.merged"))["items"]
        assert entry["subject"]["label"] == "Oak and Iron"
        status, error = await admin.error("POST", path, json={"intoId": ids["Oak & Iron"]})
        assert (status, error["code"]) == (404, "not_found")
        path = f"/brands/{ids['Oak & Iron']}/merge"
        for into in (ids["Oak & Iron"], ids["Oak and Iron"]):
            status, error = await admin.error("POST", path, json={"intoId": into})
            assert (status, list(error["fields"])) == (422, ["intoId"])


async def test_brands_merged_into_each_other_at_once(shop: Shop) -> None:
    ids = await stock_brands(shop)
    one, other = ids["Oak & Iron"], ids["Oak and Iron"]
    async with operator_client(shop) as first, operator_client(shop) as second:
        answers = await asyncio.gather(
            first.request("POST", f"/brands/{one}/merge", json={"intoId": other}, audited=False),
            second.request("POST", f"/brands/{other}/merge", json={"intoId": one}, audited=False),
        )
        statuses = sorted(answer.status_code for answer in answers)
        # Who comes second finds no brand, or no brand to merge with.
        assert statuses in ([200, 404], [200, 422])
        assert [row["products"] for row in (await first.get("/brands?q=oak"))["items"]] == [2]


async def test_only_unused_brands_are_deleted(shop: Shop) -> None:
    ids = await stock_brands(shop)
    async with operator_client(shop, "catalogue") as admin:
        status, error = await admin.error("DELETE", f"/brands/{ids['Oak & Iron']}")
        assert (status, error["code"]) == (409, "brand_in_use")
        async with shop.database.transaction() as connection:
            await name_in_rule(connection, ids["Unused"])
        path = f"/brands/{ids['Unused']}"
        assert [one["title"] for one in (await admin.get(path))["collections"]] == ["Oak"]
        status, error = await admin.error("DELETE", path)
        assert (status, error["code"]) == (409, "brand_in_use")
        status, error = await admin.error(
            "POST", f"{path}/merge", json={"intoId": ids["Oak & Iron"]}
        )
        assert (status, error["code"]) == (409, "brand_in_use")
        async with shop.database.transaction() as connection:
            await connection.execute("DELETE FROM collection_pages")
        await admin.output("DELETE", path)
        status, _error = await admin.error("GET", path)
        assert status == 404
