"""Two hosts of one shop: the same database, key and bucket, each with a data folder of its own.

A load balancer may send each request to either of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from stallage.products.actions.cards import refresh_products
from tests.cart.factory import fill_cart, sign_in
from tests.checkout.factory import ADDRESS, count
from tests.conftest import OpenShop
from tests.customers.factory import someone
from tests.s3 import KEYS, s3
from tests.shop import Shop
from tests.signin.factory import code_for
from tests.stocked_shop import spec, stock_shop
from tests.uploads.test_avatar import upload
from tests.waiting import until

__all__ = ["s3"]

Hosts = tuple[Shop, Shop]


@pytest.fixture
async def hosts(s3: str, tmp_path: Path, open_shop: OpenShop) -> AsyncIterator[Hosts]:
    """Two hosts, which update their search indexes by themselves."""
    common = {
        "secret_key": SecretStr("the same key on both of the hosts"),
        "search_seconds": 1,
        "storage_url": f"s3://shop/{tmp_path.name}?endpoint={s3}&region=us-east-1",
        "storage_access_key": KEYS[0],
        "storage_secret_key": KEYS[1],
    }
    async with (
        open_shop(**common, data_dir=tmp_path / "one") as one,
        open_shop(**common, data_dir=tmp_path / "two") as two,
    ):
        yield one, two


async def test_a_sign_in_holds_on_both_and_ends_on_both(hosts: Hosts) -> None:
    one, two = hosts
    email = "ada@example.com"
    code = await code_for(one, email)
    body = {"email": email, "otp": code}
    signed_in = await two.output("POST", "/auth/otp/validate", json=body)
    headers = {"Authorization": f"Bearer {signed_in['token']}"}
    for host in hosts:
        assert (await host.output("GET", "/customer", headers=headers))["email"] == email
    # The code counts once for both.
    assert (await one.error("POST", "/auth/otp/validate", json=body))[0] in (400, 401, 422)
    await one.output("POST", "/auth/logout", json={"refreshToken": signed_in["refreshToken"]})

    async def is_ended() -> bool:
        return (await two.client.get("/customer", headers=headers)).status_code == 401

    await until(is_ended)


async def test_limits_count_on_both(hosts: Hosts) -> None:
    statuses = []
    for number in range(12):
        host = hosts[number % 2]
        response = await host.client.post("/auth/otp/request", json={"email": "eve@example.com"})
        statuses.append(response.status_code)
    alone = statuses.index(429)
    assert 429 in statuses[alone + 1 : alone + 3]


async def test_an_order_that_is_sent_to_both_is_placed_once(hosts: Hosts) -> None:
    one, _ = hosts
    [bowl] = await stock_shop(one, spec(stock=5), taxes=True)
    shopper = await sign_in(one)
    await fill_cart(one, shopper, bowl.sku_id)
    # Both show the stock from their caches.
    for host in hosts:
        page = await host.output("GET", f"/api/products/{bowl.slug}")
        assert page["skus"][0]["stock"] == 5
    answers = await asyncio.gather(
        *(
            host.output(
                "POST",
                "/api/orders",
                headers={**shopper.headers, "Idempotency-Key": "the-same-order"},
                json={"address": ADDRESS, "paymentMethod": "cod", "shippingMethod": "standard"},
            )
            for host in hosts
        )
    )
    assert answers[0]["orderId"] == answers[1]["orderId"]
    assert await count(one, "orders") == 1
    for host in hosts:
        assert await host.output("GET", "/api/carts", headers=shopper.headers) == []

        async def shows_the_rest(host: Shop = host) -> bool:
            page = await host.output("GET", f"/api/products/{bowl.slug}")
            return bool(page["skus"][0]["stock"] == 4)

        await until(shows_the_rest)


async def test_a_change_shows_in_the_lists_of_both(hosts: Hosts) -> None:
    one, _ = hosts
    [bowl] = await stock_shop(one, spec("Everyday bowl", price=2500))

    async def prices(host: Shop, sought: str) -> list[int]:
        found = await host.output("GET", f"/api/products?q={sought}")
        return [card["price"]["amount"] for card in found["items"]]

    async def show(price: int) -> bool:
        return [await prices(host, "bowl") for host in hosts] == [[price]] * 2

    await until(lambda: show(2500))
    async with one.database.transaction() as connection:
        await connection.execute("UPDATE skus SET price = 1900 WHERE product_id = $1", bowl.id)
        await refresh_products(connection, [bowl.id])
    await until(lambda: show(1900))
    async with one.database.transaction() as connection:
        await connection.execute("UPDATE products SET title = 'Deep dish' WHERE id = $1", bowl.id)
        await refresh_products(connection, [bowl.id])

    async def are_found_by_the_new_title() -> bool:
        return [await prices(host, "dish") for host in hosts] == [[1900]] * 2

    await until(are_found_by_the_new_title)


async def test_pictures_are_in_the_bucket(hosts: Hosts) -> None:
    one, two = hosts
    ada = await someone(one)
    _, url = await upload(one, ada)
    pictures = [(await host.client.get(url)).content for host in hosts]
    assert pictures[0] == pictures[1] != b""
    assert not (two.runtime.settings.data_dir / "media").exists()
    assert not (one.runtime.settings.data_dir / "media").exists()
