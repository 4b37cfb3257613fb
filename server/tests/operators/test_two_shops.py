"""What was made in one shop opens nothing in another, which has a database and a secret key of its own."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from stallage.operators.dependencies import PREFIX
from stallage.operators.rules.sessions import cookie_name
from stallage.settings import Settings
from tests.admin import operator_client
from tests.conftest import run_on, with_database
from tests.shop import Shop, running_shop
from tests.signin.factory import sign_in


@pytest.fixture
async def other(
    settings: Settings, cluster: str, template: str, tmp_path: Path
) -> AsyncIterator[Shop]:
    """A second shop."""
    name = f"test_{secrets.token_hex(6)}"
    await run_on(cluster, f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
    changes = {"data_dir": tmp_path / "other", "database_url": with_database(cluster, name)}
    async with running_shop(settings.model_copy(update=changes)) as running:
        yield running
    await run_on(cluster, f"DROP DATABASE {name} WITH (FORCE)")


async def ask(shop: Shop, headers: dict[str, str], method: str = "GET") -> tuple[int, str]:
    """Return status and error code of a call of the operators' API."""
    path = "/session" if method == "GET" else "/views/orders"
    async with httpx.AsyncClient(base_url=shop.url, timeout=30, trust_env=False) as client:
        response = await client.request(method, PREFIX + path, headers=headers)
    error = response.json()["error"] or {}
    return response.status_code, str(error.get("code", ""))


def cookie_header(shop: Shop, value: str) -> dict[str, str]:
    """Return the header with a session cookie."""
    return {"Cookie": f"{cookie_name(shop.runtime.settings.public_url)}={value}"}


@pytest.mark.parametrize("kind", ["personal", "app"])
async def test_an_access_token_opens_only_its_own_shop(shop: Shop, other: Shop, kind: str) -> None:
    given = {"kind": kind, "name": "Till", "scopes": ["orders.read"], "expiresInDays": 30}
    async with operator_client(shop) as admin, operator_client(other):
        token = (await admin.post("/tokens", json=given))["token"]
    bearer = {"Authorization": f"Bearer {token}"}
    assert await ask(shop, bearer) == (200, "")
    assert await ask(other, bearer) == (401, "unauthorized")


async def test_a_session_opens_only_its_own_shop(shop: Shop, other: Shop) -> None:
    async with operator_client(shop) as admin, operator_client(other) as owner:
        assert shop.runtime.secret != other.runtime.secret
        # Both have the same number in their shop.
        assert admin.operator_id == owner.operator_id
        assert await ask(shop, cookie_header(shop, admin.cookie)) == (200, "")
        foreign = cookie_header(other, admin.cookie) | {"X-CSRF-Token": admin.csrf}
        assert await ask(other, foreign) == (401, "unauthorized")
        assert await ask(other, foreign, "POST") == (401, "unauthorized")


async def test_a_csrf_token_is_of_one_session_in_one_shop(shop: Shop, other: Shop) -> None:
    async with operator_client(shop) as admin, operator_client(other) as owner:
        for csrf in (admin.csrf, ""):
            headers = cookie_header(other, owner.cookie) | {"X-CSRF-Token": csrf}
            assert await ask(other, headers, "POST") == (403, "csrf_token_invalid")


async def test_a_shoppers_session_is_no_operators_and_the_reverse(shop: Shop) -> None:
    shopper = await sign_in(shop)
    for headers in (
        {"Authorization": f"Bearer {shopper.token}"},
        cookie_header(shop, shopper.token),
    ):
        assert await ask(shop, headers) == (401, "unauthorized")
    async with (
        operator_client(shop) as admin,
        httpx.AsyncClient(base_url=shop.url, timeout=30, trust_env=False) as client,
    ):
        for headers in (
            {"Authorization": f"Bearer {admin.cookie}"},
            cookie_header(shop, admin.cookie),
        ):
            response = await client.get("/auth/devices", headers=headers)
            assert response.status_code == 401
