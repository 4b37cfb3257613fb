"""Folders with plug-ins, for this process or for commands."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.plugins.installing import EXAMPLE, forget_plugins, install_project


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder where this process looks for packages.

    Plug-ins in it must declare no jobs, tables or personal data: those stay registered.
    """
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    forget_plugins()
    yield folder
    monkeypatch.undo()
    forget_plugins()


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
