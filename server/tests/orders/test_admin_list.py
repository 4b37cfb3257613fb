"""The operators' list of orders: states, filters, search, counts and paging."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.invariants import check_invariants
from stallage.orders.actions import anonymise_orders, lock_order
from stallage.orders.actions.searching import index_pending_orders
from stallage.orders.invariants import INVARIANTS
from stallage.orders.queries import admin_lists
from stallage.orders.rules import OrderStatus
from stallage.orders.rules.order_states import Fulfilment, Payment, ship_by
from stallage.orders.rules.periods import days_of
from stallage.orders.schemas.admin_lists import FULFILMENT_NAMES, PAYMENT_NAMES
from tests.admin import Admin, operator_client
from tests.orders.shipping import ship
from tests.returns.factory import Bought, buy, buy_and_pay, buy_and_receive
from tests.returns.test_returns import return_body
from tests.shop import Shop


async def listed(admin: Admin, **query: Any) -> list[str]:
    page = await admin.get("/orders", params=query)
    return [one["orderId"] for one in page["items"]]


async def row(admin: Admin, bought: Bought) -> dict[str, Any]:
    page = await admin.get("/orders", params={"search": bought.order_id})
    (found,) = page["items"]
    assert isinstance(found, dict)
    return found


async def states(admin: Admin, bought: Bought) -> tuple[str, str]:
    page = await admin.get("/orders")
    found = next(one for one in page["items"] if one["orderId"] == bought.order_id)
    return found["fulfilment"], found["payment"]


async def check(shop: Shop) -> None:
    """Stored states are those that follow from the orders."""
    async with shop.database.reading() as connection:
        for result in await check_invariants(connection, INVARIANTS):
            assert result.count == 0, (result.invariant.rule, result.examples)


async def test_states_follow_an_order(shop: Shop) -> None:
    async with operator_client(shop, "read-only") as admin:
        unpaid = await buy(shop)
        assert await states(admin, unpaid) == ("to_confirm", "in_progress")
        on_delivery = await buy(shop, paymentMethod="cod")
        assert await states(admin, on_delivery) == ("to_confirm", "on_delivery")
        paid = await buy_and_pay(shop)
        assert await states(admin, paid) == ("to_confirm", "paid")
        await paid.advance(shop, OrderStatus.PROCESSING)
        assert await states(admin, paid) == ("to_pack", "paid")
        await paid.advance(shop, OrderStatus.PREPARED)
        assert await states(admin, paid) == ("to_ship", "paid")
        line, _other = await paid.line_ids(shop)
        await ship(shop, paid, (line, 1))
        assert await states(admin, paid) == ("partly_shipped", "paid")
        await ship(shop, paid, number="1Z999AA10123456785")
        assert await states(admin, paid) == ("shipped", "paid")
        await unpaid.post(shop, "cancel")
        assert await states(admin, unpaid) == ("cancelled", "failed")
        await check(shop)


async def test_states_of_returns_and_refunds(shop: Shop) -> None:
    async with operator_client(shop, "read-only") as admin:
        bought = await buy_and_receive(shop)
        assert await states(admin, bought) == ("delivered", "paid")
        bowls, _vase = await bought.line_ids(shop)
        await bought.post(shop, "return", json=return_body((bowls, 1)))
        assert await states(admin, bought) == ("return_requested", "paid")
        assert await listed(admin, refund="true") == []
        await bought.advance(shop, OrderStatus.BACK_AT_COMPANY)
        assert await listed(admin, refund="true") == [bought.order_id]
        await bought.advance(shop, OrderStatus.RETURN_COMPLETED)
        await shop.work()
        assert await listed(admin, refund="true") == []
        assert (await states(admin, bought))[0] == "delivered"
        await check(shop)


async def test_cancelled_lines_change_items_and_total(shop: Shop) -> None:
    async with operator_client(shop, "read-only") as admin:
        bought = await buy_and_pay(shop)
        before = await row_of(admin, bought)
        bowls, _vase = await bought.line_ids(shop)
        await bought.post(shop, "cancel", json={"lines": [{"lineId": bowls, "quantity": 1}]})
        after = await row_of(admin, bought)
        assert after["items"] == before["items"] - 1
        assert after["total"]["amount"] < before["total"]["amount"]
        await check(shop)


async def row_of(admin: Admin, bought: Bought) -> dict[str, Any]:
    page = await admin.get("/orders")
    return next(one for one in page["items"] if one["orderId"] == bought.order_id)


async def test_filters(shop: Shop) -> None:
    async with operator_client(shop, "read-only") as admin:
        unpaid = await buy(shop)
        cod = await buy(shop, paymentMethod="cod")
        paid = await buy_and_pay(shop)
        everything = [paid.order_id, cod.order_id, unpaid.order_id]
        assert await listed(admin) == everything
        assert await listed(admin, payment="paid") == [paid.order_id]
        assert await listed(admin, payment=["paid", "on_delivery"]) == everything[:2]
        assert await listed(admin, fulfilment="to_pack") == []
        assert await listed(admin, placed="today") == everything
        assert await listed(admin, placed="yesterday") == []
        assert await listed(admin, placed="2020-01-01..2020-12-31") == []
        total = (await row_of(admin, paid))["total"]["amount"]
        assert paid.order_id in await listed(admin, totalMin=total)
        assert await listed(admin, totalMin=total + 1) == []
        assert await listed(admin, country="us") == everything
        assert await listed(admin, country=["DE", "FR"]) == []
        assert await listed(admin, tender="on_delivery") == [cod.order_id]
        assert await listed(admin, late="true") == []
        assert await listed(admin, hint="true") == []
        choices = await admin.get("/orders/filters")
        assert choices["countries"] == ["US"]
        assert "online" in choices["tenders"]
        count = await admin.get("/orders/count", params={"payment": "paid"})
        assert count == {"value": 1, "exact": True}
        counts = await admin.get("/orders/counts")
        # An unpaid order cannot be confirmed yet.
        assert counts["toConfirm"] == {"value": 2, "exact": True}
        assert counts["all"]["value"] == 3


async def test_late_orders(shop: Shop) -> None:
    async with operator_client(shop, "read-only") as admin:
        bought = await buy_and_pay(shop)
        due = date.fromisoformat((await row_of(admin, bought))["shipBy"])
        with clock.shift(due - clock.now().date() + timedelta(days=1)):
            async with operator_client(shop, "read-only") as later:
                assert await listed(later, late="true") == [bought.order_id]
                assert (await row_of(later, bought))["late"]
                await bought.advance(shop, OrderStatus.PREPARED)
                await ship(shop, bought)
                assert await listed(later, late="true") == []
                assert (await row_of(later, bought))["shipBy"] is None


@pytest.mark.parametrize("sort", ["-placed", "placed", "-total", "total", "shipBy", "-shipBy"])
async def test_pages_hold_every_order_once(shop: Shop, sort: str) -> None:
    for _ in range(5):
        await buy(shop)
    async with operator_client(shop, "read-only") as admin:
        seen: list[str] = []
        cursor, page = None, {}
        while cursor is not None or not seen:
            query = {"sort": sort, "limit": 2, **({"cursor": cursor} if cursor else {})}
            page = await admin.get("/orders", params=query)
            seen += [one["orderId"] for one in page["items"]]
            cursor = page["nextCursor"]
        assert len(seen) == len(set(seen)) == 5
        back = await admin.get(
            "/orders", params={"sort": sort, "limit": 2, "cursor": page["previousCursor"]}
        )
        assert [one["orderId"] for one in back["items"]] == seen[2:4]
        assert seen == await listed(admin, sort=sort)


async def test_a_cursor_of_another_sort_is_refused(shop: Shop) -> None:
    for _ in range(2):
        await buy(shop)
    async with operator_client(shop) as admin:
        page = await admin.get("/orders", params={"limit": 1})
        query = {"sort": "total", "cursor": page["nextCursor"]}
        status, error = await admin.error("GET", "/orders", params=query)
        assert (status, list(error["fields"])) == (422, ["cursor"])


@pytest.mark.parametrize(
    "query",
    [
        {"placed": "2026-02-30..2026-03-01"},
        {"placed": "2026-03-02..2026-03-01"},
        {"placed": "9999-12-31..9999-12-31"},
        {"placed": "9999d"},
        {"payment": "stolen"},
        {"totalMin": "-1"},
        {"totalMin": "99999999999999999999"},
        {"customer": "0"},
        {"search": "a\x00b"},
        {"search": "x" * 201},
        {"sort": "email"},
        {"unknown": "1"},
    ],
)
async def test_bad_filters_are_refused(shop: Shop, query: dict[str, str]) -> None:
    async with operator_client(shop) as admin:
        response = await admin.request("GET", "/orders", params=query)
        assert response.status_code in (200, 422), response.text
        if query.get("placed") != "9999d":
            assert response.status_code == 422


async def test_search(shop: Shop) -> None:
    async with operator_client(shop, "read-only") as admin:
        bought = await buy_and_pay(shop)
        other = await buy(shop, email="other.person@example.net")
        await shop.work()
        found = await row(admin, bought)
        name = f"{found['firstName']} {found['lastName']}"
        number = bought.order_id
        async with shop.database.reading() as connection:
            sku = await connection.fetchval(
                "SELECT l.sku FROM order_lines l JOIN orders o ON o.id = l.order_id"
                " WHERE o.public_id = $1 LIMIT 1",
                number,
            )
            contact = await connection.fetchrow(
                "SELECT email, phone FROM orders WHERE public_id = $1", number
            )
        assert contact is not None
        email, phone = contact["email"], contact["phone"]
        both = [other.order_id, number]
        for text in (number, number.lower(), number.replace("-", ""), number[-4:]):
            assert number in await listed(admin, search=text), text
        assert await listed(admin, search=name.upper()) == both
        assert await listed(admin, search=sku) == [number]
        if email:
            assert number in await listed(admin, search=email)
        if phone:
            assert number in await listed(admin, search=f"({phone[2:5]}) {phone[5:8]}-{phone[8:]}")
        assert await listed(admin, search="100%") == []
        assert await listed(admin, search=f"{number[-4:]} nobody") == []
        await bought.advance(shop, OrderStatus.PREPARED)
        await ship(shop, bought, number="1Z 999 AA1 01")
        await shop.work()
        assert await listed(admin, search="1z999aa101") == [number]
        assert await listed(admin, search="1z999aa101", payment="in_progress") == []
        await check(shop)


async def test_rare_matches_are_found_beyond_the_first_rows(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admin_lists, "FEW_ROWS", 1)
    monkeypatch.setattr(admin_lists, "FIRST_ROWS", 2)
    bought = await buy(shop)
    for _ in range(3):
        await buy(shop, paymentMethod="cod")
    await shop.work()
    async with operator_client(shop) as admin:
        assert await listed(admin, search=bought.order_id) == [bought.order_id]
        assert await listed(admin, tender="online") == [bought.order_id]
        count = await admin.get("/orders/count", params={"search": bought.order_id})
        assert count == {"value": 1, "exact": True}
        # Too short for the index: only the first rows are searched, and the answer says so.
        page = await admin.get("/orders", params={"search": "so"})
        assert (page["partial"], len(page["items"])) == (True, 2)
        monkeypatch.setattr(admin_lists, "COMMON", 1)
        count = await admin.get("/orders/count", params={"search": "so-"})
        assert count == {"value": 1, "exact": False}


async def test_new_orders_are_announced(shop: Shop) -> None:
    await buy(shop)
    async with operator_client(shop) as admin:
        newest = (await admin.get("/orders"))["newestId"]
        query = {"newerThan": newest}
        assert (await admin.get("/orders/count", params=query))["value"] == 0
        await buy(shop)
        assert (await admin.get("/orders/count", params=query))["value"] == 1


async def test_erasing_a_person_erases_the_search(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    await shop.work()
    async with shop.database.transaction() as connection:
        order = await lock_order(connection, bought.order_id)
        before = await text_of(connection, order.id)
        name = await connection.fetchval(
            "SELECT lower(last_name) FROM orders WHERE id = $1", order.id
        )
        assert name in before
        assert order.customer_id is not None
        customer_id = order.customer_id
    async with shop.database.transaction() as connection:
        await anonymise_orders(connection, customer_id)
        assert await text_of(connection, order.id) is None
    await shop.work()
    async with shop.database.transaction() as connection:
        await index_pending_orders(connection, 100)
        after = await text_of(connection, order.id)
    assert bought.order_id.lower() in after
    assert name not in after


async def text_of(connection: Connection, order_id: int) -> Any:
    return await connection.fetchval("SELECT text FROM order_search WHERE order_id = $1", order_id)


async def test_only_who_may_see_orders_sees_the_list(shop: Shop) -> None:
    async with operator_client(shop, "content") as admin:
        for path in ("/orders", "/orders/count", "/orders/counts", "/orders/filters"):
            status, _error = await admin.error("GET", path)
            assert status == 403


def test_names_are_in_the_order_of_the_numbers() -> None:
    assert [one.upper() for one in FULFILMENT_NAMES] == [one.name for one in Fulfilment]
    assert [one.upper() for one in PAYMENT_NAMES] == [one.name for one in Payment]


@pytest.mark.parametrize(
    ("min_days", "ordered_on", "expected"),
    [
        (3, "2026-11-23", "2026-11-25"),
        (2, "2026-11-23", "2026-11-24"),
        (1, "2026-11-23", "2026-11-23"),
        (5, "2026-11-20", "2026-11-24"),
        (1, "2026-11-22", "2026-11-23"),
        (0, "2026-11-21", "2026-11-23"),
    ],
)
def test_the_day_to_ship_by(min_days: int, ordered_on: str, expected: str) -> None:
    method = {"code": "standard", "estimate": {"minDays": min_days}}
    assert ship_by(method, date.fromisoformat(ordered_on)) == date.fromisoformat(expected)
    assert ship_by(None, date.fromisoformat(ordered_on)) is None


def test_periods() -> None:
    today = clock.now().astimezone(ZoneInfo("UTC")).date()
    assert days_of("7d", today) == (today - timedelta(days=6), today)
    assert days_of("today", today) == (today, today)
    with pytest.raises(ValueError, match="later"):
        days_of("later", today)
