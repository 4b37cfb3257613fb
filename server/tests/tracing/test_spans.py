"""Spans of jobs, statements and calls."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode
from pgqueuer.models import Job as QueuedJob

from stallage.core.db_pooler import PooledConnection
from stallage.tracing.spans import SAME_TRACE, OpenTelemetry
from stallage.tracing.statements import describe

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


@pytest.mark.fast
def test_without_its_variables_nothing_of_it_is_imported() -> None:
    lines = (
        "import asyncpg, sys",
        "from stallage.asgi import application",
        "application()",
        "assert not [one for one in sys.modules if one.startswith('opentelemetry.sdk')]",
        "assert 'stallage.tracing.statements' not in sys.modules",
    )
    environment = {name: value for name, value in os.environ.items() if name[:5] != "OTEL_"}
    subprocess.run([sys.executable, "-c", "\n".join(lines)], check=True, env=environment)


@pytest.fixture
def exporter() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@pytest.fixture
def tracing(exporter: InMemorySpanExporter) -> OpenTelemetry:
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    return OpenTelemetry(provider)


def queued(headers: str, *, waited: timedelta = timedelta()) -> QueuedJob:
    """A job with these headers that a worker has just taken."""
    return QueuedJob(
        id=7,
        priority=0,
        created=NOW - waited,
        updated=NOW,
        heartbeat=NOW,
        execute_after=NOW,
        status="picked",
        entrypoint="orders.send",
        payload=b"{}",
        queue_manager_id=None,
        headers=json.loads(headers),
    )


def by_name(exporter: InMemorySpanExporter) -> dict[str, ReadableSpan]:
    """Return the finished spans by their names."""
    return {span.name: span for span in exporter.get_finished_spans()}


@pytest.mark.fast
def test_a_job_belongs_to_the_trace_that_enqueued_it(
    tracing: OpenTelemetry, exporter: InMemorySpanExporter
) -> None:
    with tracing.timer("orders.remind"):
        headers = tracing.job_headers()
    with tracing.job(queued(headers)):
        pass
    spans = by_name(exporter)
    parent, job = spans["timer orders.remind"], spans["process orders.send"]
    assert job.parent is not None
    assert parent.context is not None
    assert job.parent.span_id == parent.context.span_id
    assert not job.links


@pytest.mark.fast
def test_a_late_job_is_a_trace_with_a_link(
    tracing: OpenTelemetry, exporter: InMemorySpanExporter
) -> None:
    with tracing.timer("orders.remind"):
        headers = tracing.job_headers()
    with tracing.job(queued(headers, waited=SAME_TRACE * 2)):
        pass
    spans = by_name(exporter)
    parent, job = spans["timer orders.remind"], spans["process orders.send"]
    assert job.parent is None
    assert parent.context is not None
    assert [link.context.span_id for link in job.links] == [parent.context.span_id]


@pytest.mark.fast
@pytest.mark.parametrize("headers", ["null", "{}", '{"otel": {}}', '{"otel": {"traceparent": 5}}'])
def test_a_job_without_an_origin_is_a_trace(
    tracing: OpenTelemetry, exporter: InMemorySpanExporter, headers: str
) -> None:
    assert tracing.job_headers() == "null"
    with tracing.job(queued(headers)):
        pass
    assert by_name(exporter)["process orders.send"].parent is None


@pytest.mark.fast
def test_a_failure_has_its_type_without_its_text(
    tracing: OpenTelemetry, exporter: InMemorySpanExporter
) -> None:
    with pytest.raises(ValueError, match="ada"), tracing.job(queued("null")):
        raise ValueError("ada@example.com")
    span = by_name(exporter)["process orders.send"]
    assert span.attributes is not None
    assert span.attributes["error.type"] == "ValueError"
    assert span.status.status_code is StatusCode.ERROR
    assert "ada" not in span.to_json()


@pytest.mark.fast
def test_a_call_has_its_host_and_status(
    tracing: OpenTelemetry, exporter: InMemorySpanExporter
) -> None:
    with tracing.call("POST", "outside.example") as report_status:
        report_status(200)
    with tracing.timer("orders.remind"), tracing.call("POST", "pay.example") as report_status:
        report_status(503)
    spans = by_name(exporter)
    assert "POST outside.example" not in spans
    assert dict(spans["POST pay.example"].attributes or {}) == {
        "server.address": "pay.example",
        "http.response.status_code": 503,
        "error.type": "503",
    }


@pytest.mark.fast
@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("SELECT a FROM orders WHERE id = $1", "SELECT orders"),
        ("\n  INSERT INTO orders (id) VALUES ($1)", "INSERT orders"),
        ("UPDATE skus SET stock = 1", "UPDATE skus"),
        ("DELETE FROM carts USING x", "DELETE carts"),
        ("WITH a AS (SELECT FROM carts) DELETE FROM b", "DELETE carts"),
        ("WITH a AS (SELECT FROM carts) SELECT FROM a", "SELECT carts"),
        ("BEGIN;", "BEGIN"),
        ("SET LOCAL statement_timeout = 5", "SET"),
        ("SELECT 1", "SELECT"),
        ("", ""),
    ],
)
def test_names_of_statements(statement: str, name: str) -> None:
    assert describe(statement)[0] == name


@pytest.mark.parametrize("base", [asyncpg.Connection, PooledConnection])
async def test_statements_have_no_values(
    tracing: OpenTelemetry,
    exporter: InMemorySpanExporter,
    dsn: str,
    base: type[asyncpg.Connection],
) -> None:
    connection = await asyncpg.connect(dsn, connection_class=tracing.connection_class(base))
    try:
        # Outside a request or a job, nothing is recorded.
        assert await connection.fetchval("SELECT $1::text", "Quito") == "Quito"
        assert exporter.get_finished_spans() == ()
        with tracing.timer("orders.remind"):
            await connection.execute("CREATE TEMP TABLE seen (place text PRIMARY KEY)")
            await connection.execute("INSERT INTO seen VALUES ($1)", "Quito")
            await connection.executemany("INSERT INTO seen VALUES ($1)", [("Lima",), ("Oslo",)])
            assert len(await connection.fetch("SELECT place FROM seen WHERE place <> $1", "")) == 3
            row = await connection.fetchrow("SELECT place FROM seen WHERE place = $1", "Lima")
            assert row is not None
            assert row["place"] == "Lima"
            assert await connection.fetchval("SELECT count(*) FROM seen") == 3
            with pytest.raises(asyncpg.UniqueViolationError, match="duplicate"):
                await connection.execute("INSERT INTO seen VALUES ($1)", "Quito")
    finally:
        await connection.close()
    texts = [span.to_json() for span in exporter.get_finished_spans()]
    assert not [one for one in texts if any(name in one for name in ("Quito", "Lima", "Oslo"))]
    failed = [
        dict(span.attributes or {})
        for span in exporter.get_finished_spans()
        if span.status.status_code is StatusCode.ERROR
    ]
    assert [one["db.response.status_code"] for one in failed] == ["23505"]
    names = [span.name for span in exporter.get_finished_spans()]
    assert names.count("INSERT seen") == 3
    assert names.count("SELECT seen") == 3
