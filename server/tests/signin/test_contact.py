"""POST /customer/contact/request and /validate: changing a contact with codes."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

from stallage.core import clock
from tests.customers.factory import Someone, someone
from tests.shop import Shop
from tests.signin.factory import another, last_code, sign_in

REQUEST, VALIDATE = "/customer/contact/request", "/customer/contact/validate"


async def request_codes(shop: Shop, who: Someone, **contact: str) -> dict[str, str]:
    """Request codes for a new contact and the current one; return the body for `validate`."""
    output = await shop.output("POST", REQUEST, headers=who.headers, json=contact)
    masked = f"{who.email[0]}•••@example.com"
    assert output == {
        "expiresInSeconds": 600,
        "resendInSeconds": 30,
        "currentContact": masked,
    }
    to = next(iter(contact.values()))
    return {
        **contact,
        "otp": await last_code(shop, to if "@" in to else f"+1{to}"),
        "currentOtp": await last_code(shop, who.email),
    }


def change_emails(shop: Shop) -> list[tuple[str, str]]:
    """Return recipient and changed contact of each message about a change."""
    return [
        (message["to"], message["data"]["changed"])
        for message in shop.outbox()
        if message["kind"] == "contact_changed"
    ]


async def validate(shop: Shop, who: Someone, **body: Any) -> dict[str, Any]:
    customer: dict[str, Any] = await shop.output("POST", VALIDATE, headers=who.headers, json=body)
    return customer


async def test_changing_the_email_address_informs_both_addresses(shop: Shop) -> None:
    ada = await someone(shop, "old@example.com")
    codes = await request_codes(shop, ada, email="new@example.com")
    assert (await shop.output("GET", "/customer", headers=ada.headers))["email"] == ada.email
    customer = await validate(shop, ada, **codes)
    assert customer["email"] == "new@example.com"
    await shop.work()
    assert sorted(change_emails(shop)) == [
        ("new@example.com", "email address"),
        ("old@example.com", "email address"),
    ]
    with clock.shift(timedelta(minutes=1)):
        assert (await sign_in(shop, "new@example.com")).id == ada.id
        assert (await sign_in(shop, "old@example.com")).id != ada.id


async def test_a_phone_number_can_be_added(shop: Shop) -> None:
    ada = await someone(shop, "ada@example.com")
    codes = await request_codes(shop, ada, phone="5035550143")
    customer = await validate(shop, ada, **codes | {"phone": "(503) 555-0143"})
    assert (customer["email"], customer["phone"]) == ("ada@example.com", "+15035550143")
    await shop.work()
    # The new number has just received a code and needs no other text message.
    assert change_emails(shop) == [("ada@example.com", "phone number")]
    assert "no longer sign in with this one" not in shop.outbox()[-1]["text"]


async def test_the_same_address_in_another_case_informs_nobody(shop: Shop) -> None:
    ada = await someone(shop, "ada@example.com")
    body = {"email": "Ada@example.com"}
    output = await shop.output("POST", REQUEST, headers=ada.headers, json=body)
    assert output["currentContact"] is None
    code = await last_code(shop, "Ada@example.com")
    customer = await validate(shop, ada, email="Ada@example.com", otp=code)
    assert customer["email"] == "Ada@example.com"


async def test_a_stolen_session_cannot_change_a_contact(shop: Shop) -> None:
    ada = await someone(shop, "ada@example.com")
    codes = await request_codes(shop, ada, email="thief@example.com")
    del codes["currentOtp"]
    status, error = await shop.error("POST", VALIDATE, headers=ada.headers, json=codes)
    assert (status, error["code"]) == (422, "current_contact_unproven")
    assert list(error["fields"]) == ["currentOtp"]
    # The code that went to the thief does not verify the customer's own contact.
    guessed = codes | {"currentOtp": codes["otp"]}
    for expected in (422, 422, 422, 422, 429, 429):
        status, error = await shop.error("POST", VALIDATE, headers=ada.headers, json=guessed)
        assert status == expected
        assert list(error["fields"]) == ["currentOtp"]
    customer = await shop.output("GET", "/customer", headers=ada.headers)
    assert customer["email"] == "ada@example.com"


async def test_one_wrong_code_does_not_use_up_the_other(shop: Shop) -> None:
    ada = await someone(shop)
    codes = await request_codes(shop, ada, email="new@example.com")
    for name in ("otp", "currentOtp"):
        wrong = codes | {name: another(codes[name])}
        status, error = await shop.error("POST", VALIDATE, headers=ada.headers, json=wrong)
        assert (status, error["code"], list(error["fields"])) == (422, "otp_invalid", [name])
    assert (await validate(shop, ada, **codes))["email"] == "new@example.com"


async def test_only_the_new_contact_is_verified_right_after_signing_in_by_code(shop: Shop) -> None:
    ada = await sign_in(shop, "ada@example.com")
    request = {"headers": ada.headers, "json": {"email": "new@example.com"}}
    with clock.shift(timedelta(seconds=599)):
        assert (await shop.output("POST", REQUEST, **request))["currentContact"] is None
        code = await last_code(shop, "new@example.com")
    with clock.shift(timedelta(seconds=601)):
        status, error = await shop.error(
            "POST", VALIDATE, headers=ada.headers, json={"email": "new@example.com", "otp": code}
        )
        assert (status, error["code"]) == (422, "current_contact_unproven")
    with clock.shift(timedelta(seconds=595)):
        body = {"email": "new@example.com", "otp": code}
        customer = await shop.output("POST", VALIDATE, headers=ada.headers, json=body)
    assert customer["email"] == "new@example.com"


async def test_the_other_contact_can_be_verified_if_the_mailbox_is_lost(shop: Shop) -> None:
    ada = await someone(shop, "ada@example.com")
    await validate(shop, ada, **await request_codes(shop, ada, phone="5035550143"))
    body = {"email": "new@example.com", "proveWith": "phone"}
    with clock.shift(timedelta(minutes=1)):
        output = await shop.output("POST", REQUEST, headers=ada.headers, json=body)
        assert output["currentContact"] == "•••0143"
        codes = {
            "email": "new@example.com",
            "otp": await last_code(shop, "new@example.com"),
            "currentOtp": await last_code(shop, "+15035550143"),
        }
        assert (await validate(shop, ada, **codes))["email"] == "new@example.com"


async def test_changing_a_contact_ends_all_other_sign_ins(shop: Shop) -> None:
    ada = await sign_in(shop, "ada@example.com")
    with clock.shift(timedelta(minutes=1)):
        thief = await sign_in(shop, "ada@example.com")
        body = {"email": "new@example.com"}
        await shop.output("POST", REQUEST, headers=thief.headers, json=body)
        body["otp"] = await last_code(shop, "new@example.com")
        await shop.output("POST", VALIDATE, headers=thief.headers, json=body)
        assert (await shop.error("GET", "/customer", headers=ada.headers))[0] == 401
        await shop.output("GET", "/customer", headers=thief.headers)
        (device,) = await shop.output("GET", "/auth/devices", headers=thief.headers)
        assert device["isCurrent"]


async def test_the_contact_of_another_customer_is_rejected_after_verification(shop: Shop) -> None:
    ada, eve = await someone(shop, "ada@example.com"), await someone(shop, "eve@example.com")
    codes = await request_codes(shop, eve, email="Ada@example.com")
    status, error = await shop.error("POST", VALIDATE, headers=eve.headers, json=codes)
    assert (status, error["code"]) == (409, "contact_taken")
    customer = await shop.output("GET", "/customer", headers=eve.headers)
    assert customer["email"] == "eve@example.com"
    assert (await shop.output("GET", "/customer", headers=ada.headers))["id"] == ada.id


async def test_wrong_codes_are_counted(shop: Shop) -> None:
    ada = await someone(shop)
    codes = await request_codes(shop, ada, email="new@example.com")
    wrong = codes | {"otp": another(codes["otp"])}
    for expected in (422, 422, 422, 422, 429):
        status, _ = await shop.error("POST", VALIDATE, headers=ada.headers, json=wrong)
        assert status == expected
    status, error = await shop.error("POST", VALIDATE, headers=ada.headers, json=codes)
    assert (status, error["code"]) == (429, "otp_attempts_exceeded")


async def test_a_code_works_for_its_purpose_and_customer_only(shop: Shop) -> None:
    ada, eve = await someone(shop), await someone(shop)
    body = await request_codes(shop, ada, email="new@example.com")
    status, error = await shop.error("POST", "/auth/otp/validate", json=body)
    assert (status, error["code"]) == (422, "otp_invalid")
    status, error = await shop.error("POST", VALIDATE, headers=eve.headers, json=body)
    assert (status, error["code"]) == (422, "otp_invalid")
    await validate(shop, ada, **body)


async def test_the_limits_of_signing_in_apply(shop: Shop) -> None:
    ada = await someone(shop)
    await request_codes(shop, ada, email="new@example.com")
    status, _ = await shop.error("POST", "/auth/otp/request", json={"email": "new@example.com"})
    assert status == 429


async def test_guests_and_invalid_contacts_are_rejected(shop: Shop) -> None:
    ada = await someone(shop)
    body = {"email": "new@example.com", "otp": "123456"}
    for path in (REQUEST, VALIDATE):
        assert (await shop.error("POST", path, json=body))[0] == 401
        status, error = await shop.error(
            "POST", path, headers=ada.headers, json=body | {"email": "nobody"}
        )
        assert (status, list(error["fields"])) == (422, ["email"])


async def test_of_two_concurrent_customers_one_gets_the_address(shop: Shop) -> None:
    both = [await someone(shop, "ada@example.com"), await someone(shop, "eve@example.com")]
    codes = []
    for minute, who in enumerate(both):
        with clock.shift(timedelta(minutes=minute)):
            codes.append(await request_codes(shop, who, email="new@example.com"))
    with clock.shift(timedelta(minutes=1)):
        responses = await asyncio.gather(
            *(
                shop.client.post(VALIDATE, headers=who.headers, json=shown)
                for who, shown in zip(both, codes, strict=True)
            )
        )
    assert sorted(response.status_code for response in responses) == [200, 409]


async def test_ten_concurrent_requests_change_the_contact_once(shop: Shop) -> None:
    ada = await someone(shop, "old@example.com")
    body = await request_codes(shop, ada, email="new@example.com")
    responses = await asyncio.gather(
        *(shop.client.post(VALIDATE, headers=ada.headers, json=body) for _ in range(10))
    )
    assert sorted(response.status_code for response in responses) == [200] + [422] * 9
    await shop.work()
    assert len(change_emails(shop)) == 2


async def test_concurrent_requests_send_one_code(shop: Shop) -> None:
    ada = await someone(shop)
    body = {"email": "new@example.com"}
    responses = await asyncio.gather(
        *(shop.client.post(REQUEST, headers=ada.headers, json=body) for _ in range(8))
    )
    assert sorted(response.status_code for response in responses) == [200] + [429] * 7
    await shop.work()
    assert sorted(one["to"] for one in shop.outbox()) == sorted(["new@example.com", ada.email])
