"""A fake payment gateway and a shop that uses it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.conftest import OpenShop
from tests.payments.fake_gateways import FakeGateway, open_gateway
from tests.shop import Shop

OUTSIDE = ("stripe", "razorpay")
"""Providers that are called over a network."""


@pytest.fixture
async def gateway(request: pytest.FixtureRequest) -> AsyncIterator[FakeGateway]:
    """Each provider in turn, or those of `@pytest.mark.parametrize("gateway", …, indirect=True)`."""
    async with open_gateway(request.param) as opened:
        yield opened


@pytest.fixture
async def gateway_shop(gateway: FakeGateway, open_shop: OpenShop) -> AsyncIterator[Shop]:
    """A shop that uses the gateway."""
    async with open_shop(**gateway.changes) as shop:
        yield shop


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that uses `gateway` with every provider, unless it is parametrized."""
    is_parametrized = any(
        "gateway" in mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")
    )
    if "gateway" in metafunc.fixturenames and not is_parametrized:
        metafunc.parametrize("gateway", ("sandbox", *OUTSIDE), indirect=True)
