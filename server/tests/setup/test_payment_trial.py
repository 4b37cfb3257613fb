"""A test payment with settings that need not be saved, step by step."""

from __future__ import annotations

from typing import Any

from tests.admin import Admin, operator_client
from tests.checkout.factory import count
from tests.conftest import OpenShop
from tests.payments.fake_gateways import StripeGateway, open_gateway
from tests.payments.stand_ins import stripe
from tests.shop import Shop

PATH = "/settings/payments/test"


async def try_with(admin: Admin, **values: object) -> dict[str, Any]:
    return dict(await admin.output("POST", PATH, json={"values": values}))


def states(trial: dict[str, Any]) -> list[tuple[str, str]]:
    return [(step["name"], step["state"]) for step in trial["steps"]]


async def test_the_sandbox_is_tried_and_nothing_is_stored(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        trial = await try_with(admin)
        assert trial["succeeded"]
        assert states(trial) == [
            (name, "passed") for name in ("settings", "open", "read", "end", "event")
        ]
        assert await count(shop, "sandbox_sessions") == 0


async def test_unsaved_keys_are_tried_and_never_shown(open_shop: OpenShop) -> None:
    async with open_gateway("stripe") as gateway:
        assert isinstance(gateway, StripeGateway)
        changes = {"stripe_api_url": gateway.server.url, "payment_timeout_seconds": 1}
        keys = {
            "payment_provider": "stripe",
            "stripe_secret_key": stripe.KEY,
            "stripe_webhook_secret": stripe.WEBHOOK_SECRET,
        }
        async with open_shop(**changes) as shop, operator_client(shop) as admin:
            trial = await try_with(admin, **keys)
            assert trial["succeeded"], trial
            (session,) = gateway.server.sessions.values()
            assert session["status"] == "expired"
            wrong = "sk_test_wrong0123456789abcdef"
            refused = await try_with(admin, **keys | {"stripe_secret_key": wrong})
            assert states(refused) == [("settings", "passed"), ("open", "failed")]
            assert "Copy the keys again" in refused["steps"][1]["advice"]
            assert wrong not in str(refused)
            assert stripe.KEY not in str(trial)
            gateway.server.url = ""
            missing = await try_with(admin, payment_provider="stripe")
            assert states(missing) == [("settings", "failed")]


async def test_a_provider_that_cannot_be_reached(open_shop: OpenShop) -> None:
    changes: dict[str, Any] = {
        "stripe_api_url": "http://127.0.0.1:9",
        "payment_timeout_seconds": 1,
    }
    async with open_shop(**changes) as shop, operator_client(shop) as admin:
        trial = await try_with(
            admin,
            payment_provider="stripe",
            stripe_secret_key=stripe.KEY,
            stripe_webhook_secret=stripe.WEBHOOK_SECRET,
        )
        assert states(trial) == [("settings", "passed"), ("open", "failed")]
        assert "firewall" in trial["steps"][1]["advice"]


async def test_live_keys_are_not_used(open_shop: OpenShop) -> None:
    async with open_gateway("stripe") as gateway:
        assert isinstance(gateway, StripeGateway)
        url = {"stripe_api_url": gateway.server.url}
        async with open_shop(**url) as shop, operator_client(shop) as admin:
            trial = await try_with(
                admin,
                payment_provider="stripe",
                payment_gateway_mode=1,
                stripe_secret_key="sk_live_0123456789abcdefghijkl",
                stripe_webhook_secret=stripe.WEBHOOK_SECRET,
            )
        assert not trial["succeeded"]
        assert ("open", "skipped") in states(trial)
        assert gateway.server.opened == []


async def test_only_who_may_edit_settings_tries_a_payment(shop: Shop) -> None:
    async with operator_client(shop, role="manager") as manager:
        assert (await manager.error("POST", PATH, json={"values": {}}))[0] == 403
    async with operator_client(shop) as admin:
        status, _ = await admin.error("POST", PATH, json={"values": {"payment_provider": "bank"}})
        assert status == 422
