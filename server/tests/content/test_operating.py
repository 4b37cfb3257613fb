"""Operators write pages, articles and FAQs. Drafts are invisible to shoppers everywhere."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from stallage.content.actions import put_page
from stallage.content.drafts import PageDraft
from stallage.core import clock
from tests.admin import Admin, operator_client
from tests.shop import Shop

ARTICLE = {"title": "First firing", "slug": "first-firing", "source": "<p>It <b>worked</b>.</p>"}
PAGE = {
    "title": "Care guide",
    "slug": "care-guide",
    "source": "Wash it *gently*.",
    "format": "markdown",
}


def seen(record: dict[str, Any]) -> dict[str, str]:
    return {"If-Match": record["etag"]}


async def traces(shop: Shop, path: str, word: str) -> list[str]:
    """Return where shoppers find a text."""
    places = []
    for place in (
        path,
        "/blogs",
        "/feeds/blog.xml",
        "/sitemap-1.xml",
        "/sitemap.xml",
        "/api/blogs",
    ):
        response = await shop.client.get(place)
        if word in response.text:
            places.append(place)
    return places


async def change(admin: Admin, path: str, record: dict[str, Any], **changes: Any) -> Any:
    return await admin.output("PATCH", path, json=changes, headers=seen(record))


async def test_an_article_is_invisible_until_it_is_published(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        blog = await admin.post("/content/blogs", json=ARTICLE)
        path, shown_at = f"/content/blogs/{blog['id']}", "/blogs/first-firing"
        assert (blog["state"], blog["publishedAt"]) == ("draft", None)
        assert await traces(shop, shown_at, "firing") == []
        for address in (shown_at, "/api/blogs/first-firing", f"/api/blogs/{blog['id']}"):
            assert (await shop.client.get(address)).status_code == 404, address
        tomorrow = (clock.now() + timedelta(days=1)).isoformat()
        blog = await change(admin, path, blog, draft=False, publishedAt=tomorrow)
        assert blog["state"] == "scheduled"
        assert await traces(shop, shown_at, "firing") == []
        with clock.freeze(clock.now() + timedelta(days=2)):
            assert (await shop.client.get(shown_at)).status_code == 200
        blog = await change(admin, path, blog, publishedAt=None, draft=True)
        blog = await change(admin, path, blog, draft=False)
        assert blog["state"] == "published"
        assert shown_at in await traces(shop, shown_at, "First firing")
        blog = await change(admin, path, blog, seoTitle="Kiln news", slug="kiln")
        moved = await shop.client.get(shown_at)
        assert (moved.status_code, moved.headers["location"]) == (301, "/blogs/kiln")
        assert "<title" in (text := (await shop.client.get("/blogs/kiln")).text)
        assert "Kiln news" in text
        await change(admin, path, blog, draft=True)
        assert (await shop.client.get("/blogs/kiln")).status_code == 404
        assert (await shop.client.get(shown_at)).status_code == 404


async def test_an_own_page_has_an_address_when_it_is_published(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        page = await admin.post("/content/pages", json=PAGE)
        assert (page["path"], page["state"]) == ("/page/care-guide", "draft")
        assert await traces(shop, page["path"], "are-guide") == []
        assert (await shop.client.get("/api/pages/care-guide")).status_code == 404
        assert (await shop.client.get(page["path"])).status_code == 404
        path = "/content/pages/care-guide"
        page = await change(admin, path, page, draft=False)
        assert (await shop.output("GET", "/api/pages/care-guide"))["content"] == (
            "<p>Wash it <em>gently</em>.</p>\n"
        )
        response = await shop.client.get(page["path"])
        assert response.status_code == 200
        assert "Care guide" in response.text
        page = await change(admin, path, page, slug="care")
        assert (await shop.client.get("/page/care-guide")).headers["location"] == "/page/care"
        await admin.output("DELETE", "/content/pages/care", headers=seen(page))
        assert (await shop.client.get("/page/care")).status_code == 410


async def test_fixed_pages_stay(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        path = "/content/pages/terms-and-conditions"
        page = await admin.get(path)
        assert (page["state"], page["source"]) == ("unwritten", "")
        written = await change(admin, path, page, source="<p>Ours</p><script>1</script>")
        assert (written["state"], written["content"]) == ("published", "<p>Ours</p>")
        assert (await shop.client.get("/page/terms-and-conditions")).status_code == 404
        for changes in ({"draft": True}, {"slug": "terms"}):
            status, error = await admin.error("PATCH", path, json=changes, headers=seen(written))
            assert (status, error["code"]) == (409, "fixed_page")
        status, error = await admin.error("DELETE", path, headers=seen(written))
        assert (status, error["code"]) == (409, "fixed_page")
        listed = (await admin.get("/content/pages"))["items"]
        assert [one["state"] for one in listed].count("unwritten") == 3


async def test_versions_are_stored_and_restored(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await connection.execute(
            "INSERT INTO pages (slug, title, source, format, content_html, updated_at, own)"
            " VALUES ('care', 'Care', '# First', 'markdown', '<h2>First</h2>', now(), true)"
        )
    async with operator_client(shop) as admin:
        path = "/content/pages/care"
        page = await admin.get(path)
        page = await change(admin, path, page, source="<p>Second</p>", format="html")
        # The same text again is no new version.
        page = await change(admin, path, page, source="<p>Second</p>")
        newest, first = (await admin.get(f"{path}/versions"))["items"]
        assert (newest["current"], newest["author"][:5]) == (True, "Owner")
        assert (first["current"], first["author"]) == (False, "")
        details = await admin.get(f"{path}/versions/{first['id']}")
        assert (details["source"], details["changed"]) == ("# First", ["format", "source"])
        restore = f"{path}/versions/{first['id']}/restore"
        assert (await admin.error("POST", restore))[0] == 428
        restored = await admin.post(restore, headers=seen(page))
        assert (restored["source"], restored["format"]) == ("# First", "markdown")
        assert (await admin.error("POST", restore, headers=seen(page)))[0] == 412
        for number in range(60):
            async with shop.database.transaction() as connection:
                await put_page(connection, PageDraft("care", "Care", f"Text {number}"))
        versions = (await admin.get(f"{path}/versions"))["items"]
        assert len(versions) == 50
        missing = f"{path}/versions/{first['id']}"
        assert (await admin.error("GET", missing))[0] == 404
        blog = await admin.post("/content/blogs", json=ARTICLE)
        other = f"/content/blogs/{blog['id']}/versions/{versions[0]['id']}"
        assert (await admin.error("GET", other))[0] == 404


async def test_concurrent_edits_and_taken_addresses_are_refused(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        page = await admin.post("/content/pages", json=PAGE)
        blog = await admin.post("/content/blogs", json=ARTICLE)
        for path, record in (("pages/care-guide", page), (f"blogs/{blog['id']}", blog)):
            await change(admin, f"/content/{path}", record, title="Changed")
            status, error = await admin.error(
                "PATCH", f"/content/{path}", json={"title": "Mine"}, headers=seen(record)
            )
            assert (status, error["current"]["title"]) == (412, "Changed")
            assert (await admin.error("PATCH", f"/content/{path}", json={}))[0] == 428
            assert (await admin.error("DELETE", f"/content/{path}"))[0] == 428
        for path, body in (
            ("pages", PAGE),
            ("pages", {**PAGE, "slug": "contact-us"}),
            ("pages", {**PAGE, "slug": "Not a slug"}),
            ("blogs", ARTICLE),
        ):
            status, error = await admin.error("POST", f"/content/{path}", json=body)
            assert (status, [*error["fields"]]) == (422, ["slug"])
        for body in ({**ARTICLE, "title": " "}, {**ARTICLE, "publishedAt": "9999-12-31T00:00:00Z"}):
            assert (await admin.error("POST", "/content/blogs", json=body))[0] == 422
        status, _error = await admin.error("POST", "/content/pages", json={**PAGE, "format": "rtf"})
        assert status == 422


async def test_articles_are_listed_and_searched(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        for number in range(3):
            await admin.post(
                "/content/blogs",
                json={**ARTICLE, "slug": f"one-{number}", "title": f"Clay {number}"},
            )
        page = await admin.get("/content/blogs?limit=2&search=CLAY&state=draft")
        assert [one["title"] for one in page["items"]] == ["Clay 2", "Clay 1"]
        rest = await admin.get(f"/content/blogs?limit=2&search=clay&cursor={page['nextCursor']}")
        assert [one["title"] for one in rest["items"]] == ["Clay 0"]
        assert (await admin.get("/content/blogs/count?state=published"))["value"] == 0
        assert (await admin.get("/content/blogs/count?search=1"))["value"] == 1
        assert (await admin.error("GET", "/content/blogs?state=hidden"))[0] == 422


async def test_faqs_are_one_record(shop: Shop) -> None:
    question = {
        "group": "Clay",
        "question": "Is it safe?",
        "answer": "<p>Yes</p>",
        "format": "html",
    }
    second = {"question": "Really?", "answer": "Of *course*", "format": "markdown"}
    async with operator_client(shop) as admin:
        empty = await admin.get("/content/faqs")
        saved = await admin.output(
            "PUT", "/content/faqs", json={"items": [question, second]}, headers=seen(empty)
        )
        assert [one["group"] for one in saved["items"]] == ["Clay", ""]
        shown = await shop.output("GET", "/api/faqs")
        assert [one["answer"] for one in shown] == ["<p>Yes</p>", "<p>Of <em>course</em></p>\n"]
        status, error = await admin.error(
            "PUT", "/content/faqs", json={"items": []}, headers=seen(empty)
        )
        assert (status, len(error["current"]["items"])) == (412, 2)
        bad = {"items": [{**question, "answer": " "}]}
        assert (await admin.error("PUT", "/content/faqs", json=bad, headers=seen(saved)))[0] == 422


async def test_roles_and_previews(shop: Shop) -> None:
    text = {"source": "# Hi\n\n<script>1</script>", "format": "markdown"}
    async with operator_client(shop, role="support") as admin:
        assert (await admin.error("GET", "/content/pages"))[0] == 403
    async with operator_client(shop) as admin:
        preview = await admin.post("/content/preview", json=text)
        assert preview["content"].startswith("<h2>Hi</h2>")
        assert "script" not in preview["content"]
