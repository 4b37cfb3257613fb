"""Undoes changes of redirects."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.json_types import JsonObject
from stallage.redirects.actions.writing import (
    AREA,
    CHANGE,
    DELETE,
    TAKEN_BY,
    StoredTarget,
    add_redirect,
    lock_redirects,
    problem_of,
    set_old_shop,
)
from stallage.redirects.queries.lists import old_shops
from stallage.redirects.queries.lookups import PAGES, stored_redirects
from stallage.redirects.rules.targets import SYSTEMS
from stallage.shop.actions.setting_changes import OwnSettings, UndoArea

EXISTS = f"SELECT EXISTS (SELECT FROM ({PAGES}) p WHERE p.kind = $1 AND p.id = $2)"
GONE = "The page that it led to is gone."


async def _read(connection: Connection, keys: Collection[str]) -> JsonObject:
    await lock_redirects(connection)
    systems = (await old_shops(connection)).model_dump()
    paths = [key for key in keys if key not in SYSTEMS]
    found = await stored_redirects(connection, paths)
    # Paths are matched regardless of case, so another redirect may have taken one in another case.
    taken = {
        path: value
        for path in paths
        for other, value in found.items()
        if other not in paths and other.lower() == path.lower()
    }
    return found | taken | systems


async def _restore(
    connection: Connection, _own: OwnSettings, keys: Collection[str], values: Mapping[str, Any]
) -> None:
    for system in SYSTEMS:
        if system in values:
            await set_old_shop(connection, system, is_enabled=values[system])
    # A change is one of a single redirect; a new path has two keys.
    paths = [key for key in keys if key not in SYSTEMS]
    ids = [await connection.fetchval(TAKEN_BY, path) for path in paths]
    redirect_id = next((one for one in ids if one is not None), None)
    previous = next((path for path in paths if path in values), None)
    if previous is not None:
        await _put(connection, redirect_id, previous, StoredTarget(**values[previous]))
    elif redirect_id is not None:
        await connection.execute(DELETE, [redirect_id])


async def _put(
    connection: Connection, redirect_id: int | None, path: str, target: StoredTarget
) -> None:
    """Store an earlier redirect. Raises InvalidFields."""
    problem = await problem_of(connection, path, target, redirect_id or 0)
    if target.path is None and not await connection.fetchval(EXISTS, target.kind, target.id):
        problem = GONE
    if problem is not None:
        raise InvalidFields(fields={"target": [problem]})
    if redirect_id is None:
        await add_redirect(connection, path, target)
    else:
        await connection.execute(
            CHANGE, redirect_id, path, target.kind, target.id, target.path, clock.now()
        )


REDIRECTS = UndoArea(
    name=AREA,
    read=_read,
    restore=_restore,
    read_permission="content.read",
    edit_permission="content.edit",
)
