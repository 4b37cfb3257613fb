"""`stallage jobs`: list, retry and discard background jobs."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Annotated

import typer

from stallage.core import queue
from stallage.core.db import Connection
from stallage.core.jobs import JOBS
from stallage.core.queue import Selection, State
from stallage.operating import in_transaction

UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
DEFAULT_LIMIT = 50


class WrongSelection(Exception):
    """No jobs were selected, or the selection is ambiguous."""


def duration(text: str) -> timedelta:
    """Parse `90s`, `30m`, `2h` or `3d`."""
    match = re.fullmatch(r"(\d{1,6})([smhd])", text)
    if match is None:
        raise typer.BadParameter(f"{text} is not a time such as 30m, 2h or 3d.")
    return timedelta(**{UNITS[match[2]]: int(match[1])})


Ids = Annotated[list[int] | None, typer.Argument(metavar="[ID]...", help="Jobs by number.")]
Id = Annotated[int, typer.Argument(metavar="ID", help="The job's number.")]
ByState = Annotated[State | None, typer.Option("--state", help="Only jobs in this state.")]
ByName = Annotated[str | None, typer.Option("--name", help="Only jobs of this name.")]
ByAge = Annotated[
    timedelta | None,
    typer.Option("--older", parser=duration, metavar="AGE", help="Enqueued before 30m, 2h, 3d."),
]
AllHeld = Annotated[bool, typer.Option("--all", help="All held jobs that match the options.")]


def register(app: typer.Typer) -> None:
    """Add `stallage jobs`."""
    jobs = typer.Typer(help="Background jobs: waiting, retried, held.", no_args_is_help=True)
    jobs.command(name="list")(list_jobs)
    jobs.command()(show)
    jobs.command()(retry)
    jobs.command()(discard)
    app.add_typer(jobs, name="jobs")


def list_jobs(
    state: ByState = None,
    name: ByName = None,
    older: ByAge = None,
    counts: Annotated[bool, typer.Option("--counts", help="Print only the counts.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="List all of them.")] = False,
) -> None:
    """List jobs, oldest first, without their payloads. Finished jobs are not stored."""
    selection = Selection(state=state, name=name, older_than=older)
    limit = None if everything else DEFAULT_LIMIT

    async def read(connection: Connection) -> tuple[list[str], list[str]]:
        names = list(JOBS)
        found = [] if counts else await queue.list_jobs(connection, selection, names, limit)
        lines = [
            f"{row['id']:<8} {row['state']:<9} {row['name']:<34}"
            f" {_failures(row['attempts'], row['state']):<12} {_age(row['age_seconds']):>5} old"
            + _next(row["state"], row["due_in_seconds"])
            for row in found
        ]
        totals = [
            f"{row['count']:>8} {row['state']:<9} {row['name']:<34} oldest {_age(row['oldest_seconds'])}"
            for row in await queue.count_jobs(connection, selection, names)
        ]
        return lines, totals

    lines, totals = in_transaction(read)
    if not totals:
        typer.echo("There are no such jobs.")
        return
    typer.echo("\n".join([*lines, "", *totals] if lines else totals))
    if len(lines) == limit:
        typer.echo(f"Only the first {limit} are listed; --all lists every one.")


def show(job: Id) -> None:
    """Show one job with its payload and its last failure, which may contain personal data."""
    row = in_transaction(lambda connection: queue.load_job(connection, job, list(JOBS)))
    if row is None:
        typer.echo(f"There is no job {job}; finished jobs are not stored.", err=True)
        raise typer.Exit(1)
    typer.echo(f"{row['id']}  {row['state']}  {row['name']}")
    typer.echo(f"enqueued {row['created']:%Y-%m-%d %H:%M:%S} UTC, failed {row['attempts']} times")
    if row["state"] in (State.WAITING, State.RETRYING):
        typer.echo(f"due {row['execute_after']:%Y-%m-%d %H:%M:%S} UTC")
    typer.echo(f"payload {row['payload'] or '{}'}")
    if row["failure"]:
        typer.echo(f"last failure {row['failed_at']:%Y-%m-%d %H:%M:%S} UTC\n{row['failure']}")


def retry(
    ids: Ids = None,
    state: ByState = None,
    name: ByName = None,
    older: ByAge = None,
    everything: AllHeld = False,
) -> None:
    """Run held jobs again with the same payload. With --state retrying: now instead of later."""

    async def act(connection: Connection) -> int:
        selection = _selection(ids, state, name, older, everything)
        return await queue.retry_jobs(connection, selection, list(JOBS))

    _echo_count(in_transaction(act, WrongSelection), "retried")


def discard(
    ids: Ids = None,
    state: ByState = None,
    name: ByName = None,
    older: ByAge = None,
    everything: AllHeld = False,
) -> None:
    """Delete jobs that are not running. Their work is never done then."""

    async def act(connection: Connection) -> int:
        selection = _selection(ids, state, name, older, everything)
        return await queue.discard_jobs(connection, selection, list(JOBS))

    _echo_count(in_transaction(act, WrongSelection), "discarded")


def _selection(
    ids: list[int] | None,
    state: State | None,
    name: str | None,
    older: timedelta | None,
    everything: bool,
) -> Selection:
    """Select jobs by number, or held ones unless another state is named."""
    if ids and (everything or state or name or older):
        raise WrongSelection("Give either job numbers or options, not both.")
    if ids:
        return Selection(ids=ids)
    if not (everything or state or name or older):
        raise WrongSelection("Give job numbers, or --all for all held jobs.")
    if state is State.RUNNING:
        raise WrongSelection("Running jobs cannot be retried or discarded.")
    return Selection(state=state or State.HELD, name=name, older_than=older)


def _echo_count(count: int, done: str) -> None:
    typer.echo(f"{count} {'job' if count == 1 else 'jobs'} {done}.")


def _failures(count: int, state: str) -> str:
    # The last failure of a held job is not counted as a retry.
    count += state == State.HELD
    return "" if not count else f"failed {count}x"


def _next(state: str, seconds: int) -> str:
    if state not in (State.WAITING, State.RETRYING):
        return ""
    return f", due in {_age(seconds)}" if seconds > 0 else ", due now"


def _age(seconds: int) -> str:
    """Format a time in its largest unit, such as `3d`."""
    for size, unit in ((86_400, "d"), (3600, "h"), (60, "m")):
        if seconds >= size:
            return f"{seconds // size}{unit}"
    return f"{max(seconds, 0)}s"
