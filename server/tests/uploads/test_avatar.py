"""PUT and DELETE /customer/avatar."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from stallage.core import clock
from stallage.uploads.jobs import delete_unused_uploads
from tests.customers.factory import Someone, someone
from tests.shop import Shop
from tests.uploads.test_upload import picture

AVATAR = "/customer/avatar"


async def upload(shop: Shop, who: Someone) -> tuple[int, str]:
    """Upload a picture; return its id and path."""
    file = {"file": ("me.jpg", picture(), "image/jpeg")}
    output = await shop.output("POST", "/api/uploads", files=file, headers=who.headers)
    return output["id"], output["url"]


async def test_set_and_remove_an_avatar(shop: Shop) -> None:
    ada = await someone(shop)
    image, url = await upload(shop, ada)
    for _ in range(2):
        customer = await shop.output("PUT", AVATAR, headers=ada.headers, json={"image": image})
        assert customer["avatar"]["path"] == url
        assert set(customer["avatar"]) == {"path", "alt", "width", "height", "colour"}
    assert await shop.output("GET", "/customer", headers=ada.headers) == customer
    for _ in range(2):
        customer = await shop.output("DELETE", AVATAR, headers=ada.headers)
        assert customer["avatar"] is None


async def test_an_avatar_is_not_deleted_as_unused(shop: Shop) -> None:
    ada = await someone(shop)
    image, url = await upload(shop, ada)
    await shop.output("PUT", AVATAR, headers=ada.headers, json={"image": image})
    with clock.shift(timedelta(days=400)):
        await delete_unused_uploads(shop.runtime)
    assert (await shop.client.get(url)).status_code == 200


async def test_the_picture_of_another_customer_is_rejected(shop: Shop) -> None:
    ada, eve = await someone(shop), await someone(shop)
    image, _ = await upload(shop, ada)
    for value in (image, 999_999, 0, "x", None, 2**70):
        status, error = await shop.error("PUT", AVATAR, headers=eve.headers, json={"image": value})
        assert (status, list(error["fields"])) == (422, ["image"])
    assert (await shop.error("PUT", AVATAR, json={"image": image}))[0] == 401
    assert (await shop.error("DELETE", AVATAR))[0] == 401


async def test_concurrent_changes_set_one_avatar(shop: Shop) -> None:
    ada = await someone(shop)
    pictures = [await upload(shop, ada) for _ in range(3)]
    await asyncio.gather(
        *(
            shop.output("PUT", AVATAR, headers=ada.headers, json={"image": image})
            for image, _ in pictures
        )
    )
    customer = await shop.output("GET", "/customer", headers=ada.headers)
    assert customer["avatar"]["path"] in {url for _, url in pictures}
