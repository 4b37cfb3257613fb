"""Supervision: dead processes are replaced, and a stop ends all of them."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import httpx
import psutil
import pytest

from stallage.settings import Settings
from tests.command import run_stallage
from tests.conftest import with_database
from tests.processes import (
    Log,
    free_port,
    no_more_connections,
    stallage,
    wait_for_emails,
    wait_until_ready,
)
from tests.waiting import until

pytestmark = pytest.mark.slow

BODY = {"email": "ann@example.com"}


def named(supervisor: int, name: str) -> list[psutil.Process]:
    """Return the running processes of a role."""
    found = []
    for child in psutil.Process(supervisor).children():
        try:
            if name in child.cmdline() and child.status() != psutil.STATUS_ZOMBIE:
                found.append(child)
        except psutil.NoSuchProcess:
            continue
    return found


@asynccontextmanager
async def two_workers(
    settings: Settings, port: int, *, jobs: bool = True, **variables: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run a shop with two web processes and, for jobs, a worker; all of them are ready.

    Its log is `log` of the process once it has ended.
    """
    words = ("serve", "--port", str(port), "--workers", "2", "--jobs" if jobs else "--no-jobs")
    async with stallage(settings, *words, **variables) as process:
        log = Log(process)
        await (await wait_until_ready(port)).aclose()
        await until(lambda: log.count("process_ready") >= 2 + jobs)
        yield process
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        await process.wait()
        process.log = await log.whole()  # type: ignore[attr-defined]  # for the test, after its end


async def test_a_killed_worker_is_replaced_and_jobs_go_on(settings: Settings) -> None:
    port = free_port()
    async with two_workers(settings, port) as process:
        (worker,) = named(process.pid, "worker")
        worker.kill()
        client = await wait_until_ready(port)
        assert (await client.post("/auth/otp/request", json=BODY)).status_code == 200
        await wait_for_emails(settings.data_dir / "outbox", 1)
        (replaced,) = named(process.pid, "worker")
        assert replaced.pid != worker.pid
        ready = (await client.get("/readyz")).json()["output"]
        assert ready["ok"] is True
        assert ready["worker"]["lastSeenSecondsAgo"] is not None
        await client.aclose()
    assert '"status": "killed by SIGKILL"' in process.log  # type: ignore[attr-defined]  # set above


async def test_a_killed_web_process_is_replaced(settings: Settings) -> None:
    port = free_port()
    async with two_workers(settings, port, jobs=False) as process:
        before = {one.pid for one in named(process.pid, "web")}
        for one in named(process.pid, "web"):
            one.kill()
        # The socket stays open: a new connection waits for a new process.
        async with httpx.AsyncClient(timeout=90, trust_env=False) as client:
            assert (await client.get(f"http://127.0.0.1:{port}/healthz")).status_code == 200
        await until(lambda: len(named(process.pid, "web")) == 2)
        assert before.isdisjoint(one.pid for one in named(process.pid, "web"))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_a_stop_finishes_requests_in_every_process(
    settings: Settings, number: signal.Signals
) -> None:
    port = free_port()
    async with two_workers(settings, port, jobs=False) as process:
        begun = []
        for _ in range(8):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(
                b"POST /api/carts/guest HTTP/1.1\r\nHost: shop\r\nContent-Length: 2\r\n"
                b"Content-Type: application/json\r\nConnection: close\r\n"
                b"Expect: 100-continue\r\n\r\n"
            )
            begun.append((reader, writer))
        # Uvicorn sends this when the application reads the body, so every request has begun.
        for reader, _ in begun:
            assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
        process.send_signal(number)
        await no_more_connections(port)
        for reader, writer in begun:
            writer.write(b"[]")
            assert (await reader.read()).startswith(b"HTTP/1.1 200")
            writer.close()
        assert await process.wait() == 0


def processes_in(settings: Settings) -> list[psutil.Process]:
    """Return all processes of a data folder, including PostgreSQL."""
    cluster = str(settings.data_dir / "postgres/cluster")
    found = []
    for one in psutil.process_iter():
        try:
            folder = one.environ().get("STALLAGE_DATA_DIR")
            if one.cwd() == cluster or folder == str(settings.data_dir):
                found.append(one)
        except psutil.Error:
            continue
    return [one for one in found if one.status() != psutil.STATUS_ZOMBIE]


async def test_nothing_outlives_a_killed_supervisor(settings: Settings) -> None:
    alone = settings.model_copy(update={"database_url": ""})
    port = free_port()
    async with two_workers(alone, port) as process:
        assert len(processes_in(settings)) > 4
        process.kill()
        await process.wait()
        await until(lambda: processes_in(settings) == [])


SUPERVISED = """
import signal, sys
from stallage.lifeline import Lifeline
Lifeline(int(sys.argv[1]), stop_seconds=60).report_ready()
print("reported", flush=True)
signal.pause()
"""


@pytest.mark.parametrize("log_ends", [False, True])
def test_a_process_stops_though_its_supervisor_has_not_read_its_report(log_ends: bool) -> None:
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-c", SUPERVISED, str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdout=subprocess.PIPE,
        )
    assert process.stdout is not None
    with process, ours:
        assert process.stdout.readline() == b"reported\n"
        if log_ends:
            process.stdout.close()
        ours.close()
        assert process.wait(60) == -signal.SIGTERM


