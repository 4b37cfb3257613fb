"""PUT and DELETE /customer/avatar: one of the customer's own pictures beside their name."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from stallage.core import clock
from stallage.uploads.jobs import clear_away
from tests.customers.factory import Someone, someone
from tests.shop import Shop
from tests.uploads.test_upload import picture

AVATAR = "/customer/avatar"


async def sent(shop: Shop, who: Someone) -> tuple[int, str]:
    """A picture of somebody's: its id and address."""
    file = {"file": ("me.jpg", picture(), "image/jpeg")}
    made = await shop.output("POST", "/api/uploads", files=file, headers=who.headers)
    return made["id"], made["url"]


async def test_a_picture_is_shown_and_taken_away(shop: Shop) -> None:
    ada = await someone(shop)
    image, url = await sent(shop, ada)
    for _ in range(2):
        customer = await shop.output("PUT", AVATAR, headers=ada.headers, json={"image": image})
        assert customer["avatar"]["path"] == url
        assert set(customer["avatar"]) == {"path", "alt", "width", "height", "colour"}
    assert await shop.output("GET", "/customer", headers=ada.headers) == customer
    for _ in range(2):
        customer = await shop.output("DELETE", AVATAR, headers=ada.headers)
        assert customer["avatar"] is None


async def test_it_is_not_cleared_away_while_it_is_shown(shop: Shop) -> None:
    ada = await someone(shop)
    image, url = await sent(shop, ada)
    await shop.output("PUT", AVATAR, headers=ada.headers, json={"image": image})
    with clock.shift(timedelta(days=400)):
        await clear_away(shop.runtime)
    assert (await shop.client.get(url)).status_code == 200


async def test_the_picture_of_somebody_else_is_refused(shop: Shop) -> None:
    ada, eve = await someone(shop), await someone(shop)
    image, _ = await sent(shop, ada)
    for wanted in (image, 999_999, 0, "x", None, 2**70):
        status, error = await shop.error("PUT", AVATAR, headers=eve.headers, json={"image": wanted})
        assert (status, list(error["fields"])) == (422, ["image"])
    assert (await shop.error("PUT", AVATAR, json={"image": image}))[0] == 401
    assert (await shop.error("DELETE", AVATAR))[0] == 401


async def test_of_two_at_once_one_is_shown(shop: Shop) -> None:
    ada = await someone(shop)
    pictures = [await sent(shop, ada) for _ in range(3)]
    await asyncio.gather(
        *(
            shop.output("PUT", AVATAR, headers=ada.headers, json={"image": image})
            for image, _ in pictures
        )
    )
    customer = await shop.output("GET", "/customer", headers=ada.headers)
    assert customer["avatar"]["path"] in {url for _, url in pictures}
