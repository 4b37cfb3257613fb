"""`stallage orders advance`, as an operator types it."""

from __future__ import annotations

from tests.checkout.factory import make_terms, place
from tests.command import run_stallage
from tests.products.factory import make_product
from tests.shop import Shop


async def test_advances_by_name_and_number_and_refuses_in_a_sentence(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_terms(connection)
        bowl = await make_product(connection)
    order_id = (await place(shop, [bowl.sku_id]))["orderId"]
    settings = shop.runtime.settings
    status, output, _errors = await run_stallage(
        settings, "orders", "advance", order_id, "prepared"
    )
    assert (status, output.splitlines()) == (
        0,
        [f"{order_id} is now processing.", f"{order_id} is now prepared."],
    )
    status, output, _errors = await run_stallage(
        settings, "orders", "advance", order_id.lower(), "6"
    )
    assert (status, output.splitlines()[-1]) == (0, f"{order_id} is now delivered.")
    refusals = [
        ((order_id, "shipped"), f"{order_id} is delivered; it cannot become shipped from there."),
        ((order_id, "lost"), "There is no status lost."),
        (("SO-0000-0000", "shipped"), "There is no order SO-0000-0000."),
    ]
    for arguments, sentence in refusals:
        status, output, errors = await run_stallage(settings, "orders", "advance", *arguments)
        assert (status, output) == (1, "")
        assert errors.startswith(sentence)
