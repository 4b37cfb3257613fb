"""What `stallage doctor` says about background work."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.core.queue import Lag, lag_of
from stallage.core.work import JOBS
from stallage.diagnosis import Finding, note, ok, wrong
from stallage.features import parts

SILENT_SECONDS = 60
"""A worker gives a sign of life every few seconds."""
LATE_SECONDS = 300
"""Jobs are taken within a second; only a large backlog or a missing worker lets one wait this long."""


async def look_at_background_work(connection: Connection) -> list[Finding]:
    """Whether somebody does the work, in time, and whether jobs wait for the operator."""
    parts("jobs")
    return findings_of(await lag_of(connection, list(JOBS)))


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
            wrong(about, f"{lag.due_jobs} jobs are due; the oldest has waited {waited} minutes.")
        )
    if lag.held_jobs:
        found.append(
            wrong(
                about,
                f"{lag.held_jobs} jobs failed too often. See: stallage jobs list --state held",
            )
        )
    if lag.unknown_jobs:
        found.append(
            wrong(
                about,
                f"{lag.unknown_jobs} jobs are unknown to this release."
                " See: stallage jobs list --state unknown",
            )
        )
    if not found:
        found = [
            note(about, "No worker is running; `stallage serve` starts one.")
            if seen is None
            else ok(about, f"The worker gave a sign of life {seen} seconds ago.")
        ]
    return found
