"""Finds the installed plug-ins and puts them in order."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from stallage import __version__
from stallage.core.packages import plugin_entry_points
from stallage.settings import FeatureSelection

NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
MAX_NAME = 30
"""Tables and constraints begin with the name, and PostgreSQL cuts identifiers at 63 bytes."""


class PluginError(Exception):
    """The shop cannot run with a plug-in. The text names its package and the fix."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """A feature from another package."""

    name: str
    """The feature's name, such as `gift_registry`."""
    package: str
    """Its import package, such as `stallage_gift_registry`."""
    distribution: str
    """The installed distribution with its version, such as `stallage-gift-registry 1.0`."""
    after: tuple[str, ...] = ()
    """Other plug-ins that it imports; they are loaded first."""

    def error(self, reason: str) -> PluginError:
        """Create an error about this plug-in that says how to fix it."""
        return PluginError(
            f"The plug-in {self.distribution} (feature {self.name}) cannot be used: {reason}\n"
            f"Fix or uninstall it, or set STALLAGE_DISABLED_FEATURES={self.name}."
        )

    @property
    def slug(self) -> str:
        """The name in URLs, with dashes."""
        return self.name.replace("_", "-")


def load(plugin: Plugin, kind: str = "") -> ModuleType | None:
    """Import a module of a plug-in, or its package. None if there is no such module. Raises PluginError."""
    name = f"{plugin.package}.{kind}" if kind else plugin.package
    try:
        return import_module(name) if find_spec(name) is not None else None
    except PluginError:
        raise
    except Exception as error:
        raise plugin.error(f"{name} fails to load with {_describe(error)}") from error


def _describe(error: Exception) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(last.filename).parent.name}/{Path(last.filename).name}:{last.lineno}"
    return f"{type(error).__name__}: {error} ({place})".replace("\n", " ")


@cache
def installed_plugins() -> tuple[Plugin, ...]:
    """Return the enabled plug-ins, each after those that it imports, else by name. Raises PluginError."""
    disabled = disabled_features()
    plugins: dict[str, Plugin] = {}
    for entry_point in plugin_entry_points():
        if entry_point.name in disabled:
            continue
        plugin = _load_entry_point(entry_point)
        if plugin.name in plugins:
            other = plugins[plugin.name].distribution
            raise plugin.error(f"{other} has a feature of the same name.")
        plugins[plugin.name] = plugin
    return tuple(_in_order(plugins))


def disabled_features() -> frozenset[str]:
    """Return the plug-ins that the operator has disabled. Raises PluginError."""
    names = frozenset(FeatureSelection().disabled_features)
    built_in = sorted(name for name in names if _is_built_in(name))
    if built_in:
        raise PluginError(
            f"STALLAGE_DISABLED_FEATURES names {', '.join(built_in)}, which is part of Stallage. "
            "Only plug-ins can be disabled."
        )
    return names


def _is_built_in(name: str) -> bool:
    return NAME.fullmatch(name) is not None and find_spec(f"stallage.{name}") is not None


def _load_entry_point(entry_point: EntryPoint) -> Plugin:
    distribution = entry_point.dist
    label = f"{distribution.name} {distribution.version}" if distribution else entry_point.value
    plugin = Plugin(entry_point.name, entry_point.value, label)
    if not NAME.fullmatch(plugin.name) or len(plugin.name) > MAX_NAME:
        raise plugin.error(
            f"a feature's name has lower-case letters, digits and underscores, at most {MAX_NAME}."
        )
    if _is_built_in(plugin.name):
        raise plugin.error("Stallage has a module of the same name.")
    if not re.fullmatch(r"\w+(\.\w+)*", plugin.package) or plugin.package.startswith("stallage."):
        raise plugin.error(
            f"its entry point names {plugin.package}, which is not a separate package."
        )
    required = _required_stallage(distribution.requires or [] if distribution else [])
    if required is not None and not required.specifier.contains(__version__, prereleases=True):
        raise plugin.error(
            f"it needs Stallage {required.specifier}, and this is Stallage {__version__}."
        )
    package = load(plugin)
    if package is None:
        raise plugin.error(f"there is no package {plugin.package}.")
    after = getattr(package, "after", ())
    if not isinstance(after, tuple) or not all(isinstance(name, str) for name in after):
        raise plugin.error(f"`after` in {plugin.package} is not a tuple of feature names.")
    return Plugin(plugin.name, plugin.package, label, after)


def _required_stallage(requirements: list[str]) -> Requirement | None:
    for text in requirements:
        try:
            requirement = Requirement(text)
        except InvalidRequirement:
            continue
        is_stallage = canonicalize_name(requirement.name) == "stallage"
        if is_stallage and (
            requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        ):
            return requirement
    return None


def _in_order(plugins: Mapping[str, Plugin]) -> Iterator[Plugin]:
    needed = {plugin.name: _needed(plugin, plugins) for plugin in plugins.values()}
    done: set[str] = set()
    while len(done) < len(plugins):
        free = sorted(name for name in plugins if name not in done and needed[name] <= done)
        if not free:
            waiting = sorted(plugins.keys() - done)
            raise plugins[waiting[0]].error(
                f"these features depend on one another in a cycle: {', '.join(waiting)}."
            )
        done.add(free[0])
        yield plugins[free[0]]


def _needed(plugin: Plugin, plugins: Mapping[str, Plugin]) -> set[str]:
    """Return the plug-ins in `after`; built-in features always come first."""
    for name in plugin.after:
        if name not in plugins and not _is_built_in(name):
            raise plugin.error(f"it depends on {name}, which is not installed or is disabled.")
    return {name for name in plugin.after if name in plugins}
