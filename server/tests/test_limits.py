"""Extreme input for every call: huge, deeply nested, duplicated, malformed, of wrong types."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from stallage.products.actions import put_size_guide
from stallage.products.drafts import SizeGuideDraft
from tests.cart.factory import fill_cart, sign_in
from tests.customers.factory import HOME, someone
from tests.fuzz_strings import (
    INTERNALS,
    Operation,
    build_requests,
    check_response,
    list_operations,
    send_all,
)
from tests.payments.factory import place_prepaid
from tests.products.factory import make_product
from tests.shop import Shop

JSON = {"Content-Type": "application/json"}
DEEP = 20_000

BODIES: dict[str, bytes] = {
    "nothing": b"",
    "null": b"null",
    "a list": b"[]",
    "a text": b'"x"',
    "a number of 5,000 digits": b"9" * 5000,
    "a field of 5,000 digits": b'{"skuId":' + b"9" * 5000 + b',"id":1e999}',
    "no number": b'{"skuId":NaN,"quantity":-Infinity,"sku":1e999}',
    "deep lists": b"[" * DEEP + b"]" * DEEP,
    "deep objects": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "half a pair in a value": b'{"email":"\\ud800","firstName":"\\udfff","otp":"\\ud800"}',
    "half a pair in a name": b'{"\\ud800":1,"contact":{"\\udfff":2}}',
    "a NUL": b'{"email":"a\\u0000@example.com","subject":"\\u0000","code":"\\u0000"}',
    "a name twice": b'{"skuId":1,"skuId":"x","quantity":-1,"quantity":0}',
    "another encoding": '{"email":"ä@example.com"}'.encode("utf-16"),
    "bytes that are not text": b'{"email":"\xff\xfe\xc0"}',
    "wrong types": b'{"skuId":true,"sku":"1","quantity":1.5,"email":{},"dob":0,"images":"1","otp":[]}',
    "numbers below": b'{"skuId":-1,"sku":0,"id":-9223372036854775809,"quantity":-1,"page":0}',
    "numbers above": b'{"skuId":9223372036854775808,"sku":18446744073709551616,"page":1000001}',
}

PARTS = (
    *("0", "-1", "1.5", "true", "x", "9223372036854775807", "9223372036854775808", "9" * 5000),
    *("%00", "a%00b", "%ED%A0%80", "%FF%FE", "%0A", "%2e%2e%2fetc%2fpasswd", "a" * 4000, "%20"),
    *("'%20OR%20'1'='1", "%D9%A3", "%E2%80%A8", "🥣"),
)
VALUES = (*PARTS, "", "..", "99999999999999999999..1", "-5..-1", "true%26", "%25", "a" * 10_000)


async def _customer(shop: Shop) -> dict[str, str]:
    """Create a product and a customer with a full cart; return the customer's headers."""
    shopper = await sign_in(shop)
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection, "Everyday bowl", slug="everyday-bowl")
        guide = SizeGuideDraft(
            slug="everyday-bowl",
            title="Bowls",
            introduction="",
            option="Size",
            unit="cm",
            columns=["Size", "Across"],
            measured=["Across"],
            rows=[["S", "12"]],
        )
        await put_size_guide(connection, guide)
    await fill_cart(shop, shopper, bowl.sku_id, bowl.sku_id)
    return shopper.headers


async def test_every_body_is_answered_in_the_envelope(shop: Shop) -> None:
    headers = await _customer(shop)
    calls: list[tuple[str, str, dict[str, Any]]] = [
        (one.method, one.url(), {"content": body, "headers": JSON})
        for one in list_operations()
        if one.accepts_json
        for body in BODIES.values()
    ]
    answers = await send_all(shop, build_requests(shop, calls, headers))
    assert len(answers) > 300
    for answer in answers:
        check_response(answer)


