"""Checks of `stallage doctor` on background jobs."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.core.jobs import JOBS
from stallage.core.queue import Lag, load_lag
from stallage.diagnosis import Finding, note, ok, wrong
from stallage.features import parts
from stallage.invocation import command

SILENT_SECONDS = 60
"""A worker sends a heartbeat every few seconds."""
LATE_SECONDS = 300
"""Jobs start within a second; only a large backlog or a missing worker makes one wait this long."""


async def check_background_work(connection: Connection) -> list[Finding]:
    """Report a missing or late worker, and jobs that wait for the operator."""
    parts("jobs")
    return findings_of(await load_lag(connection, list(JOBS)))


def findings_of(lag: Lag) -> list[Finding]:
    """Turn the state of the queue into findings."""
    about = "Background work"
    found: list[Finding] = []
    seen = lag.last_seen_seconds_ago
    if seen is not None and seen > SILENT_SECONDS:
        found.append(wrong(about, f"The worker's last heartbeat was {seen} seconds ago."))
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
            else ok(about, f"The worker's last heartbeat was {seen} seconds ago.")
        ]
    return found
