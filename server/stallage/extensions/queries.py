"""Reads what plug-ins add, how they are set, and what their checks find."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from pydantic import SecretStr

from stallage import __version__
from stallage.core.db import Connection
from stallage.core.jobs import JOBS, TIMERS
from stallage.core.packages import plugin_entry_points
from stallage.extensions.schemas import (
    Extension,
    ExtensionFinding,
    ExtensionOverview,
    ExtensionRoute,
    ExtensionScreen,
)
from stallage.migrations import plugin_chains
from stallage.plugins.conflicts import calls_of
from stallage.plugins.findings import findings_of
from stallage.plugins.installed import Plugin, disabled_features, installed_plugins
from stallage.plugins.leftovers import uninstalled_features
from stallage.plugins.screens import screens, screens_of
from stallage.plugins.settings import declared_settings
from stallage.settings import PluginSettings, Settings
from stallage.settings.stored import version_of
from stallage.setup.queries import end_of_secret, plain
from stallage.setup.rules.kinds import kind_of
from stallage.setup.schemas import Setting, Source, Value
from stallage.shop.queries import StoredSettings

TABLES = """
SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND starts_with(tablename, $1)
    AND tablename <> $1 || 'alembic_version'
ORDER BY 1
"""


@dataclass(frozen=True, slots=True)
class Process:
    """What the process works with that answers; see `core.runtime.Runtime`."""

    settings: Settings
    settings_version: str
    own_plugin_settings: Mapping[type[PluginSettings], PluginSettings]
    secrets: Sequence[bytes]


async def extensions(
    connection: Connection, process: Process, stored: StoredSettings
) -> ExtensionOverview:
    """Return all installed plug-ins, disabled ones last, and what uninstalled ones left."""
    active = [
        await _extension(connection, process, plugin, stored) for plugin in installed_plugins()
    ]
    disabled = [
        _disabled(entry_point.name, entry_point.dist)
        for entry_point in plugin_entry_points()
        if entry_point.name in disabled_features()
    ]
    return ExtensionOverview(
        stallage_version=__version__,
        extensions=[*active, *disabled],
        leftovers=await uninstalled_features(connection),
        version=version_of(stored.values),
        applied_version=process.settings_version,
    )


def visible_screens(permissions: frozenset[str]) -> list[ExtensionScreen]:
    """Return the screens of all plug-ins that an operator with these permissions may see."""
    return [
        ExtensionScreen(**screen.model_dump())
        for screen in screens()
        if screen.permission in permissions
    ]


async def _extension(
    connection: Connection, process: Process, plugin: Plugin, stored: StoredSettings
) -> Extension:
    rows = await connection.fetch(TABLES, f"{plugin.name}_")
    prefix = f"{plugin.name}."
    found = await findings_of(plugin, connection, process.settings)
    return Extension(
        **_described(_distribution(plugin)),
        name=plugin.name,
        is_active=True,
        tables=[row["tablename"] for row in rows],
        routes=[ExtensionRoute(method=method, path=path) for method, path in calls_of(plugin)],
        jobs=sorted(name for name in {**JOBS, **TIMERS} if name.startswith(prefix)),
        screens=[ExtensionScreen(**one.model_dump()) for one in screens_of(plugin.name)],
        settings=[
            one
            for owner, declared in declared_settings()
            if owner == plugin
            for one in _settings(process, declared, stored)
        ],
        findings=[
            *await _outdated(connection, plugin),
            *(ExtensionFinding(state=one.state, text=one.message) for one in found),
        ],
    )


def _disabled(name: str, found: Distribution | None) -> Extension:
    text = "It is disabled. Erasing a person does not delete data in its tables."
    return Extension(
        **_described(found),
        name=name,
        is_active=False,
        tables=[],
        routes=[],
        jobs=[],
        screens=[],
        settings=[],
        findings=[ExtensionFinding(state="note", text=text)],
    )


def _distribution(plugin: Plugin) -> Distribution | None:
    try:
        return distribution(plugin.distribution.rpartition(" ")[0])
    except (PackageNotFoundError, ValueError):
        return None


def _described(found: Distribution | None) -> dict[str, str]:
    if found is None:
        return {"distribution": "", "version": "", "summary": "", "requires": ""}
    needed = (Requirement(one) for one in found.requires or [])
    requires = [str(one.specifier) for one in needed if canonicalize_name(one.name) == "stallage"]
    return {
        "distribution": found.name,
        "version": found.version,
        "summary": found.metadata["Summary"] or "",
        "requires": requires[0] if requires else "",
    }


async def _outdated(connection: Connection, plugin: Plugin) -> list[ExtensionFinding]:
    for chain in plugin_chains():
        if chain.feature == plugin.name:
            applied = await chain.applied_to(connection)
            if not chain.is_current(applied):
                revision = applied.revision if applied else None
                text = f"Its tables are at {revision}, not {chain.head}. Run: stallage migrate"
                return [ExtensionFinding(state="wrong", text=text)]
    return []


def _settings(
    process: Process, declared: type[PluginSettings], stored: StoredSettings
) -> Iterator[Setting]:
    own = process.own_plugin_settings[declared]
    current = own.with_stored(process.secrets, stored.values)
    for name, field in declared.model_fields.items():
        kind = kind_of(name, field)
        key = declared.stored_name(name)
        value: Any = getattr(current, name)
        source: Source = "default"
        if name in own.model_fields_set:
            source = "environment" if os.environ.get(declared.variable(name)) else "file"
        elif key in stored.values:
            source = "shop"
        is_secret = kind.kind == "secret"
        yield Setting(
            name=name,
            label=name.replace("_", " ").capitalize(),
            variable=declared.variable(name),
            meaning=field.description or "",
            kind=kind.kind,
            choices=list(kind.choices),
            minimum=kind.minimum,
            maximum=kind.maximum,
            value=None if is_secret else _shown(value),
            default=None if is_secret else _shown(field.get_default(call_default_factory=True)),
            is_set=bool(value.get_secret_value() if isinstance(value, SecretStr) else value),
            ends_with=end_of_secret(stored.values.get(key)) if source == "shop" else "",
            changed_at=stored.changed_at.get(key) if source == "shop" else None,
            source=source,
            is_editable=name not in own.model_fields_set,
        )


def _shown(value: object) -> Value:
    return str(value) if isinstance(value, float) else plain(value)
