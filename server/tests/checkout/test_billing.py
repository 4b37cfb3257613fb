"""Billing addresses: the delivery address, another one, or a company."""

from __future__ import annotations

from typing import Any

import pytest

from stallage.customers.actions.forgetting import forget_customer
from stallage.invoices.formats.page import page_of
from stallage.invoices.formats.pdf import render_pdf
from stallage.invoices.queries import document
from stallage.orders.rules import OrderStatus
from tests.cart.factory import sign_in
from tests.checkout.factory import ADDRESS, guest_order, place, proof
from tests.returns.factory import buy, buy_and_pay
from tests.shop import Shop
from tests.stocked_shop import stock_shop

OFFICE: dict[str, Any] = {
    "firstName": "Ada",
    "lastName": "Miller",
    "line1": "Torstr. 1",
    "line2": None,
    "city": "Berlin",
    "postalCode": "10119",
    "country": "DE",
    "company": "Miller GmbH",
    "taxId": "de 136 695 976",
}
MISTYPED = (
    "The check digits of this VAT number do not match. Please check for a typo."
    " Example: DE136695976."
)


async def make_bowl(shop: Shop) -> int:
    (product,) = await stock_shop(shop)
    return product.sku_id


async def seen(shop: Shop, placed: Any) -> Any:
    return await shop.output(
        "GET", f"/api/orders/{placed['orderId']}", params={"key": placed["key"]}
    )


async def read_page(shop: Shop, kind: Any = "invoice") -> dict[str, Any]:
    async with shop.database.reading() as connection:
        order_id = await connection.fetchval("SELECT max(id) FROM orders")
        issued = await document(connection, order_id, kind, None)
    assert issued is not None
    page = page_of(issued, shop.runtime.settings)
    assert (await render_pdf(page, issued.issued_at)).startswith(b"%PDF-")
    return page


async def test_a_guest_can_bill_a_company_at_another_address(shop: Shop) -> None:
    bowl = await make_bowl(shop)
    placed = await place(shop, [bowl], billingAddress=OFFICE, contactProof=proof(shop))
    order = await seen(shop, placed)
    assert order["address"]["company"] is None
    assert order["billingAddress"] == OFFICE | {
        "name": None,
        "state": None,
        "phone": None,
        "taxId": "DE136695976",
    }
    assert order["allows"]["editBilling"] is True
    await shop.work()
    (mail,) = [one for one in shop.outbox() if one["kind"] == "order_placed"]
    for body in (mail["text"], mail["html"]):
        assert "Miller GmbH, Ada Miller, Torstr. 1, Berlin 10119, DE" in body
        assert "DE136695976" in body
        assert "12 Kiln Lane" in body


async def test_invoices_and_credit_notes_have_both_addresses(shop: Shop) -> None:
    bought = await buy_and_pay(shop, billingAddress=OFFICE)
    await bought.post(shop, "cancel")
    await shop.work()
    await shop.work()
    billed = [
        "Miller GmbH",
        "Ada Miller",
        "Torstr. 1",
        "Berlin 10119",
        "Germany",
        "Tax no. DE136695976",
    ]
    to = ["Ada Miller", "12 Kiln Lane", "Seattle, WA 98101", "United States"]
    for kind in ("invoice", "credit_note"):
        page = await read_page(shop, kind)
        assert (page["buyer"], page["recipient"]) == (billed, to)


async def test_an_equal_billing_address_is_not_stored(shop: Shop) -> None:
    address = {**ADDRESS, "company": "Kiln Inc.", "taxId": "123456789"}
    await buy_and_pay(shop, address=address, billingAddress=address)
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT billing_address FROM orders") is None
    page = await read_page(shop)
    assert page["buyer"][:2] == ["Kiln Inc.", "Ada Miller"]
    assert page["buyer"][-1] == "Tax no. 12-3456789"
    assert page["recipient"] == []


