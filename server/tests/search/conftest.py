"""Fixtures of the tests that run against every search engine."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from stallage.search.index.engine import SearchEngine
from stallage.settings import Settings
from tests.search.engines import ENGINES, SHOP, OpenEngine, build


@pytest.fixture(params=sorted(ENGINES))
async def open_engine(
    request: pytest.FixtureRequest, tmp_path: Path, settings: Settings
) -> AsyncIterator[OpenEngine]:
    """Opens engines of one index, as several processes do."""
    async with ENGINES[request.param](tmp_path, settings.database_url) as open_engine:
        yield open_engine


@pytest.fixture
async def engine(open_engine: OpenEngine) -> SearchEngine:
    """An engine with the products of `SHOP`."""
    engine = open_engine()
    await build(engine, SHOP)
    return engine
