"""Requests that sample data is put in or taken out, and records how far that is."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.actor import Actor
from stallage.core.batches import affected_rows
from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.sample_data.errors import NoSampleData, SampleDataBusy, SampleDataPresent
from stallage.sample_data.events import SampleRunRequested
from stallage.sample_data.rules import ABANDONED, FAILED, Figures, RunKind

ABANDON = """
    UPDATE sample_runs SET state = 'failed', failure = $2, finished_at = $3
    WHERE state IN ('waiting', 'running') AND created_at < $1
"""
REQUEST = """
    INSERT INTO sample_runs (kind, state, done, total, figures, operator_id, actor_kind, actor_id,
        actor_name, address, created_at)
    VALUES ($1, 'waiting', 0, 0, '{}', $2, $3, $4, $5, $6, $7)
    ON CONFLICT ((true)) WHERE state IN ('waiting', 'running') DO NOTHING RETURNING id
"""
OPEN_KIND = "SELECT kind FROM sample_runs WHERE state IN ('waiting', 'running')"
HAS_RECORDS = "SELECT EXISTS (SELECT FROM sample_records)"
BEGIN = """
    UPDATE sample_runs SET state = 'running', done = 0, total = 0
    WHERE id = $1 AND state IN ('waiting', 'running')
"""
CLAIM = "SELECT id FROM sample_runs WHERE id = $1 AND state = 'running' FOR NO KEY UPDATE"
PROGRESS = "UPDATE sample_runs SET done = $2, total = $3 WHERE id = $1 AND state = 'running'"
FINISH = """
    UPDATE sample_runs SET state = 'finished', done = total, figures = $2, finished_at = $3 WHERE id = $1
"""
FAIL = """
    UPDATE sample_runs SET state = 'failed', failure = $2, finished_at = $3
    WHERE id = $1 AND state IN ('waiting', 'running')
"""
SUBJECT = Subject("sample_data", None, "Sample data")


async def request_run(
    connection: Connection, kind: RunKind, operator_id: int, actor: Actor
) -> None:
    """Ask for sample data to be put in or taken out, which a job does. Does nothing if that runs already.

    Raises SampleDataBusy, SampleDataPresent and NoSampleData.
    """
    now = clock.now()
    await connection.execute(ABANDON, now - ABANDONED, FAILED, now)
    run_id = await connection.fetchval(
        REQUEST, kind, operator_id, actor.kind, actor.id, actor.name, actor.address, now
    )
    if run_id is None:
        if await connection.fetchval(OPEN_KIND) != kind:
            raise SampleDataBusy
        return
    # Only now: another request may have waited for the end of a run.
    has_records = await connection.fetchval(HAS_RECORDS)
    if kind == "put_in" and has_records:
        raise SampleDataPresent
    if kind == "take_out" and not has_records:
        raise NoSampleData
    await record(connection, f"sample_data.{kind}_requested", SUBJECT)
    await publish(connection, SampleRunRequested(run_id=run_id))


async def begin_run(connection: Connection, run_id: int) -> bool:
    """Record that a job works on a run; False if it has ended."""
    return affected_rows(await connection.execute(BEGIN, run_id)) > 0


async def claim_run(connection: Connection, run_id: int) -> bool:
    """Lock a run until the transaction ends; False if another job has finished it."""
    return await connection.fetchval(CLAIM, run_id) is not None


async def record_progress(connection: Connection, run_id: int, done: int, total: int) -> None:
    """Record how many pictures are stored."""
    await connection.execute(PROGRESS, run_id, done, total)


async def finish_run(connection: Connection, run_id: int, kind: RunKind, figures: Figures) -> None:
    """Record what a run did."""
    await connection.execute(FINISH, run_id, figures, clock.now())
    action = "sample_data.put_in" if kind == "put_in" else "sample_data.taken_out"
    await record(connection, action, SUBJECT, after={"records": figures})


async def fail_run(connection: Connection, run_id: int, reason: str) -> None:
    """Record why a run did nothing."""
    await connection.execute(FAIL, run_id, reason, clock.now())
