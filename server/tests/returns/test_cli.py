"""`stallage returns`, as an operator types it."""

from __future__ import annotations

from tests.command import run_stallage
from tests.returns.factory import broken_invariants, buy_and_receive, money_back
from tests.returns.test_cancelling import BOWLS
from tests.shop import Shop


async def test_a_return_is_brought_to_its_end_from_the_shell(shop: Shop) -> None:
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

    head, things, reason = (
        await run_stallage(shop.runtime.settings, "returns", "list")
    ).output.splitlines()
    assert head.startswith(f"{number}  {bought.order_id}  ")
    assert head.endswith("Return requested   refund  $33.07")
    assert (things, reason) == ("  3 × Moss bowl", "  Too small")

    # By the return's number in any case, or by its order's.
    for words, now in (
        (("approve", number.lower()), "return approved"),
        (("receive", bought.order_id), "back at company"),
        (("complete", number), "return completed"),
    ):
        said = await run_stallage(shop.runtime.settings, "returns", *words)
        assert said == (0, f"{bought.order_id} is now {now}.\n", "")
    await shop.work()
    assert await money_back(shop) == [(BOWLS, "done")]
    assert await bought.stocks(shop) == [10, 10, 9]
    assert await broken_invariants(shop) == []


async def test_what_cannot_be_done_is_refused_in_a_sentence(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, _vase = await bought.line_ids(shop)
    await bought.post(shop, "return", json={"lines": [{"lineId": bowls, "quantity": 1}]})
    refusals = [
        (
            ("complete", bought.order_id),
            f"{bought.order_id} is return requested; it cannot become return completed from there.",
        ),
        (("approve", "RT-0000-0000"), "There is no order or return RT-0000-0000."),
        (("refuse", bought.order_id, " "), "The shopper needs a reason."),
    ]
    for words, sentence in refusals:
        said = await run_stallage(shop.runtime.settings, "returns", *words)
        assert (said.status, said.output, said.errors.splitlines()) == (1, "", [sentence])
    assert (await bought.seen(shop))["status"] == 9
