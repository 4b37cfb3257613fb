"""All rules for one plug-in, for its own tests and for `stallage check-feature`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from stallage.architecture.imports import import_violations
from stallage.architecture.kinds import kind_violations, unknown_kinds
from stallage.architecture.source import Feature, built_in_features
from stallage.architecture.tables import owners_of_tables, table_violations
from stallage.customers.personal_data import REGISTRY
from stallage.features import FEATURES
from stallage.plugins.conflicts import verify_plugins
from stallage.plugins.installed import Plugin, PluginError, installed_plugins, load
from stallage.plugins.tables import own_tables, verify_tables


def check_plugin(package: str) -> list[str]:
    """Return the violations of a plug-in, one line each.

    `package` is the import name, such as `stallage_gift_registry`. Raises PluginError if no enabled
    plug-in has it, or if the shop could not start with it.
    """
    plugins = {plugin.package: plugin for plugin in installed_plugins()}
    if package not in plugins:
        raise PluginError(
            f"{package} is not an installed plug-in. It needs an entry point in the group "
            "stallage.features, and must be installed (pip install -e .)."
        )
    plugin = plugins[package]
    verify_plugins()
    verify_tables(plugin)
    features = _all_features()
    feature = next(one for one in features if one.name == plugin.name)
    allowed = {*FEATURES, *_loaded_before(plugin)}
    return [
        *import_violations(feature, features, allowed),
        *(f"{place} has no known kind" for place in unknown_kinds(feature)),
        *kind_violations(feature, features),
        *(
            violation
            for violation in table_violations(feature, owners_of_tables(features))
            if " writes " in violation
        ),
        *_migration_violations(plugin, feature.folder),
        *_undeclared_tables(plugin),
    ]


def _all_features() -> list[Feature]:
    built_in = [feature for feature in built_in_features() if feature.folder.is_dir()]
    return built_in + [
        Feature(plugin.name, plugin.package, _folder_of(plugin)) for plugin in installed_plugins()
    ]


def _folder_of(plugin: Plugin) -> Path:
    spec = find_spec(plugin.package)
    if spec is None or not spec.submodule_search_locations:
        raise plugin.error(f"{plugin.package} is a module, but must be a package.")
    return Path(next(iter(spec.submodule_search_locations)))


def _loaded_before(plugin: Plugin) -> set[str]:
    """Return the names of plug-ins in `after`, including indirect ones."""
    plugins = {one.name: one for one in installed_plugins()}
    found: set[str] = set()
    names: Sequence[str] = plugin.after
    while names:
        found |= {name for name in names if name in plugins}
        names = [after for name in names if name in plugins for after in plugins[name].after]
    return found


def _migration_violations(plugin: Plugin, folder: Path) -> Iterator[str]:
    files = sorted((folder / "migrations").glob("[!_]*.py"))
    if own_tables(plugin) and not files:
        yield f"{plugin.name}/models has tables but there are no migrations"
    for path in files:
        place = f"{plugin.name}/migrations/{path.stem}"
        number = re.match(r"\d{4}_", path.name)
        if number is None:
            yield f"{place} does not begin with a number such as 0001_"
        text = path.read_text()
        if not re.search(r"^core_revision = ", text, re.MULTILINE):
            yield f"{place} has no core_revision"
        for table in re.findall(r"create_table\(\s*\"(\w+)\"", text):
            if not table.startswith(f"{plugin.name}_"):
                yield f"{place} creates {table}, which does not begin with {plugin.name}_"


def _undeclared_tables(plugin: Plugin) -> Iterator[str]:
    """Check that every table is declared as personal or not personal data."""
    tables = own_tables(plugin)
    module = load(plugin, "personal_data")
    impersonal = set(getattr(module, "NOT_PERSONAL", ()))
    declared = set(REGISTRY[plugin.name].tables) if plugin.name in REGISTRY else set()
    for table in sorted(tables - declared - impersonal):
        yield f"{plugin.name}/personal_data declares nothing about the table {table}"
    for table in sorted((declared | impersonal) - tables):
        yield f"{plugin.name}/personal_data declares {table}, which is not a table of the plug-in"
