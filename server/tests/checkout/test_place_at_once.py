"""Orders that are placed in one statement, and those that turn out to need a transaction."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest

from stallage.checkout.actions.place_at_once import can_place_at_once, place_at_once
from stallage.checkout.queries.shoppers import guest_shopper
from stallage.checkout.schemas import OrderInput
from stallage.checkout.tenders import CheckoutTenders
from stallage.core.hints import hints_of
from stallage.core.idempotency import IdempotentRequest
from stallage.core.invariants import check_invariants
from stallage.core.jobs import NEW_JOBS
from stallage.customers.actions.locking import lock_contacts
from stallage.pricing.queries.held_terms import held_terms_of
from stallage.products.actions.stock_levels import STOCK_CHANGED
from tests.blocked import wait_until_blocked
from tests.cart.factory import sign_in
from tests.checkout.factory import ADDRESS, CONTACT, count, guest_order, place, stock_of
from tests.conftest import OpenShop
from tests.invariants import INVARIANTS
from tests.products.factory import read_card
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop
from tests.waiting import let_others_run

PLENTY = 50
"""Units of a product whose card no order of these tests changes."""


@dataclass
class Attempt:
    """An order placed without a request, and the statements that it took."""

    placed: bool
    statements: list[str]


async def attempt(shop: Shop, body: dict[str, Any], key: str | None = "key") -> Attempt:
    """Place a guest's order on a connection of its own."""
    order = OrderInput.model_validate(body)
    settings, tenders = shop.runtime.settings, CheckoutTenders(shop.runtime)
    shopper = guest_shopper(order.contact, order.address, settings)
    statements: list[str] = []

    def note(record: Any) -> None:
        statements.append(record.query)

    assert can_place_at_once(order, tenders)
    async with shop.database.reading() as connection:
        with connection.query_logger(note):
            placement = await place_at_once(
                connection,
                settings,
                tenders,
                shopper,
                order,
                held=held_terms_of(shop.database),
                request=IdempotentRequest(key, b""),
            )
            await let_others_run()
        hints = hints_of(connection)
        assert hints == ({NEW_JOBS, STOCK_CHANGED} if placement else set())
    # A connection reads each type on its first use, with the compiler switched off.
    own = [one for one in statements if "pg_type" not in one and "'jit'" not in one]
    return Attempt(placement is not None, own)


async def check_books(shop: Shop) -> None:
    async with shop.database.reading() as connection:
        broken = [one for one in await check_invariants(connection, INVARIANTS) if one.count]
    assert broken == []


async def test_an_order_takes_two_statements(shop: Shop) -> None:
    bowl, vase = await stock_shop(shop, spec(stock=PLENTY), spec("Vase", stock=PLENTY), taxes=True)
    found = await attempt(shop, guest_order([bowl.sku_id, vase.sku_id, vase.sku_id]))
    assert found.placed
    assert len(found.statements) == 2, found.statements
    # Without an endpoint, an order prepares no writes for webhooks.
    assert not any("INTO webhook_" in one for one in found.statements)
    assert [await stock_of(shop, one.sku_id) for one in (bowl, vase)] == [PLENTY - 1, PLENTY - 2]
    for table, rows in (("orders", 1), ("order_lines", 2), ("order_tenders", 1)):
        assert await count(shop, table) == rows
    assert await count(shop, "reservations") == 2
    await check_books(shop)
    await shop.work()
    assert len(shop.outbox()) == 1


async def test_the_order_can_be_seen_and_cancelled(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=PLENTY))
    placed = await place(shop, [bowl.sku_id])
    path = f"/api/orders/{placed['orderId']}"
    order = await shop.output("GET", path, params={"key": placed["key"]})
    assert [line["quantity"] for line in order["lines"]] == [1]
    await shop.output("POST", f"{path}/cancel", params={"key": placed["key"]})
    assert await stock_of(shop, bowl.sku_id) == PLENTY
    await check_books(shop)


async def test_a_customer_orders_a_product_directly(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=PLENTY))
    shopper = await sign_in(shop)
    body = {"skuIds": [bowl.sku_id], "address": ADDRESS, "paymentMethod": "cod"}
    placed = await shop.output("POST", "/api/orders", json=body, headers=shopper.headers)
    orders = await shop.output("GET", "/api/orders", headers=shopper.headers)
    assert placed["orderId"] in str(orders)
    await check_books(shop)