async def test_every_part_of_a_path_is_answered_in_the_envelope(shop: Shop) -> None:
    headers = await _customer(shop)
    calls: list[tuple[str, str, dict[str, Any]]] = [
        (one.method, one.url(**dict.fromkeys(one.names("path"), part)), {"headers": JSON})
        for one in list_operations()
        for part in PARTS
        if one.names("path")
    ]
    answers = await send_all(shop, build_requests(shop, calls, headers))
    assert len(answers) > 200
    for answer in answers:
        if answer.status_code != 200:
            assert check_response(answer)["error"]["code"] in (
                *("not_found", "invalid_fields", "method_not_allowed", "cancel_refused"),
            )


async def test_every_parameter_of_a_query_is_answered_in_the_envelope(shop: Shop) -> None:
    headers = await _customer(shop)
    calls: list[tuple[str, str, dict[str, Any]]] = []
    for one in list_operations():
        for name in (*one.names("query"), *(["attr.size"] if one.names("query") else [])):
            for value in VALUES:
                calls.append((one.method, f"{one.url()}?{name}={value}", {}))
            calls.append((one.method, f"{one.url()}?{name}=1&{name}=2&{name}=", {}))
            calls.append((one.method, f"{one.url()}?" + f"{name}=1&" * 2000, {}))
            calls.append((one.method, f"{one.url()}?{name}[]=1&{name}[a]=2&[=&==&&%=1", {}))
    answers = await send_all(shop, build_requests(shop, calls, headers))
    assert len(answers) > 500
    for answer in answers:
        check_response(answer)


async def test_a_search_of_ten_thousand_characters_is_refused_and_its_suggestions_cut(
    shop: Shop,
) -> None:
    await _customer(shop)
    fields = {"q": ["Search products cannot exceed 200 characters."]}
    for words in ("bowl " * 2000, "b" * 10_000, "*" * 10_000, '"' * 9999, "\u0301" * 3000):
        status, error = await shop.error("GET", f"/api/products?q={quote(words)}")
        assert (status, error["fields"]) == (422, fields)
        listed = await shop.output("GET", f"/api/products?q={quote(words[:200])}")
        assert listed["page"] == 1
        assert isinstance(await shop.output("GET", f"/api/products/suggest?q={quote(words)}"), list)


async def test_a_page_far_behind_the_last_is_empty(shop: Shop) -> None:
    headers = await _customer(shop)
    for url in ("/api/products?q=bowl&", "/api/products?", "/api/orders?", "/api/supporttickets?"):
        listed = await shop.output("GET", f"{url}page=1000000&pageSize=96", headers=headers)
        assert (listed["items"], listed["page"]) == ([], 1_000_000)
    assert await shop.output("GET", "/api/blogs?page=1000000") == []


async def test_integers_are_integers_and_days_are_days(shop: Shop) -> None:
    headers = await _customer(shop)
    for sku in ("1", 1.0, True, None, [1]):
        status, error = await shop.error(
            "POST", "/wishlist", content=json.dumps({"sku": sku}), headers={**JSON, **headers}
        )
        assert (status, list(error["fields"])) == (422, ["sku"])
    for day in (0, 86_400, "0", "86400", "2000-1-1", "2000-01-01T00:00:00", 1.5, "2000-02-30"):
        status, error = await shop.error("PUT", "/customer", json={"dob": day}, headers=headers)
        assert (status, error["fields"]) == (422, {"dob": ["Date of birth is not valid."]})


async def test_an_unsupported_method_is_refused_with_the_allowed_ones(shop: Shop) -> None:
    every = list_operations()
    methods: dict[str, set[str]] = {}
    for one in every:
        methods.setdefault(one.path, set()).add(one.method)
    # `/api/carts/guest` and the like are also what another path's parameter may be.
    plain = {path: known for path, known in methods.items() if "{" not in path}
    alone = {path: known for path, known in plain.items() if not _has_pattern(path, methods)}
    for path, known in alone.items():
        for method in {"OPTIONS", "TRACE", "PATCH", "PUT", "DELETE", "GET", "POST"} - known:
            answer = await shop.client.request(method, path)
            assert answer.status_code == 405, f"{method} {path}"
            assert check_response(answer)["error"]["code"] == "method_not_allowed"
            allowed = set(answer.headers["allow"].split(", "))
            assert allowed == known | ({"HEAD"} if "GET" in known else set()), path
    assert len(alone) > 30


