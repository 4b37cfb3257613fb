"""Sends lists of hostile strings through the API.

All of them go into searches, pages and stored fields; the short lists (naughty strings, SQL, formulas)
also into other fields. Nothing may fail, reveal internals, be stored differently from what was sent, or
change the structure of a page.
"""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from stallage.core.public import etag_of
from tests.checkout.factory import ADDRESS, CONTACT, guest_order
from tests.conftest import OpenShop
from tests.customers.factory import HOME, someone
from tests.fuzz_strings import INTERNALS, check_response, send_all
from tests.products.factory import make_product
from tests.reviews.factory import buy, write
from tests.search.waiting import work_and_wait
from tests.shell.client_build import write_build
from tests.shop import Shop

pytestmark = [pytest.mark.real, pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[3]
DATA = Path(os.environ.get("STALLAGE_REAL_DATA", ROOT.parent / "shared" / "data")) / "bad-input"
JSON = {"Content-Type": "application/json"}
CONTROL = re.compile("[\x00-\x1f\x7f\u2028\u2029]")
TICKETS_EACH = 25


@cache
def short_lists() -> list[str]:
    """Return naughty strings, SQL and formulas."""
    strings: list[str] = json.loads((DATA / "blns.json").read_text())
    for name in [*sorted(DATA.glob("sqli-*.txt")), DATA / "csv-injection.txt"]:
        strings += name.read_text(errors="replace").splitlines()
    return list(dict.fromkeys(strings))


@cache
def long_lists() -> list[str]:
    """Return scripts and redirects."""
    with gzip.open(DATA / "xss-payload-list.txt.gz", "rt", errors="replace") as lines:
        scripts = lines.read().splitlines()
    redirects = (DATA / "open-redirect.txt").read_text(errors="replace").splitlines()
    return list(dict.fromkeys(scripts + redirects))


def test_the_lists_are_complete() -> None:
    assert len(short_lists()) > 1000
    assert len(long_lists()) > 6500


def escape(text: str) -> str:
    """Escape a string for a URL."""
    return quote(text.encode("utf-8", "surrogatepass"), safe="")


def groups(strings: Sequence[str], size: int) -> Iterator[list[str]]:
    """Yield groups of this size; the last one is filled up from the beginning."""
    rest = iter(strings)
    while group := list(islice(rest, size)):
        yield (group + list(strings))[:size]


async def _call(
    shop: Shop,
    calls: Iterable[tuple[str, str, Any]],
    headers: dict[str, str] | None = None,
) -> list[httpx.Response]:
    """Send calls with JSON bodies or none, check each response, and return them in order."""
    requests = (
        shop.client.build_request(
            method,
            url,
            content=None if body is None else json.dumps(body).encode(),
            headers={**(headers or {}), **({} if body is None else JSON)},
        )
        for method, url, body in calls
    )
    answers = await send_all(shop, requests)
    for answer in answers:
        check_response(answer, sent=answer.text)
        if answer.status_code >= 400:
            assert not INTERNALS.search(json.dumps(answer.json()["error"]["message"])), answer.text
    return answers


PATHS = ("/api/products/{}", "/api/blogs/{}", "/api/products/cards?skuIds={}")
LISTS = (
    *("brand", "category", "sale", "slider", "section", "price", "rating", "inStock", "discount"),
    *("sort", "page", "pageSize", "attr.size"),
)


async def test_reads_handle_every_string(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, brand="Kiln", attributes={"size": ["M"]})
    await work_and_wait(shop)
    urls: list[str] = []
    for number, text in enumerate(escape(one) for one in short_lists()):
        urls.append(f"/api/products?q={text}&attr.{text}=M&utm_{text}={text}")
        urls.append(f"/api/products/suggest?q={text}")
        urls.append(f"/api/products?{LISTS[number % len(LISTS)]}={text}")
        if text not in ("", ".", ".."):
            urls.append(PATHS[number % len(PATHS)].format(text))
    await _call(shop, [("GET", url, None) for url in urls])
    listed = await shop.output("GET", "/api/products?q=bowl")
    assert listed["total"] == 1


async def test_criteria_handle_every_string(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection)
    strings = [one[:200] for one in short_lists() + long_lists() if one.strip()]
    strings = [one for one in strings if not CONTROL.search(one)]
    keys = (("title", "cn"), ("brand", "eq"), ("category", "ne"), ("attr.size", "eq"))
    calls = [
        (
            "POST",
            "/api/products/search",
            {"criteria": [{"key": key, "operation": operation, "value": group}], "match": "any"},
        )
        for group in groups(strings, 50)
        for key, operation in keys
    ]
    calls += [
        (
            "POST",
            "/api/productcomment/search",
            {"criteria": [{"key": "productSlug", "operation": "eq", "value": group}]},
        )
        for group in groups(strings, 50)
    ]
    await _call(shop, calls)


def _is_stored_unchanged(sent: str, stored: str | None) -> bool:
    return stored == sent.strip() or (stored is None and not sent.strip())


async def test_input_of_customers_is_stored_unchanged(shop: Shop) -> None:
    one = await buy(shop)
    review = await write(shop, one)
    ada = one.customer.headers
    home = await shop.output("POST", "/customer/address", json=HOME, headers=ada)
    strings = short_lists() + long_lists()
    urls = {
        "address": f"/customer/address/{home['id']}",
        "review": f"/api/productcomment/{review['id']}",
    }
    stored_count = 0
    calls: list[tuple[str, str, Any]] = []
    for number, (a, b, c, d, e, f, g, h) in enumerate(groups(strings, 8)):
        names = {"firstName": a[:80], "lastName": b[:80]}
        address = {**HOME, **names, "line1": c[:120], "line2": d[:120], "city": e[:120]}
        calls.append(("PUT", urls["address"], address))
        if number % 4 == 0:
            calls.append(("PUT", "/customer", {"firstName": f[:80], "lastName": g[:80]}))
        calls.append(
            ("PUT", urls["review"], {"ratingStar": 5, "title": g[:120], "comment": h[:2000]})
        )
    for (_, _, body), answer in zip(calls, await _call(shop, calls, ada), strict=True):
        if answer.status_code == 200:
            stored_count += 1
            output = answer.json()["output"]
            for name in ("firstName", "lastName", "line1", "title", "comment"):
                if name in body:
                    assert _is_stored_unchanged(body[name], output[name]), (name, body[name])
    assert stored_count > len(calls) / 2
    for group in groups(short_lists()[::6], TICKETS_EACH):
        requester = await someone(shop)
        tickets = [
            ("POST", "/api/supporttickets", {"subject": text[:150], "description": text[:5000]})
            for text in group
        ]
        for (_, _, body), answer in zip(
            tickets, await _call(shop, tickets, requester.headers), strict=True
        ):
            if answer.status_code == 201:
                output = answer.json()["output"]
                assert output["subject"] == body["subject"].strip()
                assert output["messages"][0]["message"] == body["description"].strip()


async def test_input_of_guests(open_shop: OpenShop) -> None:
    many = 10**6
    async with open_shop(
        otp_per_client_hour=many,
        otp_per_address_hour=many,
        otp_per_address_hour_strangers=many,
        otp_guesses_per_client_hour=many,
        otp_guesses_per_address_client_day=many,
        otp_guesses_per_address_day=many,
    ) as shop:
        bought_one = await buy(shop)
        sku_id = bought_one.product.sku_id
        calls: list[tuple[str, str, Any]] = []
        for number, text in enumerate(short_lists()):
            calls.append(("POST", "/auth/otp/request", {"email": text, "phone": None}))
            place = {"city": text[:120], "state": text[:120], "country": "US"}
            options = {"promoCode": text[:64], "shippingMethod": text[:64], "postalCode": text[:20]}
            proof = {"phone": text[:40], "otp": text[:20], "firstName": text[:80]}
            tokens = {"jwtToken": text, "refreshToken": text}
            key = f"{escape(text[:32]) or 'x'}?key={escape(text)}"
            others: tuple[tuple[str, str, Any], ...] = (
                ("POST", "/api/checkout/quote", {"skuIds": [sku_id], "address": place, **options}),
                ("POST", "/auth/otp/validate", proof),
                ("POST", "/auth/loggedInUserDetails", tokens),
                ("GET", f"/api/orders/{key}", None),
            )
            calls.append(others[number % len(others)])
        calls = [one for one in calls if "/./" not in one[1] and "/../" not in one[1]]
        await _call(shop, calls)


class _Structure(HTMLParser):
    """Collects the elements of a page and their attributes' names, without text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, ...]] = []
        self.scripts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, *(name for name, _ in attrs)))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.lasttag == "script" and self.scripts:
            self.scripts[-1] += data


def structure_of(page: str) -> tuple[tuple[str, ...], ...]:
    """Return the elements of a page. Checks that every script contains JSON."""
    parser = _Structure()
    parser.feed(page)
    parser.close()
    for script in parser.scripts:
        if script.strip():
            json.loads(script)
    return tuple(parser.elements)


async def test_no_string_changes_the_structure_of_a_page(
    open_shop: OpenShop, tmp_path: Path
) -> None:
    folder = write_build(tmp_path / "client")
    html = {"Accept": "text/html"}
    async with open_shop(client_dir=str(folder)) as shop:
        whole, heads = set(), set()
        for plain in ("/search?q=bowl", "/search?q=", "/search", "/nowhere"):
            page = (await shop.client.get(plain, headers=html)).text
            whole.add(structure_of(page))
            heads.add(tuple(one for one in structure_of(page) if "data-page-head" in one))
        strings = short_lists() + long_lists()
        urls = [f"/search?q={escape(text)}" for text in strings]
        # Alternate between a first visit and a navigation.
        requests = (
            shop.client.build_request("GET", f"/api/head?path={escape(url)}")
            if number % 2
            else shop.client.build_request("GET", url, headers=html)
            for number, url in enumerate(urls)
        )
        seen: set[str] = set()
        for text, response in zip(strings, await send_all(shop, requests), strict=True):
            seen.add(etag_of(response.content))
            if response.headers["content-type"].startswith("text/html"):
                assert response.status_code in (200, 404), text
                assert structure_of(response.text) in whole, text
            elif check_response(response, sent=response.text)["status"]:
                assert structure_of(response.json()["output"]["dmContent"]) in heads, text
        assert len(seen) > 5000


async def test_no_title_changes_the_structure_of_a_product_page(
    open_shop: OpenShop, tmp_path: Path
) -> None:
    folder = write_build(tmp_path / "client")
    texts = [one[:200] for one in short_lists()[::8] + long_lists()[::40] if one.strip()]
    texts = [one for one in texts if "\x00" not in one]
    async with open_shop(client_dir=str(folder)) as shop:
        async with shop.database.transaction() as connection:
            plain = await make_product(connection, "Bowl", summary="b", brand="Kiln")
            products = [
                await make_product(connection, text, slug=f"p-{n}", summary=text, brand="Kiln")
                for n, text in enumerate(texts)
            ]
        html = {"Accept": "text/html"}
        expected = structure_of(
            (await shop.client.get(f"/products/{plain.slug}", headers=html)).text
        )
        for text, one in zip(texts, products, strict=True):
            page = await shop.client.get(f"/products/{one.slug}", headers=html)
            assert page.status_code == 200, text
            assert structure_of(page.text) == expected, text
            output = await shop.output("GET", f"/api/products/{one.slug}")
            assert output["title"] == text
            assert structure_of(output["dmContent"]), text


async def test_no_name_changes_the_structure_of_an_email(shop: Shop) -> None:
    one = await buy(shop)
    # Send the emails of that order first.
    await shop.work()
    names = [text[:80] for text in long_lists()[::200] if text[:80].strip()]
    structures = set()
    for text in ["Ada", *names]:
        contact = {**CONTACT, "firstName": text, "lastName": text}
        address = {**ADDRESS, "firstName": text, "line1": text, "city": text}
        body = guest_order([one.product.sku_id], contact=contact, address=address)
        answer = await shop.client.post("/api/orders", json=body)
        check_response(answer, sent=answer.text)
        if answer.status_code == 201:
            await shop.work()
            structures.add(structure_of(shop.outbox()[-1]["html"]))
    assert len(structures) == 1
