"""Saves areas of settings, records each change, and undoes it.

An area is registered once. Its settings are values by key, so that a change of one key can be undone
although others have changed since.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.actor import current_actor
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.etags import check_match, etag_of
from stallage.core.json_types import JsonObject
from stallage.shop.errors import SettingAlreadyUndone, SettingChangedSince
from stallage.shop.rules.setting_changes import changed_since, differences, restored

LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('settings:' || $1, 0))"
ADD = """
    INSERT INTO setting_changes (happened_at, area, actor_kind, actor_name, before, after, undoes)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    RETURNING id
"""
CHANGE = "SELECT area, before, after FROM setting_changes WHERE id = $1"
UNDONE = "SELECT EXISTS (SELECT FROM setting_changes WHERE undoes = $1)"


@dataclass(frozen=True, slots=True)
class SettingsArea:
    """A group of settings that is read and saved as one."""

    name: str
    read: Callable[[Connection], Awaitable[JsonObject]]
    """Reads all values by key, as JSON."""
    write: Callable[[Connection, Mapping[str, Any]], Awaitable[None]]
    """Replaces all values. Raises InvalidFields."""
    to_schema: Callable[[Connection, JsonObject], Awaitable[BaseModel]]
    """What the API returns for these values."""


_areas: dict[str, SettingsArea] = {}


def register_area(area: SettingsArea) -> SettingsArea:
    """Register an area, so that its changes can be undone."""
    _areas[area.name] = area
    return area


def etag_of_values(values: Mapping[str, Any]) -> str:
    """Return the ETag of an area with these values."""
    return etag_of(*(f"{key}={value!r}" for key, value in sorted(values.items())))


async def save_area(
    connection: Connection, area: SettingsArea, values: JsonObject, if_match: str | None
) -> None:
    """Replace the settings of an area. Raises PreconditionRequired, EditConflict and InvalidFields."""
    current = await _lock(connection, area)
    check_match(if_match, etag_of_values(current), await area.to_schema(connection, current))
    await _save(connection, area, current, values)


async def undo_change(connection: Connection, change_id: int) -> SettingsArea:
    """Restore what a change replaced, and return its area.

    Raises NotFound, SettingAlreadyUndone, SettingChangedSince, and InvalidFields if the former values
    contradict the other settings of today.
    """
    row = await connection.fetchrow(CHANGE, change_id)
    area = None if row is None else _areas.get(row["area"])
    if row is None or area is None:
        raise NotFound
    current = await _lock(connection, area)
    if await connection.fetchval(UNDONE, change_id):
        raise SettingAlreadyUndone
    keys = changed_since(current, row["after"], row["before"])
    if keys:
        raise SettingChangedSince(keys=keys)
    values = restored(current, row["after"], row["before"])
    await _save(connection, area, current, values, undoes=change_id)
    return area


async def _lock(connection: Connection, area: SettingsArea) -> JsonObject:
    """Lock an area until the transaction ends, and read its values."""
    await connection.execute(LOCK, area.name)
    return await area.read(connection)


async def _save(
    connection: Connection,
    area: SettingsArea,
    current: JsonObject,
    values: Mapping[str, Any],
    *,
    undoes: int | None = None,
) -> None:
    """Write values and record what changed, as the area stores it."""
    await area.write(connection, values)
    before, after = differences(current, await area.read(connection))
    if not before and not after:
        return
    actor = current_actor()
    await connection.execute(
        ADD,
        clock.now(),
        area.name,
        "command" if actor is None else actor.kind,
        "" if actor is None else actor.name,
        before,
        after,
        undoes,
    )
    action = "settings.changed" if undoes is None else "settings.change_undone"
    subject = Subject("settings", area.name, area.name)
    await record(connection, action, subject, before=before, after=after)
