"""Direct routes refuse what FastAPI's own routes refuse, and answer the same."""

from __future__ import annotations

from typing import Annotated

import pytest
from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel

from stallage.core.direct_route import DirectBodyRoute
from stallage.core.envelope import Answer, answer
from tests.shop import Shop

JSON = {"content-type": "application/json"}
QUOTE = "/api/checkout/quote"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "malformed_body"),
        (b"\xff\xfe", 400, "malformed_body"),
        (b"[" * 100_000, 400, "malformed_body"),
        (b" " * 1_100_000, 413, "too_large"),
        (b"", 422, "invalid_fields"),
        (b"null", 422, "invalid_fields"),
        (b"[]", 422, "invalid_fields"),
        (b'{"skuIds": "x"}', 422, "invalid_fields"),
    ],
)
async def test_bad_bodies_are_refused(shop: Shop, body: bytes, status: int, code: str) -> None:
    answered, error = await shop.error("POST", QUOTE, content=body, headers=JSON)
    assert (answered, error["code"]) == (status, code)
    assert error["message"]


async def test_a_body_of_unknown_length_is_limited(shop: Shop) -> None:
    async def chunks() -> object:
        for _ in range(20):
            yield b" " * 100_000

    response = await shop.client.post(
        QUOTE,
        content=chunks(),  # type: ignore[arg-type]  # httpx takes any async iterator
        headers=JSON,
    )
    assert response.status_code == 413


async def test_fields_are_named(shop: Shop) -> None:
    _, error = await shop.error("POST", "/api/orders", json={"contact": {"email": 5}})
    assert set(error["fields"]) == {"contact.email", "paymentMethod"}


@pytest.mark.parametrize("body", [None, b"null", b"5", b'"text"', b"[]"])
async def test_a_body_that_is_no_object_gets_the_message_of_ordinary_routes(
    shop: Shop, body: bytes | None
) -> None:
    fields = [
        (await shop.error("POST", path, content=body, headers=JSON))[1]["fields"]
        for path in (QUOTE, "/api/orders", "/auth/otp/request")
    ]
    assert fields[0] == fields[1] == fields[2] != {}


async def test_a_bad_token_is_refused_before_the_fields(shop: Shop) -> None:
    headers = {"Authorization": "Bearer nonsense"}
    status, _ = await shop.error("POST", QUOTE, json={"skuIds": "x"}, headers=headers)
    assert status == 401


async def test_a_wrong_method_gets_the_allowed_one(shop: Shop) -> None:
    response = await shop.client.delete("/api/orders")
    assert (response.status_code, response.headers["allow"]) == (405, "HEAD, GET, POST")
    response = await shop.client.put(QUOTE, json={})
    assert (response.status_code, response.headers["allow"]) == (405, "POST")


class _Input(BaseModel):
    number: int


async def _nested(request: Request) -> int:
    return len(request.scope["path"])


async def _of_another(length: Annotated[int, Depends(_nested)]) -> int:
    return length


async def test_parameters_that_it_would_not_read_are_refused() -> None:
    router = APIRouter(route_class=DirectBodyRoute)

    async def with_query(body: _Input, size: Annotated[int, Query()]) -> Answer[int]:
        return answer(body.number + size)

    async def with_dependencies(
        body: _Input, length: Annotated[int, Depends(_of_another)]
    ) -> Answer[int]:
        return answer(body.number + length)

    async def without_body(request: Request) -> Answer[int]:
        return answer(len(request.scope["path"]))

    for endpoint in (with_query, with_dependencies, without_body):
        with pytest.raises(TypeError, match="does not read"):
            router.post("/x")(endpoint)
