"""POST /auth/otp/validate: signing in with a code."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import timedelta

import pytest

from stallage.core import clock, events, jobs
from stallage.core.runtime import Runtime
from stallage.signin.events import CustomerSignedIn
from tests.conftest import OpenShop
from tests.products.factory import make_product
from tests.shop import Shop
from tests.signin.factory import another, code_for, last_code, sign_in

VALIDATE = "/auth/otp/validate"

_received: list[CustomerSignedIn] = []


async def listen(_runtime: Runtime, event: CustomerSignedIn) -> None:
    _received.append(event)


@pytest.fixture
def received() -> Iterator[list[CustomerSignedIn]]:
    """The events that the handler of this test received."""
    _received.clear()
    declared = events.on(CustomerSignedIn)(listen)
    yield _received
    events._handlers[CustomerSignedIn].remove(declared.name)
    del jobs.JOBS[declared.name]


async def test_an_unknown_address_becomes_a_customer(shop: Shop) -> None:
    signed = await sign_in(shop, "ada@example.com", firstName=" Ada ", lastName="Miller")
    assert signed.output["details"] == {
        "id": signed.id,
        "firstName": "Ada",
        "lastName": "Miller",
        "email": "ada@example.com",
        "phone": None,
        "dob": None,
        "gender": None,
        "avatar": None,
        "addresses": [],
        "recentlyViewSkuId": [],
        "unreadTickets": 0,
    }
    assert signed.output["cartMerge"] is None
    me = await shop.output("GET", "/customer", headers=signed.headers)
    assert me == signed.output["details"]


async def test_the_same_address_in_another_case_is_the_same_customer(shop: Shop) -> None:
    first = await sign_in(shop, "Ada@Example.com".replace("Example", "example"), firstName="Ada")
    with clock.shift(timedelta(minutes=1)):
        code = await code_for(shop, "ada@example.com")
        second = await shop.output(
            "POST", VALIDATE, json={"email": "ADA@EXAMPLE.COM", "otp": code, "firstName": "Eve"}
        )
    assert second["details"]["id"] == first.id
    assert second["details"]["firstName"] == "Ada"


async def test_a_phone_number_signs_in_in_any_format(shop: Shop) -> None:
    await shop.output("POST", "/auth/otp/request", json={"phone": "5035550143"})
    code = await last_code(shop, "+15035550143")
    output = await shop.output(
        "POST", VALIDATE, json={"phone": "+1 503-555-0143", "otp": f"{code[:3]} {code[3:]}"}
    )
    assert output["details"]["phone"] == "+15035550143"
    assert output["details"]["email"] is None


async def test_after_a_wrong_code_the_correct_one_still_works(shop: Shop) -> None:
    code = await code_for(shop, "ada@example.com")
    body = {"email": "ada@example.com", "otp": another(code)}
    status, error = await shop.error("POST", VALIDATE, json=body)
    assert (status, error["code"]) == (422, "otp_invalid")
    assert list(error["fields"]) == ["otp"]
    await shop.output("POST", VALIDATE, json={"email": "ada@example.com", "otp": code})


async def test_a_code_is_used_once(shop: Shop) -> None:
    code = await code_for(shop, "ada@example.com")
    body = {"email": "ada@example.com", "otp": code}
    await shop.output("POST", VALIDATE, json=body)
    status, error = await shop.error("POST", VALIDATE, json=body)
    assert (status, error["code"]) == (422, "otp_invalid")


async def test_a_newer_code_replaces_the_older_one(shop: Shop) -> None:
    older = await code_for(shop, "ada@example.com")
    with clock.shift(timedelta(seconds=31)):
        newer = await code_for(shop, "ada@example.com")
        if newer != older:
            status, _ = await shop.error(
                "POST", VALIDATE, json={"email": "ada@example.com", "otp": older}
            )
            assert status == 422
        await shop.output("POST", VALIDATE, json={"email": "ada@example.com", "otp": newer})


async def test_a_code_expires(shop: Shop) -> None:
    code = await code_for(shop, "ada@example.com")
    with clock.shift(timedelta(seconds=601)):
        status, error = await shop.error(
            "POST", VALIDATE, json={"email": "ada@example.com", "otp": code}
        )
    assert (status, error["code"]) == (422, "otp_expired")


async def test_a_code_does_not_work_for_another_address(shop: Shop) -> None:
    code = await code_for(shop, "ada@example.com")
    status, error = await shop.error(
        "POST", VALIDATE, json={"email": "eve@example.com", "otp": code}
    )
    assert (status, error["code"]) == (422, "otp_invalid")


async def test_the_fifth_wrong_try_ends_the_code(shop: Shop) -> None:
    code = await code_for(shop, "ada@example.com")
    wrong = {"email": "ada@example.com", "otp": another(code)}
    for _ in range(4):
        assert (await shop.error("POST", VALIDATE, json=wrong))[0] == 422
    for otp in (another(code), another(code), code):
        response = await shop.client.post(VALIDATE, json={**wrong, "otp": otp})
        assert response.status_code == 429
        assert response.json()["error"]["code"] == "otp_attempts_exceeded"
        assert int(response.headers["retry-after"]) >= 1


async def test_of_a_hundred_concurrent_guesses_five_are_checked(
    shop: Shop, open_shop: OpenShop
) -> None:
    code = await code_for(shop, "ada@example.com")
    guesses = [f"{(int(code) + step) % 10**6:06d}" for step in range(1, 101)]
    # Half of them go to another process of the same shop.
    async with open_shop() as other:
        responses = await asyncio.gather(
            *(
                one.client.post(VALIDATE, json={"email": "ada@example.com", "otp": guess})
                for one, guess in zip((shop, other) * 50, guesses, strict=True)
            )
        )
    statuses = sorted(response.status_code for response in responses)
    assert statuses == [422] * 4 + [429] * 96
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT tries FROM issued_codes") == 5
    status, _ = await shop.error("POST", VALIDATE, json={"email": "ada@example.com", "otp": code})
    assert status == 429


async def test_ten_concurrent_requests_with_the_correct_code_sign_in_once(shop: Shop) -> None:
    code = await code_for(shop, "ada@example.com")
    responses = await asyncio.gather(
        *(
            shop.client.post(VALIDATE, json={"email": "ada@example.com", "otp": code})
            for _ in range(10)
        )
    )
    assert sorted(response.status_code for response in responses) == [200] + [422] * 9
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM customers") == 1
        assert await connection.fetchval("SELECT count(*) FROM sign_ins") == 1


async def test_the_guests_cart_and_list_are_merged(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        mug = (await make_product(connection)).sku_id
        bowl = (await make_product(connection)).sku_id
    signed = await sign_in(
        shop,
        guestSkuIds=[mug, mug, 999_999],
        guestRecentlyViewedSkuIds=[bowl, mug, 999_999],
    )
    merge = signed.output["cartMerge"]
    assert merge["added"] == [mug]
    assert merge["leftOut"] == [{"skuId": 999_999, "reason": "unknown"}]
    assert signed.output["details"]["recentlyViewSkuId"] == [bowl, mug]
    cart = await shop.output("GET", "/api/carts", headers=signed.headers)
    assert [(line["skuId"], line["quantity"]) for line in cart] == [(mug, 2)]


async def test_a_price_that_changed_since_the_guest_saw_it_is_reported(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        mug, bowl, vase, jug = [
            (await make_product(connection, price=1200)).sku_id for _ in range(4)
        ]
    signed = await sign_in(
        shop,
        guestSkuIds=[mug, bowl, vase, jug],
        guestPrices=[
            {"skuId": mug, "price": {"amount": 1000, "currency": "USD"}},
            {"skuId": bowl, "price": {"amount": 1200, "currency": "USD"}},
            {"skuId": vase, "price": {"amount": 1000, "currency": "EUR"}},
            {"skuId": 999_999, "price": {"amount": 1000, "currency": "USD"}},
        ],
    )
    cart = await shop.output("GET", "/api/carts", headers=signed.headers)
    assert [(line["problem"], line["previousPrice"]) for line in cart] == [
        ("price_changed", {"amount": 1000, "currency": "USD"}),
        (None, None),
        (None, None),
        (None, None),
    ]


async def test_damaged_lists_do_not_prevent_signing_in(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        mug = (await make_product(connection)).sku_id
    usable = {"amount": 2**53 - 1, "currency": "USD"}
    signed = await sign_in(
        shop,
        guestSkuIds=[0, -1, "x", None, True, 2**70, mug],
        guestPrices=[
            None,
            {"skuId": mug},
            *({"skuId": mug, "price": usable | {"amount": no}} for no in (-1, 2**70, "x", True)),
            {"skuId": mug, "price": usable | {"currency": "$"}},
            {"skuId": 2**70, "price": usable},
            {"skuId": mug, "price": usable},
        ],
        guestRecentlyViewedSkuIds="gone",
    )
    assert signed.output["details"]["recentlyViewSkuId"] == []
    (line,) = await shop.output("GET", "/api/carts", headers=signed.headers)
    assert line["previousPrice"] == usable
    signed = await sign_in(shop, "ben@example.com", guestSkuIds=[mug], guestPrices="gone")
    (line,) = await shop.output("GET", "/api/carts", headers=signed.headers)
    assert line["problem"] is None


async def test_invalid_codes_are_rejected(shop: Shop) -> None:
    for otp in ("", "x" * 21, "12\x0034", None, 123456):
        status, error = await shop.error(
            "POST", VALIDATE, json={"email": "ada@example.com", "otp": otp}
        )
        assert (status, list(error["fields"])) == (422, ["otp"])


async def test_names_that_are_too_long_do_not_use_up_the_code(shop: Shop) -> None:
    code = await code_for(shop, "ada@example.com")
    body = {"email": "ada@example.com", "otp": code}
    status, error = await shop.error("POST", VALIDATE, json={**body, "firstName": "x" * 81})
    assert (status, list(error["fields"])) == (422, ["firstName"])
    await shop.output("POST", VALIDATE, json=body)


async def test_signing_in_publishes_an_event(shop: Shop, received: list[CustomerSignedIn]) -> None:
    signed = await sign_in(shop, "ada@example.com")
    await shop.work()
    assert received == [CustomerSignedIn(customer_id=signed.id)]
