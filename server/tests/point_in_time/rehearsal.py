"""The rehearsal, with real processes and the operator's commands."""

from __future__ import annotations

import asyncio
import os
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import asyncpg
import httpx

from stallage.backup.operations.after_restore import ID_GAP
from stallage.core.storage import Storage, create_storage
from tests.backup.earlier_postgresql import PROGRAMS
from tests.debian_program import ROOT
from tests.first_sale import SoldOut, Walk, place_order
from tests.point_in_time.buckets import media_url, s3_with_versions
from tests.point_in_time.repository import DEPLOY, ArchivedServer, archived_server
from tests.restore_drill.drill import is_stored, sign_in
from tests.s3 import KEYS
from tests.uploads.test_upload import picture
from tests.waiting import until

BUYERS = 3
TIMEOUT_SECONDS = 240
MISTAKE = "Sold out for ever"


@dataclass(frozen=True)
class Placed:
    """An order, when it was requested, and when it was acknowledged."""

    requested_at: datetime
    acknowledged_at: datetime
    order: dict[str, Any]


@dataclass
class Report:
    """Results of the rehearsal."""

    before: int = 0
    """Orders acknowledged before the moment; all of them are there."""
    after: int = 0
    """Orders requested after the moment; none of them is there."""
    between: int = 0
    """Orders that were in progress at the moment."""
    seconds: dict[str, float] = field(default_factory=dict)
    printed: dict[str, str] = field(default_factory=dict)
    """What commands printed."""

    def lines(self) -> Iterator[str]:
        """Format the report."""
        yield f"Orders acknowledged before the moment: {self.before}, all restored"
        yield f"Orders in progress at the moment:      {self.between}"
        yield f"Orders requested after the moment:    {self.after}, none restored"
        for what, seconds in self.seconds.items():
            yield f"{what}: {seconds:.1f} s"
        for what, text in self.printed.items():
            yield f"\n{what}:\n{text.rstrip()}"

    def time(self, what: str, began: float) -> None:
        """Record how long something took that began at this `time.monotonic()`."""
        self.seconds[what] = time.monotonic() - began


async def rehearse(folder: Path, *preparing: list[str], orders: int) -> Report:
    """Run the commands in `preparing`, trade, note a moment, trade on, make a mistake, restore the moment.

    `orders`: how many are placed before the moment, and again after it.
    """
    report = Report()
    with s3_with_versions() as s3:
        began = time.monotonic()
        async with archived_server(s3) as server:
            report.time("Empty database, and its first full backup", began)
            walk = Walk(folder, _settings(server, s3))
            for words in (["./stallage", "migrate"], *preparing):
                await walk.run(words)
            began = time.monotonic()
            await asyncio.to_thread(server.pgbackrest, "--type=diff", "backup")
            report.time("Differential backup of the shop", began)
            async with walk.serving(["./stallage", "serve"]) as (client, _):
                upload, placed, moment = await _trade_and_mistake(client, walk, orders)
                await _archived(server)
                began = time.monotonic()
                await _rehearse_beside_the_shop(server, walk, moment, report)
                report.time("Rehearsal: restore, start, check, delete", began)
            await _restore(server, walk, moment, report)
            await _compare(server, walk, (upload, placed, moment), report)
    return report


def _settings(server: ArchivedServer, s3: str) -> dict[str, str]:
    # All buyers come from one machine, with one contact.
    return {
        "STALLAGE_ABUSE_LIMITS": "false",
        "STALLAGE_RENDERERS": "0",
        "STALLAGE_DATABASE_URL": server.dsn,
        "STALLAGE_STORAGE_URL": media_url(s3),
        "STALLAGE_STORAGE_ACCESS_KEY": KEYS[0],
        "STALLAGE_STORAGE_SECRET_KEY": KEYS[1].get_secret_value(),
    }


@asynccontextmanager
async def _trading(client: httpx.AsyncClient) -> AsyncIterator[list[Placed]]:
    """Place orders with several shoppers at once; yield the growing list of acknowledged ones."""
    placed: list[Placed] = []
    stop = asyncio.Event()

    async def buy() -> None:
        while not stop.is_set():
            requested_at = datetime.now(UTC)
            with suppress(SoldOut):
                order = await place_order(client)
                placed.append(Placed(requested_at, datetime.now(UTC), order))

    async with asyncio.TaskGroup() as buyers:
        for _ in range(BUYERS):
            buyers.create_task(buy())
        try:
            yield placed
        finally:
            stop.set()


