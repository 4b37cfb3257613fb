"""Changes of settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import SecretStr, ValidationError

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.json_types import JsonObject
from stallage.core.money import Currency
from stallage.settings import Settings
from stallage.settings.stored import MACHINE_SETTINGS, seal
from stallage.setup.queries import has_orders, has_prices, plain
from stallage.setup.rules.checks import errors_of, problems_of
from stallage.setup.rules.kinds import kind_of
from stallage.setup.schemas import Value
from stallage.shop.actions import put_setting, remove_setting

HIDDEN = "hidden"
"""Stands for a secret in the audit log."""
Changes = Mapping[str, Value | None]


async def change_settings(
    connection: Connection, own: Settings, before: Mapping[str, Any], changes: Changes
) -> Settings:
    """Store new values; None takes the default. Returns the settings as they are then.

    `own` are the settings of the process without `before`, the stored ones, which the caller has locked
    with `lock_settings`. Raises InvalidFields, also for a setting that another source sets, and then
    changes nothing.
    """
    after = checked(own, before, changes)
    settings = own.check_stored(after)
    await _check_currency(connection, own.with_shop(before), settings)
    changed = {name for name in changes if before.get(name) != after.get(name)}
    for name in sorted(changed):
        if name in after:
            await put_setting(connection, name, after[name])
        else:
            await remove_setting(connection, name)
    if changed:
        await record(
            connection,
            "settings.changed",
            Subject("settings", None, ", ".join(sorted(changed))),
            before=_audited(before, changed),
            after=_audited(after, changed),
        )
    return settings


def checked(own: Settings, before: Mapping[str, Any], changes: Changes) -> Mapping[str, object]:
    """Return the stored settings after the changes. Raises InvalidFields."""
    problems: dict[str, list[str]] = {}
    after = dict(before)
    for name, value in changes.items():
        field = Settings.model_fields.get(name)
        if field is None:
            problems[name] = ["There is no such setting."]
        elif not is_editable(own, name):
            problems[name] = [f"STALLAGE_{name.upper()} sets it on the server."]
        elif value is None:
            after.pop(name, None)
        elif kind_of(name, field).kind == "secret":
            after[name] = seal(own.secret(), name, str(value).strip())
        else:
            after[name] = value.strip() if isinstance(value, str) else value
    problems |= problems_of({name: after.get(name) for name in changes if name not in problems})
    if problems:
        raise InvalidFields(fields=problems)
    try:
        complete = own.check_stored(after)
    except ValidationError as error:
        raise InvalidFields(fields=errors_of(error)) from error
    return after | {
        name: _stored(getattr(complete, name), after[name]) for name in changes if name in after
    }


def is_editable(own: Settings, name: str) -> bool:
    """Whether the shop's stored value would take effect."""
    return name not in MACHINE_SETTINGS and name not in own.model_fields_set


def _stored(value: object, sealed: object) -> object:
    """Return a validated value as the database stores it."""
    return sealed if isinstance(value, SecretStr) else plain(value)


def _audited(stored: Mapping[str, Any], names: set[str]) -> JsonObject:
    return {
        name: HIDDEN if isinstance(stored[name], dict) else stored[name]
        for name in sorted(names)
        if name in stored
    }


async def _check_currency(connection: Connection, before: Settings, after: Settings) -> None:
    """Refuse another currency once there are orders, or prices with other decimals."""
    if before.currency == after.currency:
        return
    if await has_orders(connection):
        text = f"There are orders in {before.currency}."
    elif Currency.of(before.currency).decimals != Currency.of(
        after.currency
    ).decimals and await has_prices(connection):
        text = f"There are prices in {before.currency}, which has another number of decimals."
    else:
        return
    raise InvalidFields(fields={"currency": [text]})
