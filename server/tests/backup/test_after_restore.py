"""What a restored shop does not do again: messages, refunds, ids that were given out."""

from __future__ import annotations

from pathlib import Path

import asyncpg

from stallage.backup.after_restore import ID_GAP, SAFE_JOBS
from stallage.core.jobs import JOBS
from stallage.features import parts
from stallage.settings import Settings
from tests.backup.test_external import elsewhere, make, restore
from tests.command import run_stallage
from tests.conftest import OpenShop
from tests.shop import Shop, running_shop
from tests.test_ledger import trade

__all__ = ["elsewhere"]

QUEUED = "SELECT entrypoint, status::text FROM pgqueuer"


def test_jobs_that_may_run_again_exist() -> None:
    parts("jobs")
    assert set(SAFE_JOBS) <= JOBS.keys()
    assert not {name for name in SAFE_JOBS if "tell" in name or "send" in name}


async def jobs(dsn: str) -> dict[str, str]:
    connection = await asyncpg.connect(dsn)
    try:
        return {row["entrypoint"]: row["status"] for row in await connection.fetch(QUEUED)}
    finally:
        await connection.close()


async def value(dsn: str, query: str) -> int:
    connection = await asyncpg.connect(dsn)
    try:
        found: int = await connection.fetchval(query)
        return found
    finally:
        await connection.close()


async def cancelled_order(shop: Shop) -> None:
    """An order whose jobs are waiting, as are those of a refund."""
    await trade(shop)
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE refunds SET state = 'wanted', done_at = NULL, provider_reference = NULL"
        )
        await connection.execute("DELETE FROM pgqueuer")
        await connection.execute(
            "INSERT INTO pgqueuer (priority, status, entrypoint, payload, headers) VALUES"
            " (0, 'queued', 'orders.tell_of_new_order', '{\"order_id\": 1}', 'null'),"
            " (0, 'picked', 'payments.send_wanted_refund', '{\"refund_id\": 1}', 'null'),"
            " (0, 'queued', 'added_by_an_extension.tell', '{}', 'null'),"
            " (0, 'picked', 'search.suggest_anew', '{}', 'null')"
        )


async def test_what_was_waiting_is_held_until_the_operator_decides(
    open_shop: OpenShop, elsewhere: Settings, tmp_path: Path
) -> None:
    async with open_shop() as shop:
        await cancelled_order(shop)
        made = await make(shop.runtime.settings, tmp_path / "shop.tar")
        sent = len(shop.outbox())
    assert sent
    await restore(elsewhere, made.path)
    dsn = elsewhere.database_url
    assert await jobs(dsn) == {
        "orders.tell_of_new_order": "failed",
        "payments.send_wanted_refund": "failed",
        "added_by_an_extension.tell": "failed",
        "search.suggest_anew": "queued",
    }
    assert await value(dsn, "SELECT count(*) FROM refunds WHERE state = 'wanted'") == 0
    async with running_shop(elsewhere) as shop:
        # Neither the jobs nor what looks for forgotten refunds does anything to the outside.
        await shop.work()
        assert shop.outbox() == []
    doctor = await run_stallage(elsewhere, "doctor")
    assert "Held jobs: 3; " in doctor.output
    assert "Refunds" in doctor.output
    said = await run_stallage(elsewhere, "jobs", "list", "--state", "held", "--counts")
    assert [line.split()[:3] for line in said.output.splitlines()] == [
        ["1", "held", "added_by_an_extension.tell"],
        ["1", "held", "orders.tell_of_new_order"],
        ["1", "held", "payments.send_wanted_refund"],
    ]
    for act, job in (
        ("discard", "payments.send_wanted_refund"),
        ("retry", "orders.tell_of_new_order"),
    ):
        said = await run_stallage(elsewhere, "jobs", act, "--all", "--name", job)
        assert said.status == 0, said.errors
    async with running_shop(elsewhere) as shop:
        await shop.work()
    remaining = await jobs(dsn)
    assert "orders.tell_of_new_order" not in remaining
    assert remaining["added_by_an_extension.tell"] == "failed"


async def test_ids_and_search_index_of_the_lost_time_mean_nothing(
    open_shop: OpenShop, elsewhere: Settings, tmp_path: Path
) -> None:
    async with open_shop() as shop:
        await trade(shop)
        dsn = shop.runtime.settings.database_url
        made = await make(shop.runtime.settings, tmp_path / "shop.tar")
        last = await value(dsn, "SELECT max(id) FROM customers")
        key = await value(dsn, "SELECT database_key FROM catalogue_state")
    await restore(elsewhere, made.path)
    next_id = "SELECT nextval('customers_id_seq')"
    assert await value(elsewhere.database_url, next_id) > last + ID_GAP
    assert await value(elsewhere.database_url, "SELECT database_key FROM catalogue_state") != key
    async with running_shop(elsewhere) as shop:
        found = await shop.output("GET", "/api/products")
        assert {one["title"] for one in found["items"]} == {"Vase", "Everyday bowl"}
