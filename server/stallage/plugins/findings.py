"""Checks of `stallage doctor` on plug-ins, including those of their own `doctor` modules."""

from __future__ import annotations

from collections.abc import Iterator

import asyncpg

from stallage.core.db import Connection, prepare_connection
from stallage.core.packages import plugin_entry_points
from stallage.diagnosis import Finding, note, ok, wrong
from stallage.invocation import command
from stallage.plugins.installed import Plugin, disabled_features, installed_plugins, load
from stallage.plugins.leftovers import uninstalled_features
from stallage.settings import Settings

ABOUT = "Plug-ins"
CONNECT_SECONDS = 5


async def check_plugins(settings: Settings, dsn: str) -> list[Finding]:
    """Report active plug-ins, tables of uninstalled ones, and the findings of each."""
    found = [*_active_plugins()]
    try:
        connection = await asyncpg.connect(dsn, timeout=CONNECT_SECONDS)
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError):
        # Another check reports a database that cannot be reached.
        return found
    try:
        await prepare_connection(connection)
        for name in await uninstalled_features(connection):
            found.append(
                note(
                    ABOUT,
                    f"{name} is not installed, but its tables still exist. Erasing a person "
                    "does not delete data in them. Install it again, or run: "
                    f"{command(f'drop-feature {name}')}",
                )
            )
        for plugin in installed_plugins():
            found += await findings_of(plugin, connection, settings)
    finally:
        await connection.close()
    return found


def _active_plugins() -> Iterator[Finding]:
    for plugin in installed_plugins():
        yield ok(ABOUT, f"{plugin.name}, by {plugin.distribution}")
    installed = {entry_point.name for entry_point in plugin_entry_points()}
    for name in sorted(disabled_features()):
        if name in installed:
            yield note(
                ABOUT, f"{name} is disabled. Erasing a person does not delete data in its tables."
            )
        else:
            yield note(ABOUT, f"STALLAGE_DISABLED_FEATURES names {name}, which is not installed.")


async def findings_of(plugin: Plugin, connection: Connection, settings: Settings) -> list[Finding]:
    """Run a plug-in's own checks; one that fails is a finding."""
    module = load(plugin, "doctor")
    if module is None:
        return []
    try:
        # A savepoint, so that a failing statement does not end the caller's transaction.
        async with connection.transaction():
            return list(await module.findings(connection, settings))
    except Exception as error:
        # A failing check must not hide the findings of others.
        return [wrong(ABOUT, f"The check of {plugin.distribution} failed: {error!r}")]