async def test_a_saved_address_includes_its_company(shop: Shop) -> None:
    bowl = await make_bowl(shop)
    shopper = await sign_in(shop)
    saved = await shop.output(
        "POST",
        "/customer/address",
        json={**ADDRESS, "company": "Kiln Inc.", "taxId": "12-3456789"},
        headers=shopper.headers,
    )
    assert (saved["company"], saved["taxId"]) == ("Kiln Inc.", "12-3456789")
    body = {"skuIds": [bowl], "addressId": saved["id"], "paymentMethod": "cod"}
    placed = await shop.output("POST", "/api/orders", json=body, headers=shopper.headers)
    order = await shop.output("GET", f"/api/orders/{placed['orderId']}", headers=shopper.headers)
    assert (order["address"]["company"], order["address"]["taxId"]) == ("Kiln Inc.", "12-3456789")
    # The order has a copy, which does not change with the address.
    await shop.output(
        "PUT", f"/customer/address/{saved['id']}", json=ADDRESS, headers=shopper.headers
    )
    again = await shop.output("GET", f"/api/orders/{placed['orderId']}", headers=shopper.headers)
    assert again["address"] == order["address"]


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"billingAddress": {**OFFICE, "taxId": "DE136695975"}}, {"billingAddress.taxId"}),
        ({"billingAddress": {**OFFICE, "postalCode": "1"}}, {"billingAddress.postalCode"}),
        ({"billingAddress": {**OFFICE, "line1": ""}}, {"billingAddress.line1"}),
        ({"billingAddress": {**OFFICE, "company": "x" * 121}}, {"billingAddress.company"}),
        ({"billingAddress": {**OFFICE, "taxId": "1" * 41}}, {"billingAddress.taxId"}),
        ({"address": {**ADDRESS, "taxId": "1"}}, {"address.taxId"}),
        ({"billingAddress": "here"}, {"billingAddress"}),
    ],
)
async def test_invalid_fields_are_reported(
    shop: Shop, changes: dict[str, Any], fields: set[str]
) -> None:
    bowl = await make_bowl(shop)
    status, error = await shop.error("POST", "/api/orders", json=guest_order([bowl], **changes))
    assert (status, set(error["fields"])) == (422, fields)
    if changes.get("billingAddress") == {**OFFICE, "taxId": "DE136695975"}:
        assert error["fields"]["billingAddress.taxId"] == [MISTYPED]


async def test_the_billing_address_can_change_until_the_invoice(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    path = f"{bought.path}/billing-address"
    headers = bought.shopper.headers
    order = await shop.output("PUT", path, json=OFFICE, headers=headers)
    assert order["billingAddress"]["company"] == "Miller GmbH"
    status, error = await shop.error(
        "PUT", path, json={**OFFICE, "taxId": "DE136695975"}, headers=headers
    )
    assert (status, error["fields"]) == (422, {"taxId": [MISTYPED]})
    stranger = await sign_in(shop)
    status, _error = await shop.error("PUT", path, json=OFFICE, headers=stranger.headers)
    assert status == 404
    # The delivery address as billing address removes the separate one.
    same = await shop.output("PUT", path, json=order["address"], headers=headers)
    assert same["billingAddress"] is None
    await shop.output("PUT", path, json=OFFICE, headers=headers)
    await bought.advance(shop, OrderStatus.SHIPPED)
    # The invoice is due now, even if its job has not run.
    status, error = await shop.error("PUT", path, json=ADDRESS, headers=headers)
    assert (status, error["code"]) == (409, "billing_fixed")
    assert (await bought.seen(shop))["allows"]["editBilling"] is False
    assert (await read_page(shop))["buyer"][0] == "Miller GmbH"


async def test_the_billing_address_of_a_cancelled_order_cannot_change(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    await bought.post(shop, "cancel")
    status, error = await shop.error(
        "PUT", f"{bought.path}/billing-address", json=OFFICE, headers=bought.shopper.headers
    )
    assert (status, error["code"]) == (409, "billing_fixed")


async def test_orders_without_company_fields_can_be_read(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE orders SET address = address - 'company' - 'tax_id'")
    order = await bought.seen(shop)
    assert (order["address"]["company"], order["address"]["taxId"]) == (None, None)
    path, headers = f"{bought.path}/billing-address", bought.shopper.headers
    same = await shop.output("PUT", path, json=order["address"], headers=headers)
    assert same["billingAddress"] is None


async def test_forgetting_a_customer_deletes_the_billing_address(shop: Shop) -> None:
    bought = await buy(
        shop, paymentMethod="cod", billingAddress=OFFICE, deliveryNote="Door 3", giftMessage="Hi"
    )
    async with shop.database.transaction() as connection:
        await forget_customer(connection, bought.shopper.id)
    await shop.work()
    async with shop.database.reading() as connection:
        row = await connection.fetchrow(
            "SELECT billing_address, delivery_note, gift_message, address FROM orders"
        )
    assert row is not None
    assert (row["billing_address"], row["delivery_note"], row["gift_message"]) == (None,) * 3
    assert "company" not in row["address"]
