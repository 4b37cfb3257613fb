"""Terms that a process holds: every change of them reaches the next quote and the next order."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, cast

import pytest

from stallage.checkout.actions.place_at_once import place_at_once
from stallage.checkout.queries.priced_lines import (
    held_terms_and_lines,
    lines_to_order,
    terms_and_lines,
)
from stallage.checkout.queries.shoppers import guest_shopper
from stallage.checkout.queries.taxed_lines import Destination
from stallage.checkout.schemas import OrderInput
from stallage.checkout.tenders import CheckoutTenders
from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.core.idempotency import IdempotentRequest
from stallage.pricing.actions.automatic import put_automatic_discount
from stallage.pricing.queries.held_terms import MOST, HeldTerms, held_terms_of
from stallage.pricing.queries.terms import Terms
from tests.checkout.factory import count, guest_order, place
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

QUOTE = ("POST", "/api/checkout/quote")
PLENTY = 50
SEATTLE = Destination("US", "WA", "Seattle")
SPOKANE = Destination("US", "WA", "Spokane")


async def read(shop: Shop, to: Destination = SEATTLE, sku: int = 1) -> tuple[Terms, list[str]]:
    """The terms that the process holds or reads, which are the current ones, and the statements."""
    statements: list[str] = []
    async with shop.database.reading() as connection:
        with connection.query_logger(lambda record: statements.append(record.query)):
            terms, lines = await held_terms_and_lines(
                connection, held_terms_of(shop.database), to, {sku: 1}
            )
        assert (terms, lines) == await terms_and_lines(connection, to, {sku: 1})
    return terms, [one for one in statements if "FROM skus" in one]


async def execute(shop: Shop, *statements: str) -> None:
    async with shop.database.transaction() as connection:
        for statement in statements:
            await connection.execute(statement)


async def put_discount(shop: Shop, **changes: Any) -> None:
    fields = {"slug": "less", "title": "Less", "kind": "amount_off", "percent": 10}
    begins = {"starts_at": clock.now() - timedelta(days=1)}
    async with shop.database.transaction() as connection:
        await put_automatic_discount(connection, **{**fields, **begins, **changes})


async def test_terms_are_read_once(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, taxes=True)
    _, first = await read(shop, sku=bowl.sku_id)
    _, second = await read(shop, sku=bowl.sku_id)
    assert ["delivery_zones" in one for one in (*first, *second)] == [True, False]
    async with shop.database.reading() as connection:
        read_again = await lines_to_order(
            connection, held_terms_of(shop.database), SEATTLE, {bowl.sku_id: 1}
        )
        others = await lines_to_order(connection, HeldTerms(), SEATTLE, {bowl.sku_id: 1})
    assert read_again.terms.terms == others.terms.terms
    assert read_again.lines == others.lines
    assert read_again.order_id < others.order_id


CHANGES = {
    "a method": "UPDATE shipping_methods SET price = price + 100",
    "a method less": "DELETE FROM shipping_methods WHERE code = 'express'",
    "no method": "TRUNCATE shipping_methods CASCADE",
    "a rate by zone": "INSERT INTO delivery_zones (code, name, places) VALUES ('w', 'West', '{US:WA}');"
    " INSERT INTO delivery_rates VALUES ('standard', 'w', 'flat', '[[null, 500]]', NULL, 1, 2)",
    "a tax": "UPDATE tax_rates SET millionths = millionths + 10000",
    "a new tax": "INSERT INTO tax_rates (country, name, millionths, included, on_delivery)"
    " VALUES ('US', 'Duty', 10000, false, false)",
    "no taxes": "DELETE FROM tax_rates",
    "a discount": "UPDATE automatic_discounts SET percent = 20",
    "no discount": "DELETE FROM automatic_discounts",
    "reverse charge": "INSERT INTO shop_settings (name, value) VALUES ('reverse_charge', 'true')",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
async def test_every_change_is_seen_at_once(shop: Shop, change: str) -> None:
    (bowl,) = await stock_shop(shop, taxes=True)
    await put_discount(shop)
    before, _ = await read(shop, sku=bowl.sku_id)
    await execute(shop, change)
    after, statements = await read(shop, sku=bowl.sku_id)
    assert after != before
    assert len(statements) == 2
    assert len((await read(shop, sku=bowl.sku_id))[1]) == 1


async def test_reverse_charge_is_seen_when_it_changes_and_when_it_is_unset(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    await execute(shop, "INSERT INTO shop_settings (name, value) VALUES ('reverse_charge', 'true')")
    assert (await read(shop, sku=bowl.sku_id))[0].reverse_charge is True
    await execute(shop, "UPDATE shop_settings SET value = 'false' WHERE name = 'reverse_charge'")
    assert (await read(shop, sku=bowl.sku_id))[0].reverse_charge is False
    await execute(shop, "DELETE FROM shop_settings WHERE name = 'reverse_charge'")
    assert (await read(shop, sku=bowl.sku_id))[0].reverse_charge is None


async def test_a_discount_ends_with_its_gift(shop: Shop) -> None:
    bowl, vase = await stock_shop(shop, spec(), spec("Vase"))
    await put_discount(shop, kind="free_gift", percent=None, gift=vase.slug)
    assert len((await read(shop, sku=bowl.sku_id))[0].automatic) == 1
    await execute(shop, f"DELETE FROM skus WHERE id = {vase.sku_id}")
    assert not (await read(shop, sku=bowl.sku_id))[0].automatic


async def test_versions_change_once_in_a_transaction_and_not_when_it_fails(shop: Shop) -> None:
    async def version(connection: Connection) -> str:
        found: str = await connection.fetchval("SELECT version FROM terms_version")
        return found

    await stock_shop(shop, taxes=True)
    change = CHANGES["a tax"]
    async with shop.database.reading() as outside:
        first = await version(outside)
        async with shop.database.transaction() as connection:
            savepoint = connection.transaction()
            await savepoint.start()
            await connection.execute(change)
            await savepoint.rollback()
            assert await version(connection) == first
            await connection.execute(change)
            second = await version(connection)
            await connection.execute(CHANGES["a method"])
            assert await version(connection) == second
            assert await version(outside) == first
        assert first != second == await version(outside)
        async with shop.database.transaction() as connection:
            await connection.execute(change)
            third = await version(connection)
        await outside.execute(change)
        assert len({first, second, third, await version(outside)}) == 4


async def test_discounts_begin_and_end_by_the_clock(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    hour = timedelta(hours=1)
    begins = clock.now() + hour
    await put_discount(shop, starts_at=begins, ends_at=begins + hour)
    seen = []
    for later in (timedelta(0), hour * 1.5, hour * 2.5, timedelta(0)):
        with clock.shift(later):
            terms, _ = await read(shop, sku=bowl.sku_id)
            seen.append(len(terms.automatic))
    assert seen == [0, 1, 0, 0]


async def test_cities_differ_where_they_have_taxes(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, taxes=True)
    assert len((await read(shop, SEATTLE, bowl.sku_id))[0].rates) == 2
    assert len((await read(shop, SPOKANE, bowl.sku_id))[0].rates) == 1
    await execute(shop, "DELETE FROM tax_rates WHERE city <> ''")
    await read(shop, SEATTLE, bowl.sku_id)
    assert len((await read(shop, SPOKANE, bowl.sku_id))[1]) == 1
    await execute(
        shop,
        "INSERT INTO tax_rates (country, state, city, name, millionths, included, on_delivery)"
        " VALUES ('US', 'WA', 'Spokane', 'City tax', 10000, false, false)",
    )
    assert len((await read(shop, SEATTLE, bowl.sku_id))[0].rates) == 1
    assert len((await read(shop, SPOKANE, bowl.sku_id))[0].rates) == 2


async def test_terms_are_held_for_a_limited_number_of_places(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    held, now = HeldTerms(), clock.now()
    async with shop.database.reading() as connection:
        await held_terms_and_lines(connection, held, SEATTLE, {bowl.sku_id: 1})
        row = {"deliveries": None, "rates": None, "zone": None, "reverse_charge": None}
        more = {"automatic": None, "terms_version": "one", "change_at": None, "by_city": False}
        for number in range(MOST):
            held.hold("US", f"state {number}", "", now, cast("Record", {**row, **more}))
    assert held.find("US", "WA", "Seattle", now) is None
    assert held.find("US", f"state {MOST - 1}", "", now) is not None


async def test_a_transaction_holds_no_terms_and_uses_none(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, taxes=True)
    before, _ = await read(shop, sku=bowl.sku_id)
    held, own = held_terms_of(shop.database), HeldTerms()
    async with shop.database.transaction() as connection:
        await connection.execute(CHANGES["a tax"])
        for _ in range(2):
            await connection.execute(CHANGES["a method"])
            seen, _ = await held_terms_and_lines(connection, held, SEATTLE, {bowl.sku_id: 1})
            first, _ = await held_terms_and_lines(connection, own, SEATTLE, {bowl.sku_id: 1})
            assert (
                seen == first == (await terms_and_lines(connection, SEATTLE, {bowl.sku_id: 1}))[0]
            )
    known = held.find("US", "WA", "Seattle", clock.now())
    assert known is not None
    assert known.terms == before
    assert own.find("US", "WA", "Seattle", clock.now()) is None
    assert (await read(shop, sku=bowl.sku_id))[0] == seen


async def test_unknown_skus_have_no_lines(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    await read(shop, sku=bowl.sku_id)
    assert len((await read(shop, sku=bowl.sku_id + 1_000))[1]) == 2


@dataclass
class Interrupted:
    """A connection on which somebody changes the terms just before an order is written."""

    connection: Connection
    shop: Shop

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)

    async def fetchrow(self, *arguments: Any) -> Any:
        """Change the terms in another transaction, then run the statement."""
        await execute(self.shop, CHANGES["a tax"])
        return await self.connection.fetchrow(*arguments)


async def test_a_rate_that_changes_before_the_order_is_written_is_charged(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(price=10_000, stock=PLENTY), taxes=True)
    body = guest_order([bowl.sku_id])
    order = OrderInput.model_validate(body)
    request = {name: body[name] for name in ("skuIds", "address", "shippingMethod")}
    seen = (await shop.output(*QUOTE, json=request))["total"]["amount"]
    async with shop.database.reading() as connection:
        placed = await place_at_once(
            cast("Connection", Interrupted(connection, shop)),
            shop.runtime.settings,
            CheckoutTenders(shop.runtime),
            guest_shopper(order.contact, order.address, shop.runtime.settings),
            order,
            held=held_terms_of(shop.database),
            request=IdempotentRequest("key", b""),
        )
    assert placed is None
    for table in ("orders", "reservations", "order_lines", "idempotency_keys"):
        assert await count(shop, table) == 0, table
    status, error = await shop.error("POST", "/api/orders", json={**body, "expectedTotal": seen})
    assert (status, error["code"]) == (409, "total_changed")
    assert error["quote"]["total"]["amount"] == seen + 200
    await place(shop, [bowl.sku_id])
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT total FROM orders") == seen + 200
