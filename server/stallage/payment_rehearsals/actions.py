"""Stores reports of rehearsals."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.actor import current_actor
from stallage.core.db import Connection
from stallage.payment_rehearsals.schemas import RehearsalCase
from stallage.settings import Settings
from stallage.setup.schemas import PaymentTrial

MAX_REPORTS = 50

TRY_LOCK = "SELECT pg_try_advisory_xact_lock(hashtext('payment_rehearsals'))"
STORE = """
    INSERT INTO payment_rehearsals (started_at, finished_at, by_name, provider, mode, passed, failed,
        trial, cases)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id
"""
DELETE_OLD = """
    DELETE FROM payment_rehearsals WHERE id NOT IN (
        SELECT id FROM payment_rehearsals ORDER BY id DESC LIMIT $1)
"""


async def lock_rehearsals(connection: Connection) -> bool:
    """Keep others from rehearsing until the transaction ends. Return False if somebody does."""
    return bool(await connection.fetchval(TRY_LOCK))


async def store_rehearsal(
    connection: Connection,
    settings: Settings,
    *,
    started_at: datetime,
    trial: PaymentTrial,
    cases: Sequence[RehearsalCase],
) -> int:
    """Store a report and return its id. The oldest of more than `MAX_REPORTS` are deleted."""
    actor = current_actor()
    failed = sum(case.verdict == "failed" for case in cases)
    rehearsal_id: int = await connection.fetchval(
        STORE,
        started_at,
        clock.now(),
        "" if actor is None else actor.name,
        settings.payment_provider,
        settings.payment_gateway_mode,
        len(cases) - failed,
        failed,
        trial.model_dump(mode="json"),
        [case.model_dump(mode="json") for case in cases],
    )
    await connection.execute(DELETE_OLD, MAX_REPORTS)
    subject = Subject("payment_rehearsal", rehearsal_id, settings.payment_provider)
    await record(
        connection,
        "payments.rehearsed",
        subject,
        after={"passed": len(cases) - failed, "failed": failed},
    )
    return rehearsal_id
