"""Keys are sent only to their provider, and its client is imported only on use."""

from __future__ import annotations

import os
import subprocess
import sys

import httpx
import pytest
from structlog.processors import format_exc_info
from structlog.testing import capture_logs

from tests.payments.conftest import OUTSIDE
from tests.payments.factory import cancel, place_prepaid, work_until
from tests.payments.fake_gateways import FakeGateway, send, server_of, session_of
from tests.payments.stand_ins import razorpay, stripe
from tests.shop import Shop

SECRETS = (
    stripe.KEY,
    stripe.WEBHOOK_SECRET,
    razorpay.KEY_SECRET,
    razorpay.WEBHOOK_SECRET,
)


@pytest.mark.parametrize("gateway", OUTSIDE, indirect=True)
async def test_no_key_is_logged_or_answered(gateway: FakeGateway, gateway_shop: Shop) -> None:
    with capture_logs(processors=[format_exc_info]) as logs:
        answers = await _pay_and_fail(gateway, gateway_shop)
    written = repr(logs)
    assert "payment_not_started" in written
    assert "Traceback" in written
    for secret in SECRETS:
        assert secret not in written
        assert not any(secret in answer.text for answer in answers)


async def _pay_and_fail(gateway: FakeGateway, shop: Shop) -> list[httpx.Response]:
    """Trigger successes and every fault, and return the shop's responses."""
    server = server_of(gateway)
    answers = []
    for fault in ("down", "nonsense", "refused", "busy"):
        server.next(fault, fault)
        order = await place_prepaid(shop, stock=5)
        path = f"/api/orders/{order.order_id}/pay"
        answers.append(await shop.client.post(path, params={"key": order.key}))
        server.clear_faults()
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    answers += [await send(shop, gateway, forged) for forged in gateway.forged(shop, session)]
    await gateway.pay(shop, session)
    await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
    await shop.work()
    answers.append(await cancel(shop, order))
    server.next("nonsense", "nonsense")
    await work_until(shop, order, payment_status=3)
    answers.append(await shop.client.get("/api/credentials/applicability"))
    return answers


def imported_by(program: str, **environment: str) -> str:
    """Run a program in a new process and return the provider clients that it has imported."""
    shown = "print([name for name in ('stripe', 'razorpay', 'requests') if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", f"import asyncio, sys\n{program}\n{shown}"],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | environment,
    )
    return done.stdout.strip()


def test_clients_of_providers_that_are_not_set_up_are_not_imported() -> None:
    """A shop that does not use them saves their memory and start-up time."""
    program = (
        "from stallage.features import parts\n"
        "[parts(kind) for kind in ('routes', 'jobs', 'cli', 'startup')]"
    )
    assert imported_by(program) == "[]"


STARTED = """
from types import SimpleNamespace
from stallage.payments import startup
from stallage.settings import Settings
async def start():
    async with startup.opened(SimpleNamespace(settings=Settings())):
        pass
asyncio.run(start())
"""


def test_a_providers_client_is_imported_before_the_first_payment() -> None:
    assert imported_by(STARTED) == "[]"
    keys = {"STALLAGE_STRIPE_SECRET_KEY": "sk_test_1", "STALLAGE_STRIPE_WEBHOOK_SECRET": "whsec_1"}
    assert "'stripe'" in imported_by(STARTED, **keys)
