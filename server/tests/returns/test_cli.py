"""The command `stallage returns`."""

from __future__ import annotations

from tests.command import run_stallage
from tests.returns.factory import broken_invariants, buy_and_receive, money_back
from tests.returns.test_cancelling import BOWLS
from tests.shop import Shop


async def test_a_return_is_completed_with_the_commands(shop: Shop) -> None:
    assert (
        await run_stallage(shop.runtime.settings, "returns", "list")
    ).output == "No return is open.\n"
    bought = await buy_and_receive(shop)
    bowls, _vase = await bought.line_ids(shop)
    lines = [{"lineId": bowls, "quantity": 3}]
    await bought.post(shop, "return", json={"lines": lines, "reason": "Too\nsmall"})
    (item,) = (await shop.output("GET", f"{bought.path}/returns", headers=bought.shopper.headers))[
        "items"
    ]
    number = item["returnId"]

    head, items, reason = (
        await run_stallage(shop.runtime.settings, "returns", "list")
    ).output.splitlines()
    assert head.startswith(f"{number}  {bought.order_id}  ")
    assert head.endswith("Return requested   refund  $33.07")
    assert (items, reason) == ("  3 × Moss bowl", "  Too small")

    # By the number of the return in any case, or of its order.
    for words, status in (
        (("approve", number.lower()), "return approved"),
        (("receive", bought.order_id), "back at company"),
        (("complete", number), "return completed"),
    ):
        result = await run_stallage(shop.runtime.settings, "returns", *words)
        assert result == (0, f"{bought.order_id} is now {status}.\n", "")
    await shop.work()
    assert await money_back(shop) == [(BOWLS, "done")]
    assert await bought.stocks(shop) == [10, 10, 9]
    assert await broken_invariants(shop) == []


async def test_impossible_changes_are_explained(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, _vase = await bought.line_ids(shop)
    await bought.post(shop, "return", json={"lines": [{"lineId": bowls, "quantity": 1}]})
    cases = [
        (
            ("complete", bought.order_id),
            f"{bought.order_id} is return requested; it cannot become return completed from there.",
        ),
        (("approve", "RT-0000-0000"), "There is no order or return RT-0000-0000."),
        (("refuse", bought.order_id, " "), "Please enter a reason for the shopper."),
    ]
    for words, sentence in cases:
        result = await run_stallage(shop.runtime.settings, "returns", *words)
        assert (result.status, result.output, result.errors.splitlines()) == (1, "", [sentence])
    assert (await bought.seen(shop))["status"] == 9
