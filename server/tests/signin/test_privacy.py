"""POST /api/privacy/export and /forget: a verified contact is enough, with or without an account."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from stallage.core import clock
from tests.checkout.factory import place
from tests.shop import Shop
from tests.signin.factory import another, code_for, last_code, sign_in
from tests.stocked_shop import stock_shop

EXPORT, FORGET = "/api/privacy/export", "/api/privacy/forget"
GUEST = "guest@example.com"


async def guest_with_an_order(shop: Shop) -> str:
    """A guest who has ordered and contacted the shop; returns the order's id."""
    (product,) = await stock_shop(shop)
    sku_id = product.sku_id
    placed = await place(shop, [sku_id])
    message = {"name": "Ada", "email": GUEST, "subject": "A chip", "message": "In the rim."}
    await shop.output("POST", "/api/contact", json=message)
    return str(placed["orderId"])


async def proof(shop: Shop, email: str = GUEST) -> dict[str, str]:
    return {"email": email, "otp": await code_for(shop, email)}


async def test_a_guest_exports_their_data(shop: Shop) -> None:
    order_id = await guest_with_an_order(shop)
    body = await proof(shop)
    export = await shop.output("POST", EXPORT, json=body)
    (order,) = export["guestOrders"]
    assert order["orderId"] == order_id
    assert order["address"]["line1"] == "12 Kiln Lane"
    assert [one["message"] for one in export["guestTickets"]] == ["In the rim."]
    assert "customer" not in export
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM customers") == 0
    # A code can be used once, also for this.
    status, error = await shop.error("POST", EXPORT, json=body)
    assert (status, error["code"]) == (422, "otp_invalid")


async def test_a_guest_is_forgotten_and_the_order_stays(shop: Shop) -> None:
    await guest_with_an_order(shop)
    assert await shop.output("POST", FORGET, json=await proof(shop)) is None
    await shop.work()
    async with shop.database.reading() as connection:
        order = await connection.fetchrow("SELECT email, first_name, address, total FROM orders")
        assert order is not None
        assert (order["email"], order["first_name"], order["address"]["line1"]) == (None, "", "")
        assert order["total"] > 0
        assert await connection.fetchval("SELECT count(guest_email) FROM tickets") == 0
        person = await connection.fetchrow("SELECT email, phone, forgotten_at FROM customers")
        assert person is not None
        assert (person["email"], person["phone"]) == (None, None)
        assert person["forgotten_at"] is not None
    with clock.shift(timedelta(minutes=1)):
        export = await shop.output("POST", EXPORT, json=await proof(shop))
        assert export["guestOrders"] == []
    assert not any(export.values())


async def test_a_customer_can_use_a_contact_too(shop: Shop) -> None:
    signed = await sign_in(shop, "ada@example.com", firstName="Ada")
    with clock.shift(timedelta(minutes=1)):
        export = await shop.output(
            "POST", EXPORT, json=await proof(shop, "ADA@example.com".lower())
        )
        assert export["customer"]["first_name"] == "Ada"
    with clock.shift(timedelta(minutes=2)):
        await shop.output("POST", FORGET, json=await proof(shop, "ada@example.com"))
        assert (await shop.error("GET", "/customer", headers=signed.headers))[0] == 401


async def test_a_phone_number_works_as_well(shop: Shop) -> None:
    await shop.output("POST", "/auth/otp/request", json={"phone": "5035550143"})
    body = {"phone": "503 555 0143", "otp": await last_code(shop, "+15035550143")}
    export = await shop.output("POST", EXPORT, json=body)
    assert export["guestOrders"] == []
    assert not any(export.values())


async def test_without_the_correct_code_nothing_is_exported_or_forgotten(shop: Shop) -> None:
    await guest_with_an_order(shop)
    right = await proof(shop)
    eve = await code_for(shop, "eve@example.com")
    for path in (EXPORT, FORGET):
        status, error = await shop.error("POST", path, json={"email": GUEST})
        assert (status, list(error["fields"])) == (422, ["otp"])
        status, error = await shop.error("POST", path, json={"email": GUEST, "otp": eve})
        assert (status, error["code"]) == (422, "otp_invalid")
        with clock.shift(timedelta(minutes=11)):
            status, error = await shop.error("POST", path, json=right)
            assert (status, error["code"]) == (422, "otp_expired")
    wrong = right | {"otp": another(right["otp"])}
    for expected in (422, 422, 429):
        assert (await shop.error("POST", FORGET, json=wrong))[0] == expected
    assert (await shop.error("POST", FORGET, json=right))[0] == 429
    await shop.work()
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT email FROM orders") == GUEST


async def test_concurrent_requests_forget_once(shop: Shop) -> None:
    await guest_with_an_order(shop)
    body = await proof(shop)
    responses = await asyncio.gather(*(shop.client.post(FORGET, json=body) for _ in range(6)))
    assert sorted(response.status_code for response in responses) == [200] + [422] * 5
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM customers") == 1
