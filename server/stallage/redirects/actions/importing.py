"""Store the redirects of a file, and take that back."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection
from stallage.imports.drafts import AppliedItem, StoredItem, UndoneItem
from stallage.redirects.actions.writing import (
    DELETE,
    TAKEN,
    TAKEN_BY,
    add_redirect,
    find_target,
    lock_redirects,
    problem_of,
)

CHANGED_SINCE = "The redirect was changed since, and stays."
UNCHANGED = """
SELECT id FROM url_redirects WHERE id = ANY($1::bigint[]) AND updated_at = created_at
"""


async def put_redirect(connection: Connection, item: StoredItem) -> AppliedItem:
    """Store a redirect of a file, unless its address has one or it would make a loop."""
    await lock_redirects(connection)
    path: str = item.payload["path"]
    if await connection.fetchval(TAKEN_BY, path) is not None:
        return AppliedItem(message=TAKEN)
    target = await find_target(connection, item.payload["target"])
    problem = await problem_of(connection, path, target)
    if problem is not None:
        return AppliedItem(message=problem)
    return AppliedItem(await add_redirect(connection, path, target), {"path": path})


async def plan_undo_of_redirects(
    connection: Connection, items: Sequence[StoredItem]
) -> list[UndoneItem]:
    """Return for each redirect whether undoing the import removes it."""
    rows = await connection.fetch(UNCHANGED, [item.target_id for item in items])
    unchanged = {row["id"] for row in rows}
    return [
        UndoneItem("removed")
        if item.target_id in unchanged
        else UndoneItem("conflict", CHANGED_SINCE)
        for item in items
    ]


async def undo_redirect(connection: Connection, item: StoredItem) -> UndoneItem:
    """Delete a redirect that the import stored, unless it was changed since."""
    await lock_redirects(connection)
    (planned,) = await plan_undo_of_redirects(connection, [item])
    if planned.result == "removed":
        await connection.execute(DELETE, [item.target_id])
    return planned
