"""Reads settings of plug-ins, which declare them as `Settings(PluginSettings)` in `settings`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from stallage.plugins.installed import Plugin, installed_plugins, load
from stallage.settings import PluginSettings


def declared_settings() -> Iterator[tuple[Plugin, type[PluginSettings]]]:
    """Yield the settings classes of the plug-ins. Raises PluginError."""
    for plugin in installed_plugins():
        module = load(plugin, "settings")
        if module is None:
            continue
        declared = getattr(module, "Settings", None)
        if not (isinstance(declared, type) and issubclass(declared, PluginSettings)):
            raise plugin.error(f"{plugin.package}.settings has no class Settings(PluginSettings).")
        yield plugin, declared


def read_plugin_settings(data_dir: Path) -> dict[type[PluginSettings], PluginSettings]:
    """Read the settings of every plug-in. Raises PluginError for invalid values."""
    return {declared: _read(plugin, declared, data_dir) for plugin, declared in declared_settings()}


def with_stored(
    own: Mapping[type[PluginSettings], PluginSettings],
    secrets: Sequence[bytes],
    stored: Mapping[str, Any],
) -> dict[type[PluginSettings], PluginSettings]:
    """Return these settings with the values that the shop stores. Other sources take precedence."""
    return {kind: settings.with_stored(secrets, stored) for kind, settings in own.items()}


def _read(plugin: Plugin, declared: type[PluginSettings], data_dir: Path) -> PluginSettings:
    try:
        return declared.in_folder(data_dir)
    except ValidationError as error:
        messages = [
            f"{declared.variable(str(one['loc'][0]))}: {one['msg']}" for one in error.errors()
        ]
        raise plugin.error("invalid settings:\n  " + "\n  ".join(messages)) from error
