"""`stallage jobs`, and the state of the queue in `doctor` and `/readyz`."""

from __future__ import annotations

from datetime import timedelta

import pytest

from stallage import doctor
from stallage.core import jobs
from stallage.core.queue import Lag, Selection, State, retry_jobs
from stallage.core.runtime import Runtime
from stallage.doctor_work import LATE_SECONDS, SILENT_SECONDS, findings_of
from stallage.jobs_command import duration
from stallage.settings import Settings
from stallage.shop.jobs import purge
from stallage.signin.events import ContactChanged
from stallage.signin.jobs import send_contact_changed
from tests import command
from tests.shop import Shop

NAME = send_contact_changed.name
ANN = "ann@example.com"


async def fill(runtime: Runtime) -> dict[str, int]:
    """Enqueue a job in each state; return their ids by state."""
    contact = ContactChanged(to=ANN, changed="email")
    async with runtime.database.transaction() as connection:
        for _ in State:
            await jobs.enqueue(connection, send_contact_changed, contact)
        rows = await connection.fetch("SELECT id FROM pgqueuer ORDER BY id")
        numbers = {state.value: row["id"] for state, row in zip(State, rows, strict=True)}
        for change, state in (
            ("attempts = 3, execute_after = now() + interval '90 minutes'", State.RETRYING),
            ("status = 'picked', queue_manager_id = gen_random_uuid()", State.RUNNING),
            ("status = 'failed', attempts = 41, created = now() - interval '3 days'", State.HELD),
            ("entrypoint = 'orders.handler_of_yesterday'", State.UNKNOWN),
        ):
            await connection.execute(
                f"UPDATE pgqueuer SET {change} WHERE id = $1",
                numbers[state],
            )
    return numbers


async def test_jobs_are_listed_and_counted_without_payloads(
    settings: Settings, runtime: Runtime
) -> None:
    assert (
        "There are no such jobs." in (await command.run_stallage(settings, "jobs", "list")).output
    )
    numbers = await fill(runtime)
    output = (await command.run_stallage(settings, "jobs", "list")).output
    for state, number in numbers.items():
        assert any(line.split()[:2] == [str(number), state] for line in output.splitlines())
    assert "failed 42x" in output
    assert "due in 1h" in output
    assert ANN not in output
    held = (await command.run_stallage(settings, "jobs", "list", "--state", "held")).output
    assert [line.split()[0] for line in held.splitlines()[:1]] == [str(numbers["held"])]
    old = await command.run_stallage(settings, "jobs", "list", "--older", "2d", "--name", NAME)
    assert old.output.splitlines()[0].split()[1] == "held"
    counts = await command.run_stallage(settings, "jobs", "list", "--counts")
    assert len(counts.output.splitlines()) == len(State)
    wrong = await command.run_stallage(settings, "jobs", "list", "--older", "long")
    assert wrong.status == 2


async def test_a_job_is_shown_with_its_payload_and_its_last_failure(
    settings: Settings, runtime: Runtime
) -> None:
    numbers = await fill(runtime)
    await runtime.database.pool.execute(
        "INSERT INTO pgqueuer_log (job_id, status, entrypoint, priority, traceback)"
        " VALUES ($1, 'failed', 'x', 0, $2)",
        numbers["held"],
        {"traceback": "ConnectionRefusedError: nobody there"},
    )
    output = (await command.run_stallage(settings, "jobs", "show", str(numbers["held"]))).output
    assert ANN in output
    assert "ConnectionRefusedError: nobody there" in output
    none = await command.run_stallage(settings, "jobs", "show", "999999")
    assert (none.status, "There is no job 999999" in none.errors) == (1, True)


async def test_a_held_job_is_retried_with_its_payload(settings: Settings, runtime: Runtime) -> None:
    numbers = await fill(runtime)
    for words in ((), ("--all", str(numbers["held"])), ("--state", "running")):
        refused = await command.run_stallage(settings, "jobs", "retry", *words)
        assert refused.status == 1
        assert refused.errors
    assert (
        "1 job retried." in (await command.run_stallage(settings, "jobs", "retry", "--all")).output
    )
    row = await runtime.database.pool.fetchrow(
        "SELECT status::text, attempts, payload, execute_after <= now() AS due FROM pgqueuer"
        " WHERE id = $1",
        numbers["held"],
    )
    assert row is not None
    assert (row["status"], row["attempts"], row["due"]) == ("queued", 0, True)
    assert ContactChanged.model_validate_json(row["payload"]).to == ANN
    now = await command.run_stallage(settings, "jobs", "retry", "--state", "retrying")
    assert "1 job retried." in now.output
    running = await command.run_stallage(settings, "jobs", "retry", str(numbers["running"]))
    assert "0 jobs retried." in running.output


