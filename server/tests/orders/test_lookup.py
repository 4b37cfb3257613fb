"""Finding a guest's order by its number and a code sent to its contact."""

from __future__ import annotations

from tests.checkout.factory import CONTACT, place
from tests.orders.test_orders import one_product
from tests.shop import Shop


async def code_to(shop: Shop, email: str) -> str:
    await shop.output("POST", "/api/orders/lookup", json={"email": email})
    await shop.work()
    codes = [mail for mail in shop.outbox() if mail["to"] == email and "otp" in mail["data"]]
    code: str = codes[-1]["data"]["otp"]
    return code


async def test_a_code_opens_the_order_of_its_contact(shop: Shop) -> None:
    placed = await place(shop, [await one_product(shop)])
    code = await code_to(shop, CONTACT["email"])
    proof = {"orderId": placed["orderId"].lower(), "email": CONTACT["email"]}
    validate = "/api/orders/lookup/validate"
    status, error = await shop.error("POST", validate, json={**proof, "otp": "000000"})
    assert (status, error["code"]) == (422, "otp_invalid")
    found = await shop.output("POST", validate, json={**proof, "otp": code})
    assert found == {"orderId": placed["orderId"], "key": placed["key"]}
    status, error = await shop.error("POST", validate, json={**proof, "otp": code})
    assert (status, error["code"]) == (422, "otp_invalid")


async def test_a_code_opens_no_other_order_and_signs_nobody_in(shop: Shop) -> None:
    placed = await place(shop, [await one_product(shop)])
    code = await code_to(shop, "other@example.com")
    proof = {"email": "other@example.com", "otp": code}
    status, _error = await shop.error("POST", "/auth/otp/validate", json=proof)
    assert status == 422
    status, error = await shop.error(
        "POST", "/api/orders/lookup/validate", json={**proof, "orderId": placed["orderId"]}
    )
    assert (status, error["code"]) == (404, "not_found")


async def test_requests_for_codes_are_limited(shop: Shop) -> None:
    await shop.output("POST", "/api/orders/lookup", json={"email": "a@example.com"})
    status, _error = await shop.error("POST", "/api/orders/lookup", json={"email": "a@example.com"})
    assert status == 429
    for body in ({}, {"email": "x"}, {"phone": "12"}):
        status, _error = await shop.error("POST", "/api/orders/lookup", json=body)
        assert status == 422
