"""The documents stay true where that is cheap to check."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
import typer
import typer.core

from stallage import doctor, jobs_command
from stallage.cli import app
from stallage.contract import DOCUMENT, document
from stallage.declaration import cli as declaration
from stallage.demo import cli as demo
from stallage.features import parts
from stallage.settings import Settings

ROOT = Path(__file__).parents[2]


def _python_dependencies() -> list[str]:
    project = tomllib.loads((ROOT / "server/pyproject.toml").read_text())
    named = (
        project["project"]["dependencies"]
        + project["dependency-groups"]["dev"]
        + project["build-system"]["requires"]
    )
    return [re.split(r"[\[<>=~ ;]", one)[0] for one in named]


def _client_dependencies() -> list[str]:
    package = json.loads((ROOT / "web/package.json").read_text())
    return [*package["dependencies"], *package["devDependencies"]]


@pytest.mark.parametrize("name", [*_python_dependencies(), *_client_dependencies()])
def test_every_dependency_has_its_reason(name: str) -> None:
    document = (ROOT / "docs/dependencies.md").read_text()
    assert re.search(rf"(?<![\w/-]){re.escape(name)}(?![\w/-])", document), name


def test_locks_carry_sums_and_no_addresses() -> None:
    for lock, least in (("", 40), ("-dev", 40), ("-build", 1)):
        text = (ROOT / f"server/requirements{lock}.txt").read_text()
        pins = re.findall(r"^[a-z0-9].*==.*\\$", text, re.M)
        assert len(pins) >= least
        assert text.count("--hash=sha256:") >= len(pins)
        assert "://" not in text
    package_lock = (ROOT / "web/package-lock.json").read_text()
    assert '"integrity"' in package_lock
    assert '"resolved"' not in package_lock


def _documents() -> list[Path]:
    return [*ROOT.glob("*.md"), ROOT / "server/README.md", *ROOT.glob("docs/**/*.md")]


@pytest.mark.parametrize("path", _documents(), ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", path.read_text()):
        if "://" not in target:
            assert (path.parent / target).exists(), target


@pytest.mark.parametrize("path", _documents(), ids=lambda path: path.name)
def test_make_targets_and_settings_that_documents_name_exist(path: Path) -> None:
    text = path.read_text()
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    for target in re.findall(r"`make ([a-z-]+)", text):
        assert target in targets
    for name in re.findall(r"STALLAGE_([A-Z_]+[A-Z])", text):
        assert name.lower() in Settings.model_fields or name in OUTSIDE_SETTINGS, name


OUTSIDE_SETTINGS = {"CHROMIUM", "REAL_DATA", "TEST_DATABASE_URL"}


def test_commands_that_documents_name_exist() -> None:
    for commands in (*parts("cli"), declaration, demo, doctor, jobs_command):
        commands.register(app)
    root = typer.main.get_group(app)
    named = {
        words
        for path in _documents()
        for words in re.findall(r"(?:\./)?stallage ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?", _code(path))
    }
    assert named
    for command, sub in named:
        assert command in root.commands, command
        group = root.commands[command]
        if sub and isinstance(group, typer.core.TyperGroup):
            assert sub in group.commands, f"{command} {sub}"


def _code(path: Path) -> str:
    """The parts of a document that are set as code."""
    text = path.read_text()
    return "\n".join(re.findall(r"```.*?```", text, re.S) + re.findall(r"`[^`\n]+`", text))


def test_the_contract_is_that_of_the_code() -> None:
    assert DOCUMENT.read_text() == document()
