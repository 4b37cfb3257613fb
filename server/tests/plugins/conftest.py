"""Folders with plug-ins, for this process or for commands."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stallage.app import prepared_routes
from stallage.core.packages import plugin_entry_points
from stallage.migrations import plugin_chains
from stallage.plugins.conflicts import verify_plugins
from stallage.plugins.installed import installed_plugins
from tests.plugins.installing import EXAMPLE, install_project


def _forget_plugins() -> None:
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


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder where this process looks for packages.

    Plug-ins in it must declare no jobs, tables or personal data: those stay registered.
    """
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    _forget_plugins()
    yield folder
    monkeypatch.undo()
    _forget_plugins()


@pytest.fixture
def commands_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder where commands that the test starts look for packages."""
    folder = tmp_path / "commands-site"
    folder.mkdir()
    server = Path(__file__).parents[2]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), str(server)]))
    return folder


@pytest.fixture
def example(commands_site: Path) -> Path:
    """The same with the example plug-in in it."""
    install_project(EXAMPLE, commands_site)
    return commands_site