@pytest.mark.parametrize("stock", [1, 2, 11])
async def test_an_order_that_may_change_a_card_needs_a_transaction(shop: Shop, stock: int) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=stock))
    found = await attempt(shop, guest_order([bowl.sku_id]))
    assert not found.placed
    assert len(found.statements) == 1
    await place(shop, [bowl.sku_id])
    async with shop.database.reading() as connection:
        assert (await read_card(connection, bowl.id))["inStock"] is (stock > 1)


async def test_a_repeated_order_is_answered_alike_when_nothing_is_left(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=PLENTY))
    call: dict[str, Any] = {
        "json": guest_order([bowl.sku_id]),
        "headers": {"Idempotency-Key": "once"},
    }
    first = await shop.output("POST", "/api/orders", **call)
    assert await shop.output("POST", "/api/orders", **call) == first
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE skus SET active = false WHERE id = $1", bowl.sku_id)
    assert await shop.output("POST", "/api/orders", **call) == first
    status, error = await shop.error(
        "POST", "/api/orders", **{**call, "json": guest_order([bowl.sku_id] * 2)}
    )
    assert (status, error["code"]) == (409, "idempotency_key_reused")
    assert await count(shop, "orders") == 1


async def test_the_same_order_at_the_same_time_is_placed_once(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=PLENTY))
    headers = {"Idempotency-Key": "at-once"}
    answers = await asyncio.gather(
        *(
            shop.output("POST", "/api/orders", json=guest_order([bowl.sku_id]), headers=headers)
            for _ in range(8)
        )
    )
    assert len({answer["orderId"] for answer in answers}) == 1
    assert await stock_of(shop, bowl.sku_id) == PLENTY - 1
    await check_books(shop)


async def test_what_others_bought_meanwhile_is_refused_with_a_quote(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=PLENTY))
    async with shop.database.transaction() as other:
        await other.execute("UPDATE skus SET stock = 4, supplied = 4 WHERE id = $1", bowl.sku_id)
        buying = asyncio.create_task(
            shop.error("POST", "/api/orders", json=guest_order([bowl.sku_id] * 5))
        )
        await wait_until_blocked(shop)
    status, error = await buying
    assert (status, error["code"]) == (409, "quantity_unavailable")
    assert error["quote"]["lines"][0]["quantity"] == 5
    assert await stock_of(shop, bowl.sku_id) == 4
    for table in ("orders", "reservations", "order_lines"):
        assert await count(shop, table) == 0


async def test_a_card_that_changes_after_all_is_refreshed(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=PLENTY))
    async with shop.database.transaction() as other:
        await other.execute("UPDATE skus SET stock = 1, supplied = 1 WHERE id = $1", bowl.sku_id)
        buying = asyncio.create_task(place(shop, [bowl.sku_id]))
        await wait_until_blocked(shop)
    await buying
    async with shop.database.reading() as connection:
        assert (await read_card(connection, bowl.id))["inStock"] is False
    assert await count(shop, "orders") == 1


async def test_a_contact_with_too_many_orders_is_refused(open_shop: OpenShop) -> None:
    async with open_shop(guest_orders_per_contact_day=2) as shop:
        (bowl,) = await stock_shop(shop, spec(stock=PLENTY))
        for _ in range(2):
            await place(shop, [bowl.sku_id])
        call: dict[str, Any] = {
            "json": guest_order([bowl.sku_id]),
            "headers": {"Idempotency-Key": "third"},
        }
        status, error = await shop.error("POST", "/api/orders", **call)
        assert (status, error["code"]) == (429, "too_many_requests")
        assert await count(shop, "orders") == 2
        assert await count(shop, "idempotency_keys") == 0
        assert await stock_of(shop, bowl.sku_id) == PLENTY - 2


async def test_an_erasure_of_the_contact_comes_first(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=PLENTY))
    async with shop.database.transaction() as erasure:
        await lock_contacts(erasure, [CONTACT["email"]])
        buying = asyncio.create_task(place(shop, [bowl.sku_id]))
        await wait_until_blocked(shop)
        # It waits before it has locked anything.
        await erasure.execute("SELECT FROM skus WHERE id = $1 FOR UPDATE NOWAIT", bowl.sku_id)
    await buying


@pytest.mark.parametrize(
    "changes",
    [
        {"promoCode": "WELCOME10"},
        {"giftCardCodes": ["AAAA-BBBB-CCCC-DDDD"]},
        {"useWallet": True},
        {"paymentMethod": "prepaid"},
        {"skuIds": None},
    ],
)
async def test_orders_that_lock_or_hold_more_need_a_transaction(
    shop: Shop, changes: dict[str, Any]
) -> None:
    body = OrderInput.model_validate(guest_order([1], **changes))
    assert not can_place_at_once(body, CheckoutTenders(shop.runtime))
