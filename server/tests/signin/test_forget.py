"""DELETE /customer: needs a code and leaves no personal data."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from stallage.core import clock
from stallage.wallet.queries import balance_of
from tests.customers.factory import HOME
from tests.products.factory import make_product
from tests.shop import Shop
from tests.signin.factory import SignedIn, another, code_for, sign_in
from tests.uploads.test_upload import picture
from tests.wallet.factory import fill_wallet

CUSTOMER = "/customer"


async def full_customer(shop: Shop) -> SignedIn:
    """A customer with some data of each kind."""
    signed = await sign_in(shop, "ada@example.com", firstName="Ada", lastName="Miller")
    async with shop.database.transaction() as connection:
        sku_id = (await make_product(connection)).sku_id
        await fill_wallet(connection, signed.id, 500)
    headers = signed.headers
    await shop.output("POST", "/customer/address", headers=headers, json=HOME)
    await shop.output("POST", "/wishlist", headers=headers, json={"sku": sku_id})
    await shop.output("POST", "/customer/recentlyViewed", headers=headers, json={"skuId": sku_id})
    return signed


async def test_the_export_contains_all_data(shop: Shop) -> None:
    signed = await full_customer(shop)
    export = await shop.output("GET", "/customer/export", headers=signed.headers)
    assert export["customer"]["email"] == "ada@example.com"
    assert export["addresses"][0]["line1"] == HOME["line1"]
    assert len(export["wishlist"]) == 1
    assert export["wallet"][0]["amount"] == 500
    assert export["signIns"][0]["device"].startswith("python-httpx")
    assert (await shop.error("GET", "/customer/export"))[0] == 401


async def test_no_personal_data_remains(shop: Shop) -> None:
    signed = await full_customer(shop)
    with clock.shift(timedelta(minutes=1)):
        code = await code_for(shop, "ada@example.com")
        assert (
            await shop.output("DELETE", CUSTOMER, headers=signed.headers, json={"otp": code})
            is None
        )
        await shop.work()
    async with shop.database.reading() as connection:
        customer = await connection.fetchrow("SELECT * FROM customers WHERE id = $1", signed.id)
        assert customer is not None
        assert {name for name, value in customer.items() if value is not None} == {
            "id",
            "recently_viewed_sku_ids",
            "created_at",
            "forgotten_at",
            "tags",
        }
        assert customer["recently_viewed_sku_ids"] == customer["tags"] == []
        for table in (
            "addresses",
            "wishlist_items",
            "sign_ins",
            "refresh_tokens",
            "issued_codes",
            "known_clients",
        ):
            assert await connection.fetchval(f"SELECT count(*) FROM {table}") == 0, table
        # The ledger is kept.
        assert await balance_of(connection, signed.id) == 500


async def test_issued_tokens_stop_working(shop: Shop) -> None:
    signed = await full_customer(shop)
    async with shop.database.transaction() as connection:
        sku_id = (await make_product(connection)).sku_id
    with clock.shift(timedelta(minutes=1)):
        code = await code_for(shop, "ada@example.com")
        await shop.output("DELETE", CUSTOMER, headers=signed.headers, json={"otp": code})
        for method, path, body in (
            ("POST", "/api/carts", {"skuId": sku_id, "quantity": 1}),
            ("POST", "/api/supporttickets", {"subject": "Hello", "description": "Anybody?"}),
            (
                "POST",
                "/api/orders",
                {
                    "skuIds": [sku_id],
                    "address": HOME,
                    "paymentMethod": "cod",
                    "expectedTotal": 1,
                },
            ),
            ("PUT", "/customer/avatar", {"image": 1}),
            ("DELETE", "/customer/avatar", None),
            ("GET", "/customer", None),
            ("PUT", "/customer", {"firstName": "Ada"}),
            ("DELETE", "/customer", {"otp": code}),
            ("POST", "/customer/address", HOME),
            ("POST", "/customer/recentlyViewed", {"skuId": 1}),
            ("POST", "/wishlist", {"sku": 1}),
            ("POST", "/customer/contact/request", {"email": "new@example.com"}),
            ("GET", "/customer/export", None),
            ("POST", "/auth/refresh", {"refreshToken": signed.refresh_token}),
        ):
            status, _ = await shop.error(method, path, headers=signed.headers, json=body)
            assert status in ((401,) if path != "/customer/avatar" else (401, 422)), (method, path)
        file = {"file": ("me.jpg", picture(), "image/jpeg")}
        status, _ = await shop.error("POST", "/api/uploads", headers=signed.headers, files=file)
        assert status == 401


async def test_concurrent_writes_leave_nothing_of_a_forgotten_customer(shop: Shop) -> None:
    signed = await full_customer(shop)
    async with shop.database.transaction() as connection:
        skus = [(await make_product(connection)).sku_id for _ in range(8)]
    with clock.shift(timedelta(minutes=1)):
        code = await code_for(shop, "ada@example.com")
        add = {"quantity": 1}
        calls = [
            shop.client.post("/api/carts", headers=signed.headers, json={"skuId": sku_id} | add)
            for sku_id in skus
        ]
        forget = shop.client.request("DELETE", CUSTOMER, headers=signed.headers, json={"otp": code})
        responses = await asyncio.gather(*calls[:4], forget, *calls[4:])
        assert {response.status_code for response in responses} <= {200, 201, 401}
        assert responses[4].status_code == 200
        await shop.work()
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM cart_lines") == 0


async def test_the_same_address_starts_a_new_account(shop: Shop) -> None:
    signed = await full_customer(shop)
    with clock.shift(timedelta(minutes=1)):
        code = await code_for(shop, "ada@example.com")
        await shop.output("DELETE", CUSTOMER, headers=signed.headers, json={"otp": code})
    with clock.shift(timedelta(minutes=2)):
        again = await sign_in(shop, "ada@example.com")
    assert again.id != signed.id
    assert again.output["details"]["firstName"] is None


async def test_a_wrong_or_missing_code_is_rejected(shop: Shop) -> None:
    signed = await full_customer(shop)
    with clock.shift(timedelta(minutes=1)):
        code = await code_for(shop, "ada@example.com")
        wrong = {"otp": another(code)}
        for expected in (422, 422, 422, 422, 429):
            status, _ = await shop.error("DELETE", CUSTOMER, headers=signed.headers, json=wrong)
            assert status == expected
    status, error = await shop.error("DELETE", CUSTOMER, headers=signed.headers, json={})
    assert (status, list(error["fields"])) == (422, ["otp"])
    assert (await shop.error("DELETE", CUSTOMER, json=wrong))[0] == 401
    customer = await shop.output("GET", CUSTOMER, headers=signed.headers)
    assert customer["email"] == "ada@example.com"


async def test_the_code_of_another_contact_is_rejected(shop: Shop) -> None:
    signed = await full_customer(shop)
    code = await code_for(shop, "eve@example.com")
    status, error = await shop.error("DELETE", CUSTOMER, headers=signed.headers, json={"otp": code})
    assert (status, error["code"]) == (422, "otp_invalid")


async def test_concurrent_requests_forget_once(shop: Shop) -> None:
    signed = await full_customer(shop)
    with clock.shift(timedelta(minutes=1)):
        code = await code_for(shop, "ada@example.com")
        responses = await asyncio.gather(
            *(
                shop.client.request("DELETE", CUSTOMER, headers=signed.headers, json={"otp": code})
                for _ in range(6)
            )
        )
    statuses = sorted(response.status_code for response in responses)
    assert statuses[0] == 200
    assert set(statuses[1:]) <= {401, 422}
