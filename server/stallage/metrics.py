"""`GET /metrics` in Prometheus' text format: requests, database connections, jobs, search index, rendering.

Each process counts for itself. Whichever process of a machine is asked reports those of all: each writes its
counts to a file in the data folder, and the label `process` keeps their series apart.
"""

from __future__ import annotations

import asyncio
import hmac
import os
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TypeAlias

import orjson
import structlog
from fastapi import APIRouter, Request
from fastapi.responses import Response
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from stallage.core.db import DATABASE_AWAY, Database
from stallage.core.db_replicas import ReplicatedDatabase
from stallage.core.envelope import error_responses
from stallage.core.errors import NotFound, NotReady, Unauthorized
from stallage.core.jobs import JOBS
from stallage.core.queue import Lag, load_lag
from stallage.core.request_counts import BOUNDS, REQUEST_COUNTS
from stallage.core.runtime import Runtime, runtime_of
from stallage.rendering.rendered_pages import rendered_pages_of
from stallage.search.index.engine import IndexUnusable
from stallage.search.index.progress import products_to_index, read_progress
from stallage.search.index.search_index import index_folder
from stallage.search.index.updates import search_engine_of, seconds_behind

log = structlog.get_logger(__name__)

router = APIRouter(tags=["health"])

FOLDER = "metrics"
WRITE_SECONDS = 5
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

Requests: TypeAlias = list[tuple[str, str, int, float, list[int]]]
"""Method, route, status, sum of seconds, and numbers of requests by time; see `RequestCount`."""


def own_requests() -> Requests:
    """Return what this process has counted."""
    return [
        (one.method, one.route, one.status, one.seconds, list(one.by_time))
        for one in REQUEST_COUNTS
    ]


def write_requests(folder: Path) -> None:
    """Write what this process has counted, for the other processes of the machine."""
    folder.mkdir(mode=0o700, exist_ok=True)
    draft = folder / f".{os.getpid()}"
    draft.write_bytes(orjson.dumps(own_requests()))
    draft.rename(folder / str(os.getpid()))


def requests_of_machine(folder: Path) -> dict[str, Requests]:
    """Return the counts of each running process. Deletes those of others."""
    found = {}
    for path in folder.glob("[0-9]*"):
        with suppress(FileNotFoundError):
            if not Path("/proc", path.name).exists():
                path.unlink()
            elif path.name != str(os.getpid()):
                found[path.name] = orjson.loads(path.read_bytes())
    found[str(os.getpid())] = own_requests()
    return found


@asynccontextmanager
async def writing_requests(runtime: Runtime) -> AsyncIterator[None]:
    """Write the counts every few seconds, if somebody may read them."""
    if not runtime.settings.metrics_token.get_secret_value():
        yield
        return
    folder = runtime.settings.data_dir / FOLDER

    async def write() -> None:
        while True:
            try:
                await asyncio.to_thread(write_requests, folder)
            except OSError as error:
                log.warning("metrics_not_written", error=str(error))
            await asyncio.sleep(WRITE_SECONDS)

    writing = asyncio.create_task(write())
    try:
        yield
    finally:
        writing.cancel()
        with suppress(asyncio.CancelledError):
            await writing


class _Families(Collector):
    """Metrics to print once."""

    def __init__(self, families: Iterable[Metric]) -> None:
        self._families = families

    def collect(self) -> Iterator[Metric]:
        yield from self._families


@router.get(
    "/metrics",
    response_class=Response,
    responses={
        200: {"content": {"text/plain": {"schema": {"type": "string"}}}},
        **error_responses(NotFound, Unauthorized),
    },
)
async def metrics(request: Request) -> Response:
    """Return metrics in Prometheus' text format. Needs the bearer token of the setting `metrics_token`."""
    runtime = runtime_of(request)
    token = runtime.settings.metrics_token.get_secret_value()
    if not token:
        raise NotFound
    sent = request.headers.get("authorization", "").encode()
    if not hmac.compare_digest(sent, f"Bearer {token}".encode()):
        raise Unauthorized
    processes = requests_of_machine(runtime.settings.data_dir / FOLDER)
    families = [
        _requests(processes),
        *_connections(runtime),
        *_replicas(runtime.database),
        *_jobs(await _lag(runtime)),
        *await _search_index(runtime),
        *_rendering(request),
    ]
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Families(families))
    return Response(generate_latest(registry), media_type=CONTENT_TYPE)