def _has_pattern(path: str, methods: dict[str, set[str]]) -> bool:
    head = path.rpartition("/")[0]
    return any(
        other.startswith(head + "/{") and "/" not in other[len(head) + 2 :] for other in methods
    )


async def test_a_wrong_type_of_body_is_refused(shop: Shop) -> None:
    headers = await _customer(shop)
    kinds = (
        "text/plain",
        "application/xml",
        "application/x-www-form-urlencoded",
        "x",
        "/",
        "json;",
    )
    for one in list_operations():
        # This call answers 200 to everything.
        takes_all = one.path == "/auth/loggedInUserDetails"
        for kind in kinds if one.accepts_json and not takes_all else ():
            own = {**headers, "Content-Type": kind}
            answer = await shop.client.request(one.method, one.url(), content=b"a=1", headers=own)
            check_response(answer)
            assert answer.status_code in (400, 415, 422), f"{one.path} {kind}"


def _public(every: list[Operation]) -> list[str]:
    """Return the URLs of responses that are the same for everybody."""
    urls = [
        one.url(slug="everyday-bowl")
        for one in every
        if one.method == "GET" and "security" not in one.declared
    ]
    queries = {"/api/products/suggest": "?q=bowl", "/api/products/cards": "?skuIds=1"}
    queries |= {"/api/head": "?path=/cart", "/api/products": "?q=bowl"}
    queries |= {"/api/bought-together": "?productIds=1", "/api/related-products": "?productId=1"}
    queries |= {"/api/because-you-viewed": "?skuIds=1", "/api/facet-values": "?facet=brand"}
    of_product = "?productSlug=everyday-bowl"
    queries |= {"/api/productquestions": of_product, "/api/productcomments": of_product}
    # Pages and posts need a record of that name. The next steps differ for the shop's own machine, and a
    # shared list is for those who have its link, so it is not cached.
    left_out = (
        "/healthz",
        # Needs a token, which is a setting.
        "/metrics",
        "/readyz",
        "/api/blogs/1",
        "/api/pages/everyday-bowl",
        "/api/shop/next-steps",
        "/api/wishlist/shared/1",
    )
    return [url + queries.get(url, "") for url in urls if url not in left_out]


async def test_public_responses_are_the_same_for_everybody(shop: Shop) -> None:
    headers = await _customer(shop)
    urls = _public(list_operations())
    assert len(urls) > 12
    for url in urls:
        plain = await shop.client.get(url)
        assert plain.status_code == 200, url
        check_response(plain)
        tag = plain.headers["etag"]
        assert tag.startswith('"'), url
        assert plain.headers["cache-control"].startswith("public"), url
        vary = plain.headers.get("vary", "").lower()
        assert "authorization" not in vary, url
        assert "cookie" not in vary, url
        assert "set-cookie" not in plain.headers
        for bearer in (headers["Authorization"], "Bearer garbage", "Basic x", "Bearer"):
            own = await shop.client.get(url, headers={"Authorization": bearer})
            assert (own.status_code, own.content, own.headers["etag"]) == (200, plain.content, tag)
        for known in (tag, "*", f'"x", {tag}', f"W/{tag}"):
            again = await shop.client.get(url, headers={"If-None-Match": known})
            assert (again.status_code, again.content) == (304, b""), f"{url} {known}"
            assert again.headers["etag"] == tag
        head = await shop.client.head(url)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["etag"] == tag
        assert head.headers["content-length"] == plain.headers["content-length"]


async def test_private_responses_are_not_cached(shop: Shop) -> None:
    headers = await _customer(shop)
    for one in list_operations():
        if one.method == "GET" and "security" in one.declared:
            answer = await shop.client.get(one.url(), headers=headers)
            assert answer.headers["cache-control"] in ("no-store", "private, no-store"), one.path
            assert "etag" not in answer.headers, one.path


