"""`stallage refunds`: what an operator does about money that a provider would not send back."""

from __future__ import annotations

import pytest

from stallage import doctor
from stallage.payments.actions.refunds import (
    RefundNotRefused,
    note_sent_by_hand,
    unsent_refunds,
    want_again,
)
from tests.command import run_stallage
from tests.payments.factory import cancel, place_prepaid, refunds, standing
from tests.payments.tills import StripeTill, send, session_of
from tests.shop import Shop


async def refunds_command(shop: Shop, *words: str) -> tuple[int, str]:
    """Its status, and all that it says."""
    said = await run_stallage(shop.runtime.settings, "refunds", *words)
    return said.status, said.output + said.errors


@pytest.mark.parametrize("till", ["stripe"], indirect=True)
async def test_a_refused_refund_is_sent_again_or_by_hand(till: StripeTill, till_shop: Shop) -> None:
    shop = till_shop
    names = []
    for _ in range(2):
        order = await place_prepaid(shop)
        session = await session_of(shop, order.order_id)
        await till.pay(shop, session)
        await send(shop, till, till.notice(shop, session, "paid"))
        await shop.work()
        await cancel(shop, order)
        till.server.next(None, None, "refused")
        await shop.work()
        names.append((order, session))
    found = await doctor.look_at_database(shop.runtime.settings.database_url)
    assert [one.about for one in found if one.state == "wrong"] == ["Refunds"]
    status, said = await refunds_command(shop, "list")
    assert status == 0
    first, second = [line.split("  ")[0] for line in said.strip().splitlines()]
    assert "refused" in said
    assert "$31.90" in said
    assert await refunds_command(shop, "retry", first) == (0, "The provider is asked again.\n")
    status, said = await refunds_command(shop, "sent", second)
    assert (status, said) == (0, "The books say that it was sent by hand.\n")
    await shop.work()
    assert [state for _amount, _reason, state in await refunds(shop)] == ["done", "done"]
    assert await till.given_back(shop, names[0][1]) == 3190
    assert await till.given_back(shop, names[1][1]) == 0
    for order, _session in names:
        assert await standing(shop, order) == (7, 3)
    for name in (second, "rf_nonsense"):
        with pytest.raises(RefundNotRefused):
            async with shop.database.transaction() as connection:
                await note_sent_by_hand(connection, name, ["stripe"])
        with pytest.raises(RefundNotRefused):
            async with shop.database.transaction() as connection:
                await want_again(connection, name)
    async with shop.database.reading() as connection:
        assert await unsent_refunds(connection) == []
    said = f"There is no refused refund {second}.\n"
    assert await refunds_command(shop, "sent", second) == (1, said)
