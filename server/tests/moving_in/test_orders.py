"""Orders of other shops: stored as exported, shown, taken back; nothing else follows from them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from stallage.core import clock
from stallage.core.db import Connection
from stallage.customers.actions.contacts import get_or_create_by_email
from stallage.moving_in.jobs import forget_old_imported_guests
from tests.admin import operator_client
from tests.conftest import OpenShop
from tests.moving_in.running import check, messages, outcomes, put, undo
from tests.products.factory import make_product
from tests.shop import Shop
from tests.signin.factory import code_for, sign_in

SHOPIFY = (
    "Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,"
    "Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,"
    "Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,"
    "Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,"
    "Billing Address1,Billing City,Billing Zip,Billing Country,Shipping Name,Shipping Address1,"
    "Shipping City,Shipping Zip,Shipping Country,Notes,Cancelled at,Payment Method,Refunded Amount,"
    "Id,Tags,Lineitem discount\n"
)


def row(number: str, **cells: str) -> str:
    """A row of an order; without `Total` it is a further line."""
    names = SHOPIFY.strip().split(",")
    known = {"Name": number, **{name.replace("_", " "): value for name, value in cells.items()}}
    return ",".join(known.get(name, "") for name in names) + "\n"


def first_row(number: str = "#1001", **cells: str) -> str:
    values = {
        "Email": "ada@example.com",
        "Financial_Status": "paid",
        "Fulfillment_Status": "fulfilled",
        "Currency": "USD",
        "Subtotal": "47.00",
        "Shipping": "6.00",
        "Taxes": "3.29",
        "Total": "56.29",
        "Discount_Code": "FALL5",
        "Discount_Amount": "5.00",
        "Shipping_Method": "Standard",
        "Created_at": "2024-09-03 10:14:00 -0400",
        "Lineitem_quantity": "2",
        "Lineitem_name": "Blue vase",
        "Lineitem_price": "16.00",
        "Lineitem_sku": "VASE-1",
        "Shipping_Name": "Ada Example",
        "Shipping_Address1": "1 Long Lane",
        "Shipping_City": "Testville",
        "Shipping_Zip": "00000",
        "Shipping_Country": "US",
        "Refunded_Amount": "0.00",
        "Notes": "Please ring twice",
    }
    return row(number, **{**values, **cells})


SECOND_ROW = row(
    "#1001",
    Lineitem_quantity="1",
    Lineitem_name="Bag",
    Lineitem_price="20.00",
    Lineitem_sku="BAG-1",
)
FILE = SHOPIFY + first_row() + SECOND_ROW

WOOCOMMERCE = (
    "order_id,order_number,order_date,paid_date,status,shipping_total,tax_total,discount_total,"
    "order_total,order_subtotal,order_currency,payment_method_title,shipping_method,billing_first_name,"
    "billing_last_name,billing_email,billing_address_1,billing_city,billing_postcode,billing_country,"
    "customer_note,coupon_items,refund_items,line_item_1,line_item_2\n"
)


async def _product(connection: Connection, title: str, sku: str, **more: Any) -> None:
    made = await make_product(connection, title, **more)
    await connection.execute("UPDATE skus SET sku = $2 WHERE product_id = $1", made.id, sku)


async def _value(shop: Shop, sql: str) -> Any:
    async with shop.database.reading() as connection:
        return await connection.fetchval(sql)


async def test_operators_see_what_the_file_has(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await _product(connection, "Blue vase today", "VASE-1", slug="blue-vase")
    await shop.work()
    async with operator_client(shop) as admin:
        run = await put(shop, admin, "orders", FILE)
        assert await outcomes(admin, run) == [("#1001", "created")]
        (listed,) = (await admin.get("/imported-orders?q=%231001"))["items"]
        assert (listed["system"], listed["payment"], listed["fulfilment"], listed["name"]) == (
            "shopify",
            "paid",
            "fulfilled",
            "Ada Example",
        )
        assert listed["placedAt"] == "2024-09-03T14:14:00.000Z"
        details = await admin.get(f"/imported-orders/{listed['id']}")
        amounts = {name: money["amount"] for name, money in details["amounts"].items()}
        assert amounts == {
            "subtotal": 4700,
            "discount": 500,
            "shipping": 600,
            "tax": 329,
            "total": 5629,
            "refunded": 0,
        }
        vase, bag = details["items"]
        assert (vase["quantity"], vase["price"]["amount"]) == (2, 1600)
        assert (vase["product"]["title"], vase["product"]["link"]) == (
            "Blue vase today",
            "/products/blue-vase",
        )
        assert (bag["title"], bag["product"]) == ("Bag", None)
        assert details["address"]["lines"] == ["1 Long Lane", "00000 Testville", "US"]
        assert (await admin.get("/imported-orders?q=ada@ex"))["items"] == [listed]
        assert (await admin.get("/imported-orders/count?q=%25"))["value"] == 1
        assert (await admin.get("/imported-orders?q=nobody"))["items"] == []
        assert (await admin.error("GET", "/imported-orders/999999"))[0] == 404


async def test_nothing_else_follows_from_them(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await _product(connection, "Blue vase", "VASE-1", stock=5)
    async with operator_client(shop) as admin:
        await put(shop, admin, "orders", FILE)
        assert (await admin.get("/orders"))["items"] == []
    assert await _value(shop, "SELECT sum(stock) FROM skus") == 5
    for table in ("orders", "invoices", "wallet_entries", "order_events", "webhook_deliveries"):
        assert await _value(shop, f"SELECT count(*) FROM {table}") == 0, table
    assert not shop.outbox()


async def test_the_customer_finds_them_in_the_account(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        await put(shop, admin, "orders", FILE + first_row("#1002", Email="bo@example.com"))
    signed_in = await sign_in(shop, "ada@example.com")
    headers = {"Authorization": f"Bearer {signed_in.token}"}
    page = await shop.output("GET", "/api/earlier-orders", headers=headers)
    assert (page["total"], page["items"][0]["number"], page["items"][0]["status"]) == (
        1,
        "#1001",
        "shipped",
    )
    assert "system" not in page["items"][0]
    status, _ = await shop.error("GET", "/api/earlier-orders")
    assert status == 401


async def test_the_same_file_again_changes_nothing_and_a_newer_one_updates(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        first = await put(shop, admin, "orders", FILE)
        again = await check(shop, admin, "orders", FILE)
        assert await outcomes(admin, again) == [("#1001", "unchanged")]
        refunded = (
            SHOPIFY
            + first_row(Financial_Status="partially_refunded", Refunded_Amount="20.00")
            + SECOND_ROW
        )
        newer = await put(shop, admin, "orders", refunded)
        assert await outcomes(admin, newer) == [("#1001", "changed")]
        (listed,) = (await admin.get("/imported-orders"))["items"]
        assert (listed["payment"], listed["refunded"]["amount"]) == ("partly_refunded", 2000)
        assert (await admin.post(f"/imports/{first['id']}/undo/preview"))["conflicts"] == 1
        assert (await undo(shop, admin, newer))["restored"] == 1
        (restored,) = (await admin.get("/imported-orders"))["items"]
        assert (restored["payment"], restored["refunded"]["amount"]) == ("paid", 0)
        assert (await undo(shop, admin, first))["removed"] == 1
        assert (await admin.get("/imported-orders"))["items"] == []


async def test_orders_with_known_products_count_for_recommendations(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await _product(connection, "Vase", "VASE-1")
        await _product(connection, "Bag", "BAG-1")
    async with operator_client(shop) as admin:
        run = await put(shop, admin, "orders", FILE)
        assert await _value(shop, "SELECT cardinality(product_ids) FROM past_orders") == 2
        await undo(shop, admin, run)
        assert await _value(shop, "SELECT count(*) FROM past_orders") == 0


async def test_hostile_rows_are_reported_and_their_orders_left_out(shop: Shop) -> None:
    rows = (
        first_row("#1", Total="=1+1")
        + first_row("#2", Total="-5.00")
        + first_row("#3", Created_at="yesterday")
        + first_row("#4", Financial_Status="odd")
        + first_row("#5", Lineitem_quantity="0")
        + first_row("#6", Total="")
        + first_row("#7", Email="nobody", Currency="EUR")
        + first_row("#5")
        + first_row("", Total="1.00")
        + first_row("#8", Currency="JPY", Total="10.50", Subtotal="10")
        + first_row("#9", Total="1e400")
        + first_row("#10", Notes='"open')
    )
    async with operator_client(shop) as admin:
        run = await check(shop, admin, "orders", SHOPIFY + rows)
        found = {(one[1], one[2], one[3]) for one in await messages(admin, run)}
        assert found >= {
            (2, "Total", "=1+1"),
            (3, "Total", "-5.00"),
            (4, "Created at", "yesterday"),
            (5, "Financial Status", "odd"),
            (6, "Lineitem quantity", "0"),
            (7, "Total", ""),
            (8, "Email", "nobody"),
            (8, "Currency", "EUR"),
            (9, "Name", "#5"),
            (10, "Name", ""),
            (11, "Total", "10.50"),
            (12, "Total", "1e400"),
        }
        usable = [label for label, outcome in await outcomes(admin, run) if outcome == "created"]
        assert usable == ["#7"]


async def test_woocommerce_orders_are_read(shop: Shop) -> None:
    line = "name:Vase: blue|tall|product_id:7|sku:VASE-1|quantity:2|total:48.00|sub_total:50.00"
    rows = (
        "11,WC-11,2024-01-15 10:30:00,,wc-completed,5.00,0.00,2.00,53.00,50.00,USD,Card,Flat rate,Ada,"
        "Example,ada@example.com,1 Long Lane,Springfield,62701,US,,code:SUMMER|amount:2.00,"
        f"amount:10.00|reason:late,{line},\n"
        "12,WC-12,2024-01-16 10:30:00,,refunded,0,0,0,20.00,20.00,USD,Card,,Bo,Kim,bo@example.com,,,,,,,,"
        "name:Bag|quantity:1|total:20.00,name:Bow|quantity:x|total:1\n"
        "13,WC-13,2024-01-17 10:30:00,,cancelled,0,0,0,20.00,20.00,USD,Card,,Bo,Kim,bo@example.com,,,,,,,,"
        "name:Bag|quantity:1|total:20.00,\n"
    )
    async with operator_client(shop) as admin:
        run = await put(shop, admin, "orders", WOOCOMMERCE + rows)
        assert [outcome for _, outcome in await outcomes(admin, run)] == [
            "created",
            "failed",
            "created",
        ]
        assert [one[1:4] for one in await messages(admin, run)] == [
            (3, "line_item_2", "name:Bow|quantity:x|total:1")
        ]
        (listed,) = (await admin.get("/imported-orders?q=wc-11"))["items"]
        assert (listed["payment"], listed["refunded"]["amount"]) == ("partly_refunded", 1000)
        details = await admin.get(f"/imported-orders/{listed['id']}")
        (item,) = details["items"]
        assert (item["title"], item["sku"], item["quantity"]) == ("Vase: blue|tall", "VASE-1", 2)
        assert (item["price"]["amount"], item["discount"]["amount"]) == (2500, 200)
        assert details["discountCode"] == "SUMMER"
        (cancelled,) = (await admin.get("/imported-orders?q=wc-13"))["items"]
        assert (cancelled["cancelled"], cancelled["payment"]) == (True, "voided")


async def test_a_forgotten_customer_leaves_no_trace_in_them(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await get_or_create_by_email(connection, "bo@example.com")
    async with operator_client(shop) as admin:
        run = await put(
            shop, admin, "orders", FILE + first_row("#1002", Email="bo@example.com", Total="5.00")
        )
        signed_in = await sign_in(shop, "ada@example.com")
        headers = {"Authorization": f"Bearer {signed_in.token}"}
        with clock.shift(timedelta(minutes=5)):
            code = await code_for(shop, "ada@example.com")
            await shop.output("DELETE", "/customer", headers=headers, json={"otp": code})
        with clock.shift(timedelta(days=2)):
            await shop.work()
        (ada,) = (await admin.get("/imported-orders?q=%231001"))["items"]
        assert (ada["email"], ada["name"], ada["total"]["amount"]) == (None, "", 5629)
        stored = await _value(shop, "SELECT string_agg(o::text, '') FROM imported_orders o")
        items = await _value(shop, "SELECT string_agg(i::text, '') FROM import_items i")
        for trace in ("ada@example.com", "Long Lane"):
            assert trace not in items
        assert "ring twice" in stored
        assert stored.count("Long Lane") == 1
        again = await check(shop, admin, "orders", FILE)
        assert await outcomes(admin, again) == [("#1001", "unchanged")]
        assert run["id"] != again["id"]


async def test_the_report_of_the_earlier_shop_adds_up(shop: Shop) -> None:
    rows = (
        first_row("#1", Created_at="2024-09-03 23:30:00 +0000", Refunded_Amount="6.29")
        + first_row("#2", Created_at="2024-09-20 10:00:00 +0000")
        + first_row("#3", Created_at="2024-10-01 00:30:00 +0000")
        + first_row("#4", Financial_Status="pending")
        + first_row("#5", Cancelled_at="2024-09-04 10:14:00 -0400")
        + first_row("#6", Currency="EUR")
    )
    async with operator_client(shop) as admin:
        await put(shop, admin, "orders", SHOPIFY + rows)
        report = await admin.get(
            "/reports/earlier_shop?first=2024-09-01&last=2024-10-31&group=month"
        )
        keys = [column["key"] for column in report["columns"]]
        assert keys == ["orders", "units", "delivery", "revenue", "tax", "refunds", "net"]
        assert [(row["key"], row["values"]) for row in report["rows"]] == [
            (["2024-09-01"], [2, 4, 1200, 11258, 658, 629, 10629]),
            (["2024-10-01"], [1, 2, 600, 5629, 329, 0, 5629]),
        ]
        assert report["total"] == [3, 6, 1800, 16887, 987, 629, 16258]
        sales = await admin.get("/reports/sales?first=2024-09-01&last=2024-10-31&group=month")
        assert set(sales["total"][:3]) == {0}


async def test_guests_are_forgotten_after_the_configured_time(
    open_shop: OpenShop,
) -> None:
    async with open_shop(guest_data_seconds=86_400) as shop, operator_client(shop) as admin:
        async with shop.database.transaction() as connection:
            await get_or_create_by_email(connection, "bo@example.com")
        await put(shop, admin, "orders", FILE + first_row("#1002", Email="bo@example.com"))
        await forget_old_imported_guests(shop.runtime)
        stored = (await admin.get("/imported-orders"))["items"]
        assert {(one["number"], one["email"]) for one in stored} == {
            ("#1001", None),
            ("#1002", "bo@example.com"),
        }