async def test_jobs_are_discarded_but_never_a_running_one(
    settings: Settings, runtime: Runtime
) -> None:
    numbers = await fill(runtime)
    for words in (("--all",), ("--state", "unknown"), (str(numbers["waiting"]),)):
        result = await command.run_stallage(settings, "jobs", "discard", *words)
        assert "1 job discarded." in result.output
    assert (
        "0 jobs"
        in (await command.run_stallage(settings, "jobs", "discard", str(numbers["running"]))).output
    )
    left = await runtime.database.pool.fetch("SELECT id FROM pgqueuer ORDER BY id")
    assert [row["id"] for row in left] == [numbers["retrying"], numbers["running"]]


async def test_retrying_a_held_job_does_not_conflict_with_a_newer_one(runtime: Runtime) -> None:
    async with runtime.database.transaction() as connection:
        contact = ContactChanged(to=ANN, changed="email")
        await jobs.enqueue(connection, send_contact_changed, contact, deduplication_key="one")
        await connection.execute("UPDATE pgqueuer SET status = 'failed'")
        await jobs.enqueue(connection, send_contact_changed, contact, deduplication_key="one")
        assert await retry_jobs(connection, Selection(state=State.HELD), [NAME]) == 1
        assert await connection.fetchval("SELECT count(*) FROM pgqueuer") == 2


async def test_doctor_calls_held_and_unknown_jobs_wrong(
    settings: Settings, runtime: Runtime
) -> None:
    await fill(runtime)
    found = await doctor.check_database(settings.database_url)
    messages = [one.message for one in found if one.about == "Background work"]
    assert [one.state for one in found if one.about == "Background work"] == ["wrong", "wrong"]
    assert any(one.startswith("Held jobs: 1; ") for one in messages)


@pytest.mark.parametrize(
    ("lag", "state"),
    [
        (Lag(None, 3, 10, 0, 0), "note"),
        (Lag(2, 3, 10, 0, 0), "ok"),
        (Lag(SILENT_SECONDS + 1, 0, 0, 0, 0), "wrong"),
        (Lag(None, 1, LATE_SECONDS + 1, 0, 0), "wrong"),
        (Lag(2, 1, LATE_SECONDS + 1, 0, 0), "wrong"),
        (Lag(2, 0, 0, 1, 0), "wrong"),
        (Lag(2, 0, 0, 0, 1), "wrong"),
    ],
)
def test_what_lag_means(lag: Lag, state: str) -> None:
    assert findings_of(lag)[0].state == state


async def test_readyz_shows_the_lag_and_stays_ready_without_a_worker(shop: Shop) -> None:
    await fill(shop.runtime)
    await shop.database.pool.execute(
        "UPDATE pgqueuer SET execute_after = now() - interval '10 minutes' WHERE status = 'queued'"
        " AND attempts = 0"
    )
    ready = await shop.output("GET", "/readyz")
    worker = ready.pop("worker")
    assert ready.pop("rendering")["rendered"] == 0
    index = {"reachable": True, "building": None, "secondsBehind": 0.0}
    assert ready == {"ok": True, "searchIndex": index}
    assert worker["lastSeenSecondsAgo"] is None
    # The retrying job is not due yet, and the unknown one never runs.
    assert (worker["dueJobs"], worker["heldJobs"]) == (1, 1)
    assert worker["oldestDueSeconds"] >= 600
    await shop.database.pool.execute(
        "INSERT INTO worker_heartbeats VALUES (gen_random_uuid(), 'h', 1, now(),"
        " now() - interval '100 seconds')"
    )
    worker = (await shop.output("GET", "/readyz"))["worker"]
    assert worker["lastSeenSecondsAgo"] >= 100


async def test_the_log_of_finished_jobs_is_pruned(runtime: Runtime) -> None:
    pool = runtime.database.pool
    await fill(runtime)
    await pool.execute(
        "INSERT INTO pgqueuer_log (job_id, status, entrypoint, priority, created)"
        " SELECT id, 'failed', entrypoint, priority, now() - interval '40 days' FROM pgqueuer"
    )
    await pool.execute("DELETE FROM pgqueuer WHERE status = 'queued'")
    await purge(runtime)
    assert await pool.fetchval("SELECT count(*) FROM pgqueuer_log") == 2


def test_ages_are_parsed() -> None:
    assert duration("90s") == timedelta(seconds=90)
    assert duration("3d") == timedelta(days=3)
