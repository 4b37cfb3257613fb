"""The audit log as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

import orjson

from stallage.audit.schemas import AuditEntry
from stallage.core.json_types import JsonObject
from stallage.core.spreadsheets import escape_formula

COLUMNS = (
    "time",
    "actor kind",
    "actor id",
    "actor",
    "address",
    "action",
    "subject kind",
    "subject id",
    "subject",
    "before",
    "after",
)


def _json(value: JsonObject | None) -> str:
    return "" if value is None else orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()


def _write(rows: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(
        [escape_formula("" if value is None else str(value)) for value in row] for row in rows
    )
    return text.getvalue()


def csv_header() -> str:
    """Return the first line of the file, with the mark that makes spreadsheets read UTF-8."""
    return "\ufeff" + _write([COLUMNS])


def csv_lines(entries: Iterable[AuditEntry]) -> str:
    """Return lines of the file. Texts that a spreadsheet would run as a formula are escaped."""
    return _write(
        (
            entry.happened_at.isoformat(),
            entry.actor.kind,
            entry.actor.id,
            entry.actor.name,
            entry.address,
            entry.action,
            entry.subject.kind,
            entry.subject.id,
            entry.subject.label,
            _json(entry.before),
            _json(entry.after),
        )
        for entry in entries
    )
