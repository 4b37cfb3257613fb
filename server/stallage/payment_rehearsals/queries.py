"""Reads reports of rehearsals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.payment_rehearsals.schemas import (
    ListedRehearsal,
    Rehearsal,
    RehearsalCase,
    RehearsalChange,
    RehearsalList,
)
from stallage.setup.schemas import PaymentTrial

LISTED = "id, started_at, finished_at, by_name, provider, mode, passed, failed"
LIST = f"SELECT {LISTED} FROM payment_rehearsals ORDER BY id DESC"
ONE = f"SELECT {LISTED}, trial, cases FROM payment_rehearsals WHERE id = $1"
BEFORE = """
    SELECT id, cases FROM payment_rehearsals WHERE provider = $1 AND id < $2 ORDER BY id DESC LIMIT 1
"""


def _listed(row: Record) -> dict[str, Any]:
    values = {name: row[name] for name in LISTED.split(", ")}
    values["by"] = values.pop("by_name")
    values["mode"] = "live" if values["mode"] == 1 else "test"
    return values


async def list_rehearsals(connection: Connection) -> RehearsalList:
    """Return all stored rehearsals, newest first."""
    rows = await connection.fetch(LIST)
    return RehearsalList(items=[ListedRehearsal.model_validate(_listed(row)) for row in rows])


async def rehearsal_by_id(connection: Connection, rehearsal_id: int) -> Rehearsal:
    """Return a rehearsal, compared with the one before. Raises NotFound."""
    row = await connection.fetchrow(ONE, rehearsal_id)
    if row is None:
        raise NotFound
    cases = [RehearsalCase.model_validate(case) for case in row["cases"]]
    before = await connection.fetchrow(BEFORE, row["provider"], rehearsal_id)
    return Rehearsal(
        **_listed(row),
        trial=PaymentTrial.model_validate(row["trial"]),
        limits=_limits(row["provider"], row["mode"]),
        cases=cases,
        compared_with=None if before is None else before["id"],
        changes=[] if before is None else _changes(before["cases"], cases),
    )


def _limits(provider: str, mode: int) -> str | None:
    if provider == "sandbox":
        return None
    name = provider.capitalize()
    if mode == 1:
        return (
            f"The shop has live keys of {name}, so nothing was sent there. All cases were played on"
            " the shop’s side, with signed events."
        )
    return (
        f"Only people can pay on {name}’s page. So opening, reading and ending a payment was tried at"
        f" {name}; all cases below were played on the shop’s side, with signed events."
    )


def _changes(before: list[Mapping[str, Any]], cases: list[RehearsalCase]) -> list[RehearsalChange]:
    verdicts = {case["key"]: case["verdict"] for case in before}
    return [
        RehearsalChange(
            key=case.key, title=case.title, before=verdicts.get(case.key), now=case.verdict
        )
        for case in cases
        if verdicts.get(case.key) != case.verdict
    ]
