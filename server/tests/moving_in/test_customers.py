"""Customers of Shopify and WooCommerce: created without a password, completed, taken back."""

from __future__ import annotations

from typing import Any

import pytest

from stallage.customers.actions.contacts import get_or_create_by_email
from stallage.newsletter.actions import set_subscribed
from tests.admin import operator_client
from tests.moving_in.running import check, messages, outcomes, put, undo
from tests.shop import Shop
from tests.signin.factory import sign_in

SHOPIFY = (
    "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,"
    "Default Address Address1,Default Address Address2,Default Address City,"
    "Default Address Province Code,Default Address Country Code,Default Address Zip,"
    "Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags\n"
)
ADA = (
    "'1,Ada,Example,Ada@Example.com,yes,Example Ltd,1 Long Lane,,Springfield,IL,US,62701,,"
    '\'+1 217 555 0101,no,120.00,3,Likes blue,no,"vip, blue"\n'
)
BO = "'2,Bo,,bo@example.com,no,,,,,,,,,,no,0.00,0,,no,\n"


async def _customer(shop: Shop, email: str) -> Any:
    async with shop.database.reading() as connection:
        return await connection.fetchrow(
            "SELECT * FROM customers WHERE lower(email) = $1", email.lower()
        )


async def _count(shop: Shop, table: str) -> int:
    async with shop.database.reading() as connection:
        count: int = await connection.fetchval(f"SELECT count(*) FROM {table}")
    return count


