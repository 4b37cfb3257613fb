"""GET and DELETE /auth/devices: list devices and sign them out."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from stallage.core import clock
from stallage.core.devices import device_name
from tests.shop import Shop
from tests.signin.factory import sign_in
from tests.signin.test_tokens import assert_ended

DEVICES = "/auth/devices"


async def test_every_device_is_listed_last_used_first(shop: Shop) -> None:
    first = await sign_in(shop)
    with clock.shift(timedelta(minutes=1)):
        second = await sign_in(shop)
    with clock.shift(timedelta(minutes=2)):
        await shop.output("POST", "/auth/refresh", json={"refreshToken": first.refresh_token})
        listed = await shop.output("GET", DEVICES, headers=second.headers)
    assert [one["isCurrent"] for one in listed] == [False, True]
    assert listed[0]["lastUsedAt"] > listed[1]["lastUsedAt"]
    assert {one["name"] for one in listed} == {"Unknown device"}
    assert (await shop.error("GET", DEVICES))[0] == 401


async def test_sign_out_one_device_from_another(shop: Shop) -> None:
    with clock.shift(-timedelta(minutes=1)):
        lost = await sign_in(shop)
    here = await sign_in(shop)
    listed = await shop.output("GET", DEVICES, headers=here.headers)
    path = next(f"{DEVICES}/{one['id']}" for one in listed if not one["isCurrent"])
    assert await shop.output("DELETE", path, headers=here.headers) is None
    assert (await shop.error("DELETE", path, headers=here.headers))[0] == 404
    await assert_ended(shop, lost.refresh_token)
    await shop.output("POST", "/auth/refresh", json={"refreshToken": here.refresh_token})
    assert len(await shop.output("GET", DEVICES, headers=here.headers)) == 1


async def test_signing_out_everywhere_includes_this_device(shop: Shop) -> None:
    with clock.shift(-timedelta(minutes=1)):
        first = await sign_in(shop)
    second = await sign_in(shop)
    eve = await sign_in(shop, "eve@example.com")
    assert await shop.output("DELETE", DEVICES, headers=second.headers) is None
    for signed in (first, second):
        assert (await shop.error("DELETE", DEVICES, headers=signed.headers))[0] == 401
    for signed in (first, second):
        await assert_ended(shop, signed.refresh_token)
    await shop.output("POST", "/auth/refresh", json={"refreshToken": eve.refresh_token})
    assert (await shop.error("DELETE", DEVICES))[0] == 401


async def test_another_customers_device_is_not_found(shop: Shop) -> None:
    ada, eve = await sign_in(shop), await sign_in(shop, "eve@example.com")
    (device,) = await shop.output("GET", DEVICES, headers=ada.headers)
    path = f"{DEVICES}/{device['id']}"
    assert (await shop.error("DELETE", path, headers=eve.headers))[0] == 404
    assert (await shop.error("DELETE", path))[0] == 401
    await shop.output("POST", "/auth/refresh", json={"refreshToken": ada.refresh_token})


async def test_concurrent_sign_outs_are_not_an_error(shop: Shop) -> None:
    ada = await sign_in(shop)
    (device,) = await shop.output("GET", DEVICES, headers=ada.headers)
    responses = await asyncio.gather(
        *(
            shop.client.delete(path, headers=ada.headers)
            for path in (DEVICES, f"{DEVICES}/{device['id']}") * 4
        )
    )
    assert {response.status_code for response in responses} <= {200, 401, 404}
    await assert_ended(shop, ada.refresh_token)


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Firefox/140.0", "Firefox on Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36", "Chrome on Linux"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537", "Chrome on Android"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537 Edg/140.0", "Edge on Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604", "Safari on iPhone"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15", "Safari on Mac"),
        ("curl/8", "Unknown device"),
        ("", "Unknown device"),
    ],
)
def test_device_names(user_agent: str, name: str) -> None:
    assert device_name(user_agent) == name
