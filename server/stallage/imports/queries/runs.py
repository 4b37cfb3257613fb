"""Reads imports with their counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from stallage.core import clock
from stallage.core.actor import Actor
from stallage.core.cursors import CursorPage, CursorQuery, slice_of
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.json_types import JsonObject
from stallage.imports.rules import State
from stallage.imports.schemas import ImportCounts, ImportRun

RUN = "SELECT * FROM import_runs WHERE id = $1"
FIRST = "SELECT * FROM import_runs WHERE kind = ANY($1::text[]) ORDER BY id DESC LIMIT $2"
AFTER = """
    SELECT * FROM import_runs WHERE kind = ANY($1::text[]) AND id < $3 ORDER BY id DESC LIMIT $2
"""
BEFORE = """
    SELECT * FROM import_runs WHERE kind = ANY($1::text[]) AND id > $3 ORDER BY id LIMIT $2
"""
COUNT_ITEMS = """
    SELECT import_id, outcome, state, undo_result, count(*) AS count FROM import_items
    WHERE import_id = ANY($1::bigint[]) GROUP BY import_id, outcome, state, undo_result
"""
COUNT_MESSAGES = """
    SELECT import_id, severity, count(*) AS count FROM import_messages
    WHERE import_id = ANY($1::bigint[]) GROUP BY import_id, severity
"""
PARTS = "SELECT content FROM import_file_parts WHERE import_id = $1 AND position = $2"
REMEMBERED = "SELECT mapping FROM import_mappings WHERE header_key = $1"


@dataclass(frozen=True, slots=True)
class RunnableImport:
    """An import as its job needs it."""

    id: int
    kind: str
    format: str
    file_name: str
    encoding: str
    delimiter: str
    mapping: tuple[str, ...]
    options: JsonObject
    state: State
    run_key: str
    operator_id: int | None
    actor: Actor
    imported_at: datetime | None


@dataclass(frozen=True, slots=True)
class StoredImport:
    """An import with the mapping of its columns."""

    run: ImportRun
    encoding: str
    delimiter: str
    columns: list[JsonObject]
    mapping: list[str]
    options: JsonObject
    remembered: bool


async def runnable_import(connection: Connection, import_id: int) -> RunnableImport | None:
    """Read what running an import needs; None if it was deleted."""
    row = await connection.fetchrow(RUN, import_id)
    if row is None:
        return None
    return RunnableImport(
        id=row["id"],
        kind=row["kind"],
        format=row["format"],
        file_name=row["file_name"],
        encoding=row["encoding"],
        delimiter=row["delimiter"],
        mapping=tuple(row["mapping"]),
        options=row["options"],
        state=row["state"],
        run_key=row["run_key"],
        operator_id=row["operator_id"],
        actor=Actor(row["actor_kind"], row["actor_id"], row["actor_name"], row["address"]),
        imported_at=row["imported_at"],
    )


async def remembered_mapping(connection: Connection, header_key: str) -> list[str] | None:
    """Return the mapping that was confirmed last for a header, or None."""
    mapping: list[str] | None = await connection.fetchval(REMEMBERED, header_key)
    return mapping


async def file_part(connection: Connection, import_id: int, position: int) -> bytes | None:
    """Return a part of the file; None after the last one."""
    content: bytes | None = await connection.fetchval(PARTS, import_id, position)
    return content


async def list_imports(
    connection: Connection,
    page: CursorQuery,
    kinds: Sequence[str],
    names: Mapping[tuple[str, str], str],
) -> CursorPage[ImportRun]:
    """List imports of these kinds, newest first. `names` are those of the formats by kind and id."""
    position = page.values(int)
    if position is None:
        rows = await connection.fetch(FIRST, kinds, page.limit + 1)
    else:
        sql = BEFORE if page.backwards else AFTER
        rows = await connection.fetch(sql, kinds, page.limit + 1, position[0])
    part = slice_of(rows, page, lambda row: (row["id"],))
    counts = await _counts(connection, part.rows)
    return CursorPage[ImportRun](
        items=[_run_of(row, counts[row["id"]], names) for row in part.rows],
        next_cursor=part.next_cursor,
        previous_cursor=part.previous_cursor,
    )


async def read_import(
    connection: Connection, import_id: int, names: Mapping[tuple[str, str], str]
) -> StoredImport:
    """Read an import with its counts. Raises NotFound."""
    row = await connection.fetchrow(RUN, import_id)
    if row is None:
        raise NotFound
    counts = (await _counts(connection, [row]))[import_id]
    return StoredImport(
        run=_run_of(row, counts, names),
        encoding=row["encoding"],
        delimiter=row["delimiter"],
        columns=row["columns"],
        mapping=row["mapping"],
        options=row["options"],
        remembered=row["remembered"],
    )


def _run_of(row: Record, counts: ImportCounts, names: Mapping[tuple[str, str], str]) -> ImportRun:
    """Return a row as it is in the list."""
    until = row["undo_until"]
    return ImportRun(
        format_name=names.get((row["kind"], row["format"]), row["format"]),
        counts=counts,
        can_undo=row["state"] == "imported"
        and counts.done > 0
        and until is not None
        and until > clock.now(),
        **{name: row[name] for name in ImportRun.model_fields if name in row.keys()},  # noqa: SIM118
    )


async def _counts(connection: Connection, rows: Sequence[Record]) -> dict[int, ImportCounts]:
    ids = [row["id"] for row in rows]
    found = {one: dict.fromkeys(ImportCounts.model_fields, 0) for one in ids}
    for row in await connection.fetch(COUNT_ITEMS, ids):
        of_run, count = found[row["import_id"]], row["count"]
        of_run[row["outcome"]] += count
        match row["state"], row["undo_result"]:
            case "done", _:
                of_run["done"] += count
            case "failed", _:
                of_run["refused"] += count
            case "skipped", _:
                of_run["skipped"] += count
            case "undone", "archived":
                of_run["archived_by_undo"] += count
            case "undone", "removed" | "restored" as result:
                of_run[result] += count
            case "conflict", _:
                of_run["conflicts"] += count
    for row in await connection.fetch(COUNT_MESSAGES, ids):
        name = "errors" if row["severity"] == "error" else "warnings"
        found[row["import_id"]][name] += row["count"]
    for row in rows:
        found[row["id"]]["errors"] += row["more_messages"]
    return {one: ImportCounts.model_validate(values) for one, values in found.items()}
