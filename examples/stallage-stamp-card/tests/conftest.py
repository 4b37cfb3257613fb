"""A running shop with the stamp card installed and a product."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from stallage.declaration.running import apply_files
from stallage.testing import OpenShop, Shop, shops

SHOP = Path(__file__).with_name("shop.toml")


@pytest.fixture(scope="session")
def open_shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenShop]:
    """One PostgreSQL for the run, and a database for each shop."""
    with shops(tmp_path_factory.mktemp("server")) as open_shop:
        yield open_shop


@pytest.fixture
async def shop(
    open_shop: OpenShop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Shop]:
    """A shop whose cards are full after two orders."""
    monkeypatch.setenv("STALLAGE_STAMP_CARD_SIZE", "2")
    async with open_shop(tmp_path) as shop:
        await apply_files(shop.runtime, SHOP)
        yield shop
