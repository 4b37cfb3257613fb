"""Shared by the benchmarks: a new database, processes pinned to cores, load and tables.

The measured process has core 0 to itself and the load comes from the last core. PostgreSQL runs where the
kernel puts it, for the shop and for its references alike, unless `pin_postgresql` gives it a core.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg

from stallage.core.embedded import start_embedded
from stallage.migrations import migrate

ROOT = Path(__file__).resolve().parents[1]
SERVER_CORE = 0
LOAD_CORE = (os.cpu_count() or 1) - 1
DATABASE_CORE = min(1, LOAD_CORE)
"""Of a pinned PostgreSQL; with two cores, that of the load."""
CONNECTIONS = 16
READY_SECONDS = 180
PROXY = {"STALLAGE_TRUSTED_PROXIES": "127.0.0.1"}
"""Shoppers connect through a trusted proxy."""
BUSY = 0.1
IDLE_WITHIN = 180


@dataclass(frozen=True)
class Measured:
    """Results of a load."""

    per_second: float
    median_ms: float
    slow_ms: float
    """99th percentile."""
    failures: int


@contextmanager
def fresh_shop() -> Iterator[tuple[Path, str]]:
    """Yield a data folder and the address of a migrated, durable database in it."""
    with tempfile.TemporaryDirectory(prefix="stallage-bench-") as folder:
        embedded = start_embedded(Path(folder) / "postgres")
        try:
            migrate(embedded.dsn())
            yield Path(folder), embedded.dsn()
        finally:
            embedded.stop()


def free_port() -> int:
    """Return an unused port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port


