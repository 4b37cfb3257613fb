"""Maps modules to features, built-in ones and those of installed plug-ins.

A plug-in is a Python package with an entry point in the group `stallage.features`: the entry point's
name is the feature's, its value the package.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points

GROUP = "stallage.features"


@cache
def plugin_entry_points() -> Sequence[EntryPoint]:
    """The entry points of all installed plug-ins, by feature name."""
    return sorted(entry_points(group=GROUP), key=lambda one: (one.name, one.value))


def feature_of(module: str) -> str:
    """`stallage.orders.jobs` → `orders`, `stallage_gift_registry.jobs` → `gift_registry`.

    Names that are stored, such as those of jobs, begin with it, so a module can be moved within its feature.
    """
    parts = module.split(".")
    if parts[0] != "stallage":
        for entry_point in plugin_entry_points():
            if module == entry_point.value or module.startswith(f"{entry_point.value}."):
                return entry_point.name
    return parts[1] if len(parts) > 1 else parts[0]
