"""`stallage refunds`: how an operator handles refused refunds."""

from __future__ import annotations

import pytest

from stallage import doctor
from stallage.payments.actions.refunds import record_refund_sent_by_hand, retry_refund
from stallage.payments.errors import RefundNotRefused
from stallage.payments.queries.stuck import unsent_refunds
from tests.command import run_stallage
from tests.payments.factory import cancel, order_state, place_prepaid, refunds
from tests.payments.fake_gateways import StripeGateway, send, session_of
from tests.shop import Shop


async def refunds_command(shop: Shop, *words: str) -> tuple[int, str]:
    """Run the command and return its status and output."""
    result = await run_stallage(shop.runtime.settings, "refunds", *words)
    return result.status, result.output + result.errors


@pytest.mark.parametrize("gateway", ["stripe"], indirect=True)
async def test_a_refused_refund_is_sent_again_or_by_hand(
    gateway: StripeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    names = []
    for _ in range(2):
        order = await place_prepaid(shop)
        session = await session_of(shop, order.order_id)
        await gateway.pay(shop, session)
        await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
        await shop.work()
        await cancel(shop, order)
        gateway.server.next(None, None, "refused")
        await shop.work()
        names.append((order, session))
    found = await doctor.check_database(shop.runtime.settings.database_url)
    assert [one.about for one in found if one.state == "wrong"] == ["Refunds"]
    status, output = await refunds_command(shop, "list")
    assert status == 0
    first, second = [line.split("  ")[0] for line in output.strip().splitlines()]
    assert "refused" in output
    assert "$31.90" in output
    assert await refunds_command(shop, "retry", first) == (
        0,
        "The refund will be sent to the provider again.\n",
    )
    status, output = await refunds_command(shop, "sent", second)
    assert (status, output) == (0, "The refund is recorded as sent by hand.\n")
    await shop.work()
    assert [state for _amount, _reason, state in await refunds(shop)] == ["done", "done"]
    assert await gateway.refunded_amount(shop, names[0][1]) == 3190
    assert await gateway.refunded_amount(shop, names[1][1]) == 0
    for order, _session in names:
        assert await order_state(shop, order) == (7, 3)
    for name in (second, "rf_nonsense"):
        with pytest.raises(RefundNotRefused):
            async with shop.database.transaction() as connection:
                await record_refund_sent_by_hand(connection, name, ["stripe"])
        with pytest.raises(RefundNotRefused):
            async with shop.database.transaction() as connection:
                await retry_refund(connection, name)
    async with shop.database.reading() as connection:
        assert await unsent_refunds(connection) == []
    output = f"There is no refused refund {second}.\n"
    assert await refunds_command(shop, "sent", second) == (1, output)