@contextmanager
def serving(
    command: Sequence[str], port: int, ready_path: str, **environment: str
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server process on SERVER_CORE until the context ends; yield it when it is ready."""
    process = subprocess.Popen(
        [sys.executable, *command],
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'server'}", **environment},
        cwd=ROOT,
    )
    # Before it starts threads, which inherit the core.
    os.sched_setaffinity(process.pid, {SERVER_CORE})
    try:
        _wait_until_ready(process, f"http://127.0.0.1:{port}{ready_path}")
        yield process
    finally:
        process.terminate()
        process.wait(timeout=60)


def _wait_until_ready(process: subprocess.Popen[bytes], url: str) -> None:
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with status {process.returncode}")
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"{url} did not answer within {READY_SECONDS} s")


def _wait_until_index_is_built(url: str) -> None:
    """Until then, searches answer 503, and lists come from the database."""
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until:
        with urllib.request.urlopen(url, timeout=5) as answer:
            if json.load(answer)["output"]["searchIndex"]["building"] is None:
                return
        time.sleep(0.1)
    raise RuntimeError(f"the search index was not built within {READY_SECONDS} s")


def environment_of(folder: Path, dsn: str) -> dict[str, str]:
    """Return the settings of a shop with this data folder and database."""
    return {
        "STALLAGE_DATA_DIR": str(folder),
        "STALLAGE_DATABASE_URL": dsn,
        "STALLAGE_LOG_LEVEL": "warning",
    }


def run_command(folder: Path, dsn: str, *command: str) -> None:
    """Run a command of the shop's, such as `reindex`."""
    environment = {**os.environ, **environment_of(folder, dsn), "PYTHONPATH": str(ROOT / "server")}
    subprocess.run(
        [sys.executable, "-m", "stallage", *command],
        env=environment,
        stdout=subprocess.DEVNULL,
        check=True,
    )


@contextmanager
def shop_serving(folder: Path, dsn: str, **settings: str) -> Iterator[tuple[int, int]]:
    """Serve the shop with its worker in one process; yield its port and process id."""
    port = free_port()
    with shop_serving_at(port, folder, dsn, **settings) as pid:
        yield port, pid


@contextmanager
def shop_serving_at(port: int, folder: Path, dsn: str, **settings: str) -> Iterator[int]:
    """Serve the shop at a port; yield its process id when its search index is built."""
    environment = {**environment_of(folder, dsn), **settings}
    command = ["-m", "stallage", "serve", "--port", str(port)]
    with serving(command, port, "/readyz", **environment) as process:
        _wait_until_index_is_built(f"http://127.0.0.1:{port}/readyz")
        yield process.pid


@contextmanager
def serving_buyers(
    folder: Path, dsn: str, application: str = "without_worker"
) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Serve a shop whose shoppers come through a trusted proxy; yield its port and process.

    `application`: a function of `stallage.asgi`.
    """
    port = free_port()
    command = ["-m", "uvicorn", f"stallage.asgi:{application}", "--factory", "--loop", "uvloop"]
    command += ["--http", "stallage.bounded_protocol:BoundedProtocol"]
    command += ["--port", str(port), "--no-access-log", "--no-proxy-headers", "--log-level=error"]
    environment = environment_of(folder, dsn) | {
        "STALLAGE_LOG_LEVEL": "error",
        "STALLAGE_DATABASE_POOL_SIZE": str(CONNECTIONS),
        **PROXY,
    }
    with serving(command, port, "/readyz", **environment) as process:
        yield port, process


def wait_until_idle(within: float = IDLE_WITHIN) -> None:
    """Wait until nothing is left to do after the shop's start, such as building the index.

    `within` is in seconds; RuntimeError if the machine is still busy then.
    """
    until = time.monotonic() + within
    before = _processor_ticks()
    while time.monotonic() < until:
        time.sleep(2)
        now = _processor_ticks()
        busy, total = now[0] - before[0], now[1] - before[1]
        if busy < BUSY * total:
            return
        before = now
    raise RuntimeError(f"the machine is still busy after {within:.0f} s")


def _processor_ticks() -> tuple[int, int]:
    """Return how many ticks all processors were busy, and all their ticks."""
    ticks = [int(one) for one in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    idle = ticks[3] + ticks[4]
    return sum(ticks) - idle, sum(ticks)


def _parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


async def pin_postgresql(dsn: str) -> None:
    """Let the embedded PostgreSQL, and all its later processes, run on DATABASE_CORE only."""
    connection = await asyncpg.connect(dsn)
    try:
        server = _parent(await connection.fetchval("SELECT pg_backend_pid()"))
    finally:
        await connection.close()
    # Backends inherit the cores of the process that starts them.
    for process in (server, *_children(server)):
        with suppress(ProcessLookupError):
            os.sched_setaffinity(process, {DATABASE_CORE})


def use_all_cores(pid: int) -> None:
    """Let the kernel schedule the shop, because a browser needs more than one core as well."""
    for thread in Path(f"/proc/{pid}/task").iterdir():
        os.sched_setaffinity(int(thread.name), range(os.cpu_count() or 1))


def load(port: int, paths: Sequence[str], seconds: float) -> Measured:
    """Request the paths in turn over CONNECTIONS persistent connections."""
    calls = [{"method": "GET", "path": path, "headers": {}, "body": ""} for path in paths]
    return send_load(port, [calls], seconds)


def send_load(
    port: int,
    walks: Sequence[Sequence[Mapping[str, Any]]],
    seconds: float,
    *,
    skus: Sequence[int] = (),
    length: int = 1,
    connections: int = CONNECTIONS,
    host: str = "127.0.0.1",
) -> Measured:
    """Send calls from LOAD_CORE (see `load.py`); `length` calls are one operation."""
    plan = {
        "run": secrets.token_hex(4),
        "host": host,
        "port": port,
        "walks": walks,
        "skus": skus,
        "length": length,
        "seconds": seconds,
        "connections": connections,
    }
    done = subprocess.run(
        [sys.executable, str(ROOT / "bench" / "load.py")],
        input=json.dumps(plan).encode(),
        stdout=subprocess.PIPE,
        check=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {LOAD_CORE}),
    )
    return Measured(**json.loads(done.stdout))


def memory_mb(pid: int) -> tuple[float, float]:
    """Return resident and proportional memory of a process and its children, in MB."""
    return _memory_mb(pid, "Rss"), _memory_mb(pid, "Pss")


def own_memory_mb(pid: int) -> float:
    """Return the resident memory that is not of files, such as programs and the search index, in MB.

    The system drops pages of files when memory is scarce, and all processes share them.
    """
    return _memory_mb(pid, "Anonymous")


def _memory_mb(pid: int, kind: str) -> float:
    total = 0
    for one in [pid, *_children(pid)]:
        for line in Path(f"/proc/{one}/smaps_rollup").read_text().splitlines():
            name, _, rest = line.partition(":")
            if name == kind:
                total += int(rest.split()[0])
    return total / 1024


def _children(pid: int) -> list[int]:
    try:
        listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except (FileNotFoundError, ProcessLookupError):
        # It has ended meanwhile.
        return []
    return [one for child in map(int, listed) for one in (child, *_children(child))]


def print_table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows in columns."""
    widths = [max(len(row[place]) for row in [head, *rows]) for place in range(len(head))]
    print(f"\n{title}")
    for row in (head, *rows):
        first, *others = (
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  " + "  ".join([first, *others]))
