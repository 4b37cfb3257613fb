"""`stallage import` recognises files of customers, orders and redirects by their header."""

from __future__ import annotations

from pathlib import Path

from stallage.settings import Settings
from tests.command import run_stallage
from tests.moving_in.test_customers import ADA, BO
from tests.moving_in.test_customers import SHOPIFY as CUSTOMERS
from tests.moving_in.test_orders import FILE, first_row


async def test_each_kind_is_recognised_and_a_second_run_changes_nothing(
    settings: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "file.csv"
    for text, first, again, status in (
        (
            CUSTOMERS + ADA + BO,
            "file.csv: customers: 2 created, 0 changed, 0 unchanged, 0 not imported",
            "file.csv: customers: 0 created, 0 changed, 2 unchanged, 0 not imported",
            0,
        ),
        (
            FILE + first_row("#2", Total="free"),
            "file.csv: orders: 1 created, 0 changed, 0 unchanged, 1 not imported",
            "file.csv: orders: 0 created, 0 changed, 1 unchanged, 1 not imported",
            2,
        ),
        (
            "Redirect from,Redirect to\n/a,/faqs\n/b,/a\n/c,https://elsewhere.example/\n",
            "file.csv: redirects: 2 created, 0 changed, 0 unchanged, 1 not imported",
            "file.csv: redirects: 0 created, 0 changed, 2 unchanged, 1 not imported",
            2,
        ),
    ):
        file.write_text(text)
        ran = await run_stallage(settings, "import", file)
        assert (ran.status, ran.output.splitlines()[-1]) == (status, first), ran.output
        ran = await run_stallage(settings, "import", file)
        assert (ran.status, ran.output.splitlines()[-1]) == (status, again), ran.output
    assert (
        "line 4, Redirect to “https://elsewhere.example/”: A redirect can only lead" in ran.output
    )
