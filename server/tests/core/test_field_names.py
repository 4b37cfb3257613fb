"""Errors name the fields of the request, and nothing of how they are read."""

from __future__ import annotations

from typing import Any

import pytest

from stallage.core.validation import field_errors
from tests.cart.factory import sign_in
from tests.checkout.factory import ADDRESS
from tests.shop import Shop

PRODUCTS, COMMENTS = "/api/products/search", "/api/productcomment/search"
GUEST = "/api/carts/guest"


def _criteria(key: str, *values: object) -> dict[str, Any]:
    return {"criteria": [{"key": key, "operation": "eq", "value": list(values)}]}


@pytest.mark.parametrize(
    ("path", "body", "fields"),
    [
        (PRODUCTS, _criteria("title", "mug", ""), {"criteria.0.value.1": "Value cannot be blank."}),
        (PRODUCTS, _criteria("title", None), {"criteria.0.value.0": "Value cannot be blank."}),
        (PRODUCTS, _criteria("price", 1.5), {"criteria.0.value.0": "Value is not valid."}),
        (PRODUCTS, _criteria("price", True), {"criteria.0.value.0": "Value is not valid."}),
        (PRODUCTS, _criteria("price", [1]), {"criteria.0.value.0": "Value is not valid."}),
        (
            PRODUCTS,
            _criteria("title", "x" * 201),
            {"criteria.0.value.0": "Value cannot exceed 200 characters."},
        ),
        (
            COMMENTS,
            _criteria("text", "two\nlines"),
            {"criteria.0.value.0": "Value must be a single line of text."},
        ),
        (GUEST, [1, "2"], {"1": "Body must be an integer."}),
        (GUEST, [0], {"0": "Body must be an integer greater than or equal to 1."}),
        (GUEST, [1] * 9901, {"body": "Body cannot hold more than 9900 entries."}),
        (GUEST, {"skuIds": ["2"]}, {"skuIds.0": "Sku ids must be an integer."}),
        (GUEST, "text", {"body": "Body is not valid."}),
        (GUEST, None, {"body": "Body cannot be blank."}),
    ],
)
async def test_a_union_names_only_the_field(
    shop: Shop, path: str, body: Any, fields: dict[str, str]
) -> None:
    status, error = await shop.error("POST", path, json=body)
    named = {field: [text] for field, text in fields.items()}
    assert (status, error["fields"]) == (422, named)


async def test_unions_still_read_what_they_should(shop: Shop) -> None:
    assert await shop.output("POST", GUEST, json=[1, 2]) == []
    assert await shop.output("POST", GUEST, json={"skuIds": [1, 2]}) == []
    found = await shop.output("POST", PRODUCTS, json=_criteria("price", 1, "2"))
    assert found["total"] == 0


async def test_null_in_a_required_text_is_blank(shop: Shop) -> None:
    body = {"paymentMethod": None, "skuIds": [None], "address": {"firstName": None}}
    _, error = await shop.error("POST", "/api/orders", json=body)
    assert error["fields"]["paymentMethod"] == ["Payment method is not valid."]
    assert error["fields"]["skuIds.0"] == ["Sku ids must be an integer."]
    assert error["fields"]["address.firstName"] == ["First name cannot be blank."]


def test_the_path_of_a_picture_is_a_problem_of_the_picture() -> None:
    found = field_errors(
        [
            {"loc": ("body", "image", "path"), "type": "string_type", "input": 7},
            {"loc": ("query", "path"), "type": "string_type", "input": 7},
        ]
    )
    assert list(found) == ["image", "path"]


async def test_a_parameter_may_have_the_name_of_a_source(shop: Shop) -> None:
    for query in ("", "?path=%00", f"?path=/{'a' * 2001}"):
        status, error = await shop.error("GET", f"/api/head{query}")
        assert (status, list(error["fields"])) == (422, ["path"])


async def test_only_booleans_are_booleans(shop: Shop) -> None:
    shopper = await sign_in(shop)
    for value in ("yes", "true", 1, 0, None):
        status, error = await shop.error(
            "POST",
            "/customer/address",
            json={**ADDRESS, "isPrimary": value},
            headers=shopper.headers,
        )
        assert (status, list(error["fields"])) == (422, ["isPrimary"])


async def test_an_upload_in_another_type_asks_for_a_file(shop: Shop) -> None:
    shopper = await sign_in(shop)
    status, error = await shop.error("POST", "/api/uploads", json={}, headers=shopper.headers)
    assert (status, error["code"]) == (415, "unsupported_type")
    assert error["message"] == "Please upload a file."