async def test_the_embedded_database_stops_last(settings: Settings) -> None:
    alone = settings.model_copy(update={"database_url": ""})
    port = free_port()
    async with two_workers(alone, port) as process:
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
    assert processes_in(settings) == []
    logs = (settings.data_dir / "postgres/cluster/log").glob("*.log")
    log = "".join(path.read_text() for path in logs)
    assert "database system is shut down" in log
    assert "terminating connection due to administrator command" not in log


@asynccontextmanager
async def silent_mail_server() -> AsyncIterator[tuple[str, asyncio.Event]]:
    """Accept connections without a response; the event is set at the first connection."""
    connected = asyncio.Event()

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connected.set()
        await reader.read()
        writer.close()

    server = await asyncio.start_server(listen, "127.0.0.1", 0)
    try:
        yield f"smtp://127.0.0.1:{server.sockets[0].getsockname()[1]}", connected
    finally:
        server.close()


@pytest.mark.parametrize("workers", ["1", "2"])
async def test_a_stop_ends_though_a_job_hangs_and_the_job_stays_in_the_queue(
    settings: Settings, workers: str
) -> None:
    port = free_port()
    async with silent_mail_server() as (url, connected):
        variables = {"STALLAGE_SMTP_URL": url, "STALLAGE_GRACEFUL_STOP_SECONDS": "1"}
        words = ("serve", "--port", str(port), "--workers", workers)
        async with stallage(settings, *words, **variables) as process:
            client = await wait_until_ready(port)
            assert (await client.post("/auth/otp/request", json=BODY)).status_code == 200
            await client.aclose()
            async with asyncio.timeout(60):
                await connected.wait()
            process.send_signal(signal.SIGTERM)
            await process.communicate()
            assert process.returncode == 0
    connection = await asyncpg.connect(settings.database_url)
    rows = await connection.fetch("SELECT entrypoint, status::text FROM pgqueuer")
    await connection.close()
    assert [tuple(row) for row in rows] == [("signin.deliver_code", "queued")]


async def test_a_process_that_cannot_even_stop_is_killed(settings: Settings) -> None:
    port = free_port()
    async with two_workers(settings, port, STALLAGE_GRACEFUL_STOP_SECONDS="1") as process:
        (worker,) = named(process.pid, "worker")
        worker.send_signal(signal.SIGSTOP)
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
        assert not worker.is_running()


@pytest.mark.parametrize("workers", ["1", "2"])
async def test_a_taken_port_is_reported_in_one_sentence(settings: Settings, workers: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = await run_stallage(settings, "serve", "--port", port, "--workers", workers)
    assert done.status == 1
    assert f"Cannot listen on port {port} of 127.0.0.1" in done.errors


@pytest.mark.parametrize("words", [("serve", "--port", "0"), ("worker",)])
async def test_a_missing_migration_is_reported_in_one_sentence(
    settings: Settings, cluster: str, words: tuple[str, ...]
) -> None:
    fresh = settings.model_copy(update={"database_url": with_database(cluster, "template1")})
    connection = await asyncpg.connect(settings.database_url)
    await connection.execute("DELETE FROM alembic_version")
    await connection.close()
    for behind in (settings, fresh):
        done = await run_stallage(behind, *words)
        assert done.status == 1
        assert "Run: stallage migrate" in done.errors


async def test_a_later_schema_leaves_a_running_release_ready(settings: Settings) -> None:
    connection = await asyncpg.connect(settings.database_url)
    await connection.execute("UPDATE alembic_version SET version_num = '9999'")
    await connection.close()
    port = free_port()
    async with stallage(settings, "serve", "--port", str(port)):
        client = await wait_until_ready(port)
        assert (await client.get("/readyz")).json()["output"]["ok"] is True
        await client.aclose()


SUPERVISE = """
import sys
from stallage.core import logs
from stallage.supervision import Role, StartFailed, Supervisor
logs.configure("json", "info")
role = Role("poor", [sys.executable, "-c", sys.argv[1]], count=2)
try:
    Supervisor([role], stop_seconds=1, on_stop=lambda: None).run()
except StartFailed as error:
    sys.exit(str(error))
"""
READY_AND_GONE = """
import socket, sys
socket.socket(fileno=int(sys.argv[2])).send(b"r")
sys.exit(3)
"""


def test_a_process_that_dies_at_once_again_and_again_is_started_ever_later() -> None:
    pauses: dict[str, list[float]] = {"poor 1": [], "poor 2": []}
    with subprocess.Popen(
        [sys.executable, "-c", SUPERVISE, READY_AND_GONE], stderr=subprocess.PIPE, text=True
    ) as supervisor:
        assert supervisor.stderr is not None
        for line in supervisor.stderr:
            event: dict[str, Any] = json.loads(line)
            if event["event"] == "process_ended":
                assert event["status"] == "exit status 3"
                pauses[event["process"]].append(event["again_in_seconds"])
            if all(len(one) >= 4 for one in pauses.values()):
                break
        supervisor.send_signal(signal.SIGTERM)
        supervisor.stderr.read()
        assert supervisor.wait() == 0
    for one in pauses.values():
        assert one[:4] == [0.25, 0.5, 1.0, 2.0]


def test_a_process_that_cannot_start_ends_the_supervisor() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", SUPERVISE, "import sys; sys.exit(7)"],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode == 1
    assert "process could not start; the log above says why." in ended.stderr
