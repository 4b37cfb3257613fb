"""Search of reviews with every operation."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from stallage.core import clock
from stallage.reviews.actions import count_ratings, import_review
from stallage.reviews.rules import average, public_name
from tests.products.factory import CreatedProduct, make_product
from tests.reviews.factory import search
from tests.shop import Shop

NOW = clock.now()


async def fill(shop: Shop) -> tuple[CreatedProduct, CreatedProduct]:
    async with shop.database.transaction() as connection:
        mug = await make_product(connection, slug="oak-mug")
        bowl = await make_product(connection, slug="moss-bowl")
        for days, (product, stars) in enumerate(
            [(mug, 5), (mug, 4), (mug, 4), (mug, 1), (bowl, 3)]
        ):
            await import_review(
                connection,
                product_id=product.id,
                customer_name="Ada M.",
                rating_star=stars,
                title=f"Day {days}",
                comment="Words.",
                verified=True,
                helpful_count=days % 3,
                created_at=NOW - timedelta(days=days),
            )
        for product in (mug, bowl):
            await count_ratings(connection, product.id)
    return mug, bowl


def days(found: dict[str, list[dict[str, str]]]) -> list[int]:
    return [int(comment["title"].removeprefix("Day ")) for comment in found["comments"]]


async def test_the_reviews_of_a_product_by_address(shop: Shop) -> None:
    await fill(shop)
    for more, expected in (
        ({}, [0, 1, 2, 3]),
        ({"page": "2", "pageSize": "3"}, [3]),
    ):
        response = await shop.client.get(
            "/api/productcomments", params={"productSlug": "oak-mug", **more}
        )
        assert response.headers["cache-control"] == "public, no-cache"
        found = response.json()["output"]
        assert days(found) == expected, more
    assert found["ratingMap"] == {"1": 1, "2": 0, "3": 0, "4": 2, "5": 1}
    for wrong in ({"productSlug": ""}, {"page": "0"}):
        refused = await shop.client.get(
            "/api/productcomments", params={"productSlug": "oak-mug", **wrong}
        )
        assert refused.status_code == 422, wrong


def one(key: str, operation: str, *value: object) -> dict[str, object]:
    return {"key": key, "operation": operation, "value": list(value)}


async def test_every_operation(shop: Shop) -> None:
    await fill(shop)
    two_days_ago = (NOW - timedelta(days=2)).isoformat()
    for criterion, expected in (
        (one("productSlug", "eq", "oak-mug"), [0, 1, 2, 3]),
        (one("productSlug", "eq", "moss-bowl", "oak-mug"), [0, 1, 2, 3, 4]),
        (one("productSlug", "ne", "oak-mug"), [4]),
        (one("productSlug", "cn", "BOWL"), [4]),
        (one("productSlug", "cn", "%"), []),
        (one("productSlug", "nc", "bowl", "cup"), [0, 1, 2, 3]),
        (one("ratingStar", "eq", 4), [1, 2]),
        (one("ratingStar", "eq", "4", 5), [0, 1, 2]),
        (one("ratingStar", "ne", 4), [0, 3, 4]),
        (one("ratingStar", "gt", 3), [0, 1, 2]),
        (one("ratingStar", "lt", 3), [3]),
        (one("ratingStar", "range", 3, 4), [1, 2, 4]),
        (one("createdAt", "after", two_days_ago), [0, 1]),
        (one("createdAt", "before", two_days_ago), [3, 4]),
        (one("createdAt", "range", two_days_ago, NOW.isoformat()), [0, 1, 2]),
        (one("createdAt", "eq", two_days_ago), [2]),
        (one("skuId", "eq", 1), []),
    ):
        found = await search(shop, criterion)
        assert days(found) == expected, criterion
        assert found["total"] == len(expected)


async def test_reviews_with_pictures(shop: Shop) -> None:
    await fill(shop)
    async with shop.database.transaction() as connection:
        picture = {"id": 1, "path": "/media/a", "alt": "", "width": 1, "height": 1, "colour": None}
        await connection.execute(
            "UPDATE reviews SET images = $1 WHERE title = ANY('{Day 1,Day 3}')", [picture, picture]
        )
    mug, pictures = one("productSlug", "eq", "oak-mug"), one("imageCount", "gt", 0)
    found = await search(shop, mug, pictures)
    assert (days(found), found["total"]) == ([1, 3], 2)
    # The criteria narrow the list but not the histogram.
    assert found["withPictures"] == 2
    assert found["ratingMap"] == {"1": 1, "2": 0, "3": 0, "4": 2, "5": 1}
    assert days(await search(shop, mug, pictures, one("ratingStar", "eq", 4))) == [1]
    assert days(await search(shop, mug, one("imageCount", "range", 1, 5))) == [1, 3]
    assert days(await search(shop, mug, one("imageCount", "eq", 0))) == [0, 2]


async def test_criteria_are_combined(shop: Shop) -> None:
    await fill(shop)
    mug, five = one("productSlug", "eq", "oak-mug"), one("ratingStar", "eq", 5)
    three = one("ratingStar", "eq", 3)
    assert days(await search(shop, mug, five)) == [0]
    assert days(await search(shop, three, five, match="any")) == [0, 4]
    assert days(await search(shop, three, five)) == []


async def test_the_histogram_is_that_of_the_product(shop: Shop) -> None:
    await fill(shop)
    found = await search(shop, one("productSlug", "eq", "oak-mug"), one("ratingStar", "eq", 4))
    assert found["total"] == 2
    assert found["ratingMap"] == {"1": 1, "2": 0, "3": 0, "4": 2, "5": 1}
    assert found["averageRating"] == 3.5


async def test_sorting_and_pages(shop: Shop) -> None:
    await fill(shop)
    assert days(await search(shop, sort={"key": "createdAt", "direction": "asc"})) == [
        4,
        3,
        2,
        1,
        0,
    ]
    assert days(await search(shop, sort={"key": "ratingStar"})) == [0, 1, 2, 4, 3]
    assert days(await search(shop, sort={"key": "helpfulCount"}))[0] == 2
    page = await search(shop, page=2, pageSize=2)
    assert (days(page), page["total"]) == ([2, 3], 5)
    assert days(await search(shop, page=1_000_000)) == []


async def test_no_reviews(shop: Shop) -> None:
    assert await search(shop) == {
        "comments": [],
        "total": 0,
        "ratingMap": {"1": 0, "2": 0, "3": 0, "4": 0, "5": 0},
        "withPictures": 0,
        "averageRating": 0.0,
    }


async def test_invalid_criteria_are_rejected(shop: Shop) -> None:
    for criterion, field in (
        (one("productSlug", "gt", "a"), "criteria.0.operation"),
        (one("ratingStar", "cn", 3), "criteria.0.operation"),
        (one("ratingStar", "after", 3), "criteria.0.operation"),
        (one("ratingStar", "eq"), "criteria.0.value"),
        (one("ratingStar", "eq", "many"), "criteria.0.value"),
        (one("ratingStar", "eq", 10**30), "criteria.0.value"),
        (one("ratingStar", "gt", 1, 2), "criteria.0.value"),
        (one("ratingStar", "range", 1), "criteria.0.value"),
        (one("createdAt", "after", "yesterday"), "criteria.0.value"),
        (one("createdAt", "after", "9999-12-31T23:59:59-14:00"), "criteria.0.value"),
        (one("stock", "eq", 1), "criteria.0.key"),
        (one("ratingStar", "near", 1), "criteria.0.operation"),
        (one("imageCount", "cn", 1), "criteria.0.operation"),
        (one("productSlug", "eq", "a\x00b"), None),
        (one("productSlug", "eq", None), None),
    ):
        status, error = await shop.error(
            "POST", "/api/productcomment/search", json={"criteria": [criterion]}
        )
        assert status == 422, criterion
        assert field is None or field in error["fields"], error
    wrong: tuple[object, ...] = ({"page": 0}, {"pageSize": 97}, {"match": "some"}, [])
    for body in wrong:
        status, _error = await shop.error("POST", "/api/productcomment/search", json=body)
        assert status == 422, body


@given(st.dictionaries(st.integers(1, 5), st.integers(0, 10_000)))
def test_an_average_lies_between_its_stars(stars: dict[int, int]) -> None:
    given_stars = [star for star, count in stars.items() if count]
    mean = average(stars)
    if given_stars:
        assert min(given_stars) <= mean <= max(given_stars)
        exact = sum(s * n for s, n in stars.items()) / sum(stars.values())
        assert abs(mean - exact) <= 0.05 + 1e-9
    else:
        assert mean == 0


def test_public_names() -> None:
    assert public_name("Maya", "rivera") == "Maya R."
    assert public_name("Maya", None) == "Maya"
    assert public_name(None, "  ") == "A customer"
