"""Reads the settings of plug-ins. A plug-in declares them as `Settings(PluginSettings)` in its `settings`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from stallage.plugins.installed import Plugin, installed_plugins, load
from stallage.settings import PluginSettings


def declared_settings() -> Iterator[tuple[Plugin, type[PluginSettings]]]:
    """The settings classes of the plug-ins. Raises PluginError."""
    for plugin in installed_plugins():
        module = load(plugin, "settings")
        if module is None:
            continue
        declared = getattr(module, "Settings", None)
        if not (isinstance(declared, type) and issubclass(declared, PluginSettings)):
            raise plugin.error(f"{plugin.package}.settings has no class Settings(PluginSettings).")
        yield plugin, declared


def read_plugin_settings(data_dir: Path) -> dict[type[PluginSettings], PluginSettings]:
    """The settings of every plug-in. Raises PluginError if one of them is wrong."""
    return {declared: _read(plugin, declared, data_dir) for plugin, declared in declared_settings()}


def _read(plugin: Plugin, declared: type[PluginSettings], data_dir: Path) -> PluginSettings:
    try:
        return declared.in_folder(data_dir)
    except ValidationError as error:
        wrong = [f"{declared.variable(str(one['loc'][0]))}: {one['msg']}" for one in error.errors()]
        raise plugin.error("a setting is wrong.\n  " + "\n  ".join(wrong)) from error
