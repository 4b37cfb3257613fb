"""A public shop does not run with test payments, demo products or published gift codes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from pydantic import SecretStr

from stallage import doctor
from stallage.core import clock
from stallage.core.runtime import Runtime
from stallage.demo.filling import GIFT_CODES, MILESTONE
from stallage.exposure import UnsafeShop, exposures, refuse_exposed_shop
from stallage.settings import Settings
from stallage.shop.actions import put_milestone
from stallage.wallet.actions.gift_codes import store_gift_code
from tests.command import run_stallage
from tests.conftest import OpenShop

PUBLIC = "https://shop.example"
LIVE: dict[str, Any] = {
    "payment_gateway_mode": 1,
    "payment_provider": "stripe",
    "stripe_secret_key": SecretStr("sk_live_1"),
    "stripe_webhook_secret": SecretStr("whsec_1"),
}


async def found(runtime: Runtime, **changes: Any) -> list[str]:
    settings = runtime.settings.model_copy(update={"public_url": PUBLIC, **changes})
    async with runtime.database.reading() as connection:
        return await exposures(connection, settings)


async def test_test_payments_are_only_for_loopback_addresses(runtime: Runtime) -> None:
    assert await found(runtime, public_url="http://127.0.0.1:8000") == []
    assert ["test mode" in one for one in await found(runtime)] == [True]
    stripe = {
        **LIVE,
        "payment_gateway_mode": 0,
        "stripe_secret_key": SecretStr("sk_test_1"),
    }
    assert ["test mode (stripe)" in one for one in await found(runtime, **stripe)] == [True]
    assert await found(runtime, **LIVE) == []
    assert await found(runtime, payment_provider="none") == []


async def test_the_demo_shop_is_not_public(runtime: Runtime) -> None:
    async with runtime.database.transaction() as connection:
        await put_milestone(connection, MILESTONE, {})
    assert ["demo shop" in one for one in await found(runtime, **LIVE)] == [True]


async def test_published_gift_codes_are_not_accepted(runtime: Runtime) -> None:
    async with runtime.database.transaction() as connection:
        for code in GIFT_CODES:
            await store_gift_code(
                connection, runtime.secret, code, 2500, expires_at=clock.now() + timedelta(days=1)
            )
    assert ["KILN-2500-OAK" in one for one in await found(runtime, **LIVE)] == [True]
    result = await run_stallage(runtime.settings, "demo", "--void-codes")
    assert result.status == 0
    assert result.output == "Voided 2 of the demo shop's gift codes.\n"
    assert await found(runtime, **LIVE) == []


async def test_an_exposed_shop_does_not_start_unless_allowed(open_shop: OpenShop) -> None:
    with pytest.raises(RuntimeError, match="did not start"):
        async with open_shop(public_url=PUBLIC):
            pass
    async with open_shop(public_url=PUBLIC, allow_test_shop=True) as shop:
        assert (await shop.client.get("/readyz")).status_code == 200


async def test_serve_prints_the_reasons(settings: Settings, monkeypatch: Any) -> None:
    monkeypatch.setenv("STALLAGE_PUBLIC_URL", PUBLIC)
    result = await run_stallage(settings, "serve", "--port", "0")
    assert result.status == 1
    assert "https://shop.example is a public address" in result.errors
    assert "STALLAGE_ALLOW_TEST_SHOP=true" in result.errors


async def test_stored_settings_are_checked_too(runtime: Runtime) -> None:
    settings = runtime.settings.model_copy(update={"public_url": PUBLIC})
    with pytest.raises(UnsafeShop):
        await refuse_exposed_shop(settings, settings.database_url)
    async with runtime.database.transaction() as connection:
        await connection.execute(
            "INSERT INTO shop_settings (name, value) VALUES ('payment_provider', '\"none\"')"
        )
    await refuse_exposed_shop(settings, settings.database_url)


async def test_doctor_lists_exposures(settings: Settings) -> None:
    async def about(state: str, **changes: Any) -> list[str]:
        findings = await doctor.run_checks(
            settings.model_copy(update={"public_url": PUBLIC, **changes})
        )
        return [
            one.message for one in findings if one.about == "Public shop" and one.state == state
        ]

    assert len(await about("wrong")) == 1
    assert await about("wrong", allow_test_shop=True) == []
    assert len(await about("note", allow_test_shop=True)) == 1
