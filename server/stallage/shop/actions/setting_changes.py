"""Saves areas of settings, records each change, and undoes it.

An area is registered once. Its settings are values by key, so that a change of one key can be undone
although others have changed since.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.audit.queries import find_entry
from stallage.core import clock
from stallage.core.actor import current_actor
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.etags import check_match, etag_of
from stallage.core.json_types import JsonObject
from stallage.settings import PluginSettings, Settings
from stallage.settings.stored import unseal
from stallage.shop.errors import SecretUnavailable, SettingAlreadyUndone, SettingChangedSince
from stallage.shop.rules.setting_changes import (
    HIDDEN,
    SECRETS_LAST,
    EditPermission,
    changed_since,
    differences,
    is_forgotten,
    is_sealed,
    restored,
)

LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('settings:' || $1, 0))"
ADD = """
    INSERT INTO setting_changes (
        happened_at, area, actor_kind, actor_name, before, after, undoes, audit_entry_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
"""
CHANGE = "SELECT id, area, before, after, audit_entry_id FROM setting_changes WHERE id = $1"
UNDONE = "SELECT EXISTS (SELECT FROM setting_changes WHERE undoes = $1)"

WITHOUT_SECRETS = """
    (SELECT coalesce(jsonb_object_agg(
        v.key,
        CASE WHEN jsonb_typeof(v.value) = 'object' AND v.value ? 'sealed'
            THEN '{"forgotten": true}' ELSE v.value END), '{}')
     FROM jsonb_each(c.%s) v)
"""
FORGET = f"""
    UPDATE setting_changes c
    SET before = {WITHOUT_SECRETS % "before"}, after = {WITHOUT_SECRETS % "after"}
    WHERE happened_at < $1 AND (before @? '$.*.sealed' OR after @? '$.*.sealed')
"""


@dataclass(frozen=True, slots=True)
class OwnSettings:
    """What the process was started with, without the settings that the shop stores."""

    settings: Settings
    plugins: Mapping[type[PluginSettings], PluginSettings]
    secrets: Sequence[bytes]
    """The shop's keys, the current one first."""


Read = Callable[[Connection, Collection[str]], Awaitable[JsonObject]]
Restore = Callable[[Connection, OwnSettings, Collection[str], Mapping[str, Any]], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoArea:
    """A group of settings whose changes can be undone."""

    name: str
    read: Read
    """Locks the values until the transaction ends, and reads those with these keys, others too if that
    is simpler."""
    restore: Restore
    """Gives each of the keys its value, and removes those without one. Checks what a direct change
    checks, and raises the same errors."""
    read_permission: str = "settings.read"
    edit_permission: EditPermission = "settings.edit"
    step_up: bool = False
    """Whether a direct change needs a step-up."""


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


@dataclass(frozen=True, slots=True)
class ChangeToUndo:
    """A recorded change, and the area that can undo it."""

    id: int
    area: UndoArea
    before: JsonObject
    after: JsonObject
    subject: Subject
    """In the audit log."""


_areas: dict[str, UndoArea] = {}


def register_undo(area: UndoArea) -> None:
    """Register an area, so that its changes can be undone."""
    _areas[area.name] = area


def undo_areas() -> list[UndoArea]:
    """Return all areas whose changes can be undone."""
    return list(_areas.values())


def register_area(area: SettingsArea) -> SettingsArea:
    """Register an area that is saved as one, so that its changes can be undone."""

    async def read(connection: Connection, _keys: Collection[str]) -> JsonObject:
        return await _lock(connection, area)

    async def restore(
        connection: Connection,
        _own: OwnSettings,
        keys: Collection[str],
        values: Mapping[str, Any],
    ) -> None:
        current = await area.read(connection)
        await area.write(connection, restored(current, keys, values))

    register_undo(UndoArea(name=area.name, read=read, restore=restore))
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
    await area.write(connection, values)
    before, after = differences(current, await area.read(connection))
    if before or after:
        subject = Subject("settings", area.name, area.name)
        await record_change(connection, area.name, before, after, subject)


async def record_change(
    connection: Connection, area: str, before: JsonObject, after: JsonObject, subject: Subject
) -> None:
    """Add a change to the audit log and to the history, as the area stores its values."""
    entry = await record(
        connection,
        "settings.changed",
        subject,
        before=_audited(before),
        after=_audited(after),
    )
    await remember_change(connection, area, before, after, entry)


async def remember_change(
    connection: Connection,
    area: str,
    before: JsonObject,
    after: JsonObject,
    audit_entry_id: int | None,
    *,
    undoes: int | None = None,
) -> None:
    """Add a change to the history, so that it can be undone. The caller records it in the audit log."""
    actor = current_actor()
    await connection.execute(
        ADD,
        clock.now(),
        area,
        "command" if actor is None else actor.kind,
        "" if actor is None else actor.name,
        before,
        after,
        undoes,
        audit_entry_id,
    )


async def change_to_undo(connection: Connection, change_id: int) -> ChangeToUndo:
    """Return a recorded change. Raises NotFound."""
    row = await connection.fetchrow(CHANGE, change_id)
    area = None if row is None else _areas.get(row["area"])
    if row is None or area is None:
        raise NotFound
    entry_id = row["audit_entry_id"]
    entry = None if entry_id is None else await find_entry(connection, entry_id)
    subject = (
        Subject("settings", area.name, area.name)
        if entry is None
        else Subject(entry.subject.kind, entry.subject.id, entry.subject.label)
    )
    return ChangeToUndo(row["id"], area, row["before"], row["after"], subject)


async def undo_change(connection: Connection, change: ChangeToUndo, own: OwnSettings) -> None:
    """Restore what a change replaced, and record that as a change of its own.

    Raises SettingAlreadyUndone, SettingChangedSince, SecretUnavailable, and what the area raises if the
    earlier values contradict the other settings of today, such as InvalidFields.
    """
    keys = sorted({*change.before, *change.after})
    current = await change.area.read(connection, keys)
    if await connection.fetchval(UNDONE, change.id):
        raise SettingAlreadyUndone
    lost = [key for key in keys if is_forgotten(change.before.get(key, change.after.get(key)))]
    if lost:
        raise SecretUnavailable(keys=lost)
    changed = changed_since(current, change.after, change.before)
    if changed:
        raise SettingChangedSince(keys=changed)
    await change.area.restore(connection, own, keys, change.before)
    now = await change.area.read(connection, keys)
    before, after = differences(current, now)
    entry = await record(
        connection,
        "settings.change_undone",
        change.subject,
        before=_audited(before),
        after=_audited(after),
    )
    await remember_change(connection, change.area.name, before, after, entry, undoes=change.id)


def check_readable(own: OwnSettings, values: Mapping[str, Any]) -> None:
    """Raise SecretUnavailable for secrets that none of the shop's keys encrypted."""
    lost = [
        key
        for key, value in sorted(values.items())
        if is_sealed(value) and unseal(own.secrets, key, value) is None
    ]
    if lost:
        raise SecretUnavailable(keys=lost)


async def forget_secrets(connection: Connection) -> None:
    """Remove secrets from changes that are older than 30 days."""
    await connection.execute(FORGET, clock.now() - SECRETS_LAST)


async def _lock(connection: Connection, area: SettingsArea) -> JsonObject:
    """Lock an area until the transaction ends, and read its values."""
    await connection.execute(LOCK, area.name)
    return await area.read(connection)


def _audited(values: JsonObject) -> JsonObject:
    return {key: HIDDEN if is_sealed(value) else value for key, value in values.items()}
