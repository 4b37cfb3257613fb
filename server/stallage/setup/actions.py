"""Changes of settings, and how they are undone."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from pydantic import SecretStr, ValidationError

from stallage.audit.drafts import Subject
from stallage.core.clients import is_loopback_url
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.json_types import JsonObject
from stallage.settings import Settings
from stallage.settings.stored import MACHINE_SETTINGS, seal
from stallage.setup.queries import plain, why_currency_fixed
from stallage.setup.rules.checks import errors_of, problems_of
from stallage.setup.rules.kinds import kind_of
from stallage.setup.rules.sections import MACHINE, SECTIONS
from stallage.shop.actions import locked_settings, put_setting, remove_setting
from stallage.shop.actions.setting_changes import (
    OwnSettings,
    UndoArea,
    check_readable,
    record_change,
    register_undo,
)
from stallage.shop.rules.capabilities import payment_problem
from stallage.shop.rules.setting_changes import differences, is_sealed

Changes = Mapping[str, Any]
"""New values by name as in the API; None takes the default. A secret may be sealed already."""


async def change_settings(
    connection: Connection, own: Settings, before: Mapping[str, Any], changes: Changes
) -> None:
    """Store new values. Running processes apply them within seconds.

    `own` are the settings of the process without `before`, the stored ones, which the caller has locked.
    Raises InvalidFields, also for a setting that another source sets, and then changes nothing.
    """
    after = await _store(connection, own, before, changes)
    for section, names in SECTIONS.items():
        was, now = differences(_of(before, names), _of(after, names))
        if was or now:
            subject = Subject("settings", section, ", ".join(sorted({*was, *now})))
            await record_change(connection, section, was, now, subject)


async def _store(
    connection: Connection, own: Settings, before: Mapping[str, Any], changes: Changes
) -> Mapping[str, Any]:
    """Check and store new values, and return the stored settings as they are then."""
    after = checked(own, before, changes)
    was, now = own.with_shop(before), own.check_stored(after)
    await _check_currency(connection, was, now)
    _check_payments(was, now, changes)
    for name in sorted(changes):
        if name in after:
            await put_setting(connection, name, after[name])
        else:
            await remove_setting(connection, name)
    return after


def _of(stored: Mapping[str, Any], names: Collection[str]) -> JsonObject:
    return {name: stored[name] for name in names if name in stored}


def checked(own: Settings, before: Mapping[str, Any], changes: Changes) -> Mapping[str, Any]:
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
        elif is_sealed(value):
            after[name] = value
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


def checked_currency(
    own: Settings, before: Mapping[str, Any], changes: Changes
) -> Mapping[str, Any]:
    """Do the same as `checked`, for settings of the section `currency` only."""
    others = changes.keys() - set(SECTIONS["currency"])
    if others:
        raise InvalidFields(fields={name: ["There is no such setting."] for name in others})
    return checked(own, before, changes)


def is_editable(own: Settings, name: str) -> bool:
    """Whether the shop's stored value would take effect."""
    return name not in MACHINE_SETTINGS and name not in own.model_fields_set


def _stored(value: object, sealed: object) -> object:
    """Return a validated value as the database stores it."""
    return sealed if isinstance(value, SecretStr) else plain(value)


async def _check_currency(connection: Connection, before: Settings, after: Settings) -> None:
    """Refuse another currency once there are orders, or prices with other decimals."""
    problem = await why_currency_fixed(connection, before.currency, after.currency)
    if problem is not None:
        raise InvalidFields(fields={"currency": [problem]})


def _check_payments(before: Settings, after: Settings, changes: Changes) -> None:
    """Refuse test payments in a public shop, with which it would not start again."""
    is_safe = is_loopback_url(after.public_url) or after.allow_test_shop
    takes_test_payments = (
        after.payment_gateway_mode == 0 and payment_problem(after, after.payment_provider) is None
    )
    is_changed = (after.payment_provider, after.payment_gateway_mode) != (
        before.payment_provider,
        before.payment_gateway_mode,
    )
    if is_changed and takes_test_payments and not is_safe:
        field = next(
            (name for name in ("payment_gateway_mode", "payment_provider") if name in changes),
            "payment_provider",
        )
        text = (
            f"{after.public_url} is a public address: with test payments, everybody could order"
            " without paying."
        )
        raise InvalidFields(fields={field: [text]})


async def _read(connection: Connection, keys: Collection[str]) -> JsonObject:
    return _of((await locked_settings(connection)).values, keys)


async def _restore(
    connection: Connection, own: OwnSettings, keys: Collection[str], values: Mapping[str, Any]
) -> None:
    check_readable(own, values)
    stored = (await locked_settings(connection)).values
    await _store(connection, own.settings, stored, {key: values.get(key) for key in keys})


for _section in SECTIONS.keys() - {MACHINE}:
    register_undo(UndoArea(name=_section, read=_read, restore=_restore, step_up=True))
