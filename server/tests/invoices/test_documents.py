"""Invoices and credit notes: issued once, rendered to the same bytes, and exact to the cent."""

from __future__ import annotations

from typing import Any

import httpx

from stallage.customers.actions.forgetting import forget_customer
from stallage.invoices.actions import issue_due
from stallage.invoices.formats.page import page_of
from stallage.invoices.queries import document
from stallage.orders.rules import OrderStatus
from tests.cart.factory import sign_in
from tests.returns.factory import Bought, buy, buy_and_pay, buy_and_receive
from tests.returns.test_cancelling import BOWLS, TOTAL, VASE, lines
from tests.returns.test_returns import return_body
from tests.shop import Shop


async def documents(shop: Shop, bought: Bought) -> list[tuple[str, int]]:
    listed = await shop.output("GET", f"{bought.path}/documents", headers=bought.shopper.headers)
    return [(one["number"], one["total"]["amount"]) for one in listed]


async def contents(shop: Shop) -> list[dict[str, Any]]:
    async with shop.database.reading() as connection:
        rows = await connection.fetch("SELECT content FROM invoices ORDER BY id")
    return [row["content"] for row in rows]


async def pdf(shop: Shop, bought: Bought, path: str) -> httpx.Response:
    return await shop.client.get(f"{bought.path}/{path}", headers=bought.shopper.headers)


async def test_an_invoice_and_its_credit_notes(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, vase = await bought.line_ids(shop)
    assert await documents(shop, bought) == [("INV-000001", TOTAL)]
    await bought.post(shop, "cancel", json=lines((bowls, 1)))
    await bought.advance(shop, OrderStatus.DELIVERED)
    await bought.post(shop, "return", json=return_body((bowls, 2)))
    await bought.advance(shop, OrderStatus.RETURN_COMPLETED)
    await bought.post(shop, "return", json=return_body((vase, 1)))
    await bought.advance(shop, OrderStatus.RETURN_COMPLETED)
    await shop.work()
    (invoice, first, second, third) = await documents(shop, bought)
    assert [one[0] for one in (first, second, third)] == ["CN-000001", "CN-000002", "CN-000003"]
    assert first[1] + second[1] == BOWLS
    assert third[1] == VASE
    assert invoice[1] == TOTAL
    written = await contents(shop)
    order = await bought.seen(shop)
    named = [tax["amount"]["amount"] for tax in order["taxes"]]
    assert [tax["amount"] for tax in written[0]["taxes"]] == named
    # All items are refunded, so the credit notes contain all of each tax.
    credited = [sum(doc["taxes"][at]["amount"] for doc in written[1:]) for at in range(2)]
    assert credited == named


async def test_it_is_a_pdf_and_rendered_once(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    response = await pdf(shop, bought, "invoice")
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/pdf"
    assert response.headers["content-disposition"] == 'attachment; filename="INV-000001.pdf"'
    assert response.headers["cache-control"] == "private, no-store"
    assert response.content.startswith(b"%PDF-")
    again = await pdf(shop, bought, "documents/inv-000001")
    assert again.content == response.content
    async with shop.database.transaction() as connection:
        assert await connection.fetchval("SELECT pdf FROM invoices") == response.content
        await connection.execute("UPDATE invoices SET pdf = NULL")
    # Rendering it again gives the same bytes.
    assert (await pdf(shop, bought, "invoice")).content == response.content
    for path in ("documents/INV-000002", "documents/CN-000001", "documents/x"):
        assert (await pdf(shop, bought, path)).status_code == 404
    stranger = await sign_in(shop)
    for path in ("invoice", "documents", "documents/INV-000001"):
        status, _error = await shop.error("GET", f"{bought.path}/{path}", headers=stranger.headers)
        assert status == 404


async def test_cash_on_delivery_is_invoiced_on_shipping_without_cancelled_lines(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    status, error = await shop.error(
        "GET", f"{bought.path}/invoice", headers=bought.shopper.headers
    )
    assert (status, error["code"]) == (409, "invoice_not_ready")
    bowls, _vase = await bought.line_ids(shop)
    await bought.post(shop, "cancel", json=lines((bowls, None)))
    await shop.work()
    assert await documents(shop, bought) == []
    await bought.advance(shop, OrderStatus.SHIPPED)
    assert await documents(shop, bought) == [("INV-000001", TOTAL - BOWLS)]
    (content,) = await contents(shop)
    assert [line["title"] for line in content["lines"]] == ["Ink vase"]
    assert sum(tax["amount"] for tax in content["taxes"]) == VASE - 2500


async def test_a_cancelled_order_is_credited_in_full(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    await bought.post(shop, "cancel")
    await shop.work()
    await shop.work()
    assert await documents(shop, bought) == [("INV-000001", TOTAL), ("CN-000001", TOTAL)]
    assert (await pdf(shop, bought, "documents/CN-000001")).content.startswith(b"%PDF-")


async def test_the_page_of_an_invoice(shop: Shop) -> None:
    await buy_and_receive(shop)
    async with shop.database.transaction() as connection:
        order_id = await connection.fetchval("SELECT id FROM orders")
        await issue_due(connection, shop.runtime.settings, order_id)
        invoice = await document(connection, order_id, "invoice", None)
    assert invoice is not None
    invoice.content["lines"][0]["sku"] = "KG-1"
    page = page_of(invoice, shop.runtime.settings)
    assert (page["title"], page["number"], page["paper"]) == ("Invoice", "INV-000001", "us-letter")
    assert page["buyer"] == ["Ada Miller", "12 Kiln Lane", "Seattle, WA 98101", "United States"]
    assert page["lines"][0] == {
        "title": "Moss bowl",
        "note": "Small · KG-1",
        "quantity": 3,
        "price": "$9.99",
        "amount": "$29.97",
    }
    assert page["sums"] == [
        ["Subtotal", "$54.97"],
        ["Standard delivery", "$6.90"],
        ["Washington sales tax (6.5 %)", "$3.58"],
        ["Seattle sales tax (3.85 %)", "$2.11"],
    ]
    assert page["total"] == ["Total", "$67.56"]
    assert page["after"] == [["Paid online", "$67.56"]]


async def test_any_characters_are_rendered(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE orders SET address = jsonb_set(address, '{last_name}', $1)",
            '山田 #eval("x") 🙂 العربية $ \\ @a *_`',
        )
    response = await pdf(shop, bought, "invoice")
    assert response.content.startswith(b"%PDF-")


async def test_an_erased_person_is_in_no_pdf(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    first = (await pdf(shop, bought, "invoice")).content
    assert first
    async with shop.database.transaction() as connection:
        await forget_customer(connection, bought.shopper.id)
    await shop.work()
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT pdf FROM invoices") is None
        row = await connection.fetchrow("SELECT content::text FROM invoices")
    assert row is not None
    assert "Miller" not in str(row["content"])
    assert (await pdf(shop, bought, "invoice")).content != first
