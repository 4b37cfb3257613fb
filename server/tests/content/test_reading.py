"""Reading pages, FAQs and blog articles."""

from __future__ import annotations

from datetime import timedelta

from stallage.content.actions import put_blog, put_faqs, put_page
from stallage.content.drafts import BlogDraft, FaqDraft, PageDraft
from stallage.core import clock
from stallage.shop.actions import put_company
from stallage.shop.drafts import CompanyDraft
from tests.shop import Shop


async def test_unwritten_pages_have_default_titles(shop: Shop) -> None:
    for name, title in (
        ("returnAndExchangePolicy", "Returns and exchanges"),
        ("termAndCondition", "Terms and conditions"),
        ("contactUsDetails", "Contact us"),
        ("customerCareDetails", "Customer care"),
    ):
        output = await shop.output("GET", f"/api/company-details/{name}")
        assert (output["title"], output["content"]) == (title, "")
    assert await shop.output("GET", "/api/faqs") == []
    assert await shop.output("GET", "/api/blogs") == []


async def test_pages_are_sanitised(shop: Shop) -> None:
    source = (
        "# Ours\n\nA **bold** [link](https://example.com) and [bad](javascript:alert(1)).\n\n"
        "<script>alert(1)</script><img src=x onerror=alert(1)>\n"
    )
    async with shop.database.transaction() as connection:
        await put_page(connection, PageDraft("terms-and-conditions", "Our terms", source))
        await put_page(connection, PageDraft("terms-and-conditions", "Our terms", source))
    output = await shop.output("GET", "/api/company-details/termAndCondition")
    assert output["title"] == "Our terms"
    assert "<strong>bold</strong>" in output["content"]
    assert 'rel="noopener noreferrer"' in output["content"]
    for bad in ("<script", "onerror", 'href="javascript', "<h1"):
        assert bad not in output["content"]


