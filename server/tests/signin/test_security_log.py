"""Security events are logged with ids and hashes, without personal data."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import orjson
import pytest
from structlog.testing import capture_logs

from stallage.core import clock, security_log
from stallage.settings import Settings
from tests.checkout.factory import place
from tests.conftest import OpenShop
from tests.shop import Shop
from tests.signin.factory import another, code_for, last_code, sign_in
from tests.signin.google_stand_in import running_google
from tests.signin.test_strangers import Browser
from tests.stocked_shop import stock_shop

ADA = "ada@example.com"
PHONE = {"phone": "5035550143"}


@pytest.fixture(autouse=True)
def fresh_budget() -> None:
    """Other tests may have used up the budget of this second."""
    security_log._budget.written.clear()
    security_log._budget.left_out.clear()


@pytest.fixture
async def shop(open_shop: OpenShop) -> AsyncIterator[Shop]:
    """A shop with Google sign-in, behind a local proxy."""
    with running_google() as google:
        async with open_shop(trusted_proxies=("127.0.0.1",), **google.settings()) as opened:
            opened.runtime.services["google of the test"] = google
            yield opened


async def everything_suspicious(shop: Shop) -> list[str]:
    """Cause every security event of sign-in; return the secrets that must not be logged."""
    google = shop.runtime.services["google of the test"]
    signed = await sign_in(shop, ADA)
    code = await code_for_again(shop, 1)
    thief = Browser(shop, "203.0.113.9", "x" * 43)
    await thief.enter_code(another(code))
    with clock.shift(timedelta(minutes=2)):
        await thief.sign_in()
        assert [await thief.request_code() for _ in range(2)] == [200, 429]
    for proof in ("nonsense", google.id_token(sub="1"), google.id_token(sub="1")):
        await shop.client.post("/auth/google", json={"credential": proof})
    forged = {"Authorization": "Bearer not.a.token"}
    await shop.client.get("/customer", headers=forged)
    await shop.client.post("/auth/refresh", json={"refreshToken": "never-heard-of"})
    (product,) = await stock_shop(shop)
    sku_id = product.sku_id
    order_id = (await place(shop, [sku_id]))["orderId"]
    await shop.client.get(f"/api/orders/{order_id}?key={'0' * 40}")
    with clock.shift(timedelta(minutes=3)):
        request = {"headers": signed.headers, "json": PHONE}
        await shop.output("POST", "/customer/contact/request", **request)
        proof = {**PHONE, "otp": await last_code(shop, "+15035550143")}
        validate = {"headers": signed.headers, "json": proof}
        await shop.output("POST", "/customer/contact/validate", **validate)
        renew = {"refreshToken": signed.refresh_token}
        await shop.output("POST", "/auth/refresh", json=renew)
    with clock.shift(timedelta(minutes=4)):
        await shop.error("POST", "/auth/refresh", json=renew)
    with clock.shift(timedelta(minutes=5)):
        last = await code_for(shop, ADA)
        await shop.output("POST", "/api/privacy/forget", json={"email": ADA, "otp": last})
    return [ADA, "5035550143", code, last, signed.token, signed.refresh_token, "203.0.113.9"]


async def code_for_again(shop: Shop, minute: int) -> str:
    with clock.shift(timedelta(minutes=minute)):
        return await code_for(shop, ADA)


EVENTS = {
    "access_token_refused",
    "code_refused",
    "contact_changed",
    "customer_forgotten",
    "google_linked",
    "google_proof_replayed",
    "google_refused",
    "limit_reached",
    "new_sign_in",
    "order_key_refused",
    "refresh_token_refused",
    "refresh_token_reused",
}


async def test_every_event_is_logged_without_personal_data(shop: Shop) -> None:
    with capture_logs() as entries:
        secrets = await everything_suspicious(shop)
    lines = [one for one in entries if one.get("log") == "security"]
    assert {one["event"] for one in lines} == EVENTS
    text = orjson.dumps(lines).decode()
    for secret in secrets:
        assert secret not in text
    assert "@" not in text
    assert not re.search(r"\d+\.\d+\.\d+\.\d+|eyJ|\+1\d{10}", text)
    for one in lines:
        if one["event"] in ("new_sign_in", "contact_changed", "customer_forgotten"):
            assert isinstance(one["customer_id"], int)


def test_the_log_is_rate_limited() -> None:
    with capture_logs() as entries:
        for _ in range(1000):
            security_log.record("access_token_refused")
        # Even on a slow machine this loop takes only a few seconds.
        assert len(entries) < 500
        security_log._budget.written.clear()
        security_log.record("access_token_refused")
    assert entries[-1]["left_out"] >= 1


def _lines(folder: Path) -> list[dict[str, Any]]:
    return [orjson.loads(line) for line in (folder / "commands.log").read_bytes().splitlines()]


def test_a_command_is_logged_with_its_operator(settings: Settings, tmp_path: Path) -> None:
    environment = {
        "PATH": "/usr/bin:/bin",
        "STALLAGE_DATA_DIR": str(tmp_path / "data"),
        "STALLAGE_DATABASE_URL": settings.database_url,
        "SUDO_USER": "operator-of-the-test",
    }
    command = [sys.executable, "-m", "stallage", "reviews", "publish", "987654"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    (line,) = _lines(tmp_path / "data")
    assert line["event"] == "operator_command"
    assert line["operator"] == "operator-of-the-test"
    assert line["command"] == "stallage.reviews.cli.publish"
    assert "987654" not in str(line)
    assert (tmp_path / "data" / "commands.log").stat().st_mode & 0o777 == 0o600
