"""A restored shop repeats nothing: no messages, no refunds, no ids that were assigned before."""

from __future__ import annotations

import re
from pathlib import Path

import asyncpg

from stallage.backup.operations.after_restore import ID_GAP, SAFE_JOBS
from stallage.core.jobs import JOBS
from stallage.features import parts
from stallage.settings import Settings
from tests.backup.test_external import elsewhere, make_backup, restore
from tests.command import run_stallage
from tests.conftest import OpenShop
from tests.shop import Shop, running_shop
from tests.test_ledger import trade

__all__ = ["elsewhere"]

QUEUED = "SELECT entrypoint, status::text FROM pgqueuer"


def test_jobs_that_may_run_again_exist() -> None:
    parts("jobs")
    assert set(SAFE_JOBS) <= JOBS.keys()
    writing_to_people = re.compile("tell|send|notify|email")
    assert not [name for name in SAFE_JOBS if writing_to_people.search(name)]


async def jobs(dsn: str) -> dict[str, str]:
    connection = await asyncpg.connect(dsn)
    try:
        return {row["entrypoint"]: row["status"] for row in await connection.fetch(QUEUED)}
    finally:
        await connection.close()


async def value(dsn: str, query: str) -> int:
    connection = await asyncpg.connect(dsn)
    try:
        result: int = await connection.fetchval(query)
        return result
    finally:
        await connection.close()


async def cancel_order(shop: Shop) -> None:
    """Leave jobs of an order and a refund waiting."""
    await trade(shop)
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE refunds SET state = 'pending', done_at = NULL, provider_reference = NULL"
        )
        await connection.execute("DELETE FROM pgqueuer")
        await connection.execute(
            "INSERT INTO pgqueuer (priority, status, entrypoint, payload, headers) VALUES"
            " (0, 'queued', 'orders.send_order_confirmation', '{\"order_id\": 1}', 'null'),"
            " (0, 'picked', 'payments.send_requested_refund', '{\"refund_id\": 1}', 'null'),"
            " (0, 'queued', 'added_by_an_extension.tell', '{}', 'null'),"
            " (0, 'picked', 'search.rebuild_suggestions', '{}', 'null')"
        )


async def test_waiting_jobs_are_held_until_the_operator_decides(
    open_shop: OpenShop, elsewhere: Settings, tmp_path: Path
) -> None:
    async with open_shop() as shop:
        await cancel_order(shop)
        backup = await make_backup(shop.runtime.settings, tmp_path / "shop.tar")
        sent = len(shop.outbox())
    assert sent
    await restore(elsewhere, backup.path)
    dsn = elsewhere.database_url
    assert await jobs(dsn) == {
        "orders.send_order_confirmation": "failed",
        "payments.send_requested_refund": "failed",
        "added_by_an_extension.tell": "failed",
        "search.rebuild_suggestions": "queued",
    }
    assert await value(dsn, "SELECT count(*) FROM refunds WHERE state = 'pending'") == 0
    async with running_shop(elsewhere) as shop:
        # Neither the jobs nor the search for unsent refunds sends anything.
        await shop.work()
        assert shop.outbox() == []
    doctor = await run_stallage(elsewhere, "doctor")
    assert "Held jobs: 3; " in doctor.output
    assert "Refunds" in doctor.output
    result = await run_stallage(elsewhere, "jobs", "list", "--state", "held", "--counts")
    assert [line.split()[:3] for line in result.output.splitlines()] == [
        ["1", "held", "added_by_an_extension.tell"],
        ["1", "held", "orders.send_order_confirmation"],
        ["1", "held", "payments.send_requested_refund"],
    ]
    for action, job in (
        ("discard", "payments.send_requested_refund"),
        ("retry", "orders.send_order_confirmation"),
    ):
        result = await run_stallage(elsewhere, "jobs", action, "--all", "--name", job)
        assert result.status == 0, result.errors
    async with running_shop(elsewhere) as shop:
        await shop.work()
    remaining = await jobs(dsn)
    assert "orders.send_order_confirmation" not in remaining
    assert remaining["added_by_an_extension.tell"] == "failed"


async def test_ids_and_the_search_index_from_after_the_backup_are_not_reused(
    open_shop: OpenShop, elsewhere: Settings, tmp_path: Path
) -> None:
    async with open_shop() as shop:
        await trade(shop)
        dsn = shop.runtime.settings.database_url
        backup = await make_backup(shop.runtime.settings, tmp_path / "shop.tar")
        last = await value(dsn, "SELECT max(id) FROM customers")
        key = await value(dsn, "SELECT database_key FROM catalogue_state")
    await restore(elsewhere, backup.path)
    next_id = "SELECT nextval('customers_id_seq')"
    assert await value(elsewhere.database_url, next_id) > last + ID_GAP
    assert await value(elsewhere.database_url, "SELECT database_key FROM catalogue_state") != key
    async with running_shop(elsewhere) as shop:
        products = await shop.output("GET", "/api/products")
        assert {item["title"] for item in products["items"]} == {"Vase", "Everyday bowl"}