async def test_contact_and_care_pages_have_company_details(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await put_company(
            connection,
            CompanyDraft(
                name="Kiln",
                email="hello@example.com",
                phone="+1 212 555 0142",
                address={
                    "line1": "1 Row",
                    "line2": "",
                    "city": "York",
                    "state": "NY",
                    "postalCode": "10013",
                    "country": "US",
                },
                social_links=({"name": "Instagram", "url": "https://example.com/i"},),
            ),
        )
        await put_page(
            connection,
            PageDraft("customer-care", "Care", "<p>Hello</p>", "html", hours="Mon to Fri"),
        )
    contact = await shop.output("GET", "/api/company-details/contactUsDetails")
    assert contact["socialLinks"] == [{"name": "Instagram", "url": "https://example.com/i"}]
    assert contact["address"]["postalCode"] == "10013"
    care = await shop.output("GET", "/api/company-details/customerCareDetails")
    assert care == {
        "title": "Care",
        "content": "<p>Hello</p>",
        "phone": "+1 212 555 0142",
        "email": "hello@example.com",
        "hours": "Mon to Fri",
    }


async def test_faqs_are_in_order(shop: Shop) -> None:
    drafts = [FaqDraft("Why?", "Because *so*.", "Orders"), FaqDraft("How?", "Thus.", "Payment")]
    async with shop.database.transaction() as connection:
        await put_faqs(connection, drafts)
        await put_faqs(connection, list(reversed(drafts)))
    output = await shop.output("GET", "/api/faqs")
    assert [one["question"] for one in output] == ["How?", "Why?"]
    assert output[1]["answer"].strip() == "<p>Because <em>so</em>.</p>"
    assert output[1]["group"] == "Orders"


async def test_blogs_are_listed_newest_first(shop: Shop) -> None:
    now = clock.now()
    async with shop.database.transaction() as connection:
        for days in (3, 1, 2):
            await put_blog(
                connection,
                BlogDraft(
                    slug=f"day-{days}",
                    title=f"Day {days}",
                    source="word " * 500,
                    published_at=now - timedelta(days=days),
                    image={
                        "path": "/media/a.webp",
                        "alt": "A",
                        "width": 2,
                        "height": 1,
                        "colour": None,
                    },
                ),
            )
        await put_blog(
            connection,
            BlogDraft("tomorrow", "Later", "Soon", published_at=now + timedelta(days=1)),
        )
    articles = await shop.output("GET", "/api/blogs")
    assert [one["slug"] for one in articles] == ["day-1", "day-2", "day-3"]
    assert articles[0]["readingMinutes"] == 2
    assert articles[0]["createdAt"].endswith("Z")


async def test_blogs_are_paginated(shop: Shop) -> None:
    now = clock.now()
    assert (await shop.client.get("/api/blogs")).headers["x-total-count"] == "0"
    async with shop.database.transaction() as connection:
        for number in range(26):
            time = now - timedelta(days=number)
            await put_blog(
                connection, BlogDraft(f"day-{number}", "A day", "Text", published_at=time)
            )
        later = BlogDraft("tomorrow", "Later", "Soon", published_at=now + timedelta(days=1))
        await put_blog(connection, later)
    for query, first, rows in (
        ("", 0, 24),
        ("?page=2", 24, 2),
        ("?page=2&pageSize=10", 10, 10),
        ("?page=3&pageSize=10", 20, 6),
        ("?page=3", 48, 0),
        ("?page=1000000&pageSize=96", 0, 0),
    ):
        response = await shop.client.get(f"/api/blogs{query}")
        listed = [one["slug"] for one in response.json()["output"]]
        assert listed == [f"day-{first + row}" for row in range(rows)], query
        # Unpublished articles are not listed and not counted.
        assert response.headers["x-total-count"] == "26"


async def test_a_new_article_changes_the_tag_of_every_page(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await put_blog(connection, BlogDraft("one", "One", "Text"))
    first = await shop.client.get("/api/blogs", params={"pageSize": 1, "page": 3})
    tag = {"If-None-Match": first.headers["etag"]}
    unchanged = await shop.client.get("/api/blogs?pageSize=1&page=3", headers=tag)
    assert (unchanged.status_code, unchanged.headers["x-total-count"]) == (304, "1")
    async with shop.database.transaction() as connection:
        await put_blog(connection, BlogDraft("two", "Two", "Text"))
    # The page is still empty, but the total has changed.
    fresh = await shop.client.get("/api/blogs?pageSize=1&page=3", headers=tag)
    assert (fresh.status_code, fresh.headers["x-total-count"]) == (200, "2")
    assert fresh.json()["output"] == []


async def test_an_article_by_slug_and_by_id(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        blog_id = await put_blog(connection, BlogDraft("glaze", "Glaze", "Text", author="Ida"))
        again = await put_blog(connection, BlogDraft("glaze", "Glazes", "Text", author="Ida"))
        # A numeric slug takes precedence over an id.
        await put_blog(connection, BlogDraft("1900", "A year", "Text"))
    assert again == blog_id
    by_slug = await shop.output("GET", "/api/blogs/glaze")
    by_id = await shop.output("GET", f"/api/blogs/{blog_id}")
    assert by_slug == by_id
    assert by_slug["title"] == "Glazes"
    assert (await shop.output("GET", "/api/blogs/1900"))["title"] == "A year"


async def test_an_unknown_article(shop: Shop) -> None:
    for value in ("none", "0", "99999999999999999999", "-1", "%F0%9F%8F%BA", "١"):
        status, error = await shop.error("GET", f"/api/blogs/{value}")
        assert (status, error["code"]) == (404, "not_found"), value
    status, error = await shop.error("GET", "/api/blogs/a%00b")
    assert status == 422


async def test_responses_have_tags(shop: Shop) -> None:
    for path in ("/api/faqs", "/api/blogs", "/api/company-details/contactUsDetails"):
        first = await shop.client.get(path)
        assert first.headers["cache-control"].startswith("public")
        again = await shop.client.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert again.status_code == 304


async def test_invalid_page_numbers(shop: Shop) -> None:
    for params in ({"page": 0}, {"pageSize": 97}, {"page": "x"}, {"page": 10**30}):
        status, error = await shop.error("GET", "/api/blogs", params=params)
        assert status == 422, params
        assert error["fields"]
