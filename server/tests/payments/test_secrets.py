"""Keys leave the process in calls to their provider alone; its client is loaded by who uses it."""

from __future__ import annotations

import subprocess
import sys

import httpx
import pytest
from structlog.processors import format_exc_info
from structlog.testing import capture_logs

from tests.payments.conftest import OUTSIDE
from tests.payments.factory import cancel, place_prepaid, work_until
from tests.payments.stand_ins import razorpay, stripe
from tests.payments.tills import Till, send, server_of, session_of
from tests.shop import Shop

SECRETS = (
    stripe.KEY,
    stripe.WEBHOOK_SECRET,
    razorpay.KEY_SECRET,
    razorpay.WEBHOOK_SECRET,
)


@pytest.mark.parametrize("till", OUTSIDE, indirect=True)
async def test_no_key_is_logged_or_answered(till: Till, till_shop: Shop) -> None:
    with capture_logs(processors=[format_exc_info]) as said:
        answers = await _trade(till, till_shop)
    written = repr(said)
    assert "payment_not_started" in written
    assert "Traceback" in written
    for secret in SECRETS:
        assert secret not in written
        assert not any(secret in answer.text for answer in answers)


async def _trade(till: Till, shop: Shop) -> list[httpx.Response]:
    """All that can be logged: what goes well, and every fault; the shop's answers."""
    server = server_of(till)
    answers = []
    for fault in ("down", "nonsense", "refused", "busy"):
        server.next(fault, fault)
        order = await place_prepaid(shop, stock=5)
        path = f"/api/orders/{order.order_id}/pay"
        answers.append(await shop.client.post(path, params={"key": order.key}))
        server.calm()
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    answers += [await send(shop, till, forged) for forged in till.forged(shop, session)]
    await till.pay(shop, session)
    await send(shop, till, till.notice(shop, session, "paid"))
    await shop.work()
    answers.append(await cancel(shop, order))
    server.next("nonsense", "nonsense")
    await work_until(shop, order, payment_status=3)
    answers.append(await shop.client.get("/api/credentials/applicability"))
    return answers


def test_clients_of_providers_are_loaded_by_who_uses_them() -> None:
    """A shop without them does not pay for them in memory and start-up."""
    program = (
        "import sys; from stallage.features import parts;"
        "[parts(kind) for kind in ('routes', 'jobs', 'cli', 'startup')];"
        "print([name for name in ('stripe', 'razorpay', 'requests') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
