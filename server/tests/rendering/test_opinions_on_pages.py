"""A product's page shows its reviews and questions: it is renewed when they change, and no other page is."""

from __future__ import annotations

import asyncio

from stallage.core import clock
from stallage.questions.actions import answer_as_shop, ask, hide
from stallage.reviews.actions import (
    hide_review,
    import_review,
    publish_review,
    reply_to_review,
    vote_helpful,
)
from tests.customers.factory import make_customer, someone
from tests.products.factory import CreatedProduct, make_product
from tests.rendering.test_rendered_pages import get, source_of
from tests.search.waiting import wait_for_cache, work_and_wait
from tests.shop import Shop


async def make_products(shop: Shop) -> tuple[CreatedProduct, CreatedProduct]:
    async with shop.database.transaction() as connection:
        products = (
            await make_product(connection, slug="bowl"),
            await make_product(connection, slug="plate"),
        )
    await work_and_wait(shop)
    for slug in ("bowl", "plate"):
        await get(shop, f"/products/{slug}")
    return products


async def add_review(shop: Shop, product: CreatedProduct, comment: str) -> int:
    async with shop.database.transaction() as connection:
        return await import_review(
            connection,
            product_id=product.id,
            customer_name="Ada M.",
            rating_star=4,
            title="",
            comment=comment,
            verified=True,
            helpful_count=0,
            created_at=clock.now(),
        )


async def page_of_bowl(shop: Shop) -> str:
    """Return the page of the bowl, after checking that the plate's is still the cached one."""
    await wait_for_cache(shop)
    bowl, plate = await get(shop, "/products/bowl"), await get(shop, "/products/plate")
    assert source_of(plate) == "cached"
    return bowl.text


async def test_reviews_renew_the_page_of_their_product(shop: Shop) -> None:
    bowl, _ = await make_products(shop)
    review_id = await add_review(shop, bowl, "It pours without a drip.")
    assert "It pours without a drip." in await page_of_bowl(shop)
    async with shop.database.transaction() as connection:
        await reply_to_review(connection, review_id, "We are glad.")
    assert "We are glad." in await page_of_bowl(shop)
    async with shop.database.transaction() as connection:
        await vote_helpful(connection, await make_customer(connection), review_id)
    assert '"helpfulCount":1' in await page_of_bowl(shop)
    async with shop.database.transaction() as connection:
        await hide_review(connection, review_id)
    # The rating changed too, which every list may show.
    await wait_for_cache(shop)
    assert "It pours" not in (await get(shop, "/products/bowl")).text
    async with shop.database.transaction() as connection:
        await publish_review(connection, review_id)
    await wait_for_cache(shop)
    assert "It pours" in (await get(shop, "/products/bowl")).text
    await get(shop, "/products/plate")
    async with shop.database.transaction() as connection:
        await connection.execute("DELETE FROM reviews WHERE id = $1", review_id)
    assert "It pours" not in await page_of_bowl(shop)


async def test_questions_and_answers_renew_the_page_of_their_product(shop: Shop) -> None:
    bowl, _ = await make_products(shop)
    ada = await someone(shop)
    async with shop.database.transaction() as connection:
        question_id = await ask(connection, ada.id, bowl.slug, "Is it safe for the oven?")
    assert "Is it safe for the oven?" in await page_of_bowl(shop)
    async with shop.database.transaction() as connection:
        await answer_as_shop(connection, question_id, "Up to 200 degrees.")
    assert "Up to 200 degrees." in await page_of_bowl(shop)
    async with shop.database.transaction() as connection:
        await connection.execute("DELETE FROM question_answers WHERE question_id = $1", question_id)
    assert "Up to 200 degrees." not in await page_of_bowl(shop)
    async with shop.database.transaction() as connection:
        await hide(connection, question_id)
    assert "Is it safe for the oven?" not in await page_of_bowl(shop)


async def test_a_review_published_while_its_page_is_rendered_is_shown(shop: Shop) -> None:
    bowl, _ = await make_products(shop)
    for number in range(10):
        await asyncio.gather(
            add_review(shop, bowl, f"Review number {number}."),
            *(get(shop, "/products/bowl") for _ in range(3)),
        )
        assert f"Review number {number}." in await page_of_bowl(shop)
