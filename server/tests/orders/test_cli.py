"""The command `stallage orders advance`."""

from __future__ import annotations

from tests.checkout.factory import place
from tests.command import run_stallage
from tests.shop import Shop
from tests.stocked_shop import stock_shop


async def test_advances_by_name_and_number_and_explains_errors(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
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
    cases = [
        ((order_id, "shipped"), f"{order_id} is delivered; it cannot become shipped from there."),
        ((order_id, "lost"), "There is no status lost."),
        (("SO-0000-0000", "shipped"), "There is no order SO-0000-0000."),
    ]
    for arguments, sentence in cases:
        status, output, errors = await run_stallage(settings, "orders", "advance", *arguments)
        assert (status, output) == (1, "")
        assert errors.startswith(sentence)
