"""`stallage doctor` on the hosts of a shop and the standbys of its database."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import asyncpg
import pytest

from stallage import __version__
from stallage.core.db import Connection
from stallage.core.process_heartbeats import Heartbeat, Process, record, running_processes
from stallage.diagnosis import Finding
from stallage.doctor_cluster import Standby, check_standbys, host_findings, standby_findings
from stallage.heartbeats import folder_print, key_print
from stallage.settings import Settings
from tests.cluster import postgresql_cluster
from tests.command import run_stallage
from tests.processes import free_port, stallage, wait_until_ready
from tests.waiting import until

ONE = Heartbeat(
    host="shop-1",
    process_id=7,
    role="web",
    release="1.0.0",
    key_print="aa",
    folder_print="11",
    has_bucket=True,
    has_smtp=True,
    clock_ahead_ms=3,
    index_behind_seconds=0.2,
    started_at=datetime(2026, 5, 4, 12, tzinfo=UTC),
)
TWO = replace(ONE, host="shop-2", folder_print="22")


def problems(*processes: Heartbeat) -> list[str]:
    """Return what is wrong with these processes."""
    return [one.message for one in host_findings(processes) if one.state == "wrong"]


@pytest.mark.fast
def test_hosts_without_problems_have_a_line_each() -> None:
    assert host_findings([]) == []
    worker = replace(ONE, role="worker", process_id=8)
    assert host_findings([ONE, ONE, worker, TWO]) == [
        Finding(
            "ok",
            "Hosts",
            "shop-1: release 1.0.0, 2 × web, 1 × worker, since 2026-05-04 12:00 UTC; clock +3 ms;"
            " search index 0.2 s behind",
        ),
        Finding(
            "ok",
            "Hosts",
            "shop-2: release 1.0.0, 1 × web, since 2026-05-04 12:00 UTC; clock +3 ms;"
            " search index 0.2 s behind",
        ),
    ]


@pytest.mark.fast
def test_one_host_needs_neither_bucket_nor_mail_server() -> None:
    assert problems(replace(ONE, has_bucket=False, has_smtp=False)) == []


@pytest.mark.fast
@pytest.mark.parametrize(
    ("second", "words"),
    [
        (replace(TWO, key_print="bb"), "different secret keys: aa on shop-1, bb on shop-2"),
        (replace(TWO, release="1.1.0"), "different releases: 1.0.0 on shop-1, 1.1.0 on shop-2"),
        (replace(TWO, has_bucket=False), "Pictures are in the data folder of shop-2"),
        (replace(TWO, has_smtp=False), "Emails of shop-2 go to its own outbox"),
        (replace(TWO, folder_print="11"), "shop-1 and shop-2 use one data folder"),
        (replace(TWO, clock_ahead_ms=-2500), "Its clock is 2.5 s behind the database's"),
        (replace(TWO, index_behind_seconds=75.0), "Its search index is 75 s behind"),
    ],
)
def test_each_problem_of_two_hosts(second: Heartbeat, words: str) -> None:
    [problem] = problems(ONE, second)
    assert words in problem


@pytest.mark.fast
def test_a_host_without_an_index_has_a_note() -> None:
    [found] = host_findings([replace(ONE, index_behind_seconds=None)])
    assert (found.state, "not built yet" in found.message) == ("note", True)


def test_a_folder_keeps_its_id(tmp_path: Path) -> None:
    first = folder_print(tmp_path / "one")
    assert folder_print(tmp_path / "one") == first != folder_print(tmp_path / "two")
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["folder-id"]


@pytest.mark.fast
def test_the_print_of_a_key_does_not_show_it() -> None:
    assert key_print(b"one key") == key_print(b"one key") != key_print(b"another")
    assert len(key_print(b"one key")) == 16


async def test_silent_processes_are_not_listed(connection: Connection) -> None:
    fields = ("clock_ahead_ms", "index_behind_seconds", "started_at")
    names = [name for name in Heartbeat.__dataclass_fields__ if name not in fields]
    process = Process(**{name: getattr(ONE, name) for name in names})
    identity = uuid4()
    for ahead in (5, -7):
        await record(connection, identity, process, ahead, None)
    [found] = await running_processes(connection)
    assert (found.host, found.clock_ahead_ms) == ("shop-1", -7)
    await connection.execute("UPDATE process_heartbeats SET seen_at = now() - interval '2 minutes'")
    assert await running_processes(connection) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--workers", "2"), ["web", "web", "worker"]),
        (("--workers", "2", "--no-jobs"), ["web", "web"]),
        (("--no-jobs",), ["web"]),
        ((), ["web and worker"]),
    ],
)
async def test_processes_are_listed_while_they_run(
    settings: Settings, words: tuple[str, ...], expected: list[str]
) -> None:
    port = free_port()
    connection = await asyncpg.connect(settings.database_url)
    try:

        async def roles() -> list[str]:
            return sorted(one.role for one in await running_processes(connection))

        async with (
            stallage(settings, "serve", "--port", str(port), *words),
            aclosing(await wait_until_ready(port)),
        ):

            async def are_recorded() -> bool:
                return await roles() == expected

            await until(are_recorded)
            listed = (await run_stallage(settings, "doctor")).output
            [line] = [one for one in listed.splitlines() if "Hosts" in one]
            assert line.startswith("ok")
            assert f"release {__version__}, {words.count('2') + 1} × web" in line
        assert await roles() == []
    finally:
        await connection.close()


@pytest.mark.fast
def test_findings_about_standbys() -> None:
    near = Standby(True, True, timedelta(seconds=0.5), 1024)
    late = Standby(True, False, timedelta(seconds=90), 1024**3)

    def states(*standbys: Standby, waits: bool) -> list[tuple[str, str]]:
        return [(one.state, one.message) for one in standby_findings(standbys, waits=waits)]

    assert states(waits=False) == []
    assert states(waits=True)[0][0] == "wrong"
    assert states(near, waits=True)[0] == (
        "ok",
        "1 standby follows; the last one is 0.5 s and 0.0 MB behind; commits wait for one of them",
    )
    assert states(near, waits=False)[0][0] == "note"
    assert states(near, late, waits=True)[0] == (
        "wrong",
        "2 standbys follow; the last one is 90.0 s and 1024.0 MB behind.",
    )


@pytest.mark.slow
async def test_the_standby_of_a_real_cluster() -> None:
    async with postgresql_cluster() as servers:
        await servers.primary.execute("CREATE ROLE shop LOGIN")
        owner = await asyncpg.connect(servers.primary.dsn)
        shop = await asyncpg.connect(servers.primary.dsn.replace("stallage@", "shop@"))
        try:

            async def is_followed() -> bool:
                return [one.state for one in await check_standbys(owner)] == ["ok"]

            await until(is_followed)
            [hidden] = await check_standbys(shop)
            assert (hidden.state, "GRANT pg_read_all_stats" in hidden.message) == ("note", True)
            await owner.execute("ALTER SYSTEM SET synchronous_standby_names = ''")
            await owner.execute("SELECT pg_reload_conf()")

            async def does_not_wait() -> bool:
                return [one.state for one in await check_standbys(owner)] == ["note"]

            await until(does_not_wait)
            servers.standby.kill()

            async def is_alone() -> bool:
                return await check_standbys(owner) == []

            await until(is_alone)
        finally:
            await shop.close()
            await owner.close()
