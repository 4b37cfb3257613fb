"""Finds conflicts between plug-ins and other features before anything starts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from fastapi import APIRouter
from fastapi.routing import iter_route_contexts

from stallage.core.jobs import Job
from stallage.core.packages import feature_of
from stallage.features import built_in_parts, parts
from stallage.operators.dependencies import PREFIX
from stallage.operators.rules.permissions import PERMISSIONS
from stallage.plugins.installed import Plugin, installed_plugins, load
from stallage.plugins.screens import Screen
from stallage.plugins.settings import declared_settings
from stallage.settings import Settings

MODULES = (
    "errors",
    "events",
    "queries",
    "jobs",
    "personal_data",
    "routes",
    "admin_routes",
    "cli",
    "startup",
    "doctor",
    "invariants",
    "backoffice",
)
"""Modules imported at the start. `stallage migrate` imports models and migrations."""


@cache
def verify_plugins() -> None:
    """Import every plug-in and compare it with all other features. Raises PluginError."""
    plugins = installed_plugins()
    if not plugins:
        return
    for kind in MODULES:
        parts(kind)
    _verify_names(plugins)
    _verify_settings()
    _verify_routes(plugins)
    for plugin in plugins:
        _verify_jobs(plugin)
        _verify_screens(plugin)


def _verify_names(plugins: tuple[Plugin, ...]) -> None:
    """Check that no name is a prefix of another: tables, settings and jobs begin with it."""
    for plugin in plugins:
        for other in plugins:
            if plugin.name.startswith(f"{other.name}_"):
                raise plugin.error(
                    f"names of {other.distribution} begin with {other.name}_ as well."
                )


def _verify_settings() -> None:
    taken = {f"STALLAGE_{name.upper()}": "Stallage" for name in Settings.model_fields}
    for plugin, declared in declared_settings():
        for name in declared.model_fields:
            variable = declared.variable(name)
            if variable in taken:
                raise plugin.error(f"{variable} is a setting of {taken[variable]}.")
            taken[variable] = plugin.distribution


def _verify_routes(plugins: tuple[Plugin, ...]) -> None:
    taken = [
        (method, path, "Stallage")
        for kind in ("routes", "admin_routes")
        for module in built_in_parts(kind)
        for value in vars(module).values()
        if isinstance(value, APIRouter)
        for method, path in _calls(value)
    ]
    for plugin in plugins:
        own = []
        for method, path in calls_of(plugin):
            for other_method, other_path, owner in taken:
                if method == other_method and _overlap(path, other_path):
                    raise plugin.error(f"{method} {path} is a route of {owner}: {other_path}.")
            own.append((method, path, plugin.distribution))
        taken += own


def calls_of(plugin: Plugin) -> Iterator[tuple[str, str]]:
    """Yield a plug-in's operations. Raises PluginError for one outside its own path."""
    for kind, start in (
        ("routes", f"/api/{plugin.slug}"),
        ("admin_routes", f"{PREFIX}/{plugin.slug}"),
    ):
        module = load(plugin, kind)
        if module is None:
            continue
        if not isinstance(getattr(module, "router", None), APIRouter):
            raise plugin.error(f"{plugin.package}.{kind} has no APIRouter called router.")
        for method, path in _calls(module.router):
            if not f"{path}/".startswith(f"{start}/"):
                raise plugin.error(f"{method} {path} is outside {start}.")
            yield method, path


def _calls(router: APIRouter) -> Iterator[tuple[str, str]]:
    for context in iter_route_contexts(router.routes):
        for method in sorted(context.methods or ()):
            yield method, str(context.path)


def _overlap(one: str, other: str) -> bool:
    """Whether a URL can match both paths."""
    left, right = one.strip("/").split("/"), other.strip("/").split("/")
    for a, b in zip(left, right, strict=False):
        if a.endswith(":path}") or b.endswith(":path}"):
            return True
        if a != b and "{" not in a and "{" not in b:
            return False
    return len(left) == len(right)


def _verify_jobs(plugin: Plugin) -> None:
    for job in getattr(load(plugin, "jobs"), "SAFE_AFTER_RESTORE", ()):
        if not isinstance(job, Job) or feature_of(job.run.__module__) != plugin.name:
            raise plugin.error("SAFE_AFTER_RESTORE may only list jobs of the plug-in.")


def _verify_screens(plugin: Plugin) -> None:
    module = load(plugin, "backoffice")
    if module is None:
        return
    screens = getattr(module, "SCREENS", None)
    if not isinstance(screens, tuple) or not all(isinstance(one, Screen) for one in screens):
        raise plugin.error(f"SCREENS in {plugin.package}.backoffice is not a tuple of Screen.")
    for screen in screens:
        for value, start in (
            (f"{screen.id}.", f"{plugin.name}."),
            (f"{screen.path}/", f"/{plugin.slug}/"),
            (screen.module, f"/api/{plugin.slug}/"),
        ):
            if not value.startswith(start):
                raise plugin.error(f"the screen {screen.id} has a {value!r} outside {start}.")
        if screen.permission not in PERMISSIONS:
            raise plugin.error(
                f"the screen {screen.id} needs {screen.permission}, which is no permission of operators."
            )
    for what in ("id", "path"):
        values = [getattr(screen, what) for screen in screens]
        if len(set(values)) < len(values):
            raise plugin.error(f"two screens have the same {what}.")
