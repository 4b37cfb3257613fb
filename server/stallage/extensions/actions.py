"""Changes settings of plug-ins, and undoes changes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pydantic import SecretStr, ValidationError

from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.json_types import JsonObject
from stallage.plugins.settings import declared_settings
from stallage.settings import PluginSettings
from stallage.settings.stored import is_secret, seal
from stallage.setup.rules.checks import errors_of
from stallage.shop.actions import locked_settings, put_setting, remove_setting
from stallage.shop.actions.setting_changes import (
    OwnSettings,
    UndoArea,
    check_readable,
    record_change,
    register_undo,
)
from stallage.shop.rules.setting_changes import differences, is_sealed

AREA = "extensions"
Changes = Mapping[str, Any]
"""New values by name as in the API; None takes the default. A secret may be sealed already."""


async def change_extension_settings(
    connection: Connection,
    feature: str,
    own: PluginSettings,
    changes: Changes,
    *,
    before: Mapping[str, Any],
    secrets: Sequence[bytes],
) -> None:
    """Store new values. Running processes apply them within seconds.

    `own` are the plug-in's settings without `before`, the stored settings of the shop, which the caller
    has locked with `lock_settings`. `secrets` are the shop's keys, the current one first. Raises
    InvalidFields, also for a setting that another source sets, and then changes nothing.
    """
    was, now = differences(before, await _store(connection, own, secrets, before, changes))
    if was or now:
        await record_change(connection, AREA, was, now, Subject("extension", feature, feature))


async def _store(
    connection: Connection,
    own: PluginSettings,
    secrets: Sequence[bytes],
    before: Mapping[str, Any],
    changes: Changes,
) -> Mapping[str, Any]:
    """Check and store new values, and return the stored settings as they are then."""
    after = _checked(own, secrets, before, changes)
    for key in sorted(own.stored_name(name) for name in changes):
        if key in after:
            await put_setting(connection, key, after[key])
        else:
            await remove_setting(connection, key)
    return after


def _checked(
    own: PluginSettings, secrets: Sequence[bytes], before: Mapping[str, Any], changes: Changes
) -> dict[str, Any]:
    """Return the stored settings after the changes. Raises InvalidFields."""
    problems: dict[str, list[str]] = {}
    after = dict(before)
    declared = type(own)
    for name, value in changes.items():
        field = declared.model_fields.get(name)
        key = declared.stored_name(name)
        if field is None:
            problems[name] = ["There is no such setting."]
        elif name in own.model_fields_set:
            problems[name] = [f"{declared.variable(name)} sets it on the server."]
        elif value is None:
            after.pop(key, None)
        elif is_sealed(value):
            after[key] = value
        elif is_secret(field):
            after[key] = seal(secrets[0], key, str(value).strip())
        else:
            after[key] = value.strip() if isinstance(value, str) else value
    if problems:
        raise InvalidFields(fields=problems)
    try:
        complete = own.check_stored(secrets, after)
    except ValidationError as error:
        raise InvalidFields(fields=errors_of(error)) from error
    plain = complete.model_dump(mode="json")
    for name in changes:
        key = declared.stored_name(name)
        if key in after and not isinstance(getattr(complete, name), SecretStr):
            after[key] = plain[name]
    return after


async def _read(connection: Connection, keys: Collection[str]) -> JsonObject:
    stored = (await locked_settings(connection)).values
    return {key: stored[key] for key in keys if key in stored}


async def _restore(
    connection: Connection, own: OwnSettings, keys: Collection[str], values: Mapping[str, Any]
) -> None:
    check_readable(own, values)
    stored = (await locked_settings(connection)).values
    # A change is one of a single plug-in.
    feature = next(iter(keys)).partition(".")[0]
    kind = next((kind for plugin, kind in declared_settings() if plugin.name == feature), None)
    if kind is None:
        raise InvalidFields(fields={feature: ["This plug-in is not installed, or disabled."]})
    changes = {key.removeprefix(f"{feature}."): values.get(key) for key in keys}
    await _store(connection, own.plugins[kind], own.secrets, stored, changes)


register_undo(UndoArea(name=AREA, read=_read, restore=_restore, step_up=True))
