"""Reads the audit log. Every order is by time, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from stallage.audit.drafts import AuditFilters
from stallage.audit.rules import like_pattern
from stallage.audit.schemas import AuditActor, AuditEntry, AuditFilterValues, AuditSubject
from stallage.core.criteria import SqlParameters
from stallage.core.cursors import MAX_COUNT, Count, CursorPage, CursorQuery, capped_count, slice_of
from stallage.core.db import Connection, Record

COLUMNS = """id, happened_at, actor_kind, actor_id, actor_name, address, action, subject_kind,
    subject_id, subject_label, before, after"""

HAS_ENTRY = """
    SELECT EXISTS (
        SELECT FROM audit_entries WHERE action = $1 AND subject_kind = $2 AND subject_id = $3
    )
"""
RECENT = 20_000
"""Newest entries that a text search reads first. A text that is rarer among them is looked up in the
index: its entries are few, while the index would collect all entries with a frequent text."""

ENTRY = f"SELECT {COLUMNS} FROM audit_entries WHERE id = $1"

# Each step of the recursion jumps to the next value in an index.
ACTIONS = """
WITH RECURSIVE found AS (
    (SELECT action FROM audit_entries ORDER BY action LIMIT 1)
    UNION ALL
    SELECT (SELECT e.action FROM audit_entries e WHERE e.action > f.action ORDER BY e.action LIMIT 1)
    FROM found f WHERE f.action IS NOT NULL
)
SELECT action FROM found WHERE action IS NOT NULL LIMIT 500
"""
SUBJECT_KINDS = """
WITH RECURSIVE found AS (
    (SELECT subject_kind FROM audit_entries ORDER BY subject_kind LIMIT 1)
    UNION ALL
    SELECT (
        SELECT e.subject_kind FROM audit_entries e
        WHERE e.subject_kind > f.subject_kind ORDER BY e.subject_kind LIMIT 1)
    FROM found f WHERE f.subject_kind IS NOT NULL
)
SELECT subject_kind FROM found WHERE subject_kind IS NOT NULL LIMIT 500
"""
ACTORS = """
WITH RECURSIVE found AS (
    (SELECT actor_kind, actor_id FROM audit_entries WHERE actor_id IS NOT NULL
     ORDER BY actor_kind, actor_id LIMIT 1)
    UNION ALL
    SELECT next.actor_kind, next.actor_id
    FROM found f, LATERAL (
        SELECT e.actor_kind, e.actor_id FROM audit_entries e
        WHERE e.actor_id IS NOT NULL AND (e.actor_kind, e.actor_id) > (f.actor_kind, f.actor_id)
        ORDER BY e.actor_kind, e.actor_id LIMIT 1) AS next
)
SELECT f.actor_kind, f.actor_id, (
    SELECT e.actor_name FROM audit_entries e
    WHERE e.actor_kind = f.actor_kind AND e.actor_id = f.actor_id
    ORDER BY e.happened_at DESC, e.id DESC LIMIT 1) AS actor_name
