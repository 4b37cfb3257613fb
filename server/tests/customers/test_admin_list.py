"""The operators' lists of customers and guests: figures, filters, search, cursors, export."""

from __future__ import annotations

import asyncio
import csv
import io
from typing import Any

import pytest

from stallage.backoffice.actions import customer_overviews
from stallage.backoffice.actions.customer_overviews import refresh_overviews
from stallage.orders.actions.claim import claim_guest_orders
from tests.admin import Admin, operator_client
from tests.blocked import wait_until_blocked
from tests.cart.factory import make_customer, sign_in
from tests.checkout.factory import guest_order, place
from tests.returns.factory import broken_invariants, buy, buy_and_receive
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop


async def listed(admin: Admin, path: str = "/customers", **params: Any) -> list[Any]:
    """The items of a page."""
    items: list[Any] = (await admin.get(path, params=params))["items"]
    return items


async def make_many(shop: Shop, count: int) -> None:
    async with shop.database.transaction() as connection:
        for number in range(count):
            await make_customer(connection, email=f"many{number}@example.com")


async def test_a_customers_figures_follow_orders_returns_and_consent(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    async with operator_client(shop) as admin:
        (row,) = await listed(admin)
        order = await bought.seen(shop)
        assert row["id"] == bought.shopper.id
        assert row["orders"] == 1
        assert row["spent"] == order["total"]
        assert row["country"] == "US"
        assert row["subscribed"] is False
        assert row["lastOrderAt"] is not None
        headers = bought.shopper.headers
        await shop.output("PUT", "/api/newsletter", headers=headers, json={"isSubscribed": True})
        bowls, _ = await bought.line_ids(shop)
        await bought.post(
            shop,
            "return",
            json={"lines": [{"lineId": bowls, "quantity": 1}], "reason": "Too small"},
        )
        (row,) = await listed(admin)
        assert row["subscribed"] is True
        assert await broken_invariants(shop) == []


async def test_a_cancelled_order_does_not_count(shop: Shop) -> None:
    bought = await buy(shop)
    async with operator_client(shop) as admin:
        (row,) = await listed(admin)
        assert (row["orders"], row["spent"]["amount"]) == (1, 0)
        await bought.post(shop, "cancel")
        (row,) = await listed(admin)
        assert row["orders"] == 0
    assert await broken_invariants(shop) == []


async def test_the_invariant_finds_figures_that_are_not_derived(shop: Shop) -> None:
    await buy_and_receive(shop)
    async with shop.database.transaction() as connection:
        await refresh_overviews(connection, 1000)
        await connection.execute("UPDATE customer_overviews SET spent = spent + 1")
    (violation,) = await broken_invariants(shop)
    assert "list of customers" in violation


async def test_filters_combine(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    await make_many(shop, 2)
    async with operator_client(shop) as admin:

        async def ids(**params: Any) -> list[int]:
            return [row["id"] for row in await listed(admin, **params)]

        buyer = [bought.shopper.id]
        assert await ids(spentFrom=1) == buyer
        assert len(await ids(spentTo=0)) == 2
        assert await ids(ordersFrom=1, country="US") == buyer
        assert await ids(ordersFrom=1, country="DE") == []
        assert await ids(lastOrderFrom="2020-01-01T00:00:00Z") == buyer
        assert await ids(lastOrderTo="2020-01-01T00:00:00Z") == []
        assert len(await ids(registeredFrom="2020-01-01T00:00:00Z")) == 3
        assert await ids(subscribed="true") == []
        profile = await admin.get(f"/customers/{buyer[0]}")
        await admin.output(
            "PATCH",
            f"/customers/{buyer[0]}",
            json={"tags": ["vip", "Press"]},
            headers={"If-Match": profile["etag"]},
        )
        assert await ids(tag=["vip", "Press"]) == buyer
        assert await ids(tag=["vip", "other"]) == []
        segments = await admin.get("/customers/segments")
        assert segments == {"countries": ["US"], "tags": ["Press", "vip"]}


async def test_search_finds_parts_of_names_and_contacts(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        jose = await make_customer(
            connection, email="j.n@example.com", first_name="José", last_name="Núñez"
        )
        phone = await make_customer(
            connection, phone="+15035550143", first_name="Grace", last_name="Hopper"
        )
        await make_customer(connection, email="100%_real@example.com", first_name=None)
    async with operator_client(shop) as admin:

        async def found(q: str) -> list[int]:
            return [row["id"] for row in await listed(admin, q=q)]

        assert await found("jose nun") == [jose]
        assert await found("J.N@EXAMPLE") == [jose]
        assert await found("(503) 555-0143") == [phone]
        assert await found("555 01") == [phone]
        assert await found("hopper grace") == [phone]
        assert len(await found("%_")) == 1
        assert await found("nobody at all") == []
        assert len(await found("   ")) == 3


async def test_pages_continue_in_every_sort_and_direction(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    await make_many(shop, 6)
    async with operator_client(shop) as admin:
        for column in ("registered", "spent", "orders", "lastOrder"):
            for sort in (f"-{column}", column):
                params = {"sort": sort, "limit": 3}
                seen: list[int] = []
                cursor, pages = None, []
                while True:
                    page = await admin.get(
                        "/customers", params=params | ({"cursor": cursor} if cursor else {})
                    )
                    assert page["count"] == {"value": 7, "exact": True}
                    pages.append(page)
                    seen += [row["id"] for row in page["items"]]
                    cursor = page["nextCursor"]
                    if cursor is None:
                        break
                assert len(seen) == len(set(seen)) == 7
                back = await admin.get(
                    "/customers", params=params | {"cursor": pages[1]["previousCursor"]}
                )
                assert back["items"] == pages[0]["items"]
                if column != "registered":
                    assert seen[0 if sort.startswith("-") else -1] == bought.shopper.id
        status, error = await admin.error(
            "GET",
            "/customers",
            params={"sort": "-registered", "cursor": pages[0]["nextCursor"][:8]},
        )
        assert (status, error["code"]) == (422, "invalid_fields")


async def test_a_search_uses_the_index_beyond_the_newest(shop: Shop, monkeypatch: Any) -> None:
    async with shop.database.transaction() as connection:
        first = await make_customer(connection, email="rare-name@example.com")
    await make_many(shop, 5)
    monkeypatch.setattr("stallage.backoffice.queries.customers.NEAR", 2)
    async with operator_client(shop) as admin:
        assert [row["id"] for row in await listed(admin, q="rare-name")] == [first]
        page = await admin.get("/customers", params={"q": "example.com", "limit": 2})
        rest = await admin.get(
            "/customers", params={"q": "example.com", "limit": 4, "cursor": page["nextCursor"]}
        )
        assert [row["id"] for row in rest["items"]][-1] == first


async def test_guests_are_grouped_by_contact_until_they_sign_in(shop: Shop) -> None:
    bowl, *_ = await stock_shop(shop, spec(price=3000))
    await place(shop, [bowl.sku_id])
    await place(shop, [bowl.sku_id])
    phone = {"phone": "2065550177", "firstName": "Eve", "lastName": "Stone"}
    await place(shop, [bowl.sku_id], contact=phone)
    async with operator_client(shop) as admin:
        rows = await listed(admin, "/customers/guests")
        assert [(row["name"], row["orders"]) for row in rows] == [
            ("Eve Stone", 1),
            ("Ada Miller", 2),
        ]
        assert await listed(admin, "/customers/guests", q="stone") == rows[:1]
        assert await listed(admin) == []
        assert await broken_invariants(shop) == []
        shopper = await sign_in(shop, email="guest@example.com")
        async with shop.database.transaction() as connection:
            await claim_guest_orders(connection, shopper.id)
        assert [row["name"] for row in await listed(admin, "/customers/guests")] == ["Eve Stone"]
        (row,) = await listed(admin)
        assert row["orders"] == 2
    assert await broken_invariants(shop) == []


async def test_the_export_escapes_formulas_and_needs_its_permission(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_customer(
            connection, email="a@example.com", first_name='=HYPERLINK("http://x")', last_name="Ä"
        )
        await make_customer(connection, phone="+15035550143", first_name="+1", last_name=None)
    async with operator_client(shop) as admin:
        response = await admin.request("GET", "/customers/export", params={"q": ""})
        assert response.status_code == 200
        rows = list(csv.DictReader(io.StringIO(response.text)))
        assert {row["name"][:2] for row in rows} == {"'=", "'+"}
        assert {row["phone"] for row in rows} == {"", "'+15035550143"}
        (entry,) = await audited(shop, "customers.exported")
        assert entry["subject_id"] is None
    for role in ("support", "read-only"):
        async with operator_client(shop, role) as other:
            assert (await other.error("GET", "/customers/export"))[0] == 403


async def audited(shop: Shop, action: str) -> list[Any]:
    async with shop.database.reading() as connection:
        return await connection.fetch("SELECT * FROM audit_entries WHERE action = $1", action)


async def test_a_list_waits_for_the_job_that_derives_it(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What happened while the job ran is in the list too."""
    monkeypatch.setattr(customer_overviews, "LOCK_SECONDS", 90)
    await make_many(shop, 1)
    async with operator_client(shop) as admin:
        async with shop.database.transaction() as connection:
            await refresh_overviews(connection, 1)
            async with shop.database.transaction() as other:
                await make_customer(other, email="late@example.com")
            reading = asyncio.create_task(listed(admin))
            await wait_until_blocked(shop)
        assert {row["email"] for row in await reading} == {"many0@example.com", "late@example.com"}


async def test_a_list_does_without_the_newest_when_the_job_takes_long(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(customer_overviews, "LOCK_SECONDS", 1)
    await make_many(shop, 1)
    async with operator_client(shop) as admin, shop.database.transaction() as connection:
        await refresh_overviews(connection, 1)
        assert await listed(admin) == []


async def test_an_order_is_never_blocked_by_the_list(shop: Shop) -> None:
    """Placing orders and deriving overviews at the same time takes no common lock."""
    bowl, *_ = await stock_shop(shop, spec(price=3000))
    async with shop.database.transaction() as connection:
        await refresh_overviews(connection, 1000)
        await place(shop, [bowl.sku_id])
        response = await shop.client.post("/api/orders", json=guest_order([bowl.sku_id]))
        assert response.status_code == 201
    async with operator_client(shop) as admin:
        (row,) = await listed(admin, "/customers/guests")
        assert row["orders"] == 2
