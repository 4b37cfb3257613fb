"""A small restore drill: one product, a few orders."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.restore_drill.drill import drill
from tests.test_first_sale import CATALOGUE, INIT

pytestmark = pytest.mark.slow


async def test_a_lost_shop_comes_back_with_every_confirmed_order(tmp_path: Path) -> None:
    (tmp_path / "products.csv").write_text(CATALOGUE.replace(",5,true", ",5000,true"))
    delivery = ("--delivery", "Standard delivery=5.00", "--cash-on-delivery", "--yes")
    report = await drill(
        tmp_path,
        ["./stallage", *INIT, *delivery],
        ["./stallage", "import", "products.csv"],
        orders=3,
    )
    assert report.restored >= report.confirmed >= 3
