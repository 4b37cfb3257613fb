"""Changes settings of plug-ins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import SecretStr, ValidationError

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.json_types import JsonObject
from stallage.settings import PluginSettings
from stallage.settings.stored import is_secret, seal
from stallage.setup.rules.checks import errors_of
from stallage.setup.schemas import Value
from stallage.shop.actions import put_setting, remove_setting

HIDDEN = "hidden"
"""Stands for a secret in the audit log."""
Changes = Mapping[str, Value | float | None]


async def change_extension_settings(
    connection: Connection,
    feature: str,
    own: PluginSettings,
    changes: Changes,
    *,
    before: Mapping[str, Any],
    secrets: Sequence[bytes],
) -> None:
    """Store new values; None takes the default. Running processes apply them within seconds.

    `own` are the plug-in's settings without `before`, the stored settings of the shop, which the caller
    has locked with `lock_settings`. `secrets` are the shop's keys, the current one first. Raises
    InvalidFields, also for a setting that another source sets, and then changes nothing.
    """
    after = _checked(own, secrets, before, changes)
    names = [name for name in changes if before.get(key := own.stored_name(name)) != after.get(key)]
    for name in sorted(names):
        key = own.stored_name(name)
        if key in after:
            await put_setting(connection, key, after[key])
        else:
            await remove_setting(connection, key)
    if names:
        await record(
            connection,
            "settings.changed",
            Subject("extension", feature, feature),
            before=_audited(type(own), before, names),
            after=_audited(type(own), after, names),
        )


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


def _audited(
    declared: type[PluginSettings], stored: Mapping[str, Any], names: list[str]
) -> JsonObject:
    keys = {name: declared.stored_name(name) for name in names}
    return {
        name: HIDDEN if is_secret(declared.model_fields[name]) else stored[key]
        for name, key in sorted(keys.items())
        if key in stored
    }