async def _trade_and_mistake(
    client: httpx.AsyncClient, walk: Walk, orders: int
) -> tuple[str, list[Placed], datetime]:
    """Trade before and after a moment, then lose data; return an upload's path, orders, the moment."""
    data_dir = walk.folder / ".stallage"
    headers = await sign_in(client, data_dir, "ada@example.com")
    files = {"file": ("bowl.jpg", picture(), "image/jpeg")}
    response = await client.post("/api/uploads", files=files, headers=headers)
    upload = str(response.json()["output"]["url"])
    async with _trading(client) as placed:
        await until(lambda: len(placed) >= orders, TIMEOUT_SECONDS)
        moment = datetime.now(UTC)
        count = len(placed)
        await until(lambda: len(placed) >= count + orders, TIMEOUT_SECONDS)
    dsn = walk.settings["STALLAGE_DATABASE_URL"]
    await _execute(dsn, f"UPDATE products SET title = '{MISTAKE}'; DELETE FROM uploads")
    # As the nightly job does with pictures that have no row.
    name = upload.removeprefix("/media/")
    await asyncio.to_thread(_storage(walk).delete, [name])
    assert not _storage(walk).has(name)
    return upload, placed, moment


def _storage(walk: Walk) -> Storage:
    return create_storage(walk.settings["STALLAGE_STORAGE_URL"], *KEYS, walk.folder)


async def _execute(dsn: str, statements: str) -> None:
    connection = await asyncpg.connect(dsn)
    try:
        await connection.execute(statements)
    finally:
        await connection.close()


async def _value(dsn: str, query: str) -> Any:
    connection = await asyncpg.connect(dsn)
    try:
        return await connection.fetchval(query)
    finally:
        await connection.close()


async def _archived(server: ArchivedServer) -> None:
    """Wait until all that was written so far is in the repository."""
    written = await _value(server.dsn, "SELECT pg_walfile_name(pg_current_wal_lsn())")

    async def is_there() -> bool:
        last = await _value(server.dsn, "SELECT last_archived_wal FROM pg_stat_archiver")
        return last is not None and last >= written

    await until(is_there, TIMEOUT_SECONDS)


async def _rehearse_beside_the_shop(
    server: ArchivedServer, walk: Walk, moment: datetime, report: Report
) -> None:
    """Run the owner's script for the moment, and for the newest state, while the shop is open."""
    variables = {
        **os.environ,
        **walk.environment(),
        **server.variables(),
        "PATH": os.environ["PATH"],
        "REHEARSAL_PROGRAMS": str(PROGRAMS),
        "REHEARSAL_USER": server.user,
        "REHEARSAL_DATABASE": "postgres",
        "REHEARSAL_ROLE": "stallage",
        "REHEARSAL_STALLAGE": str(ROOT / "stallage"),
    }
    for what, words in (("moment", [moment.isoformat(" ")]), ("newest", ["", "--max-age", "60"])):
        done = await asyncio.to_thread(_run_script, words, variables)
        assert done.returncode == 0, done.stdout
        assert "No problems found." in done.stdout
        report.printed[f"stallage-rehearse of the {what}"] = done.stdout
    assert "1 of " in report.printed["stallage-rehearse of the moment"]


def _run_script(words: list[str], variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [DEPLOY / "stallage-rehearse", *words],
        env=variables,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


async def _restore(server: ArchivedServer, walk: Walk, moment: datetime, report: Report) -> None:
    """Lose the database, and restore the moment with the commands of docs/backup.md."""
    server.stop()
    server.data.rename(server.folder / "lost")
    began = time.monotonic()
    words = ("--type=time", f"--target={moment.isoformat(' ')}", "--target-action=promote")
    await asyncio.to_thread(server.pgbackrest, *words, "restore")
    await server.start()
    report.time("Restore: files, log, start", began)
    assert MISTAKE not in await _value(server.dsn, "SELECT string_agg(title, ' ') FROM products")
    began = time.monotonic()
    report.printed["stallage after-restore"] = await walk.run(["./stallage", "after-restore"])
    report.time("stallage after-restore", began)
    began = time.monotonic()
    checked = await walk.run(["./stallage", "restore-check"])
    report.time("stallage restore-check", began)
    report.printed["stallage restore-check"] = checked
    assert "No problems found." in checked, checked


async def _compare(
    server: ArchivedServer,
    walk: Walk,
    traded: tuple[str, list[Placed], datetime],
    report: Report,
) -> None:
    """Compare the restored shop with what shoppers were answered, and trade on."""
    upload, placed, moment = traded
    before = [one for one in placed if one.acknowledged_at < moment]
    after = [one for one in placed if one.requested_at > moment]
    report.before, report.after = len(before), len(after)
    report.between = len(placed) - len(before) - len(after)
    async with walk.serving(["./stallage", "serve"]) as (client, _):
        assert [one for one in before if not await is_stored(client, one.order)] == []
        assert [one for one in after if await is_stored(client, one.order)] == []
        served = await client.get(upload)
        assert (served.status_code, served.headers["content-type"]) == (200, "image/webp")
        order = await place_order(client)
        assert order["orderId"] not in {one.order["orderId"] for one in placed}
        newest = await _value(server.dsn, "SELECT max(id) FROM orders")
        assert newest > ID_GAP
    # The restored server archives to the same repository, on a timeline of its own.
    await asyncio.to_thread(server.pgbackrest, "check")
