"""Operators let a search lead to a page of the shop."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from stallage.head.pages import visited_head
from stallage.search.rules import is_redirect_target
from stallage.search.startup import write_searches
from stallage.shell.headers import redirect_headers
from tests.admin import Admin, operator_client
from tests.products.factory import make_category, make_product, make_sale, make_slider
from tests.search.waiting import wait_for_cache, work_and_wait
from tests.shop import Shop

RETURNS = {"phrase": "Returns & Exchange", "target": "/return-and-exchange"}


async def add(admin: Admin, **fields: Any) -> Any:
    """Add a redirect."""
    return await admin.output("POST", "/search-redirects", json={**RETURNS, **fields})


async def redirect(shop: Shop, query: str) -> Any:
    """Return where a list leads."""
    await wait_for_cache(shop)
    return (await shop.output("GET", f"/api/products?{query}"))["redirect"]


async def test_a_search_leads_to_a_page_at_once(shop: Shop) -> None:
    assert await redirect(shop, "q=returns") is None
    async with operator_client(shop, "catalogue") as admin:
        added = await add(admin, phrase="Rétürns")
        for query in ("q=returns", "q=RETURNS!", "q=+r%C3%A9turns+", "q=returns&utm_source=x"):
            assert await redirect(shop, query) == "/return-and-exchange", query
        for query in (
            "q=return",
            "q=returns+please",
            "q=returns&page=2",
            "q=returns&inStock=true",
            "q=returns&sort=price",
            "q=returns&literal=true",
            "sort=price",
            "q=!",
        ):
            assert await redirect(shop, query) is None, query
        path, headers = f"/search-redirects/{added['id']}", {"If-Match": added["etag"]}
        body = {"phrase": "returns", "target": "/faqs?topic=1#top"}
        await admin.output("PUT", path, json=body, headers=headers)
        assert await redirect(shop, "q=returns") == "/faqs?topic=1#top"
        await admin.output("DELETE", path)
    assert await redirect(shop, "q=returns") is None


async def test_the_page_of_the_search_redirects_without_being_stored(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        await add(admin, phrase="returns")
    await wait_for_cache(shop)
    visits = (
        ("/search?q=Returns", 302),
        ("/search?q=returns&utm_source=x", 302),
        ("/search?q=returns&page=2", 200),
        ("/search?q=returns&literal=true", 200),
        ("/search?q=return", 200),
        ("/search", 200),
    )
    for url, status in visits:
        found = await visited_head(shop.runtime, shop.runtime.services["catalog"], url)
        target = "/return-and-exchange" if status == 302 else None
        assert (found.status, found.moved_to) == (status, target), url
    assert redirect_headers("/faqs", "q=returns", 302) == {
        "Location": "/faqs",
        "Cache-Control": "no-store",
    }
    # The client follows the list, so that only one of both navigates.
    head = await shop.client.get("/api/head", params={"path": "/search?q=Returns"})
    assert head.status_code == 200


@pytest.mark.parametrize(
    ("target", "allowed"),
    [
        ("/faqs", True),
        ("/products/vase?sku=3#reviews", True),
        ("/c/collections/bowls/", True),
        ("/", True),
        ("//elsewhere.example", False),
        ("/\\elsewhere.example", False),
        ("/%5Celsewhere.example", False),
        ("https://elsewhere.example/faqs", False),
        ("javascript:alert(1)", False),
        ("faqs", False),
        ("/search?q=vase", False),
        ("/search/?q=vase", False),
        ("/api/products", False),
        ("/auth/sign-out", False),
        ("/faqs\r\nSet-Cookie: a=b", False),
        ("/fa qs", False),
        ("", False),
    ],
)
def test_only_pages_of_the_shop_are_targets(target: str, allowed: bool) -> None:
    assert is_redirect_target(target) is allowed


async def test_wrong_redirects_are_not_stored(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        await add(admin)
        for fields, wrong in (
            ({"phrase": "returns, exchange"}, "phrase"),
            ({"phrase": "!"}, "phrase"),
            ({"phrase": "x" * 61}, "phrase"),
            ({"phrase": "a", "target": "https://elsewhere.example/"}, "target"),
            ({"phrase": "a", "target": "/search?q=b"}, "target"),
            ({"phrase": "a", "target": "/" + "x" * 500}, "target"),
        ):
            response = await admin.request("POST", "/search-redirects", json={**RETURNS, **fields})
            error = response.json()["error"]
            assert (response.status_code, list(error["fields"])) == (422, [wrong]), fields


async def test_changes_of_two_operators_do_not_overwrite_each_other(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        added = await add(admin)
        path, headers = f"/search-redirects/{added['id']}", {"If-Match": added["etag"]}
        responses = await asyncio.gather(
            *(
                admin.request("PUT", path, json={**RETURNS, "target": target}, headers=headers)
                for target in ("/faqs", "/blogs")
            )
        )
        assert sorted(one.status_code for one in responses) == [200, 412]
        assert (await admin.request("PUT", path, json=RETURNS)).status_code == 428
        assert (await admin.request("DELETE", "/search-redirects/99")).status_code == 404
        responses = await asyncio.gather(
            *(
                admin.request("POST", "/search-redirects", json={**RETURNS, "phrase": "Faq"})
                for _ in range(2)
            )
        )
        assert sorted(one.status_code for one in responses) == [201, 422]


async def test_searches_without_result_say_whether_they_lead_to_a_page(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, "Oak bowl")
    await work_and_wait(shop)
    for words in ("delivery", "imprint"):
        await shop.output("GET", "/api/products", params={"q": words})
    await write_searches(shop.runtime)
    async with operator_client(shop, "catalogue") as admin:
        # Accents and punctuation count for neither.
        await add(admin, phrase="Délivery!")
        assert await redirect(shop, "q=delivery") == "/return-and-exchange"
        # From now on, shoppers who search for it do not see an empty list.
        await write_searches(shop.runtime)
        words = await admin.get("/search-words")
        assert [(one["query"], one["times"], one["hasRedirect"]) for one in words["missed"]] == [
            ("delivery", 1, True),
            ("imprint", 1, False),
        ]
        assert [one["phrase"] for one in words["redirects"]] == ["Délivery!"]


GONE = {
    "product": "UPDATE products SET card = NULL WHERE slug = 'vase'",
    "category": "DELETE FROM categories WHERE slug = 'bowls'",
    "sale": "DELETE FROM sales WHERE slug = 'summer'",
    "ended sale": "UPDATE sales SET starts_at = now() - interval '2 day', ends_at = now() - interval '1 day'",
    "slider": "DELETE FROM sliders WHERE slug = 'new'",
    "page": "DELETE FROM pages WHERE slug = 'care'",
    "draft": "UPDATE pages SET draft = true WHERE slug = 'care'",
    "blog": "UPDATE blogs SET published_at = NULL WHERE slug = 'glaze'",
}
TARGETS = {
    "product": "/products/vase?sku=1",
    "category": "/c/collections/bowls",
    "sale": "/sa/collections/summer",
    "ended sale": "/sa/collections/summer/",
    "slider": "/s/collections/new",
    "page": "/page/care#top",
    "draft": "/page/care",
    "blog": "/blogs/glaze",
}


async def make_targets(shop: Shop) -> None:
    """Make a page of each kind that a search can lead to."""
    async with shop.database.transaction() as connection:
        product = await make_product(connection, "Vase", slug="vase")
        await make_category(connection, "Bowls")
        await make_sale(connection, [product.id], slug="summer", percent=25)
        await make_slider(connection, [product.id], slug="new")
        await connection.execute(
            "INSERT INTO pages (slug, title, source, format, content_html, own, updated_at) "
            "VALUES ('care', 'Care', '', 'markdown', '', true, now())"
        )
        await connection.execute(
            "INSERT INTO blogs (slug, title, source, format, content_html, reading_minutes, "
            "published_at, updated_at) "
            "VALUES ('glaze', 'Glaze', '', 'markdown', '', 1, now(), now())"
        )
    await work_and_wait(shop)


@pytest.mark.parametrize("gone", GONE)
async def test_a_redirect_to_a_page_that_is_gone_is_ignored_and_marked(
    shop: Shop, gone: str
) -> None:
    await make_targets(shop)
    async with operator_client(shop, "catalogue") as admin:
        await add(admin, phrase="look", target=TARGETS[gone])
        await add(admin, phrase="returns")
        assert await redirect(shop, "q=look") == TARGETS[gone]

        async def broken() -> dict[str, bool]:
            words = await admin.get("/search-words")
            return {one["phrase"]: one["isBroken"] for one in words["redirects"]}

        assert await broken() == {"look": False, "returns": False}
        async with shop.database.transaction() as connection:
            await connection.execute(GONE[gone])
        assert await redirect(shop, "q=look") is None
        head = await visited_head(shop.runtime, shop.runtime.services["catalog"], "/search?q=look")
        assert head.status == 200
        assert await broken() == {"look": True, "returns": False}
        assert await redirect(shop, "q=returns") == "/return-and-exchange"


async def test_a_redirect_works_again_with_its_page_and_follows_a_new_slug(shop: Shop) -> None:
    await make_targets(shop)
    async with operator_client(shop, "catalogue") as admin:
        await add(admin, phrase="look", target="/products/vase")
        for card in ("NULL", "'{}'"):
            async with shop.database.transaction() as connection:
                await connection.execute(f"UPDATE products SET card = {card} WHERE slug = 'vase'")
            expected = None if card == "NULL" else "/products/vase"
            assert await redirect(shop, "q=look") == expected
        async with shop.database.transaction() as connection:
            await connection.execute("UPDATE products SET slug = 'jar' WHERE slug = 'vase'")
        # The page redirects by itself.
        assert await redirect(shop, "q=look") == "/products/vase"
        # A page that never existed.
        await add(admin, phrase="lost", target="/collections/none/nothing")
        assert await redirect(shop, "q=lost") is None


async def test_changes_are_recorded(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        added = await add(admin)
        await admin.output("DELETE", f"/search-redirects/{added['id']}")
    actions = "SELECT action, before, after FROM audit_entries WHERE action ~ '^search_redirect' ORDER BY id"
    async with shop.database.reading() as connection:
        rows = await connection.fetch(actions)
    assert [row["action"] for row in rows] == ["search_redirect.added", "search_redirect.deleted"]
