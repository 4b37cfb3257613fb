"""Operators create, change, order and delete sliders; shoppers see them."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

from stallage.core import clock
from stallage.core.times import format_iso
from stallage.merchandising.actions import put_slider
from tests.admin import operator_client
from tests.products.factory import make_product
from tests.shop import Shop

PICTURE = {
    "path": f"/media/ab/{'ab' * 16}.webp",
    "alt": "A vase",
    "width": 1600,
    "height": 900,
    "colour": "#aa8866",
}


async def _shown(shop: Shop) -> list[dict[str, Any]]:
    await shop.work()
    return list((await shop.output("GET", "/api/home"))["pageItem"]["sliderList"])


async def test_a_slider_is_created_changed_and_deleted(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        vase, bowl = [await make_product(connection, title) for title in ("Vase", "Bowl")]
    async with operator_client(shop, "content") as admin:
        body = {
            "title": "Autumn",
            "subtitle": "Warm glazes",
            "callToAction": "See them",
            "image": PICTURE,
            "productIds": [bowl.id, vase.id, bowl.id, 999_999],
        }
        created = await admin.post("/sliders", json=body)
        assert (created["slug"], created["home"]) == ("autumn", "automatic")
        assert [one["title"] for one in created["products"]] == ["Bowl", "Vase"]
        twin = await admin.post("/sliders", json={"title": "Autumn"})
        assert twin["slug"] == "autumn-2"
        shown = await _shown(shop)
        assert [one["slug"] for one in shown] == ["autumn", "autumn-2"]
        assert (shown[0]["callToAction"], shown[0]["image"]) == ("See them", PICTURE)
        page = await shop.output("GET", "/api/products", params={"slider": "autumn"})
        assert [one["title"] for one in page["items"]] == ["Bowl", "Vase"]

        path, match = f"/sliders/{created['id']}", {"If-Match": created["etag"]}
        changes = {**body, "title": "Fall", "slug": "fall", "productIds": [vase.id]}
        changed = await admin.output("PUT", path, json=changes, headers=match)
        assert (changed["title"], changed["link"]) == ("Fall", "/s/collections/fall")
        assert (await admin.error("PUT", path, json=changes, headers=match))[0] == 412
        assert (await admin.error("PUT", path, json=changes))[0] == 428
        taken = {**body, "slug": "autumn-2"}
        status, error = await admin.error(
            "PUT", path, json=taken, headers={"If-Match": changed["etag"]}
        )
        assert (status, [*error["fields"]]) == (422, ["slug"])
        await shop.work()
        moved = await shop.client.get(f"{shop.url}/s/collections/autumn")
        assert (moved.status_code, moved.headers["Location"]) == (301, "/s/collections/fall")

        await admin.output("DELETE", path)
        assert [one["slug"] for one in await _shown(shop)] == ["autumn-2"]
        assert (await shop.client.get(f"{shop.url}/s/collections/fall")).status_code == 410
        assert (await admin.error("DELETE", path))[0] == 404
        assert (await admin.error("GET", path))[0] == 404
        async with shop.database.reading() as connection:
            assert await connection.fetchval("SELECT count(*) FROM collections") == 1


async def test_sliders_are_ordered_without_a_conflict_for_those_who_edit_one(shop: Shop) -> None:
    async with operator_client(shop, "content") as admin:
        first, second, third = [
            await admin.post("/sliders", json={"title": title}) for title in ("One", "Two", "Three")
        ]
        order = [third["id"], first["id"], second["id"]]
        before = await admin.get("/sliders")
        assert [one["title"] for one in before["items"]] == ["One", "Two", "Three"]
        match = {"If-Match": before["etag"]}
        after = await admin.output("PUT", "/sliders/order", json={"ids": order}, headers=match)
        assert [one["title"] for one in after["items"]] == ["Three", "One", "Two"]
        assert [one["title"] for one in await _shown(shop)] == ["Three", "One", "Two"]
        assert (await admin.error("PUT", "/sliders/order", json={"ids": order}, headers=match))[
            0
        ] == 412
        match = {"If-Match": after["etag"]}
        for ids in ([], order[:2], [*order, 999], [order[0], order[0], order[1]]):
            status, error = await admin.error(
                "PUT", "/sliders/order", json={"ids": ids}, headers=match
            )
            assert (status, [*error["fields"]]) == (422, ["ids"]), ids
        # The place is not part of the version of a slider.
        path = f"/sliders/{first['id']}"
        match = {"If-Match": first["etag"]}
        await admin.output("PUT", path, json={"title": "1"}, headers=match)


async def test_bad_input_is_refused_in_the_envelope(shop: Shop) -> None:
    now = clock.now()
    bad: tuple[tuple[dict[str, Any], str], ...] = (
        ({}, "title"),
        ({"title": " "}, "title"),
        ({"title": "A", "slug": "a/b"}, "slug"),
        ({"title": "A", "image": {**PICTURE, "path": "https://example.org/a.webp"}}, "image"),
        ({"title": "A", "callToAction": "a" * 61}, "callToAction"),
        ({"title": "A", "productIds": ["1"]}, "productIds.0"),
    )
    async with operator_client(shop, "content") as admin:
        for body, field in bad:
            status, error = await admin.error("POST", "/sliders", json=body)
            assert (status, error["code"]) == (422, "invalid_fields"), body
            assert field in error["fields"], (body, error["fields"])
        schedule = {
            "title": "A",
            "startsAt": format_iso(now),
            "endsAt": format_iso(now - timedelta(hours=1)),
        }
        assert (await admin.error("POST", "/sliders", json=schedule))[0] == 422
        assert (await admin.get("/sliders"))["items"] == []
    async with operator_client(shop, "read-only") as reader:
        assert (await reader.get("/sliders"))["items"] == []
        assert (await reader.error("POST", "/sliders", json={"title": "A"}))[0] == 403
    async with operator_client(shop, "support") as stranger:
        assert (await stranger.error("GET", "/sliders"))[0] == 403


async def test_of_two_who_save_at_once_one_is_refused(shop: Shop) -> None:
    async with operator_client(shop, "content") as admin:
        slider = await admin.post("/sliders", json={"title": "One"})
        match = {"If-Match": slider["etag"]}
        answers = await asyncio.gather(
            *(
                admin.request(
                    "PUT",
                    f"/sliders/{slider['id']}",
                    json={"title": title},
                    headers=match,
                    audited=False,
                )
                for title in ("Two", "Three")
            )
        )
        assert sorted(one.status_code for one in answers) == [200, 412]
        created = await asyncio.gather(
            *(
                admin.request("POST", "/sliders", json={"title": "Twin"}, audited=False)
                for _ in range(3)
            )
        )
        assert [one.status_code for one in created] == [201, 201, 201]
        assert [one["slug"] for one in (await admin.get("/sliders"))["items"]] == [
            "one",
            "twin",
            "twin-2",
            "twin-3",
        ]


async def test_the_list_tells_whether_the_home_page_shows_sliders(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await put_slider(connection, slug="hero", title="Hero", product_slugs=[])
    async with operator_client(shop, "content") as admin:
        for sections, place in (
            ([], "absent"),
            ([{"kind": "sliders", "id": "a", "hidden": True}], "absent"),
            ([{"kind": "sliders", "id": "a"}], "placed"),
            (None, "automatic"),
        ):
            etag = (await admin.get("/layouts/home"))["etag"]
            await admin.output(
                "PUT", "/layouts/home", json={"sections": sections}, headers={"If-Match": etag}
            )
            assert (await admin.get("/sliders"))["home"] == place
