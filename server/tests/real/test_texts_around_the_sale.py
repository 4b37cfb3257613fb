"""Sends lists of hostile strings through questions, messages, emails, texts and uploads.

Uses the lists of `test_naughty_inputs.py`. Nothing may fail, be stored differently from what was sent, be
executed, or make a feed or page invalid.
"""

from __future__ import annotations

import io
import json
import re
from contextlib import suppress
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from stallage.alerts.emails import due_email
from stallage.content.actions import put_blog, put_faqs
from stallage.content.drafts import BlogDraft, FaqDraft
from stallage.content.formats import InvalidContentFile, read
from stallage.content.rules import SCHEMES, TAGS, Format, to_html
from stallage.questions.actions import answer_as_shop
from stallage.questions.emails import answered_email
from stallage.support.emails import answered_email as ticket_email
from tests.conftest import OpenShop
from tests.customers.factory import someone
from tests.fuzz_strings import check_response
from tests.products.factory import make_product
from tests.real.test_naughty_inputs import _call, groups, long_lists, short_lists, structure_of
from tests.reviews.factory import buy, search
from tests.shell.client_build import write_build
from tests.shop import Shop

pytestmark = [pytest.mark.real, pytest.mark.slow]

HARMLESS = frozenset(TAGS)
LINKS = frozenset({"href", "src"})
SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)


