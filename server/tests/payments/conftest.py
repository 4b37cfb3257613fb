"""A till and a shop that uses it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.conftest import OpenShop
from tests.payments.tills import Till, open_till
from tests.shop import Shop

OUTSIDE = ("stripe", "razorpay")
"""Providers that are reached over a network."""


@pytest.fixture
async def till(request: pytest.FixtureRequest) -> AsyncIterator[Till]:
    """Each provider in turn; `@pytest.mark.parametrize("till", …, indirect=True)` chooses."""
    async with open_till(request.param) as opened:
        yield opened


@pytest.fixture
async def till_shop(till: Till, open_shop: OpenShop) -> AsyncIterator[Shop]:
    """A shop that takes its payments there."""
    async with open_shop(**till.changes) as shop:
        yield shop


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for a till runs with every provider, unless it chooses."""
    chosen = any("till" in mark.args[0] for mark in metafunc.definition.iter_markers("parametrize"))
    if "till" in metafunc.fixturenames and not chosen:
        metafunc.parametrize("till", ("sandbox", *OUTSIDE), indirect=True)