def _requests(processes: dict[str, Requests]) -> Metric:
    family = HistogramMetricFamily(
        "stallage_http_request_seconds",
        "Time to answer requests.",
        labels=["process", "method", "route", "status"],
    )
    bounds = [*map(str, BOUNDS), "+Inf"]
    for process, requests in processes.items():
        for method, route, status, seconds, by_time in requests:
            at_most = [sum(by_time[: place + 1]) for place in range(len(by_time))]
            labels = [process, method, route, str(status)]
            family.add_metric(labels, list(zip(bounds, at_most, strict=True)), seconds)
    return family


def _gauge(name: str, description: str, value: float | None) -> Iterator[Metric]:
    """Yield a gauge; nothing if its value is unknown."""
    if value is not None:
        yield GaugeMetricFamily(f"stallage_{name}", description, value)


def _connections(runtime: Runtime) -> Iterator[Metric]:
    pool = runtime.database.pool
    family = GaugeMetricFamily(
        "stallage_database_connections",
        "Connections to the database of the process that was asked.",
        labels=["state"],
    )
    family.add_metric(["idle"], pool.get_idle_size())
    family.add_metric(["used"], pool.get_size() - pool.get_idle_size())
    yield family
    yield from _gauge(
        "database_connections_limit", "Most of these connections.", pool.get_max_size()
    )


def _replicas(database: Database) -> Iterator[Metric]:
    """Yield who took the reads that replicas may take, and how far these are behind."""
    if not isinstance(database, ReplicatedDatabase):
        return
    reads = CounterMetricFamily(
        "stallage_database_reads",
        "Reads that may be behind, of the process that was asked, by the server that took them.",
        labels=["server"],
    )
    behind = GaugeMetricFamily(
        "stallage_replica_behind_seconds",
        "How far each replica is behind the primary. One that cannot be reached is missing.",
        labels=["server"],
    )
    reads.add_metric(["primary"], database.primary_reads)
    for replica in database.replicas:
        reads.add_metric([replica.name], replica.reads)
        if replica.seconds_behind is not None:
            behind.add_metric([replica.name], replica.seconds_behind)
    yield from (reads, behind)


async def _lag(runtime: Runtime) -> Lag | None:
    """Return the backlog of jobs; None if the database is away."""
    try:
        async with runtime.database.reading() as connection:
            return await load_lag(connection, list(JOBS))
    except DATABASE_AWAY:
        return None


def _jobs(lag: Lag | None) -> Iterator[Metric]:
    yield from _gauge("database_up", "Whether the database answers.", int(lag is not None))
    if lag is None:
        return
    yield from _gauge("jobs_due", "Jobs that should have started.", lag.due_jobs)
    yield from _gauge(
        "jobs_oldest_due_seconds", "How long the oldest of them has waited.", lag.oldest_due_seconds
    )
    yield from _gauge("jobs_held", "Jobs that wait for an operator.", lag.held_jobs)
    yield from _gauge(
        "worker_last_seen_seconds",
        "Time since a worker's last heartbeat.",
        lag.last_seen_seconds_ago,
    )


async def _search_index(runtime: Runtime) -> list[Metric]:
    seconds = products = total = None
    with suppress(NotReady, *DATABASE_AWAY):
        try:
            seconds = await seconds_behind(search_engine_of(runtime), runtime.database)
        except IndexUnusable:
            products = read_progress(index_folder(runtime.settings))
            total = await products_to_index(runtime.database)
    return [
        *_gauge("search_index_up", "Whether searches work.", int(seconds is not None)),
        *_gauge("search_index_behind_seconds", "Age of the oldest change it lacks.", seconds),
        *_gauge("search_index_building_products", "Products so far while it is built.", products),
        *_gauge("search_index_building_total", "Products on sale while it is built.", total),
    ]


def _rendering(request: Request) -> Iterator[Metric]:
    pages = rendered_pages_of(request)
    if pages is None:
        return
    family = CounterMetricFamily(
        "stallage_pages",
        "Public pages of the process that was asked, by how they were made.",
        labels=["made"],
    )
    for made, count in pages.counts.items():
        family.add_metric([made], count)
    yield family