@pytest.mark.parametrize(
    "bearer", ["", "Bearer", "Bearer x.y.z", "Bearer " + "a" * 9000, "Basic x"]
)
async def test_calls_of_customers_require_a_token(shop: Shop, bearer: str) -> None:
    for one in list_operations():
        if one.requires_customer and one.path != "/api/uploads":
            answer = await shop.client.request(
                one.method, one.url(), headers={"Authorization": bearer, **JSON}, content=b"{}"
            )
            check_response(answer)
            # FastAPI may validate the body first.
            assert answer.status_code in (401, 422), f"{one.method} {one.path}"
            assert "output" in answer.json()


async def test_a_deleted_customer_is_signed_out(shop: Shop) -> None:
    gone = await someone(shop)
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection)
        await connection.execute("DELETE FROM customers WHERE id = $1", gone.id)
    for path, body in {
        "/api/carts": {"skuId": bowl.sku_id},
        "/wishlist": {"sku": bowl.sku_id},
        "/customer/address": HOME,
        "/api/supporttickets": {"subject": "a", "description": "b"},
        "/customer/contact/request": {"email": "b@example.com"},
        "/customer/recentlyViewed": {"skuId": bowl.sku_id},
    }.items():
        answer = await shop.client.post(path, json=body, headers=gone.headers)
        check_response(answer)
        assert answer.status_code == 401, f"{path}: {answer.text}"


INVALID_WEBHOOKS: tuple[dict[str, Any], ...] = (
    {"content": b""},
    {"content": b"\xff\x00", "headers": {"Content-Type": "image/png"}},
    {"content": b"{}", "headers": {"Sandbox-Signature": "t=1,v1=" + "0" * 64}},
    {"content": b"{}", "headers": {"Sandbox-Signature": b"t=\xb2,v1=\xff"}},
    {"content": b"[" * 1000, "headers": {"Sandbox-Signature": "t=" + "9" * 12 + ",v1=" + "a" * 64}},
    {"content": b"x" * 1_100_000},
)


async def test_invalid_webhooks_are_refused(shop: Shop) -> None:
    for provider in ("sandbox", "stripe", "x", "..%2f", "SANDBOX", "a" * 100):
        for webhook in INVALID_WEBHOOKS:
            answer = await shop.client.post(f"/payments/notices/{provider}", **webhook)
            check_response(answer)
            assert 400 <= answer.status_code < 500, provider


async def test_the_payment_page_ignores_invalid_input(shop: Shop) -> None:
    order = await place_prepaid(shop)
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    parts = {"Content-Type": "multipart/form-data; boundary=x"}
    for content, headers in (
        (b"", {}),
        (b"choice=steal", form),
        (b"choice=pay%00", form),
        (b"choice=%ff&choice=%ed%a0%80&" + b"a=1&" * 5000, form),
        (b"--x\r\nContent-Disposition: form-data; name=choice\r\n\r\npay", parts),
        (b"\x00\xff" * 500, parts),
        (b"choice=pay", {"Content-Type": "text/plain"}),
        (b'{"choice":"pay"}', JSON),
    ):
        answer = await shop.client.post(order.redirect_url, content=content, headers=headers)
        _check_page(answer)
    for session in ("ps_x", "%00", "%ED%A0%80", "a" * 3000, "..", "'%20OR%201=1--"):
        for method in ("GET", "POST", "PUT", "DELETE"):
            _check_page(await shop.client.request(method, f"/payments/sandbox/{session}"))
    async with shop.database.reading() as connection:
        states = await connection.fetch("SELECT state FROM sandbox_sessions")
    assert [row["state"] for row in states] == ["open"]


def _check_page(answer: httpx.Response) -> None:
    assert answer.status_code < 500, answer.text
    assert not INTERNALS.search(answer.text), answer.text
    assert answer.headers["cache-control"] == "no-store"
    if answer.is_redirect:
        assert answer.headers["location"].startswith("/payments/sandbox/")
