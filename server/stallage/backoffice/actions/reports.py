"""Request slow checks, and store their results."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.backoffice.events import HealthCheckRequested
from stallage.backoffice.rules.reports import ABANDONED, Kind, StoredKind
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.core.json_types import JsonObject

_REQUEST = """
    INSERT INTO health_reports (kind, requested_at) VALUES ($1, $2)
    ON CONFLICT (kind) DO UPDATE SET requested_at = excluded.requested_at
    WHERE health_reports.requested_at IS NULL OR health_reports.requested_at < $3
    RETURNING kind
"""
_FINISH = """
    UPDATE health_reports SET requested_at = NULL, finished_at = $2, result = $3, failure = NULL
    WHERE kind = $1
"""
_FAIL = """
    UPDATE health_reports SET requested_at = NULL, finished_at = $2, failure = $3 WHERE kind = $1
"""


async def claim_report(connection: Connection, kind: StoredKind) -> bool:
    """Record that somebody wants a run; False if one is under way."""
    now = clock.now()
    return await connection.fetchval(_REQUEST, kind, now, now - ABANDONED) is not None


async def request_check(connection: Connection, kind: Kind) -> bool:
    """Ask for a run, which a job does; False if one is under way."""
    if not await claim_report(connection, kind):
        return False
    await publish(connection, HealthCheckRequested(kind=kind))
    return True


async def request_check_as_operator(connection: Connection, kind: Kind) -> None:
    """Do the same and record who asked."""
    started = await request_check(connection, kind)
    await record(
        connection, "health.checked", Subject("shop", None, kind), after={"started": started}
    )


async def store_result(connection: Connection, kind: StoredKind, result: JsonObject | None) -> None:
    """Store the result of a run."""
    await connection.execute(_FINISH, kind, clock.now(), result)


async def store_failure(connection: Connection, kind: Kind, reason: str) -> None:
    """Store why a run failed. The result of the run before stays."""
    await connection.execute(_FAIL, kind, clock.now(), reason)


async def record_search_rebuild(connection: Connection) -> None:
    """Record that an operator has the search index built again."""
    await record(connection, "search.rebuild_requested", Subject("shop", None, "Search"))
