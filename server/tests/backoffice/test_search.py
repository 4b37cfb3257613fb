"""The operator's search: what it finds, in groups of five, by permission."""

from __future__ import annotations

from typing import Any

import pytest

from stallage.backoffice.actions.customer_overviews import refresh_overviews
from tests.admin import Admin, operator_client
from tests.cart.factory import make_customer
from tests.checkout.factory import place
from tests.privacy.lives import create_catalog, customer_life, run_timers, words_of
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop


async def found(admin: Admin, q: str) -> dict[str, list[str]]:
    """Kind → titles of what a search finds, without the mark of test orders."""
    result = await admin.get("/search", params={"q": q})
    return {
        group["kind"]: [one["title"].removesuffix(" TEST") for one in group["items"]]
        for group in result["groups"]
    }


async def test_everything_with_a_number_or_name_is_found(shop: Shop) -> None:
    catalog = await create_catalog(shop)
    who, words = await customer_life(shop, catalog, words_of("cust", "2065550187"), 3)
    await shop.work()
    await run_timers(shop)
    async with shop.database.transaction() as connection:
        await refresh_overviews(connection, 1000)
        order = await connection.fetchrow(
            "SELECT o.public_id, r.public_id AS return_id FROM orders o JOIN returns r"
            " ON r.order_id = o.id"
        )
        ticket = await connection.fetchrow("SELECT public_id FROM tickets ORDER BY id LIMIT 1")
        card = await connection.fetchrow("SELECT public_id, order_id FROM gift_cards")
        invoice = await connection.fetchrow(
            "SELECT i.number, o.public_id FROM invoices i JOIN orders o ON o.id = i.order_id"
            " WHERE i.kind = 'invoice' ORDER BY i.id LIMIT 1"
        )
        sku = await connection.fetchval("SELECT sku FROM skus WHERE id = $1", catalog.bowl.sku_id)
    assert order is not None
    assert ticket is not None
    assert card is not None
    assert invoice is not None
    number = order["public_id"]
    name = f"{words['first_name']} {words['last_name']}"
    async with operator_client(shop) as admin:
        assert number in (await found(admin, number))["orders"]
        assert (await found(admin, number.lower()))["orders"] == [number]
        assert number in (await found(admin, number[-4:]))["orders"]
        for text in (words["last_name"], words["email"], words["tracking"], sku):
            assert number in (await found(admin, text))["orders"], text
        assert (await found(admin, words["last_name"].lower()))["customers"] == [name]
        assert (await found(admin, words["email"][:12]))["customers"] == [name]
        assert (await found(admin, "every bow"))["products"] == ["Everyday bowl"]
        assert (await found(admin, sku))["products"] == ["Everyday bowl"]
        assert (await found(admin, ticket["public_id"]))["tickets"] == [words["ticket"]]
        assert (await found(admin, words["ticket"].upper()))["tickets"] == [words["ticket"]]
        assert (await found(admin, order["return_id"]))["returns"] == [order["return_id"]]
        assert (await found(admin, number))["returns"] == [order["return_id"]]
        ending = order["return_id"][-4:]
        assert (await found(admin, ending.lower()))["returns"] == [order["return_id"]]
        assert words["ticket"] in (await found(admin, ticket["public_id"][-4:]))["tickets"]
        document = f"INV-{invoice['number']:06d}"
        result = await admin.get("/search", params={"q": document.lower()})
        (documents,) = [one for one in result["groups"] if one["kind"] == "documents"]
        assert [(one["title"], one["detail"]) for one in documents["items"]] == [
            (document, invoice["public_id"])
        ]
        assert (await found(admin, card["public_id"]))["gift_cards"] == [card["public_id"]]
        assert (await found(admin, "welcome"))["promo_codes"] == ["WELCOME10"]
        assert await found(admin, "nothing like this at all") == {}
        assert await found(admin, "   ") == {}
        assert who.id


async def test_a_new_order_is_found_by_its_number_at_once(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec())
    placed = await place(shop, [bowl.sku_id])
    async with operator_client(shop) as admin:
        assert (await found(admin, f" {placed['orderId']} "))["orders"] == [placed["orderId"]]


@pytest.mark.parametrize(
    ("role", "kinds"),
    [
        ("owner", {"orders", "customers", "products"}),
        ("catalogue", {"products"}),
        ("content", {"products"}),
        ("support", {"orders", "customers", "products"}),
        ("finance", {"orders", "customers"}),
    ],
)
async def test_each_group_needs_its_permission(shop: Shop, role: str, kinds: set[str]) -> None:
    (bowl,) = await stock_shop(shop, spec("Miller bowl"))
    placed = await place(shop, [bowl.sku_id])
    assert placed["orderId"]
    async with shop.database.transaction() as connection:
        await make_customer(connection, first_name="Ada", last_name="Miller")
        await refresh_overviews(connection, 1000)
    await shop.work()
    await run_timers(shop)
    async with operator_client(shop, role) as admin:
        assert set(await found(admin, "miller")) == kinds


async def test_a_group_has_five_results_and_says_if_there_are_more(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        for number in range(7):
            await make_customer(connection, email=f"many{number}@example.com")
        await refresh_overviews(connection, 1000)
    async with operator_client(shop) as admin:
        result: Any = await admin.get("/search", params={"q": "many"})
        (group,) = result["groups"]
        assert (len(group["items"]), group["hasMore"]) == (5, True)
        assert group["items"][0]["detail"] == "many6@example.com"


async def test_odd_input_is_only_text(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        for text in ("%", "_", "\\", "'; DROP TABLE orders --", "a" * 200, "💥", "<b>", "(", "SO-"):
            assert await found(admin, text) == {}
        assert (await admin.error("GET", "/search", params={"q": "a" * 201}))[0] == 422
        assert (await admin.error("GET", "/search", params={"q": "a\nb"}))[0] == 422
        assert (await admin.error("GET", "/search"))[0] == 422
