"""POST /customer/contact/request and /validate: a contact is taken over when it is proven."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

from stallage.core import clock
from tests.customers.factory import Someone, someone
from tests.shop import Shop
from tests.signin.factory import another, last_code, sign_in

REQUEST, VALIDATE = "/customer/contact/request", "/customer/contact/validate"


async def ask(shop: Shop, who: Someone, **contact: str) -> str:
    """Asks for a code to a new contact and reads it."""
    output = await shop.output("POST", REQUEST, headers=who.headers, json=contact)
    assert output == {"expiresInSeconds": 600, "resendInSeconds": 30}
    return await last_code(shop, next(iter(contact.values())))


def told(shop: Shop) -> list[tuple[str, str]]:
    """Who was told that what has changed."""
    return [
        (message["to"], message["data"]["changed"])
        for message in shop.outbox()
        if message["kind"] == "contact_changed"
    ]


async def prove(shop: Shop, who: Someone, **body: Any) -> dict[str, Any]:
    customer: dict[str, Any] = await shop.output("POST", VALIDATE, headers=who.headers, json=body)
    return customer


async def test_a_new_address_is_taken_over_and_the_old_one_told(shop: Shop) -> None:
    ada = await someone(shop, "old@example.com")
    code = await ask(shop, ada, email="new@example.com")
    assert (await shop.output("GET", "/customer", headers=ada.headers))["email"] == ada.email
    customer = await prove(shop, ada, email="new@example.com", otp=code)
    assert customer["email"] == "new@example.com"
    await shop.work()
    assert told(shop) == [("old@example.com", "email address")]
    with clock.moved_by(timedelta(minutes=1)):
        assert (await sign_in(shop, "new@example.com")).id == ada.id
        assert (await sign_in(shop, "old@example.com")).id != ada.id


async def test_a_phone_number_joins_the_address(shop: Shop) -> None:
    ada = await someone(shop, "ada@example.com")
    await shop.output("POST", REQUEST, headers=ada.headers, json={"phone": "5035550143"})
    code = await last_code(shop, "+15035550143")
    customer = await prove(shop, ada, phone="(503) 555-0143", otp=code)
    assert (customer["email"], customer["phone"]) == ("ada@example.com", "+15035550143")
    await shop.work()
    assert told(shop) == [("ada@example.com", "phone number")]


async def test_the_same_address_in_another_case_tells_nobody_else(shop: Shop) -> None:
    ada = await someone(shop, "ada@example.com")
    code = await ask(shop, ada, email="Ada@example.com")
    customer = await prove(shop, ada, email="Ada@example.com", otp=code)
    assert customer["email"] == "Ada@example.com"


async def test_the_contact_of_another_customer_is_refused_after_the_proof(shop: Shop) -> None:
    ada, eve = await someone(shop, "ada@example.com"), await someone(shop, "eve@example.com")
    code = await ask(shop, eve, email="Ada@example.com")
    status, error = await shop.refusal(
        "POST", VALIDATE, headers=eve.headers, json={"email": "ada@example.com", "otp": code}
    )
    assert (status, error["code"]) == (409, "contact_taken")
    kept = await shop.output("GET", "/customer", headers=eve.headers)
    assert kept["email"] == "eve@example.com"
    assert (await shop.output("GET", "/customer", headers=ada.headers))["id"] == ada.id


async def test_wrong_codes_are_counted(shop: Shop) -> None:
    ada = await someone(shop)
    code = await ask(shop, ada, email="new@example.com")
    wrong = {"email": "new@example.com", "otp": another(code)}
    for expected in (422, 422, 422, 422, 429):
        status, _ = await shop.refusal("POST", VALIDATE, headers=ada.headers, json=wrong)
        assert status == expected
    status, error = await shop.refusal(
        "POST", VALIDATE, headers=ada.headers, json=wrong | {"otp": code}
    )
    assert (status, error["code"]) == (429, "otp_attempts_exceeded")


async def test_a_code_is_good_for_its_purpose_and_customer_alone(shop: Shop) -> None:
    ada, eve = await someone(shop), await someone(shop)
    code = await ask(shop, ada, email="new@example.com")
    body = {"email": "new@example.com", "otp": code}
    for path, headers in ((VALIDATE, eve.headers), ("/auth/otp/validate", {})):
        status, error = await shop.refusal("POST", path, headers=headers, json=body)
        assert (status, error["code"]) == (422, "otp_invalid")
    await prove(shop, ada, **body)


async def test_the_limits_are_those_of_signing_in(shop: Shop) -> None:
    ada = await someone(shop)
    await ask(shop, ada, email="new@example.com")
    status, _ = await shop.refusal("POST", "/auth/otp/request", json={"email": "new@example.com"})
    assert status == 429


async def test_a_guest_and_a_bad_contact_are_refused(shop: Shop) -> None:
    ada = await someone(shop)
    body = {"email": "new@example.com", "otp": "123456"}
    for path in (REQUEST, VALIDATE):
        assert (await shop.refusal("POST", path, json=body))[0] == 401
        status, error = await shop.refusal(
            "POST", path, headers=ada.headers, json=body | {"email": "nobody"}
        )
        assert (status, list(error["fields"])) == (422, ["email"])


async def test_of_two_who_prove_one_address_at_once_one_has_it(shop: Shop) -> None:
    both = [await someone(shop, "ada@example.com"), await someone(shop, "eve@example.com")]
    codes = []
    for minute, who in enumerate(both):
        with clock.moved_by(timedelta(minutes=minute)):
            codes.append(await ask(shop, who, email="new@example.com"))
    with clock.moved_by(timedelta(minutes=1)):
        responses = await asyncio.gather(
            *(
                shop.client.post(
                    VALIDATE, headers=who.headers, json={"email": "new@example.com", "otp": code}
                )
                for who, code in zip(both, codes, strict=True)
            )
        )
    assert sorted(response.status_code for response in responses) == [200, 409]


async def test_a_proof_shown_ten_times_at_once_counts_once(shop: Shop) -> None:
    ada = await someone(shop, "old@example.com")
    code = await ask(shop, ada, email="new@example.com")
    body = {"email": "new@example.com", "otp": code}
    responses = await asyncio.gather(
        *(shop.client.post(VALIDATE, headers=ada.headers, json=body) for _ in range(10))
    )
    assert sorted(response.status_code for response in responses) == [200] + [422] * 9
    await shop.work()
    assert told(shop) == [("old@example.com", "email address")]


async def test_asked_twice_at_once_sends_one_code(shop: Shop) -> None:
    ada = await someone(shop)
    body = {"email": "new@example.com"}
    responses = await asyncio.gather(
        *(shop.client.post(REQUEST, headers=ada.headers, json=body) for _ in range(8))
    )
    assert sorted(response.status_code for response in responses) == [200] + [429] * 7
    await shop.work()
    assert len(shop.outbox()) == 1
