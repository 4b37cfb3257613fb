"""The product editor: what it creates and changes, what it refuses, and what shoppers see of it."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from stallage.core import clock
from stallage.product_changes.jobs import publish_scheduled
from tests.admin import operator_client
from tests.checkout.factory import stock_of
from tests.product_changes.editor import as_input, create, product, refused, save, variant
from tests.products.factory import make_category
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop
from tests.uploads.test_upload import picture


async def page(shop: Shop, slug: str) -> tuple[int, dict[str, object]]:
    """Return status and content of a product page."""
    response = await shop.client.get(f"/api/products/{slug}")
    return response.status_code, response.json().get("output") or {}


async def test_a_new_product_is_in_the_shop_with_all_that_was_entered(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec("Bowl"))
    async with shop.database.transaction() as connection:
        decor = await make_category(connection, "Decor")
        vases = await make_category(connection, "Vases", parent_id=decor)
    stored = await asyncio.to_thread(shop.runtime.media.store, picture())
    async with operator_client(shop) as admin:
        record = await create(
            admin,
            brand="Kiln",
            categories=[vases],
            tags=["new"],
            descriptionHtml="<p>Tall</p><script>bad()</script>",
            attributes=[
                {"label": "Height", "values": ["30"], "kind": "number", "unit": "cm"},
                {"label": "Dishwasher", "values": ["true"], "kind": "boolean"},
            ],
            specification=[{"name": "Made in", "value": "Portugal"}],
            swatches={"Size": {"Small": "#cfb997"}},
            pictures=[
                {
                    "src": stored.path,
                    "alt": "Front",
                    "focusX": 30,
                    "focusY": 70,
                    "width": stored.width,
                    "height": stored.height,
                    "colour": stored.colour,
                    "preview": stored.preview,
                    "options": {"Size": "Small"},
                }
            ],
            related=[bowl.id],
            maxPerOrder=3,
            seoTitle="Vase",
        )
        assert record["slug"] == "tall-vase"
        assert record["categories"] == [{"id": vases, "path": ["Decor", "Vases"]}]
        assert record["descriptionHtml"] == "<p>Tall</p>"
        assert [one["values"] for one in record["attributes"]] == [["30 cm"], ["Yes"]]
        assert [one["stock"] for one in record["variants"]] == [5, 2]
        assert (record["pictures"][0]["focusX"], record["pictures"][0]["focusY"]) == (30, 70)
        assert await admin.get(f"/products/{record['id']}") == record
        choices = await admin.get("/products/choices")
        assert {"label": "Height", "kind": "number", "unit": "cm"} in choices["attributes"]
        assert [one["title"] for one in await admin.get("/products/matches?q=TALL")] == [
            "Tall vase"
        ]
    await shop.work()
    status, shown = await page(shop, "tall-vase")
    assert status == 200
    assert [one["slug"] for one in shown["related"]] == [bowl.slug]  # type: ignore[attr-defined]
    assert [one["preview"] for one in shown["images"]] == [stored.preview]  # type: ignore[attr-defined]


async def test_variants_keep_their_stock_and_ids_whatever_is_renamed(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        record = await create(admin)
        small, large = record["variants"]
        changed = await save(
            admin,
            record,
            slug="vase",
            optionNames=["Size", "Glaze"],
            variants=[
                # They exchange their names.
                {**small, "options": ["Large", "Sand"]},
                {**large, "options": ["Small", "Sand"], "price": 4100},
                variant("Small", "Moss", stock={"level": 4}),
            ],
        )
        assert [one["id"] for one in changed["variants"]][:2] == [small["id"], large["id"]]
        assert [one["stock"] for one in changed["variants"]] == [5, 2, 4]
        assert [one["price"] for one in changed["variants"]] == [2500, 4100, 2500]
        rest = await save(admin, changed, variants=changed["variants"][1:])
        assert [one["options"] for one in rest["retired"]] == [["Large", "Sand"]]
        assert (await save(admin, rest, audited=False))["etag"] == rest["etag"]
    assert (await page(shop, "vase"))[0] == 200
    old = await shop.client.get("/products/tall-vase")
    assert (old.status_code, old.headers["Location"]) == (301, "/products/vase")


async def test_stock_is_counted_against_what_the_operator_saw(shop: Shop) -> None:
    async with operator_client(shop) as admin, operator_client(shop, "marketing") as marketing:
        record = await create(admin)
        small, large = record["variants"]
        counted = await save(
            admin,
            record,
            variants=[{**small, "stock": {"before": 5, "level": 8}}, large],
            stockReason="Count",
        )
        assert [one["stock"] for one in counted["variants"]] == [8, 2]
        assert counted["etag"] == record["etag"]
        status, error = await refused(
            admin, record, variants=[{**small, "stock": {"before": 5, "level": 9}}, large]
        )
        assert (status, error["code"]) == (409, "stock_moved")
        assert error["levels"] == {str(small["id"]): 8}
        body = as_input(record)
        status, _ = await marketing.error("PUT", f"/products/{record['id']}", key="no", json=body)
        assert status == 403
    assert await stock_of(shop, small["id"]) == 8


async def test_what_does_not_fit_is_refused_at_its_field(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        other = await create(admin, title="Other")
        record = await create(admin)
        small, large = record["variants"]
        bad = {
            "slug": {"slug": other["slug"]},
            "optionNames": {
                "optionNames": ["Size", "size"],
                "variants": [variant("a", "b")],
            },
            "variants.1.options": {"variants": [small, {**large, "options": ["SMALL"]}]},
            "variants.0.id": {"variants": [{**small, "id": other["variants"][0]["id"]}]},
            "variants.0.compareAtPrice": {"variants": [{**small, "compareAtPrice": 100}]},
            "pictures.0.src": {"pictures": [{"src": "http://127.0.0.1/x.png"}]},
            "categories": {"categories": [999]},
            "related": {"related": [999]},
            "tags": {"tags": ["a,b"]},
            "attributes.0.values": {
                "attributes": [{"label": "Height", "values": ["tall"], "kind": "number"}]
            },
            "unpublishAt": {
                "publishAt": "2026-03-02T00:00:00Z",
                "unpublishAt": "2026-03-01T00:00:00Z",
            },
            "giftCard.maximum": {"giftCard": {"minimum": 500, "maximum": 0, "months": 0}},
        }
        for field, changes in bad.items():
            status, error = await refused(admin, record, **changes)
            assert (status, list(error["fields"])) == (422, [field]), (field, error)
        assert (await admin.get(f"/products/{record['id']}"))["etag"] == record["etag"]


async def test_one_of_two_edits_wins_and_the_other_sees_it(shop: Shop) -> None:
    async with operator_client(shop) as admin, operator_client(shop) as other:
        record = await create(admin)
        path, headers = f"/products/{record['id']}", {"If-Match": record["etag"]}
        first, second = await asyncio.gather(
            admin.request(
                "PUT",
                path,
                key="a",
                json=as_input(record, title="A"),
                headers=headers,
                audited=False,
            ),
            other.request(
                "PUT",
                path,
                key="b",
                json=as_input(record, title="B"),
                headers=headers,
                audited=False,
            ),
        )
        assert sorted((first.status_code, second.status_code)) == [200, 412]
        loser = first if first.status_code == 412 else second
        error = loser.json()["error"]
        assert error["current"]["title"] in ("A", "B")
        status, missing = await admin.error("PUT", path, key="c", json=as_input(record))
        assert (status, missing["code"]) == (428, "precondition_required")
        # The same key again changes nothing and answers with the product as it is.
        body = product("Once")
        once = await admin.post("/products", key="once", json=body)
        assert (await admin.post("/products", key="once", json=body))["id"] == once["id"]


async def test_a_version_can_be_restored_without_its_stock(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        record = await create(admin)
        small, large = record["variants"]
        changed = await save(
            admin,
            record,
            title="New name",
            attributes=[{"label": "Room", "values": ["Hall"]}],
            variants=[{**large, "options": ["Big"], "stock": {"before": 2, "level": 7}}],
        )
        path = f"/products/{record['id']}/versions"
        versions = (await admin.get(path))["items"]
        assert [one["number"] for one in versions] == [2, 1]
        assert sorted(versions[0]["fields"]) == ["attributes", "title", "variants"]
        details = await admin.get(f"{path}/1")
        assert ("title", "Tall vase", "New name") in {
            (one["field"], one["then"], one["now"]) for one in details["differences"]
        }
        headers = {"If-Match": changed["etag"]}
        restored = await admin.post(f"{path}/1/restore", headers=headers)
        assert (restored["title"], restored["attributes"]) == ("Tall vase", [])
        assert [(one["id"], one["options"], one["stock"]) for one in restored["variants"]] == [
            (small["id"], ["Small"], 5),
            (large["id"], ["Large"], 7),
        ]
        assert restored["etag"] == record["etag"]
        assert (await admin.get(path))["items"][0]["restored"] == 1
        status, _ = await admin.error("POST", f"{path}/1/restore", headers={"If-Match": '"old"'})
        assert status == 412
        assert (await admin.error("GET", f"{path}/99"))[0] == 404


async def test_channels_decide_where_a_product_is_offered(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        record = await create(admin)
        await shop.work()
        feed = (await shop.client.get("/feeds/google.xml")).text
        assert "tall-vase" in feed
        hidden = await save(admin, record, channels=["online_store"])
        await shop.work()
        assert "tall-vase" not in (await shop.client.get("/feeds/google.xml")).text
        assert "tall-vase" not in (await shop.client.get("/sitemap.xml")).text
        status, shown = await page(shop, "tall-vase")
        assert status == 200
        assert "noindex" in str(shown["dmContent"])
        await save(admin, hidden, channels=["product_feed"])
        await shop.work()
        assert (await page(shop, "tall-vase"))[0] == 404


async def test_a_product_appears_and_disappears_when_planned(shop: Shop) -> None:
    soon, later = clock.now() + timedelta(hours=1), clock.now() + timedelta(hours=2)
    async with operator_client(shop) as admin:
        record = await create(
            admin, status="draft", publishAt=soon.isoformat(), unpublishAt=later.isoformat()
        )
        path = f"/products/{record['id']}"
        await publish_scheduled(shop.runtime)
        assert (await admin.get(path))["status"] == "draft"
        with clock.shift(timedelta(minutes=61)):
            await publish_scheduled(shop.runtime)
        shown = await admin.get(path)
        assert (shown["status"], shown["publishAt"]) == ("active", None)
        with clock.shift(timedelta(minutes=121)):
            await publish_scheduled(shop.runtime)
        ended = await admin.get(path)
        assert (ended["status"], ended["unpublishAt"]) == ("archived", None)
        assert [one["author"] for one in (await admin.get(f"{path}/versions"))["items"]][:2] == [
            None,
            None,
        ]


async def test_a_picture_is_cut_into_a_new_one(shop: Shop) -> None:
    stored = await asyncio.to_thread(shop.runtime.media.store, picture(size=(200, 100)))
    part = {"path": stored.path, "left": 25, "top": 0, "width": 50, "height": 100}
    async with operator_client(shop) as admin:
        cut = await admin.post("/products/pictures/crop", json=part)
        assert (cut["width"], cut["height"]) == (100, 100)
        assert cut["path"] != stored.path
        assert (await shop.client.get(cut["path"])).status_code == 200
        for bad in ({**part, "path": "/media/00/none.webp"}, {**part, "width": 1}):
            status, error = await admin.error("POST", "/products/pictures/crop", json=bad)
            assert (status, error["code"]) == (422, "invalid_crop")