FROM found f LIMIT 500
"""

_MICROSECOND = timedelta(microseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _conditions(filters: AuditFilters, parameters: SqlParameters) -> list[str]:
    """Return the conditions of all filters except the text."""
    conditions = []
    for column, value in (
        ("actor_kind", filters.actor_kind),
        ("actor_id", filters.actor_id),
        ("action", filters.action),
        ("subject_kind", filters.subject_kind),
        ("subject_id", filters.subject_id),
    ):
        if value is not None:
            conditions.append(f"{column} = {parameters.add(value)}")
    if filters.since is not None:
        conditions.append(f"happened_at >= {parameters.add(filters.since)}")
    if filters.until is not None:
        conditions.append(f"happened_at < {parameters.add(filters.until)}")
    return conditions


def _where(conditions: Sequence[str]) -> str:
    return f"WHERE {' AND '.join(conditions)}" if conditions else ""


async def list_entries(
    connection: Connection, filters: AuditFilters, page: CursorQuery
) -> CursorPage[AuditEntry]:
    """Return a page of entries, newest first."""
    position = _position(page)
    rows = await _read(connection, filters, position, page.limit + 1, backwards=page.backwards)
    found = slice_of(rows, page, _cursor_values)
    return CursorPage(
        items=[_to_entry(row) for row in found.rows],
        next_cursor=found.next_cursor,
        previous_cursor=found.previous_cursor,
    )


def _cursor_values(row: Record) -> tuple[int, int]:
    return (row["happened_at"] - _EPOCH) // _MICROSECOND, row["id"]


def _position(page: CursorQuery) -> tuple[datetime, int] | None:
    values = page.values(int, int)
    if values is None:
        return None
    micros, entry_id = values
    # Of the range that a datetime has; a forged cursor may hold any integer.
    limit = 10**17
    return _EPOCH + timedelta(microseconds=max(-limit // 2, min(limit, int(micros or 0)))), int(
        entry_id or 0
    )


async def _read(
    connection: Connection,
    filters: AuditFilters,
    position: tuple[datetime, int] | None,
    limit: int,
    *,
    backwards: bool = False,
) -> list[Record]:
    """Return entries after the position, or before it in reverse order."""
    parameters = SqlParameters()
    conditions = _conditions(filters, parameters)
    direction = "ASC" if backwards else "DESC"
    if position is not None:
        at, entry_id = parameters.add(position[0]), parameters.add(position[1])
        conditions.append(f"(happened_at, id) {'>' if backwards else '<'} ({at}, {entry_id})")
    order = f"ORDER BY happened_at {direction}, id {direction}"
    rows_limit = f"LIMIT {parameters.add(limit)}"
    if filters.text is None:
        return await connection.fetch(
            f"SELECT {COLUMNS} FROM audit_entries {_where(conditions)} {order} {rows_limit}",
            *parameters.values,
        )
    text = parameters.add(like_pattern(filters.text))
    near = (
        f"SELECT {COLUMNS}, search FROM audit_entries {_where(conditions)} {order} LIMIT {RECENT}"
    )
    rows = await connection.fetch(
        f"SELECT {COLUMNS} FROM ({near}) near WHERE search LIKE {text} {order} {rows_limit}",
        *parameters.values,
    )
    if len(rows) >= limit:
        return rows
    # The fence makes PostgreSQL use the index of texts instead of reading all entries in order.
    matches = f"SELECT {COLUMNS} FROM audit_entries {_where([*conditions, f'search LIKE {text}'])} OFFSET 0"
    return await connection.fetch(
        f"SELECT {COLUMNS} FROM ({matches}) matches {order} {rows_limit}", *parameters.values
    )


async def count_entries(connection: Connection, filters: AuditFilters) -> Count:
    """Count the entries, up to 10,000."""
    parameters = SqlParameters()
    conditions = _conditions(filters, parameters)
    if filters.text is not None:
        conditions.append(f"search LIKE {parameters.add(like_pattern(filters.text))}")
    counted = await connection.fetchval(
        f"SELECT count(*) FROM (SELECT FROM audit_entries {_where(conditions)} LIMIT {MAX_COUNT + 1}) c",
        *parameters.values,
    )
    return capped_count(counted)


async def find_entry(connection: Connection, entry_id: int) -> AuditEntry | None:
    """Return an entry, or None."""
    row = await connection.fetchrow(ENTRY, entry_id)
    return None if row is None else _to_entry(row)


async def has_entry(connection: Connection, action: str, kind: str, subject_id: str) -> bool:
    """Whether there is an entry of this action about a record."""
    found: bool = await connection.fetchval(HAS_ENTRY, action, kind, subject_id)
    return found


async def entries_after(
    connection: Connection,
    filters: AuditFilters,
    after: AuditEntry | None,
    limit: int,
) -> list[AuditEntry]:
    """Return the next entries of an export."""
    position = None if after is None else (after.happened_at, after.id)
    return [_to_entry(row) for row in await _read(connection, filters, position, limit)]


async def filter_values(connection: Connection) -> AuditFilterValues:
    """Return the actions, kinds of subject and actors that occur."""
    actions = await connection.fetch(ACTIONS)
    kinds = await connection.fetch(SUBJECT_KINDS)
    actors = await connection.fetch(ACTORS)
    return AuditFilterValues(
        actions=[row["action"] for row in actions],
        subject_kinds=[row["subject_kind"] for row in kinds],
        actors=[
            AuditActor(kind=row["actor_kind"], id=row["actor_id"], name=row["actor_name"])
            for row in actors
        ],
    )


def _to_entry(row: Record) -> AuditEntry:
    return AuditEntry(
        id=row["id"],
        happened_at=row["happened_at"],
        actor=AuditActor(kind=row["actor_kind"], id=row["actor_id"], name=row["actor_name"]),
        address=row["address"],
        action=row["action"],
        subject=AuditSubject(
            kind=row["subject_kind"], id=row["subject_id"], label=row["subject_label"]
        ),
        before=row["before"],
        after=row["after"],
    )
