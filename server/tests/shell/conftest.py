"""A shop that serves a small client build."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.conftest import OpenShop
from tests.shell.client_build import write_build
from tests.shop import Shop


@pytest.fixture
async def shop(open_shop: OpenShop, tmp_path: Path) -> AsyncIterator[Shop]:
    folder = write_build(tmp_path / "client")
    async with open_shop(client_dir=str(folder)) as opened:
        yield opened