class _Running(HTMLParser):
    """Collects markup that could run code, frame or restyle a page."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in HARMLESS:
            self.found.append(tag)
        for name, value in attrs:
            # Like browsers: ignore leading control characters, and line breaks anywhere.
            address = re.sub(r"^[\x00-\x20]+|[\t\r\n]", "", value or "")
            scheme = SCHEME.match(address) if name in LINKS else None
            if name.startswith("on") or name in ("style", "srcdoc", "formaction"):
                self.found.append(f"{tag} {name}")
            elif scheme is not None and scheme[1].lower() not in SCHEMES:
                self.found.append(f"{tag} {name}={value}")


def running(markup: str) -> list[str]:
    return _Running(markup).found


EACH = 18
"""Strings per customer, below the rate limits."""


def storable(text: str) -> bool:
    return bool(text.strip()) and "\x00" not in text


async def test_questions_and_answers_are_stored_unchanged(shop: Shop) -> None:
    one = await buy(shop)
    strings = [text for text in short_lists()[::8] + long_lists()[::60] if storable(text)]
    stored = 0
    url = "/api/productquestions"
    for group in groups(strings, EACH):
        requester = await someone(shop)
        calls: list[tuple[str, str, Any]] = [
            ("POST", url, {"productSlug": one.product.slug, "question": text[:1000]})
            for text in group
        ]
        for text, answer in zip(group, await _call(shop, calls, requester.headers), strict=True):
            assert answer.status_code == 201, text
            output = answer.json()["output"]
            assert output["question"] == text[:1000].strip()
            stored += 1
            if stored % 10 == 0:
                async with shop.database.transaction() as connection:
                    await answer_as_shop(connection, output["id"], text[:1000])
    assert stored >= len(strings)
    reads = [
        ("GET", f"{url}?productSlug={one.product.slug}&pageSize=96&page={page}", None)
        for page in range(1, stored // 96 + 2)
    ]
    total = [answer.json()["output"]["total"] for answer in await _call(shop, reads)]
    assert set(total) == {stored}


async def test_messages_alerts_and_subscriptions_of_guests(open_shop: OpenShop) -> None:
    async with open_shop() as shop:
        async with shop.database.transaction() as connection:
            product = await make_product(connection)
        calls: list[tuple[str, str, Any]] = []
        for number, text in enumerate(short_lists()[::2] + long_lists()[::40]):
            message = {"name": text[:160], "subject": text[:150], "message": text[:5000]}
            sku = {"skuId": product.sku_id, "kind": "price"}
            each: tuple[tuple[str, str, Any], ...] = (
                ("POST", "/api/contact", {**message, "email": f"g{number}@example.com"}),
                ("POST", "/api/contact", {**message, "email": text[:320]}),
                ("POST", "/api/alerts", {**sku, "email": text[:320]}),
                ("POST", "/api/newsletter", {"email": text[:320]}),
                ("POST", "/api/newsletter/confirm", {"token": text[:64]}),
            )
            calls.append(each[number % len(each)])
        answers = await _call(shop, calls)
        # The rate limits refuse most of it; what is accepted has a valid address.
        assert {answer.status_code for answer in answers} <= {200, 201, 404, 422, 429}
        await shop.work()
        for email in shop.outbox():
            assert re.fullmatch(r"[^\s@]+@[^\s@]+", email["to"])
            assert "\n" not in email["subject"]


async def test_no_text_changes_the_structure_of_an_email() -> None:
    common = {"shop_name": "Kiln", "shop_url": "https://shop.example"}
    structures: dict[str, set[Any]] = {"question": set(), "ticket": set(), "alert": set()}
    for text in ["plain", *(one for one in short_lists() + long_lists() if storable(one))]:
        question = answered_email(
            "a@example.com",
            product=text,
            product_path="/products/mug",
            question=text,
            answer=text,
            answered_by=text,
            **common,
        )
        ticket = ticket_email(
            "a@example.com",
            ticket_id="ST-1",
            subject=text,
            message=text,
            by_guest=True,
            headers=None,
            **common,
        )
        alert = due_email(
            "a@example.com",
            kind="stock",
            product=text,
            product_path="/products/mug",
            price="$1.00",
            prior_price=None,
            is_reduced=True,
            token="t",
            **common,
        )
        for name, email in (("question", question), ("ticket", ticket), ("alert", alert)):
            structures[name].add(structure_of(email.html))
    assert {name: len(found) for name, found in structures.items()} == dict.fromkeys(structures, 1)


def test_operators_texts_contain_nothing_executable(tmp_path: Path) -> None:
    strings = [*short_lists(), *long_lists()]
    forms: tuple[Format, ...] = ("markdown", "html")
    for text in strings:
        for form in forms:
            html = to_html(text, form)
            assert running(html) == [], (form, text, html)
    path = tmp_path / "text.md"
    for text in strings[::5]:
        path.write_text(f"---\ntitle: {text}\n---\n{text}\n", encoding="utf-8", errors="replace")
        # Read, or refused with an error message; anything else fails the test.
        with suppress(InvalidContentFile):
            read(path)


async def test_feeds_and_pages_stay_valid(open_shop: OpenShop, tmp_path: Path) -> None:
    texts = [text for text in short_lists()[::12] + long_lists()[::80] if storable(text)]
    async with open_shop(client_dir=str(write_build(tmp_path / "client"))) as shop:
        async with shop.database.transaction() as connection:
            for number, text in enumerate(texts):
                await make_product(
                    connection, text[:200], slug=f"p-{number}", summary=text, brand=text[:80]
                )
                await put_blog(
                    connection,
                    BlogDraft(f"b-{number}", text[:200], text, summary=text, author=text[:80]),
                )
            await put_faqs(connection, [FaqDraft(text[:300], text, "Group") for text in texts])
        feed = await shop.client.get("/feeds/google.xml")
        assert len(list(ET.fromstring(feed.text).iter("item"))) == len(texts)
        blog = await shop.client.get("/feeds/blog.xml")
        assert ET.fromstring(blog.text).tag == "rss"
        sitemap = await shop.client.get("/sitemap.xml")
        assert sitemap.text.count("<url>") >= 2 * len(texts)
        ET.fromstring(sitemap.text)
        pages = set()
        for path in ("/faqs", *(f"/blogs/b-{number}" for number in range(len(texts)))):
            page = await shop.client.get(path, headers={"Accept": "text/html"})
            assert page.status_code == 200, path
            pages.add((path == "/faqs", structure_of(page.text)))
        # Only the description may be missing, for texts without words.
        assert len(pages) <= 4
        for faq in await shop.output("GET", "/api/faqs"):
            assert running(faq["answer"]) == []


async def test_uploads_with_invalid_pictures_and_names(shop: Shop) -> None:
    one = await buy(shop)
    strings = [text for text in short_lists()[::4] if text]
    buffer = io.BytesIO()
    Image.new("RGB", (8, 8), "#aa3322").save(buffer, "PNG")
    png = buffer.getvalue()
    sent = None
    for number, text in enumerate(strings):
        if number % 50 == 0:
            sender = await someone(shop)
        content = text.encode("utf-8", "surrogatepass")
        # Also with the header of a picture, or with its end missing.
        body = (content, png[:16] + content, png[:-12] + content)[number % 3]
        response = await shop.client.post(
            "/api/uploads", files={"file": ("a.png", body, "image/png")}, headers=sender.headers
        )
        check_response(response, sent=response.text)
        assert response.status_code in (201, 415, 422), text
        if response.status_code == 201:
            served = await shop.client.get(response.json()["output"]["url"])
            assert served.headers["content-type"] == "image/webp"
            assert content not in served.content or len(content) < 4
    for number, name in enumerate(strings[::12]):
        if number % 50 == 0:
            sender = await someone(shop)
        safe = re.sub(r'["\r\n\\]', "_", name)
        head = f'--edge\r\nContent-Disposition: form-data; name="file"; filename="{safe}"\r\n'
        body = head.encode("utf-8", "replace") + b"Content-Type: text/html\r\n\r\n" + png
        response = await shop.client.post(
            "/api/uploads",
            content=body + b"\r\n--edge--\r\n",
            headers={**sender.headers, "Content-Type": "multipart/form-data; boundary=edge"},
        )
        check_response(response, sent=response.text)
        assert response.status_code in (201, 400, 422), name
        if response.status_code == 201:
            sent = response.json()["output"]
            assert re.fullmatch(r"/media/uploads/[0-9a-f]{2}/[0-9a-f]{32}\.webp", sent["url"])
    assert sent is not None
    review = {**one.review(), "images": [sent["id"]]}
    refused = await shop.client.post(
        "/api/productcomment", json=review, headers=one.customer.headers
    )
    # The picture is another customer's.
    assert refused.status_code == 422
    assert (await search(shop))["total"] == 0
    assert json.loads(refused.text)["error"]["fields"]["images"]
