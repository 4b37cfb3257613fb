"""Export and erasure of reviews, tickets and uploads."""

from __future__ import annotations

from stallage.customers.actions.forgetting import forget_customer
from stallage.support.actions import reply
from tests.reviews.factory import buy, search, write
from tests.shop import Shop
from tests.uploads.test_upload import picture


async def test_export_and_erasure(shop: Shop) -> None:
    one = await buy(shop)
    headers = one.customer.headers
    upload = await shop.output(
        "POST", "/api/uploads", files={"file": ("a.jpg", picture())}, headers=headers
    )
    await write(shop, one, images=[upload["id"]])
    ticket = await shop.output(
        "POST",
        "/api/supporttickets",
        json={"subject": "A question", "description": "How?"},
        headers=headers,
    )
    async with shop.database.transaction() as connection:
        await reply(connection, ticket["ticketId"], "So.")
    export = await shop.output("GET", "/customer/export", headers=headers)
    assert export["reviews"][0]["comment"] == "It pours without a drip."
    assert [message["message"] for message in export["tickets"]] == ["How?", "So."]
    assert [one["id"] for one in export["uploads"]] == [upload["id"]]
    async with shop.database.transaction() as connection:
        await forget_customer(connection, one.customer.id)
    await shop.work()
    left = (await search(shop))["comments"][0]
    assert left["customerName"] == "A customer"
    assert left["images"] == []
    assert left["comment"] == "It pours without a drip."
    async with shop.database.reading() as connection:
        for table in ("tickets", "ticket_messages", "uploads"):
            assert await connection.fetchval(f"SELECT count(*) FROM {table}") == 0, table
