"""Redirects of a file: stored, followed, taken back."""

from __future__ import annotations

from tests.admin import operator_client
from tests.moving_in.running import check, messages, outcomes, put, undo
from tests.products.factory import make_product
from tests.shop import Shop


async def test_a_shopify_file_is_imported_and_undone(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, "Lamp", slug="lamp")
    await shop.work()
    text = (
        "Redirect from,Redirect to\n"
        "/pages/old-lamp,/products/lamp\n"
        "/a,/b\n"
        "/b,/A\n"
        "/A/,/faqs\n"
        "/cart,/faqs\n"
        "/c,https://elsewhere.example/\n"
        ",/faqs\n"
    )
    async with operator_client(shop) as admin:
        run = await put(shop, admin, "redirects", text)
        assert [one[:4] for one in await messages(admin, run)] == [
            ("error", 5, "Redirect from", "/A/"),
            ("error", 6, "Redirect from", "/cart"),
            ("error", 7, "Redirect to", "https://elsewhere.example/"),
            ("error", 8, "Redirect from", ""),
        ]
        stored = {one["path"]: one for one in (await admin.get("/redirects"))["items"]}
        assert stored["/pages/old-lamp"]["title"] == "Lamp"
        # The second one would lead back, so it was refused when it was written.
        assert [*stored] == ["/a", "/pages/old-lamp"]
        moved = await shop.client.get(f"{shop.url}/pages/old-lamp")
        assert (moved.status_code, moved.headers["Location"]) == (301, "/products/lamp")

        again = await check(shop, admin, "redirects", text)
        labels = dict(await outcomes(admin, again))
        assert (labels["/pages/old-lamp"], labels["/a"]) == ("unchanged", "unchanged")

        path = f"/redirects/{stored['/a']['id']}"
        etag = {"If-Match": stored["/a"]["etag"]}
        await admin.output("PATCH", path, json={"target": "/faqs"}, headers=etag)
        preview = await undo(shop, admin, run)
        assert (preview["removed"], preview["conflicts"]) == (1, 1)
        assert [one["path"] for one in (await admin.get("/redirects"))["items"]] == ["/a"]
