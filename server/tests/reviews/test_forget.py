"""What is held about a customer is handed out, and goes when they ask to be forgotten."""

from __future__ import annotations

from stallage.customers.actions.forgetting import forget_customer
from stallage.support.actions import reply
from tests.reviews.factory import bought, search, write
from tests.shop import Shop
from tests.uploads.test_upload import picture


async def test_everything_is_handed_out_and_forgotten(shop: Shop) -> None:
    one = await bought(shop)
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
    held = await shop.output("GET", "/customer/export", headers=headers)
    assert held["reviews"][0]["comment"] == "It pours without a drip."
    assert [said["message"] for said in held["tickets"]] == ["How?", "So."]
    assert [sent["id"] for sent in held["uploads"]] == [upload["id"]]
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
