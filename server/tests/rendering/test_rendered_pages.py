"""Public pages are rendered once and sent again until something that they show changes."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import httpx
import pytest

from stallage.content.actions import put_blog
from stallage.content.drafts import BlogDraft
from stallage.rendering.addresses import rendered_address
from stallage.search.cache.catalog_cache import CatalogCache
from tests.conftest import OpenShop
from tests.products.factory import make_product
from tests.rendering.conftest import pages_of, write_script
from tests.search.waiting import wait_for_cache, work_and_wait
from tests.shop import Shop

HTML = {"Accept": "text/html"}


def source_of(response: httpx.Response) -> str:
    """Return how the page was made: `rendered`, `cached` or `stale`; `client` without a timing."""
    timing = response.headers.get("server-timing", "")
    return timing.partition('desc="')[2].partition('"')[0] or "client"


async def get(shop: Shop, path: str, **headers: str) -> httpx.Response:
    return await shop.client.get(path, headers={**HTML, **headers})


async def test_a_page_is_rendered_with_its_answers_and_sent_again(shop: Shop) -> None:
    first = await get(shop, "/faqs")
    assert first.status_code == 200
    assert source_of(first) == "rendered"
    assert '<div id="app"><main lang="en-US">/faqs undefined {"status":true' in first.text
    assert '<script type="application/json" id="answers">{"/api/faqs":{"body":' in first.text
    assert "<title data-page-head>" in first.text
    assert first.headers["cache-control"].startswith("public")
    assert "no-store" not in first.headers["cache-control"]
    again = await get(shop, "/faqs")
    assert (source_of(again), again.content) == ("cached", first.content)
    unchanged = await get(shop, "/faqs", **{"If-None-Match": first.headers["etag"]})
    assert (unchanged.status_code, unchanged.content) == (304, b"")


async def test_the_first_view_waits_for_no_script_or_style_sheet(shop: Shop) -> None:
    page = (await get(shop, "/faqs")).text
    assert '<script type="module"' not in page
    assert 'rel="modulepreload"' not in page
    assert page.count('as="font"') == 1
    assert "<style>body{margin:0}</style>" in page
    links = re.findall(r"<link[^>]*stylesheet[^>]*>", page)
    assert links
    assert all(link.endswith(" disabled>") for link in links)
    block = re.search(r'id="scripts">(.*?)</script>', page)
    assert block is not None
    assert json.loads(block[1]) == ["/assets/index-a1b2.js"]


async def test_a_page_for_the_browser_to_render_loads_its_script_at_once(shop: Shop) -> None:
    page = (await get(shop, "/login")).text
    assert '<script type="module" src="/assets/index-' in page
    assert 'id="scripts"' not in page
    assert "disabled>" not in page


async def test_every_encoding_has_the_same_content(shop: Shop) -> None:
    bodies = set()
    tags = set()
    for encoding in ("identity", "gzip", "br"):
        response = await get(shop, "/faqs", **{"Accept-Encoding": encoding})
        assert "Accept-Encoding" in response.headers["vary"]
        bodies.add(response.content)
        tags.add(response.headers["etag"])
    assert len(bodies) == 1
    assert len(tags) in (1, 3), "one for each encoding, unless the page is too short to compress"


async def test_unknown_parameters_do_not_make_another_page(shop: Shop) -> None:
    await get(shop, "/faqs")
    tagged = await get(shop, "/faqs?utm_source=letter")
    assert source_of(tagged) == "cached"


@pytest.mark.parametrize(
    "query", ["filter=price%3Agt%3A5000", "brand=oak&anyFilter=name%3Ais%3Aoil"]
)
def test_a_list_with_an_advanced_filter_is_left_to_the_browser(query: str) -> None:
    assert rendered_address("/c/collections/vases", b"brand=oak") is not None
    assert rendered_address("/c/collections/vases", query.encode()) is None


async def test_the_total_of_a_list_comes_along(shop: Shop) -> None:
    page = await get(shop, "/blogs")
    assert "/blogs 0 {" in page.text
    assert '"total":"0"' in page.text


async def test_a_change_of_stock_renews_the_page_of_its_product_alone(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, slug="bowl")
        await make_product(connection, slug="plate")
    await work_and_wait(shop)
    before = [await get(shop, f"/products/{slug}") for slug in ("bowl", "plate")]
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE skus SET stock = 3 FROM products"
            " WHERE products.id = skus.product_id AND slug = 'bowl'"
        )
    await wait_for_cache(shop)
    bowl, plate = (await get(shop, "/products/bowl"), await get(shop, "/products/plate"))
    assert (source_of(bowl), source_of(plate)) == ("rendered", "cached")
    assert bowl.content != before[0].content
    assert plate.content == before[1].content


async def test_a_change_that_a_page_does_not_show_leaves_it_as_it_is(shop: Shop) -> None:
    before = await get(shop, "/faqs")
    pages = pages_of(shop)
    cache: CatalogCache = shop.runtime.services["catalog"]
    cache.on_notification("cards")
    after = await get(shop, "/faqs")
    assert after.content == before.content
    assert pages.counts["rendered"] == 2, "compared with the new answers"
    assert source_of(await get(shop, "/faqs")) == "cached"


async def test_content_and_details_of_the_shop_renew_pages(shop: Shop) -> None:
    await get(shop, "/blogs")
    async with shop.database.transaction() as connection:
        await put_blog(
            connection,
            BlogDraft(slug="glazes", title="How glazes break", source="Slowly."),
        )
    await wait_for_cache(shop)
    assert "How glazes break" in (await get(shop, "/blogs")).text
    for statement in (
        "INSERT INTO faqs (question, source, answer_html, position) VALUES ('Ship?', 'Yes.', 'Yes.', 1)",
        "INSERT INTO company_details (name, updated_at) VALUES ('Kiln', now())",
    ):
        before = await get(shop, "/faqs")
        async with shop.database.transaction() as connection:
            await connection.execute(statement)
        await wait_for_cache(shop)
        assert (await get(shop, "/faqs")).content != before.content, statement


async def test_visitors_at_the_same_moment_share_one_rendering(shop: Shop) -> None:
    responses = await asyncio.gather(*(get(shop, "/faqs") for _ in range(8)))
    assert len({response.content for response in responses}) == 1
    first = pages_of(shop)
    assert first.counts["client"] == 0


async def test_nothing_of_a_visitor_is_in_a_page(shop: Shop) -> None:
    plain = await get(shop, "/faqs")
    signed_in = await get(shop, "/faqs", Authorization="Bearer nonsense", Cookie="a=secret")
    assert signed_in.content == plain.content


async def test_private_missing_and_preview_pages_are_left_to_the_client(shop: Shop) -> None:
    for path, status in (
        ("/checkout", 200),
        ("/user-profile/orders", 200),
        ("/order-detail/SO-7K2M-9QXD?key=secret", 200),
        ("/products/nothing-here", 404),
        ("/nowhere", 404),
        ("/faqs?preview=1", 200),
    ):
        response = await get(shop, path)
        assert (response.status_code, source_of(response)) == (status, "client"), path
        assert '<div id="app"></div>' in response.text


async def test_answers_cannot_end_the_element_that_they_are_in(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await connection.execute(
            "INSERT INTO faqs (question, source, answer_html, position)"
            " VALUES ('</script><script>alert(1)</script>', 'No.', 'No.', 1)"
        )
    await wait_for_cache(shop)
    page = await get(shop, "/faqs")
    data = page.text.partition('id="answers">')[2]
    assert "\\u003c/script>" in data.partition("</script>")[0]
    assert "alert(1)" not in data.partition("</script>")[2]


async def test_a_new_build_renders_its_own_pages(shop: Shop, client_dir: Path) -> None:
    await get(shop, "/faqs")
    script = (client_dir / ".server" / "render.js").read_text()
    write_script(client_dir, script.replace("<main ", '<main data-new="" '))
    (client_dir / "index.html").touch()
    page = await get(shop, "/faqs")
    assert (source_of(page), 'data-new=""' in page.text) == ("rendered", True)


async def test_without_renderers_browsers_render_all_pages(
    open_shop: OpenShop, client_dir: Path
) -> None:
    async with open_shop(client_dir=str(client_dir), renderers=0) as shop:
        page = await get(shop, "/faqs")
        assert (page.status_code, source_of(page)) == (200, "client")
