"""What `stallage doctor` says about background work."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.core.jobs import JOBS
from stallage.core.queue import Lag, load_lag
from stallage.diagnosis import Finding, note, ok, wrong
from stallage.features import parts
from stallage.invocation import command

SILENT_SECONDS = 60
"""A worker gives a sign of life every few seconds."""
LATE_SECONDS = 300
"""Jobs are taken within a second; only a large backlog or a missing worker lets one wait this long."""


async def look_at_background_work(connection: Connection) -> list[Finding]:
    """Whether somebody does the work, in time, and whether jobs wait for the operator."""
    parts("jobs")
    return findings_of(await load_lag(connection, list(JOBS)))


def findings_of(lag: Lag) -> list[Finding]:
    """What the numbers mean."""
    about = "Background work"
    found: list[Finding] = []
    seen = lag.last_seen_seconds_ago
    if seen is not None and seen > SILENT_SECONDS:
        found.append(wrong(about, f"The worker gave its last sign of life {seen} seconds ago."))
    if lag.oldest_due_seconds > LATE_SECONDS:
        waited = lag.oldest_due_seconds // 60
        found.append(
            wrong(about, f"The oldest of {lag.due_jobs} due jobs has waited for {waited} minutes.")
        )
    if lag.held_jobs:
        listed = command("jobs list --state held")
        found.append(
            wrong(
                about,
                f"Held jobs: {lag.held_jobs}; they failed too often, or a restore holds them. See: {listed}",
            )
        )
    if lag.unknown_jobs:
        listed = command("jobs list --state unknown")
        found.append(
            wrong(about, f"Jobs unknown to this release: {lag.unknown_jobs}. See: {listed}")
        )
    if not found:
        found = [
            note(about, f"No worker is running. Start: {command('serve')}")
            if seen is None
            else ok(about, f"The worker gave a sign of life {seen} seconds ago.")
        ]
    return found
