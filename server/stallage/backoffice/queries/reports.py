"""The last results of slow checks, and what of them belongs on Today."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from stallage.backoffice.rules.reports import ABANDONED, SHOWN_OTHERWISE, STALE, Kind, StoredKind
from stallage.backoffice.schemas import health as schemas
from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.core.json_types import JsonObject
from stallage.core.problems import Problem, Severity, problem_check
from stallage.core.redaction import hide_passwords
from stallage.diagnosis import Finding
from stallage.settings import Settings

M = TypeVar("M", bound=BaseModel)

REPORTS = "SELECT kind, requested_at, finished_at, result, failure FROM health_reports"
DUE = """
    SELECT finished_at IS NULL OR finished_at < $2 FROM health_reports WHERE kind = $1
"""
MAX_NAMES = 3
BAD: Severity = "bad"
WAIT: Severity = "wait"
_ORDER = {"wrong": 0, "note": 1, "ok": 2}


async def health_reports(connection: Connection) -> schemas.HealthReports:
    """Return the last results."""
    rows = {row["kind"]: row for row in await connection.fetch(REPORTS)}
    return schemas.HealthReports(
        checks=_findings(rows, "checks"), ledger=_findings(rows, "ledger"), space=_space(rows)
    )


def to_finding(found: Finding) -> schemas.Finding:
    """Return a finding with what to do about it."""
    subject = found.subject
    return schemas.Finding(
        state=found.state,
        about=found.about,
        message=hide_passwords(found.message),
        group=subject.group,
        advice=None if found.state == "ok" else subject.advice,
        screen=None if found.state == "ok" else subject.screen,
    )


async def stored_report(connection: Connection, kind: StoredKind) -> tuple[bool, JsonObject | None]:
    """Return whether a run is under way, and the result of the last one."""
    rows = {row["kind"]: row for row in await connection.fetch(REPORTS)}
    row = rows.get(kind)
    return _is_running(row), row["result"] if row else None


async def is_due(connection: Connection, kind: Kind) -> bool:
    """Whether a timer should run checks again."""
    due = await connection.fetchval(DUE, kind, clock.now() - STALE)
    return due is not False


def _is_running(row: Record | None) -> bool:
    requested: datetime | None = row["requested_at"] if row else None
    return requested is not None and requested > clock.now() - ABANDONED


def parse_stored(model: type[M], stored: object) -> M | None:
    """Return a stored result; None if there is none, or if another release stored it."""
    try:
        return model.model_validate(stored)
    except ValidationError:
        return None


def _findings(rows: Mapping[str, Record], kind: Kind) -> schemas.FindingsReport:
    row = rows.get(kind)
    result = parse_stored(schemas.StoredFindings, row["result"]) if row else None
    items = result.items if result else []
    return schemas.FindingsReport(
        running=_is_running(row),
        checked_at=row["finished_at"] if row else None,
        failure=row["failure"] if row else None,
        items=sorted(items, key=lambda one: _ORDER[one.state]),
    )


def _space(rows: Mapping[str, Record]) -> schemas.SpaceReport:
    row = rows.get("space")
    return schemas.SpaceReport(
        running=_is_running(row),
        checked_at=row["finished_at"] if row else None,
        failure=row["failure"] if row else None,
        space=parse_stored(schemas.Space, row["result"]) if row else None,
    )


@problem_check
async def check_reports(connection: Connection, _settings: Settings) -> list[Problem]:
    """Report what the last run of slow checks found, unless another check reports it."""
    reports = await health_reports(connection)
    broken = [one for one in reports.ledger.items if one.state == "wrong"]
    wrong = [
        one
        for one in reports.checks.items
        if one.state == "wrong" and one.about not in SHOWN_OTHERWISE
    ]
    return [
        Problem(
            kind,
            severity,
            len(items),
            report.checked_at,
            tuple(dict.fromkeys(one.about for one in items))[:MAX_NAMES],
            items[0].message,
        )
        for kind, severity, report, items in (
            ("ledger_broken", BAD, reports.ledger, broken),
            ("checks_failed", WAIT, reports.checks, wrong),
        )
        if items
    ]
