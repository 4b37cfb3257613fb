"""Erasure while the person's own requests and jobs are running."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest

from stallage.core import clock
from stallage.customers.jobs import finish_erasures
from stallage.invoices.formats.pdf import render_pdf
from tests.privacy.lives import buy, create_catalog, order_of, picture, run_timers, upload, words_of
from tests.privacy.test_erasure import FORGET, after_everything, left
from tests.privacy.traces import everywhere
from tests.returns.factory import broken_invariants
from tests.shop import Shop
from tests.signin.factory import code_for, sign_in
from tests.waiting import until


async def test_a_pdf_rendered_during_an_erasure_is_not_stored(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalog = await create_catalog(shop)
    words = words_of("guest", "2065550188")
    placed = await buy(shop, order_of(words, catalog), words, {})
    rendering, may_go_on = asyncio.Event(), asyncio.Event()

    async def slowly(words: dict[str, Any], issued_at: datetime) -> bytes:
        pdf = await render_pdf(words, issued_at)
        rendering.set()
        await may_go_on.wait()
        return pdf

    monkeypatch.setattr("stallage.invoices.dependencies.render_pdf", slowly)
    path = f"/api/orders/{placed['orderId']}/invoice"
    download = asyncio.create_task(shop.client.get(path, params={"key": placed["key"]}))
    await rendering.wait()
    with clock.shift(timedelta(minutes=5)):
        body = {"email": words["email"], "otp": await code_for(shop, words["email"])}
        await shop.output("POST", FORGET, json=body)
        await shop.work()
        may_go_on.set()
        assert (await download).status_code == 200
    # The contact itself is stored until the second run.
    assert set(left(await everywhere(shop, words))) == {"erasures.email"}


async def test_orders_and_messages_being_written_are_erased_too(shop: Shop) -> None:
    catalog = await create_catalog(shop)
    words = words_of("guest", "2065550188")
    cash = order_of(words, catalog, paymentMethod="cod", promoCode=None)
    del cash["billingAddress"]
    written = {
        "name": words["first_name"],
        "email": words["email"],
        "subject": words["contact_form"],
        "message": words["contact_form"],
    }
    body = {"email": words["email"], "otp": await code_for(shop, words["email"])}
    # A guest's order is not committed yet when the guest is forgotten.
    async with shop.database.transaction() as other:
        await other.execute("SELECT id FROM skus WHERE id = $1 FOR UPDATE", catalog.bowl.sku_id)
        order = asyncio.create_task(shop.client.post("/api/orders", json=cash))
        await until_blocked(shop, "transactionid")
        forget = asyncio.create_task(shop.client.post(FORGET, json=body))
        await until_blocked(shop, "advisory")
    assert (await order).status_code == 201
    assert (await forget).status_code == 200
    await asyncio.gather(shop.work(), shop.client.post("/api/contact", json=written))
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(email) FROM orders") == 0
        # Messages after the request belong to a new contact.
        assert await connection.fetchval("SELECT count(*) FROM tickets") == 1
    assert await broken_invariants(shop) == []


async def until_blocked(shop: Shop, lock: str) -> None:
    """Wait until a transaction waits for a lock of this type."""
    count = "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = $1"
    await until(lambda: shop.database.pool.fetchval(count, lock))


async def test_concurrent_requests_of_a_customer_leave_nothing(shop: Shop) -> None:
    catalog = await create_catalog(shop)
    words = words_of("cust", "2065550187")
    who = await sign_in(shop, words["email"], firstName=words["first_name"])
    sku = catalog.bowl.sku_id
    order = order_of(words, catalog, promoCode=None, paymentMethod="cod")
    ticket = {"subject": words["ticket"], "description": words["ticket"]}
    question = {"productSlug": catalog.bowl.slug, "question": "Is it safe?"}
    with clock.shift(timedelta(minutes=5)):
        code = await code_for(shop, words["email"])
        calls = [
            ("POST", "/api/orders", order),
            ("POST", "/api/carts", {"skuId": sku, "quantity": 1}),
            ("POST", "/api/supporttickets", ticket),
            ("DELETE", "/customer", {"otp": code}),
            ("POST", "/wishlist", {"sku": sku}),
            ("PUT", "/customer", {"lastName": words["last_name"]}),
            ("POST", "/api/productquestions", question),
            ("POST", "/api/orders", {**order, "deliveryNote": words["reason"]}),
        ]
        working = asyncio.create_task(shop.work())
        answers = await asyncio.gather(
            *(
                shop.client.request(method, path, json=body, headers=who.headers)
                for method, path, body in calls
            )
        )
        await working
        assert {one.status_code for one in answers} <= {200, 201, 401, 409}
        assert answers[3].status_code == 200
        await after_everything(shop)
    assert left(await everywhere(shop, words)) == {}
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM erasures") == 0
    assert await broken_invariants(shop) == []


async def test_a_picture_that_somebody_else_uploaded_as_well_remains(shop: Shop) -> None:
    ada = await sign_in(shop, "ada@example.com")
    eve = await sign_in(shop, "eve@example.com")
    same = [await upload(shop, one.headers, picture(9)) for one in (ada, eve)]
    own = await upload(shop, ada.headers, picture(10))
    assert same[0]["url"] == same[1]["url"]
    with clock.shift(timedelta(minutes=5)):
        code = await code_for(shop, "ada@example.com")
        await shop.output("DELETE", "/customer", headers=ada.headers, json={"otp": code})
        await shop.work()
    for url, status in ((same[0]["url"], 200), (own["url"], 404)):
        for query in ({}, {"w": "640"}, {"w": "640", "f": "avif"}):
            assert (await shop.client.get(url, params=query)).status_code == status


async def test_an_unsent_gift_card_is_sent_and_then_erased(shop: Shop) -> None:
    catalog = await create_catalog(shop)
    words = words_of("guest", "2065550188")
    later = (clock.now() + timedelta(days=20)).date().isoformat()
    card = {
        "skuId": catalog.card_sku,
        "amount": 2500,
        "recipientName": words["recipient"],
        "recipientEmail": words["recipient_email"],
        "senderName": words["sender"],
        "message": words["card_message"],
        "sendOn": later,
    }
    changes = {"skuIds": [], "giftCards": [card], "shippingMethod": None, "promoCode": None}
    await buy(shop, order_of(words, catalog, **changes), words, {})
    with clock.shift(timedelta(minutes=5)):
        body = {"email": words["email"], "otp": await code_for(shop, words["email"])}
        await shop.output("POST", FORGET, json=body)
        await after_everything(shop)
    card_alone = {"recipient", "recipient_email", "sender", "card_message"}
    found = left(await everywhere(shop, words))
    assert {place.partition(".")[0] for place in found} == {"gift_cards"}
    assert set().union(*found.values()) == card_alone
    with clock.shift(timedelta(days=21)):
        await run_timers(shop)
        (mail,) = [one for one in shop.outbox() if one["kind"] == "gift_card"]
        assert mail["to"] == words["recipient_email"]
    with clock.shift(timedelta(days=22)):
        await run_timers(shop)
    assert left(await everywhere(shop, words)) == {}


async def test_a_failed_erasure_is_retried(shop: Shop) -> None:
    catalog = await create_catalog(shop)
    words = words_of("guest", "2065550188")
    await buy(shop, order_of(words, catalog), words, {})
    with clock.shift(timedelta(minutes=5)):
        body = {"email": words["email"], "otp": await code_for(shop, words["email"])}
        await shop.output("POST", FORGET, json=body)
        async with shop.database.transaction() as connection:
            # As if all tries of the job had failed.
            await connection.execute("UPDATE pgqueuer SET status = 'failed'")
    with clock.shift(timedelta(minutes=7)):
        await finish_erasures(shop.runtime)
    with clock.shift(timedelta(minutes=30)):
        await finish_erasures(shop.runtime)
    assert left(await everywhere(shop, words)) == {}
