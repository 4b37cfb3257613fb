"""Two hosts of one shop whose lines move only when a test says so."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from stallage.waiting_line.cache import lines
from tests.conftest import OpenShop
from tests.shop import Shop
from tests.waiting_line.shoppers import changed

Hosts = tuple[Shop, Shop]


@pytest.fixture
async def hosts(tmp_path: Path, open_shop: OpenShop) -> AsyncIterator[Hosts]:
    """Two hosts with one database and one key."""
    key = SecretStr("the same key on both of the hosts")
    with changed(lines, "TICK_SECONDS", 3600):
        async with (
            open_shop(secret_key=key, data_dir=tmp_path / "one") as one,
            open_shop(secret_key=key, data_dir=tmp_path / "two") as two,
        ):
            yield one, two
