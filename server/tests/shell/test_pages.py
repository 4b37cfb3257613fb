"""Client routes are served with status, head and security headers."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path

from stallage.content.actions import put_blog
from stallage.content.drafts import BlogDraft
from stallage.shop.actions import put_company
from stallage.shop.drafts import CompanyDraft
from stallage.visits.cache import visit_counter_of
from tests.conftest import OpenShop
from tests.customers.factory import someone
from tests.shell.client_build import INDEX, write_build
from tests.shop import Shop

HTML = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


async def test_the_home_page_is_the_client_with_its_head(shop: Shop) -> None:
    response = await shop.client.get("/", headers=HTML)
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert '<div id="app"></div>' in response.text
    assert "<title data-page-head>Stallage</title>" in response.text
    assert response.text.index("data-page-head") < response.text.index("</head>")
    assert "<!--page-head-->" not in response.text


ROUTES = [
    "/login",
    "/cart",
    "/checkout",
    "/blogs",
    "/faqs",
    "/contact-us",
    "/return-and-exchange",
    "/terms-and-conditions",
    "/collections",
    "/search?q=vase",
    "/order-detail/SO-7K2M-9QXD?key=secret",
    "/write-review/SO-7K2M-9QXD",
    "/support-ticket",
    "/user-profile",
    "/user-profile/recentlyViewed",
    "/blogs/",
]


async def test_every_route_returns_the_client(shop: Shop) -> None:
    for path in ROUTES:
        response = await shop.client.get(path, headers=HTML)
        assert response.status_code == 200, path
        assert '<div id="app"></div>' in response.text


UNKNOWN = [
    "/nowhere",
    "/products/no-such-thing",
    "/blogs/no-such-article",
    "/c/collections/none",
    "/sa/collections/none",
    "/s/collections/none",
    "/collections/1/none",
    "/collections/99999999999999999999/none",
    "/collections/x/none",
    "/products/%00",
    "/products/%ff",
    "/products/a/b",
    "//example.com",
    "/user-profile/none",
    "/customer-care",
]


async def test_unknown_pages_return_the_client_with_404_and_noindex(shop: Shop) -> None:
    for path in UNKNOWN:
        response = await shop.client.get(f"{shop.url}{path}", headers=HTML)
        assert response.status_code == 404, path
        assert '<div id="app"></div>' in response.text
        assert '<meta name="robots" content="noindex" data-page-head>' in response.text
        assert 'rel="canonical"' not in response.text


async def test_personal_pages_are_sent_with_noindex(shop: Shop) -> None:
    for path in ("/checkout", "/cart", "/login", "/user-profile", "/search?q=a"):
        response = await shop.client.get(path, headers=HTML)
        assert 'content="noindex"' in response.text


async def test_unknown_api_routes_return_an_api_error(shop: Shop) -> None:
    for path in ("/api/nothing", "/auth/nothing", "/customer/nothing/at/all"):
        status, error = await shop.error("GET", path, headers=HTML)
        assert (status, error["code"]) == (404, "not_found")


async def test_a_wrong_method_is_405(shop: Shop) -> None:
    status, error = await shop.error("DELETE", "/api/faqs")
    assert (status, error["code"]) == (405, "method_not_allowed")
    status, error = await shop.error("POST", "/blogs", json={})
    assert (status, error["code"]) == (405, "method_not_allowed")


async def test_shared_paths_are_negotiated(shop: Shop) -> None:
    someone_here = await someone(shop)
    page = await shop.client.get("/customer", headers=HTML)
    assert '<div id="app"></div>' in page.text
    call = await shop.client.get(
        "/customer", headers={**someone_here.headers, "Accept": "application/json"}
    )
    assert call.headers["content-type"] == "application/json"
    anything = await shop.client.get("/customer")
    assert anything.status_code == 401


async def test_pages_have_security_headers(shop: Shop) -> None:
    headers = (await shop.client.get("/", headers=HTML)).headers
    policy = headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy
    assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]
    assert "accounts.google.com" not in policy
    assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert "strict-transport-security" not in headers


async def test_a_preview_may_be_framed_by_the_shop_only(shop: Shop) -> None:
    plain = (await shop.client.get("/", headers=HTML)).headers
    headers = (await shop.client.get("/?preview", headers=HTML)).headers
    policy = headers["content-security-policy"]
    assert policy == plain["content-security-policy"].replace(
        "frame-ancestors 'none'", "frame-ancestors 'self'"
    )
    assert headers["x-frame-options"] == "SAMEORIGIN"
    assert headers["cache-control"] == "no-store"
    assert headers["x-robots-tag"] == "noindex"


async def test_a_preview_is_no_visit(shop: Shop) -> None:
    visits = visit_counter_of(shop.runtime)
    visits.begin_day(date(2030, 1, 1), b"salt")
    browser = HTML | {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"}
    await shop.client.get("/?preview", headers=browser)
    assert visits.take() == {}
    await shop.client.get("/", headers=browser)
    assert visits.take() != {}


async def test_google_sign_in_may_load_its_script(open_shop: OpenShop, tmp_path: Path) -> None:
    folder = write_build(tmp_path / "client")
    async with open_shop(client_dir=str(folder), google_client_id="abc") as shop:
        headers = (await shop.client.get("/", headers=HTML)).headers
    assert "https://accounts.google.com/gsi/client" in headers["content-security-policy"]


async def test_the_favicon_is_in_the_page(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await put_company(connection, CompanyDraft(name="Kiln", favicon="/media/f.svg"))
    assert '<link rel="icon" href="/media/f.svg">' in (await shop.client.get("/")).text


async def test_files_of_a_route_are_preloaded(shop: Shop) -> None:
    page = (await shop.client.get("/products/none")).text
    for link in (
        '<link rel="modulepreload" crossorigin href="/assets/product-1.js">',
        '<link rel="modulepreload" crossorigin href="/assets/card-1.js">',
        '<link rel="stylesheet" crossorigin href="/assets/card-1.css">',
    ):
        assert page.count(link) == 1
        assert page.index(link) < page.index("</head>")
    assert "shared-1.js" not in page
    assert "modulepreload" not in (await shop.client.get("/blogs")).text


async def test_the_client_is_sent_without_a_database(shop: Shop) -> None:
    await shop.database.pool.close()
    response = await shop.client.get("/blogs", headers=HTML)
    assert response.status_code == 503
    assert '<div id="app"></div>' in response.text
    assert "<title data-page-head>Stallage</title>" in response.text


async def test_an_unchanged_page_is_304(shop: Shop) -> None:
    first = await shop.client.get("/", headers=HTML)
    again = await shop.client.get("/", headers={**HTML, "If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert "content-security-policy" in again.headers


async def test_head_requests_have_no_body(shop: Shop) -> None:
    for path in ("/", "/api/faqs", "/robots.txt", "/assets/index-a1b2.js"):
        whole = await shop.client.get(path)
        head = await shop.client.head(path)
        assert head.status_code == 200, path
        assert head.content == b""
        assert head.headers["etag"] == whole.headers["etag"]


async def test_without_a_build_pages_explain_what_to_do(
    open_shop: OpenShop, tmp_path: Path
) -> None:
    async with open_shop(client_dir=str(tmp_path / "none")) as shop:
        response = await shop.client.get("/", headers=HTML)
        assert response.status_code == 503
        assert "stallage doctor" in response.text
        assert (await shop.client.get("/api/faqs")).status_code == 200


async def test_a_new_build_is_loaded(shop: Shop) -> None:
    folder = Path(shop.runtime.settings.client_dir)
    assert (await shop.client.get("/")).status_code == 200
    write_build(folder, INDEX.replace("<body>", "<body data-build='2'>"))
    os.utime(folder / "index.html", ns=(1, 1))
    assert "data-build='2'" in (await shop.client.get("/")).text


async def test_operators_text_is_escaped_in_the_head(shop: Shop) -> None:
    naughty = '"><script>alert(1)</script></title></script><!--'
    async with shop.database.transaction() as connection:
        await put_blog(
            connection,
            BlogDraft(slug="naughty", title=naughty, source="Text", summary=naughty),
        )
    page = (await shop.client.get("/blogs/naughty", headers=HTML)).text
    assert "<script>alert(1)" not in page
    assert page.count("</script>") == INDEX.count("</script>") + page.count(
        'type="application/ld+json"'
    )
    assert page.count("<!--") == 0


async def test_pages_declare_the_shops_language(open_shop: OpenShop, tmp_path: Path) -> None:
    folder = write_build(tmp_path / "client")
    async with open_shop(client_dir=str(folder), locale="de-DE") as shop:
        page = (await shop.client.get("/", headers=HTML)).text
    assert '<html lang="de-DE">' in page
