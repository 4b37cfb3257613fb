"""Packing slips, pick lists and labels, also with hostile names and messages."""

from __future__ import annotations

import re
import zlib

import pytest

from stallage.orders.rules.sending import printable, units_to_pick
from tests.admin import Admin, operator_client
from tests.checkout.factory import ADDRESS
from tests.orders.shipping import ship
from tests.orders.test_admin_details import guest_order
from tests.returns.factory import buy_and_pay
from tests.shop import Shop

HOSTILE = '#image("/etc/passwd") $x$ *b* <label> ]]] \\ ' + "W" * 79


async def pdf(admin: Admin, path: str) -> bytes:
    response = await admin.request("GET", path)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/pdf"
    assert response.headers["cache-control"] == "private, no-store"
    assert response.content.startswith(b"%PDF-")
    return response.content


def pages(content: bytes) -> int:
    """The number of pages, also if the page tree is in compressed object streams."""
    plain = content
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL):
        try:
            plain += zlib.decompress(stream)
        except zlib.error:
            continue
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", plain))


async def test_documents_of_orders(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    other = await guest_order(
        shop,
        "eve@example.com",
        contact={
            "email": "eve@example.com",
            "firstName": HOSTILE[:80],
            "lastName": "Stone",
            "phone": "2065550199",
        },
        address={**ADDRESS, "firstName": HOSTILE[:80], "line1": HOSTILE[:100], "line2": "山田 🏺"},
        giftMessage=HOSTILE + "\n\n#pagebreak()",
        deliveryNote="[link](https://x.example) #let a = 1",
    )
    both = f"{bought.order_id},{other['orderId']}"
    async with operator_client(shop, "read-only") as admin:
        assert pages(await pdf(admin, f"/order-documents/packing-slips?orders={both}")) == 2
        assert pages(await pdf(admin, f"/order-documents/pick-list?orders={both}")) == 1
        assert pages(await pdf(admin, f"/order-documents/labels?orders={both}")) == 1
        small = f"/order-documents/labels?orders={both}&format=4x6"
        assert pages(await pdf(admin, small)) == 2
        # Eight labels fit on a sheet; two after seven used ones need another.
        assert pages(await pdf(admin, f"/order-documents/labels?orders={both}&skip=7")) == 2
        parcel, _shipments = await ship(shop, bought)
        path = f"/order-documents/packing-slips?orders={bought.order_id}&parcel={parcel}"
        assert pages(await pdf(admin, path)) == 1
        status, _error = await admin.error(
            "GET", f"/order-documents/packing-slips?orders={other['orderId']}&parcel={parcel}"
        )
        assert status == 404


@pytest.mark.parametrize("orders", [",", " , ", ",".join(["SO-0000-0000"] * 201)])
async def test_numbers_are_checked(shop: Shop, orders: str) -> None:
    async with operator_client(shop) as admin:
        for name in ("packing-slips", "pick-list", "labels"):
            status, error = await admin.error(
                "GET", f"/order-documents/{name}", params={"orders": orders}
            )
            assert (status, list(error["fields"])) == (422, ["orders"])


async def test_an_unknown_order_is_named(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        status, error = await admin.error("GET", "/order-documents/pick-list?orders=so-0000-0000")
        assert (status, error["message"]) == (404, "There is no order SO-0000-0000.")


async def test_invoices_of_an_order(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    async with operator_client(shop, "finance") as admin:
        (invoice,) = await admin.get(f"/orders/{bought.order_id}/documents")
        assert invoice["number"] == "INV-000001"
        content = await pdf(admin, f"/orders/{bought.order_id}/documents/INV-000001")
        theirs = await shop.client.get(
            f"{bought.path}/documents/INV-000001", headers=bought.shopper.headers
        )
        assert content == theirs.content
        for wrong in ("INV-000002", "CN-000001", "nothing"):
            status, _error = await admin.error(
                "GET", f"/orders/{bought.order_id}/documents/{wrong}"
            )
            assert status == 404


def test_texts_are_printable() -> None:
    assert printable("a\x1b[31mb\u202ec\n d") == "a [31mb c d"
    assert printable("W" * 50) == "W" * 24 + "\u200b" + "W" * 24 + "\u200b" + "WW"
    assert units_to_pick([]) == []
