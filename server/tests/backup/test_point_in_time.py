"""A database archived by pgBackRest is restored to one moment: a small rehearsal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.point_in_time.rehearsal import rehearse
from tests.test_first_sale import CATALOGUE, INIT

pytestmark = pytest.mark.slow


async def test_a_shop_comes_back_as_of_a_moment(tmp_path: Path) -> None:
    (tmp_path / "products.csv").write_text(CATALOGUE.replace(",5,true", ",5000,true"))
    delivery = ("--delivery", "Standard delivery=5.00", "--cash-on-delivery", "--yes")
    report = await rehearse(
        tmp_path,
        ["./stallage", *INIT, *delivery],
        ["./stallage", "import", "products.csv"],
        orders=5,
    )
    assert min(report.before, report.after) >= 5 - 3
    assert "Pictures brought back: 1." in report.printed["stallage after-restore"]
