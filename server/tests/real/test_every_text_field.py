"""Sends every string of the lists of hostile input to every text field of the API.

Calls and fields are read from the OpenAPI document, so that none is missing. Each call with a text field
needs a valid body here, in which one field after the other is replaced.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

import httpx
import pytest

from tests.checkout.factory import ADDRESS, CONTACT
from tests.conftest import OpenShop
from tests.customers.factory import HOME
from tests.fuzz_strings import INTERNALS, check_response, list_operations, send_all
from tests.gift_cards.factory import details, make_gift_card
from tests.real.test_naughty_inputs import JSON, long_lists, short_lists
from tests.reviews.factory import buy, write
from tests.shop import Shop

pytestmark = [pytest.mark.real, pytest.mark.slow]

PEOPLE = 12
"""Number of customers; the rate limits allow each of them enough requests."""
EMAIL = {"email": "ada@example.com"}
CODE = {**EMAIL, "otp": "123456"}
CRITERIA = [{"key": "title", "operation": "cn", "value": ["bowl"]}]
COMMENTS = [{"key": "productSlug", "operation": "eq", "value": ["bowl"]}]

Field = tuple[str, ...]
"""Path of a text in a body; `*` is the first element of a list."""


@dataclass(frozen=True, slots=True)
class Person:
    """A customer with an order, a review, a question, a ticket and so on."""

    headers: dict[str, str]
    ids: dict[str, str]
    """Path parameters by name."""
    bodies: dict[str, Any]
    """Valid bodies by call."""


async def person(shop: Shop) -> Person:
    one = await buy(shop)
    ada = one.customer.headers
    question_body = {"productSlug": one.product.slug, "question": "Does it hold water?"}
    ticket_body = {
        "subject": "A chip",
        "description": "It came like this.",
        "orderId": one.order_id,
    }
    question = await shop.output("POST", "/api/productquestions", json=question_body, headers=ada)
    ticket = await shop.output("POST", "/api/supporttickets", json=ticket_body, headers=ada)
    home = await shop.output("POST", "/customer/address", json=HOME, headers=ada)
    order = await shop.output("GET", f"/api/orders/{one.order_id}", headers=ada)
    review = await write(shop, one)
    line = {"lineId": order["lines"][0]["lineId"], "quantity": 1}
    sku_id = one.product.sku_id
    async with shop.database.transaction() as connection:
        gift_skus = await make_gift_card(connection)
    card = {"skuId": gift_skus[2500], **details()}
    adding = {"skuId": gift_skus[2500], "quantity": 1, "giftCard": details()}
    cart = await shop.output("POST", "/api/carts", json=adding, headers=ada)
    seen = {"skuId": sku_id, "price": {"amount": 1000, "currency": "USD"}}
    brought = {"guestSkuIds": [sku_id], "guestPrices": [seen]}
    return Person(
        ada,
        {
            "orderId": one.order_id,
            "reviewId": str(review["id"]),
            "questionId": str(question["id"]),
            "ticketId": ticket["ticketId"],
            "id": str(home["id"]),
            "giftCardId": "GC-0000-0000",
        },
        {
            "POST /api/alerts": {"skuId": sku_id, "kind": "price", **EMAIL},
            "POST /api/carts": adding,
            "PUT /api/carts": {"id": cart[-1]["id"], "quantity": 1, "giftCard": details()},
            "POST /api/carts/guest": {"skuIds": [], "giftCards": [card]},
            "POST /api/carts/guest/gift-cards": [card],
            "PUT /api/orders/{orderId}/gift-cards/{giftCardId}": {
                "recipientEmail": "grace@example.com"
            },
            "POST /api/checkout/contact/request": EMAIL,
            "POST /api/checkout/contact/validate": CODE,
            "POST /api/checkout/line": {"ticket": "x"},
            "POST /api/checkout/line/leave": {"ticket": "x"},
            "POST /api/checkout/quote": {
                "skuIds": [sku_id],
                "giftCards": [card],
                "address": {
                    key: ADDRESS[key] for key in ("city", "state", "postalCode", "country")
                },
                "postalCode": "98101",
                "promoCode": "WELCOME10",
                "shippingMethod": "standard",
            },
            "PUT /api/orders/{orderId}/billing-address": ADDRESS,
            "POST /api/productcomment/{reviewId}/report": {"reason": "spam", "comment": "Look."},
            "POST /api/contact": {**EMAIL, "name": "Ada", "subject": "Hello", "message": "Hello."},
            "POST /api/newsletter": EMAIL,
            "POST /api/newsletter/confirm": {"token": "x" * 32},
            "POST /api/orders": {
                "skuIds": [sku_id],
                "giftCards": [card],
                "contact": CONTACT,
                "address": ADDRESS,
                "shippingMethod": "standard",
                "paymentMethod": "prepaid",
            },
            "POST /api/orders/search": {"criteria": CRITERIA},
            "POST /api/orders/lookup": EMAIL,
            "POST /api/orders/lookup/validate": {**CODE, "orderId": one.order_id},
            "POST /api/orders/{orderId}/return": {
                "lines": [line],
                "reason": "It is too small.",
                "resolution": "refund",
                "refundTo": "wallet",
            },
            "POST /api/orders/{orderId}/withdrawal": {"lines": [line], "name": "Ada Miller"},
            "POST /api/privacy/export": CODE,
            "POST /api/privacy/forget": CODE,
            "POST /api/productcomment": one.review(),
            "POST /api/productcomment/search": {"criteria": COMMENTS},
            "PUT /api/productcomment/{reviewId}": {
                "ratingStar": 4,
                "title": "",
                "comment": "Good.",
            },
            "POST /api/productquestions": question_body,
            "POST /api/productquestions/{questionId}/answers": {"answer": "It does."},
            "POST /api/products/search": {"criteria": CRITERIA},
            "POST /api/search-clicks": {"q": "mug"},
            "POST /api/supporttickets": ticket_body,
            "POST /api/supporttickets/{ticketId}/messages": {"message": "Hello?"},
            "POST /api/wallet/redeem": {"code": "GIFT-0000"},
            "POST /api/withdrawals": {**EMAIL, "name": "Ada", "orderId": one.order_id},
            "POST /auth/google": {**brought, "accessToken": "x"},
            "POST /auth/loggedInUserDetails": {"jwtToken": "x", "refreshToken": "x"},
            "POST /auth/logout": {"refreshToken": "x"},
            "POST /auth/otp/request": EMAIL,
            "POST /auth/otp/validate": {
                **CODE,
                **brought,
                "firstName": "Ada",
                "lastName": "Miller",
            },
            "POST /auth/refresh": {"refreshToken": "x"},
            "DELETE /customer": {"otp": "123456"},
            "PUT /customer": {"firstName": "Ada", "lastName": "Miller"},
            "POST /customer/address": HOME,
            "PUT /customer/address/{id}": HOME,
            "POST /customer/contact/request": EMAIL,
            "POST /customer/contact/validate": CODE,
        },
    )


def text_fields(
    schema: Mapping[str, Any], schemas: Mapping[str, Any], way: Field = ()
) -> Iterator[tuple[Field, int]]:
    """Yield the text fields of a body with their maximum lengths."""
    if "$ref" in schema:
        schema = schemas[schema["$ref"].rpartition("/")[2]]
    for option in schema.get("anyOf", ()):
        yield from text_fields(option, schemas, way)
    for name, inner in schema.get("properties", {}).items():
        yield from text_fields(inner, schemas, (*way, name))
    if "items" in schema:
        yield from text_fields(schema["items"], schemas, (*way, "*"))
    if schema.get("type") == "string" and not {"enum", "const"} & set(schema):
        yield way, schema.get("maxLength", 8000)


def replace_text(body: Any, way: Field, text: str) -> Any:
    """Return a copy of the body with a text at this path."""
    copied = copy.deepcopy(body)
    inner: Any = copied
    for name in way[:-1]:
        inner = inner[0] if name == "*" else inner.setdefault(name, {})
    inner[0 if way[-1] == "*" else way[-1]] = text
    return copied


async def test_every_text_field_handles_every_string(open_shop: OpenShop) -> None:
    many = 10**6
    async with open_shop(
        otp_per_client_hour=many,
        otp_per_address_hour=many,
        otp_per_address_hour_strangers=many,
        otp_guesses_per_client_hour=many,
        otp_guesses_per_address_client_day=many,
        otp_guesses_per_address_day=many,
    ) as shop:
        people = [await person(shop) for _ in range(PEOPLE)]
        schemas = (await shop.client.get("/openapi.json")).json()["components"]["schemas"]
        fields = [
            (one, *field)
            for one in list_operations()
            if one.accepts_json
            for field in text_fields(
                one.declared["requestBody"]["content"]["application/json"]["schema"], schemas
            )
        ]
        assert len(fields) > 80
        strings = short_lists() + long_lists()
        endless, who = cycle(strings), cycle(people)
        requests: list[httpx.Request] = []
        for operation, way, most in fields:
            for text in islice(endless, len(strings) // len(fields) + 1):
                requester = next(who)
                body = requester.bodies[f"{operation.method} {operation.path}"]
                requests.append(
                    shop.client.build_request(
                        operation.method,
                        operation.url(**requester.ids),
                        content=json.dumps(replace_text(body, way, text[:most])).encode(),
                        headers={**requester.headers, **JSON},
                    )
                )
        answers = await send_all(shop, requests)
        assert len(answers) >= len(strings)
        for answer in answers:
            body = check_response(answer, sent=answer.text)
            if body["error"] is not None:
                assert not INTERNALS.search(body["error"]["message"]), answer.text
        # Some of the input is accepted, not only refused.
        taken = {
            f"{answer.request.method} {answer.request.url.path.split('/')[-1]}"
            for answer in answers
            if answer.status_code < 300
        }
        assert {"POST supporttickets", "POST messages", "POST answers", "POST return"} <= taken
