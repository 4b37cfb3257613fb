"""Clients that never read, or send byte by byte, do not affect others."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from tests.cart.factory import fill_cart, sign_in
from tests.conftest import OpenShop
from tests.products.factory import make_long_feed, make_product
from tests.raw_client import raw_socket, request_head, send
from tests.shop import Shop
from tests.waiting import until

SLOW = 60
"""Number of slow clients, several times the size of the pool."""
CALLS = (
    "/auth/loggedInUserDetails",
    "/auth/otp/request",
    "/api/orders",
    "/api/carts/guest",
    "/api/checkout/quote",
    "/api/products/search",
    "/api/productcomment/search",
    "/payments/notices/sandbox",
)


async def _shoppers_are_served(shop: Shop) -> None:
    """Check that lists, carts and sign-in still work, which need the database."""
    shopper = await sign_in(shop)
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection, "Serving bowl")
    await fill_cart(shop, shopper, bowl.sku_id)
    for number in range(3):
        await shop.output("GET", f"/api/products?page={number + 1}")
    assert len(await shop.output("GET", "/api/carts", headers=shopper.headers)) == 1


async def _idle(shop: Shop) -> None:
    """Wait until no connection of the pool is in use."""
    pool = shop.database.pool
    await until(lambda: pool.get_size() == pool.get_idle_size())


async def test_clients_that_never_read_a_feed_hold_no_connection(open_shop: OpenShop) -> None:
    # No time limit may end what holds a connection.
    unlimited = {"database_pool_size": 4, "idle_transaction_seconds": 0}
    async with open_shop(**unlimited) as shop, AsyncExitStack() as clients:
        async with shop.database.transaction() as connection:
            await make_long_feed(connection)
        request = request_head("GET", "/feeds/google.xml")
        for _ in range(SLOW):
            client = await clients.enter_async_context(raw_socket(shop.url, buffer_bytes=4096))
            await send(client, request)
            # Read the first bytes only.
            assert await asyncio.get_running_loop().sock_recv(client, 9) == b"HTTP/1.1 "
        await _idle(shop)
        await _shoppers_are_served(shop)


@pytest.mark.parametrize("path", CALLS)
async def test_clients_that_send_their_body_slowly_hold_no_connection(
    open_shop: OpenShop, path: str
) -> None:
    async with open_shop(database_pool_size=4) as shop, AsyncExitStack() as clients:
        head = request_head(
            "POST", path, "Content-Type: application/json", "Content-Length: 400", "Accept: */*"
        )
        opened = [await clients.enter_async_context(raw_socket(shop.url)) for _ in range(SLOW)]
        for client in opened:
            await send(client, head)
        for _ in range(3):
            for client in opened:
                await send(client, b" ")
        await _idle(shop)
        await _shoppers_are_served(shop)
        # None of them was answered early: they still wait for the rest of their body.
        for client in opened:
            with pytest.raises(BlockingIOError):
                client.recv(1)


async def test_a_full_share_of_public_reads_leaves_carts_alone(open_shop: OpenShop) -> None:
    async with open_shop(database_pool_size=4, public_read_percent=50) as shop:
        shopper = await sign_in(shop)
        async with shop.database.transaction() as connection:
            bowl = await make_product(connection)
        await fill_cart(shop, shopper, bowl.sku_id)
        async with AsyncExitStack() as reads:
            for _ in range(2):
                await reads.enter_async_context(shop.database.public_reading())
            # A list of a product that is known needs its card from the database.
            for method, path, body in (
                ("POST", "/api/products/search", {}),
                ("POST", "/api/productcomment/search", {}),
                ("GET", "/sitemap.xml", None),
            ):
                answer = await shop.client.request(method, path, json=body)
                assert answer.status_code == 503, path
                assert answer.json()["error"]["code"] == "not_ready"
                assert int(answer.headers["retry-after"]) > 0
            assert len(await shop.output("GET", "/api/carts", headers=shopper.headers)) == 1
        await shop.output("POST", "/api/products/search", json={})


@pytest.mark.parametrize("path", CALLS)
async def test_a_client_that_leaves_within_its_body_is_no_error_of_the_shop(
    shop: Shop, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    head = request_head("POST", path, "Content-Type: application/json", "Content-Length: 400")
    async with raw_socket(shop.url) as client:
        await send(client, head + b" ")
    # The log line of the first request may appear later.
    async with asyncio.timeout(30):
        shown = ""
        while f'"{path}"' not in shown:
            await shop.client.get("/healthz")
            shown += "".join(capsys.readouterr())
    assert "unhandled_error" not in shown