async def test_customers_are_created_as_the_file_has_them(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        run = await put(shop, admin, "customers", SHOPIFY + ADA + BO)
        assert await outcomes(admin, run) == [
            ("ada@example.com", "created"),
            ("bo@example.com", "created"),
        ]
        ada = await _customer(shop, "ada@example.com")
        assert (ada["first_name"], ada["tags"], ada["phone"]) == ("Ada", ["blue", "vip"], None)
        details = await admin.get(f"/customers/{ada['id']}")
        (address,) = details["addresses"]
        assert (address["line1"], address["state"], address["phone"]) == (
            "1 Long Lane",
            "IL",
            "+12175550101",
        )
        async with shop.database.reading() as connection:
            subscribers = await connection.fetch("SELECT email, status FROM newsletter_subscribers")
            notes = await connection.fetch("SELECT text, author_name FROM notes")
        assert [tuple(one.values()) for one in subscribers] == [("Ada@example.com", "subscribed")]
        assert [tuple(one.values()) for one in notes] == [("Likes blue", "Import")]
        assert not shop.outbox()


async def test_the_same_file_again_changes_nothing(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        await put(shop, admin, "customers", SHOPIFY + ADA + BO)
        run = await check(shop, admin, "customers", SHOPIFY + ADA + BO)
        assert {outcome for _, outcome in await outcomes(admin, run)} == {"unchanged"}
        status, error = await admin.error("POST", f"/imports/{run['id']}/start")
        assert (status, error["code"]) == (409, "nothing_to_import")


async def test_what_a_customer_has_here_stays(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        ada = await get_or_create_by_email(connection, "ada@example.com")
        await connection.execute(
            "UPDATE customers SET first_name = 'Adele', tags = '{new}' WHERE id = $1", ada
        )
        await set_subscribed(connection, ada, is_subscribed=True)
        await set_subscribed(connection, ada, is_subscribed=False)
        await get_or_create_by_email(connection, "bo@example.com")
    async with operator_client(shop) as admin:
        run = await put(shop, admin, "customers", SHOPIFY + ADA + BO)
        assert {outcome for _, outcome in await outcomes(admin, run)} == {"changed"}
        stored = await _customer(shop, "ada@example.com")
        assert (stored["id"], stored["first_name"]) == (ada, "Adele")
        assert stored["tags"] == ["blue", "new", "vip"]
        assert (await _customer(shop, "bo@example.com"))["first_name"] == "Bo"
        async with shop.database.reading() as connection:
            status = await connection.fetchval("SELECT status FROM newsletter_subscribers")
        assert status == "unsubscribed"
        assert (await undo(shop, admin, run))["restored"] == 2
        stored = await _customer(shop, "ada@example.com")
        assert (stored["first_name"], stored["tags"]) == ("Adele", ["new"])
        assert (await _customer(shop, "bo@example.com"))["first_name"] is None
        assert await _count(shop, "addresses") == 0


async def test_undo_leaves_customers_who_used_the_shop(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        run = await put(shop, admin, "customers", SHOPIFY + ADA + BO)
        await sign_in(shop, "bo@example.com")
        preview = await undo(shop, admin, run)
        assert (preview["removed"], preview["conflicts"], preview["examples"]) == (
            1,
            1,
            ["bo@example.com"],
        )
        assert await _customer(shop, "ada@example.com") is None
        assert await _customer(shop, "bo@example.com") is not None
        assert await _count(shop, "newsletter_subscribers") == 0
        assert await _count(shop, "notes") == 0


async def test_hostile_rows_are_reported_with_row_column_and_value(shop: Shop) -> None:
    rows = (
        "'1,Ada,Example,not an address,yes,,,,,,,,,,no,0,0,,no,\n"
        "'2,=HYPERLINK(1),Example,bo@example.com,maybe,,,,,,,,,,no,0,0,,no,\n"
        "'3,Bo,Example,BO@example.com,yes,,,,,,,,,,no,0,0,,no,\n"
        "'4,Nobody,,,yes,,,,,,,,,,no,0,0,,no,\n"
        "'5,Cy,,cy@example.com,no,,1 Road,,Paris,,XX,75001,,,no,0,0,,no,\n"
        f"'6,{'x' * 300},,dy@example.com,no,,,,,,,,,,no,0,0,,no,\n"
        "'7,\"Ed,,ed@example.com,no,,,,,,,,,,no,0,0,,no,\n"
    )
    async with operator_client(shop) as admin:
        run = await check(shop, admin, "customers", SHOPIFY + rows)
        found = await messages(admin, run)
        assert [one[:4] for one in found] == [
            ("error", 2, "Email", "not an address"),
            ("warning", 3, "Accepts Email Marketing", "maybe"),
            ("error", 4, "Email", "BO@example.com"),
            ("error", 5, "Email", ""),
            ("warning", 6, "", ""),
            ("error", 7, "First Name", "x" * 200),
            ("error", 8, "", ""),
        ]
        assert [outcome for _, outcome in await outcomes(admin, run)].count("created") == 2


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
async def test_encodings_of_spreadsheets_are_read(shop: Shop, encoding: str) -> None:
    header = SHOPIFY.replace(",", ";")
    row = "'1;Zoë;Müller;zoe@example.com;yes;;;;;;;;;;no;0;0;;no;\n"
    async with operator_client(shop) as admin:
        await put(shop, admin, "customers", (header + row).encode(encoding))
    assert (await _customer(shop, "zoe@example.com"))["last_name"] == "Müller"


@pytest.mark.parametrize(
    "text", ["", "a,b\n1,2\n", "Email,First Name\na@example.com,A\n", "PK\x03\x04zip", "\x00\x00"]
)
async def test_other_files_are_refused(shop: Shop, text: str) -> None:
    async with operator_client(shop) as admin:
        status, error = await admin.error(
            "POST",
            "/imports",
            data={"kind": "customers"},
            files={"file": ("file.csv", text.encode())},
        )
        assert status == 422, error


async def test_woocommerce_customers_are_read(shop: Shop) -> None:
    analytics = (
        '"Name","Username","Last Active","Sign Up","Email","Orders","Total Spend","AOV",'
        '"Country / Region","City","Region","Postal Code"\n'
        '"Ada Mary Example","ada","2024-01-01","2023-01-01","ada@example.com","3","120.00","40.00",'
        '"US","Springfield","IL","62701"\n'
    )
    suite = (
        "ID,customer_id,user_login,user_email,first_name,last_name,billing_first_name,"
        "billing_last_name,billing_address_1,billing_city,billing_state,billing_postcode,"
        "billing_country,billing_phone\n"
        "1,1,bo,bo@example.com,Bo,Kim,Bo,Kim,1 Long Lane,Springfield,IL,62701,US,2175550101\n"
    )
    async with operator_client(shop) as admin:
        await put(shop, admin, "customers", analytics)
        await put(shop, admin, "customers", suite)
    ada = await _customer(shop, "ada@example.com")
    assert (ada["first_name"], ada["last_name"]) == ("Ada Mary", "Example")
    assert await _count(shop, "addresses") == 1
    assert await _count(shop, "newsletter_subscribers") == 0


async def test_the_right_to_edit_customers_is_needed(shop: Shop) -> None:
    async with operator_client(shop, "orders") as admin:
        status, _ = await admin.error(
            "POST",
            "/imports",
            data={"kind": "customers"},
            files={"file": ("file.csv", (SHOPIFY + ADA).encode())},
        )
        assert status == 403
