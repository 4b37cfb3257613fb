"""Installs plug-ins for a test into a folder, like `pip install --target`."""

from __future__ import annotations

import importlib
import shutil
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

from stallage.app import prepared_routes
from stallage.core.packages import plugin_entry_points
from stallage.migrations import plugin_chains
from stallage.plugins.conflicts import verify_plugins
from stallage.plugins.installed import installed_plugins

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples/stallage-stamp-card"


def forget_plugins() -> None:
    """Make this process look for plug-ins again."""
    for cached in (
        plugin_entry_points,
        installed_plugins,
        plugin_chains,
        verify_plugins,
        prepared_routes,
    ):
        cached.cache_clear()
    for name in [name for name in sys.modules if name.startswith("acme_")]:
        del sys.modules[name]
    importlib.invalidate_caches()


def install_project(project: Path, site: Path) -> None:
    """Install what a project's pyproject.toml describes."""
    described = tomllib.loads((project / "pyproject.toml").read_text())["project"]
    packages = described["entry-points"]["stallage.features"]
    for package in packages.values():
        shutil.copytree(project / package, site / package)
    write_metadata(
        site,
        described["name"],
        described["version"],
        requires=described["dependencies"],
        features=packages,
    )


def install_package(
    site: Path,
    name: str,
    modules: Mapping[str, str],
    *,
    requires: tuple[str, ...] = ("stallage",),
    version: str = "1.0",
) -> None:
    """Install a plug-in `acme-NAME` with the package `acme_NAME`, the feature NAME and these modules."""
    package = site / f"acme_{name}"
    for path, source in {"__init__": "", **modules}.items():
        file = package / f"{path}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source)
    write_metadata(
        site, f"acme-{name}", version, requires=requires, features={name: f"acme_{name}"}
    )


def write_metadata(
    site: Path,
    name: str,
    version: str,
    *,
    requires: tuple[str, ...] | list[str],
    features: Mapping[str, str],
) -> None:
    """Write what an installer records about a distribution."""
    folder = site / f"{name.replace('-', '_')}-{version}.dist-info"
    folder.mkdir(parents=True)
    lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
    lines += [f"Requires-Dist: {one}" for one in requires]
    (folder / "METADATA").write_text("\n".join(lines) + "\n")
    entries = "".join(f"{feature} = {value}\n" for feature, value in features.items())
    (folder / "entry_points.txt").write_text(f"[stallage.features]\n{entries}")
