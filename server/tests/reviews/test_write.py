"""Write, edit and moderate reviews."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import orjson

from stallage.core import clock
from stallage.orders.rules import OrderStatus
from stallage.reviews.actions import hide_review, publish_review
from tests.conftest import OpenShop
from tests.customers.factory import someone
from tests.reviews.factory import buy, search, write
from tests.search.waiting import wait_for_cache
from tests.shop import Shop

URL = "/api/productcomment"


async def summary(shop: Shop, slug: str) -> tuple[float, int]:
    await wait_for_cache(shop)
    product = await shop.output("GET", f"/api/products/{slug}")
    return product["averageRating"], product["ratingCount"]


async def test_a_review_is_published_at_once(shop: Shop) -> None:
    one = await buy(shop)
    assert await summary(shop, one.product.slug) == (0, 0)
    written = await write(shop, one, ratingStar=4)
    assert written["customerName"] == "Ada M."
    assert written["verifiedPurchase"] is True
    assert written["status"] == "published"
    assert written["orderId"] == one.order_id
    found = await search(shop)
    assert [comment["id"] for comment in found["comments"]] == [written["id"]]
    assert found["averageRating"] == 4.0
    assert await summary(shop, one.product.slug) == (4.0, 1)
    card = (await shop.output("GET", f"/api/products/cards?skuIds={one.product.sku_id}"))[0]
    assert (card["averageRating"], card["ratingCount"]) == (4.0, 1)
    own = await shop.output("GET", URL, headers=one.customer.headers)
    assert [review["id"] for review in own] == [written["id"]]
    assert (
        await shop.output("GET", URL, params={"orderId": "SO-OTHER"}, headers=one.customer.headers)
        == []
    )


async def test_an_order_line_is_reviewed_once(shop: Shop) -> None:
    one = await buy(shop)
    answers = await asyncio.gather(
        *(shop.client.post(URL, json=one.review(), headers=one.customer.headers) for _ in range(3))
    )
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409]
    refused = next(answer for answer in answers if answer.status_code == 409)
    assert refused.json()["error"]["code"] == "already_reviewed"
    assert await summary(shop, one.product.slug) == (5.0, 1)


async def test_only_delivered_items_of_own_orders_can_be_reviewed(shop: Shop) -> None:
    one = await buy(shop, status=OrderStatus.SHIPPED)
    headers = one.customer.headers
    status, error = await shop.error("POST", URL, json=one.review(), headers=headers)
    assert (status, error["code"]) == (409, "not_delivered")
    stranger = await someone(shop)
    for body, who in (
        (one.review(), stranger.headers),
        (one.review(skuId=999_999), headers),
        (one.review(orderId="SO-NOPE-NOPE"), headers),
    ):
        status, error = await shop.error("POST", URL, json=body, headers=who)
        assert (status, error["code"]) == (404, "not_found")
    status, _error = await shop.error("POST", URL, json=one.review())
    assert status == 401


async def test_invalid_reviews_are_rejected(shop: Shop) -> None:
    one = await buy(shop)
    for field, value, expected in (
        ("comment", "", "Your review cannot be blank."),
        ("comment", "  ", "Your review cannot be blank."),
        ("comment", "a" * 2001, "Your review cannot exceed 2000 characters."),
        ("comment", "a\x00b", "Your review cannot hold control characters."),
        ("title", "a" * 121, "Headline cannot exceed 120 characters."),
        ("ratingStar", 0, "Your rating must range from 1 - 5."),
        ("ratingStar", 6, "Your rating must range from 1 - 5."),
        ("ratingStar", True, "Your rating must be an integer."),
        ("ratingStar", 4.5, "Your rating must be an integer."),
        ("skuId", 2**60, None),
        ("images", [1, 2, 3, 4, 5, 6], "Images cannot hold more than 5 entries."),
        ("images", [12345], "Images is not valid."),
    ):
        status, error = await shop.error(
            "POST", URL, json=one.review(**{field: value}), headers=one.customer.headers
        )
        assert status == 422, (field, value)
        assert expected is None or error["fields"][field] == [expected]
    # A lone surrogate is valid JSON but not valid text.
    raw = orjson.dumps(one.review(comment="LONE")).replace(b"LONE", rb"a\ud800b")
    response = await shop.client.post(
        URL, content=raw, headers={**one.customer.headers, "Content-Type": "application/json"}
    )
    assert response.status_code in (400, 422)
    naughty = "<script>alert(1)</script> 🏺 \u202e"
    assert (await write(shop, one, comment=naughty))["comment"] == naughty


async def test_a_review_can_be_edited_for_a_while(shop: Shop) -> None:
    one = await buy(shop)
    written = await write(shop, one)
    edit = {"ratingStar": 2, "title": "", "comment": "It broke."}
    url = f"{URL}/{written['id']}"
    headers = one.customer.headers
    edited = await shop.output("PUT", url, json=edit, headers=headers)
    assert (edited["ratingStar"], edited["comment"]) == (2, "It broke.")
    assert edited["editedAt"] is not None
    assert await summary(shop, one.product.slug) == (2.0, 1)
    stranger = await someone(shop)
    status, _error = await shop.error("PUT", url, json=edit, headers=stranger.headers)
    assert status == 404
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE reviews SET created_at = $1", clock.now() - timedelta(days=30)
        )
    status, error = await shop.error("PUT", url, json=edit, headers=headers)
    assert (status, error["code"]) == (409, "edit_over")


async def test_a_moderated_review_waits_for_approval(open_shop: OpenShop) -> None:
    async with open_shop(review_moderation=True) as shop:
        one = await buy(shop)
        written = await write(shop, one)
        assert written["status"] == "waiting"
        assert (await search(shop))["total"] == 0
        assert await summary(shop, one.product.slug) == (0, 0)
        async with shop.database.transaction() as connection:
            await publish_review(connection, written["id"])
            await publish_review(connection, written["id"])
        assert await summary(shop, one.product.slug) == (5.0, 1)
        edited = await shop.output(
            "PUT",
            f"{URL}/{written['id']}",
            json={"ratingStar": 1, "comment": "Other words"},
            headers=one.customer.headers,
        )
        assert edited["status"] == "waiting"
        assert await summary(shop, one.product.slug) == (0, 0)


async def test_a_hidden_review_stays_hidden_after_an_edit(shop: Shop) -> None:
    one = await buy(shop)
    written = await write(shop, one)
    async with shop.database.transaction() as connection:
        await hide_review(connection, written["id"])
    assert (await search(shop))["total"] == 0
    assert await summary(shop, one.product.slug) == (0, 0)
    edited = await shop.output(
        "PUT",
        f"{URL}/{written['id']}",
        json={"ratingStar": 5, "comment": "Please"},
        headers=one.customer.headers,
    )
    assert edited["status"] == "hidden"
    assert (await search(shop))["total"] == 0


async def test_a_vote_counts_once_for_each_customer(shop: Shop) -> None:
    one = await buy(shop)
    written = await write(shop, one)
    url = f"{URL}/{written['id']}/helpful"
    voter, other = await someone(shop), await someone(shop)
    answers = await asyncio.gather(
        *(shop.client.post(url, headers=voter.headers) for _ in range(4))
    )
    assert {answer.status_code for answer in answers} == {200}
    assert await shop.output("POST", url, headers=other.headers) == {"helpfulCount": 2}
    assert (await search(shop))["comments"][0]["helpfulCount"] == 2
    status, error = await shop.error("POST", url, headers=one.customer.headers)
    assert (status, error["code"]) == (409, "own_vote")
    status, _error = await shop.error("POST", f"{URL}/99999/helpful", headers=voter.headers)
    assert status == 404
    status, _error = await shop.error("POST", url)
    assert status == 401


async def test_concurrent_reviews_are_all_counted(shop: Shop) -> None:
    first = await buy(shop)
    others = [await buy(shop, first.product) for _ in range(3)]
    await asyncio.gather(
        *(write(shop, one, ratingStar=star) for star, one in enumerate([first, *others], start=2))
    )
    assert await summary(shop, first.product.slug) == (3.5, 4)


async def test_eligibility_to_review_a_product(shop: Shop) -> None:
    url = f"{URL}/standing"
    first = await buy(shop)
    who, slug = first.customer, first.product.slug
    await buy(shop, first.product, customer=who, status=OrderStatus.SHIPPED)

    async def eligibility() -> object:
        return await shop.output("GET", url, params={"productSlug": slug}, headers=who.headers)

    eligible = {
        "received": True,
        "reviewed": False,
        "orderId": first.order_id,
        "skuId": first.product.sku_id,
    }
    assert await eligibility() == eligible
    await write(shop, first)
    assert await eligibility() == {**eligible, "reviewed": True}
    second = await buy(shop, first.product, customer=who)
    assert await eligibility() == {**eligible, "orderId": second.order_id}
    nothing = {"received": False, "reviewed": False, "orderId": None, "skuId": None}
    stranger = await someone(shop)
    for params, headers in (
        ({"productSlug": slug}, stranger.headers),
        ({"productSlug": "nowhere"}, who.headers),
    ):
        assert await shop.output("GET", url, params=params, headers=headers) == nothing
    status, _error = await shop.error("GET", url, params={"productSlug": slug})
    assert status == 401
