"""All responses: the envelope, a request id, limits on size and type."""

from __future__ import annotations

import httpx
import pytest

from tests.shop import Shop


async def test_every_response_has_a_request_id(shop: Shop) -> None:
    valid = await shop.client.get("/healthz", headers={"X-Request-Id": "my-request-1"})
    assert valid.headers["x-request-id"] == "my-request-1"
    invalid = await shop.client.get("/healthz", headers={"X-Request-Id": "a b\tc"})
    assert invalid.headers["x-request-id"] not in ("", "a b\tc")
    assert invalid.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("arguments", "status", "code"),
    [
        ({"content": b"{", "headers": {"content-type": "application/json"}}, 400, "malformed_body"),
        (
            {"content": b"\xff\xfe", "headers": {"content-type": "application/json"}},
            400,
            "malformed_body",
        ),
        (
            {"content": b"[" * 100_000, "headers": {"content-type": "application/json"}},
            400,
            "malformed_body",
        ),
        (
            {"content": b" " * 1_100_000, "headers": {"content-type": "application/json"}},
            413,
            "too_large",
        ),
        ({"content": b"a=1", "headers": {"content-type": "text/plain"}}, 415, "unsupported_type"),
        ({"json": {}, "headers": {"accept": "image/png"}}, 406, "not_acceptable"),
        ({"json": {}}, 422, "invalid_fields"),
    ],
)
async def test_bad_requests_are_refused_in_the_envelope(
    shop: Shop, arguments: dict[str, object], status: int, code: str
) -> None:
    answered, error = await shop.error("POST", "/auth/refresh", **arguments)
    assert (answered, error["code"]) == (status, code)
    assert error["message"]


async def test_a_large_body_of_unknown_length_is_refused(shop: Shop) -> None:
    async def chunks() -> object:
        for _ in range(20):
            yield b" " * 100_000

    response = await shop.client.post(
        "/auth/refresh",
        content=chunks(),  # type: ignore[arg-type]  # httpx takes any async iterator
        headers={"content-type": "application/json"},
    )
    assert response.status_code == 413
    assert response.json()["error"]["code"] == "too_large"


async def test_malformed_paths_get_a_client_error(shop: Shop) -> None:
    async with httpx.AsyncClient(timeout=30, trust_env=False) as client:
        for path in (
            "/%00",
            "/api/products/%ff%fe",
            "/api/%2e%2e/%2e%2e/etc/passwd",
            "/" + "a" * 9000,
        ):
            response = await client.get(shop.url + path, headers={"accept": "application/json"})
            assert response.status_code in (400, 404, 414), path


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/api/carts", {"GET", "HEAD", "POST", "PUT"}),
        ("/customer/address/7", {"PUT", "DELETE"}),
        ("/api/products/search", {"GET", "HEAD", "POST"}),
        ("/faqs", {"GET", "HEAD"}),
    ],
)
async def test_a_wrong_method_gets_the_allowed_ones(
    shop: Shop, path: str, methods: set[str]
) -> None:
    refused = await shop.client.request("PATCH", path)
    assert refused.status_code == 405
    assert set(refused.headers["allow"].split(", ")) == methods


async def test_responses_are_not_cached_by_default(shop: Shop) -> None:
    assert (await shop.client.get("/healthz")).headers["cache-control"] == "no-store"
    assert (await shop.client.get("/api/countries")).headers.get_list("cache-control") == [
        "public, max-age=60, s-maxage=300, stale-while-revalidate=600"
    ]
