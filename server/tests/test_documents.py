"""Checks that keep the documentation correct: links, commands, settings, dependencies."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import api_reference
import docs_hooks
import docs_hosts
import pytest
import typer
import typer.core

from stallage import doctor, jobs_command
from stallage.cli import app
from stallage.contract import OPENAPI
from stallage.declaration import cli as declaration
from stallage.demo import cli as demo
from stallage.features import parts
from stallage.plugins import command as features
from stallage.settings import Settings

pytestmark = pytest.mark.fast

ROOT = Path(__file__).parents[2]


def _python_dependencies() -> list[str]:
    project = tomllib.loads((ROOT / "server/pyproject.toml").read_text())
    named = (
        project["project"]["dependencies"]
        + [one for extra in project["project"]["optional-dependencies"].values() for one in extra]
        + [one for group in project["dependency-groups"].values() for one in group]
        + project["build-system"]["requires"]
    )
    return sorted({re.split(r"[\[<>=~ ;]", one)[0] for one in named})


def _client_dependencies() -> list[str]:
    package = json.loads((ROOT / "web/package.json").read_text())
    return [*package["dependencies"], *package["devDependencies"]]


@pytest.mark.parametrize("name", [*_python_dependencies(), *_client_dependencies()])
def test_every_dependency_has_its_reason(name: str) -> None:
    document = (ROOT / "docs/dependencies.md").read_text()
    assert re.search(rf"(?<![\w/-]){re.escape(name)}(?![\w/-])", document), name


def test_locks_carry_sums_and_no_addresses() -> None:
    for lock, least in (("", 40), ("-dev", 40), ("-build", 1), ("-docs", 20), ("-repository", 20)):
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
        # Pages that only the site has; `make docs` checks links to them.
        if path.parent.name == "docs" and target in SITE_PAGES:
            continue
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


@pytest.mark.parametrize("path", _documents(), ids=lambda path: path.name)
def test_anchors_of_links_exist(path: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", path.read_text()):
        headings = re.findall(r"^#+ (.+)$", (path.parent / (target or path)).read_text(), re.M)
        # As GitHub and MkDocs make them of plain words.
        anchors = {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings}
        assert anchor in anchors, f"{target}#{anchor}"


def test_every_page_has_a_place_in_the_navigation() -> None:
    # The hooks add the decisions, and copies of documents at the root.
    named = re.findall(r"^ +- (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.M)
    assert len(named) == len(set(named))
    pages = {path.name for path in (ROOT / "docs").glob("*.md")}
    assert pages <= set(named), pages - set(named)
    assert set(named) - pages <= set(docs_hooks.COPIED.values())


def test_the_api_reference_names_every_operation_and_type() -> None:
    contract = json.loads(OPENAPI.read_text())
    pages = api_reference.pages(contract)
    everything = "\n".join(pages.values())
    for path, item in contract["paths"].items():
        for method, operation in item.items():
            heading = f"## {method.upper()} {path} {{ #{operation['operationId']} }}"
            assert everything.count(heading) == len(operation["tags"]), heading
    types = re.findall(r"^## (\S+) \{ #", pages["schemas.md"], re.M)
    assert set(types) == set(contract["components"]["schemas"])
    anchors = {page: set(re.findall(r"\{ #(\S+) \}", text)) for page, text in pages.items()}
    for page, anchor in re.findall(r"\]\(([\w-]+\.md)#([\w-]+)\)", everything):
        assert anchor in anchors[page], f"{page}#{anchor}"


@pytest.mark.parametrize(
    ("markup", "found"),
    [
        ('<script src="https://cdn.example/a.js"></script>', 1),
        ('<link rel="stylesheet" href="//fonts.example/a.css">', 1),
        ('<img srcset="https://pictures.example/a.jpg 2x">', 1),
        ('<a href="https://example.com">a link is followed by a reader</a>', 0),
        ('<link rel="canonical" href="https://example.com">', 0),
        ('<script src="assets/a.js"></script>', 0),
    ],
)
def test_pages_that_load_from_other_hosts_are_found(
    tmp_path: Path, markup: str, found: int
) -> None:
    (tmp_path / "index.html").write_text(markup)
    assert len(docs_hosts.remote_loads(tmp_path)) == found


def test_styles_that_load_from_other_hosts_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("@font-face { src: url(https://fonts.example/a.woff2) }")
    (tmp_path / "b.css").write_text("body { background: url(data:image/png;base64,AA) }")
    assert len(docs_hosts.remote_loads(tmp_path)) == 1


SITE_PAGES = {"api/index.md", *docs_hooks.COPIED.values()}
OUTSIDE_SETTINGS = {
    "CHROMIUM",
    "PREVIOUS_WHEEL",
    "REAL_DATA",
    "TEST_DATABASE_URL",
    "TEST_OPENSEARCH_URL",
    "TEST_POOLER",
    "TEST_SHARE",
    "STAMP_CARD",
    "STAMP_CARD_SIZE",
}
"""Variables of tests, and of the example plug-in."""


def test_commands_that_documents_name_exist() -> None:
    for commands in (*parts("cli"), declaration, demo, doctor, jobs_command, features):
        commands.register(app)
    root = typer.main.get_group(app)
    named = {
        words
        for path in _documents()
        # test_walkthrough.py runs the command that this one adds.
        if path.name != "add-a-feature.md"
        for words in re.findall(r"(?:\./)?stallage ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?", _code(path))
    }
    assert named
    for command, sub in named:
        assert command in root.commands, command
        group = root.commands[command]
        if sub and isinstance(group, typer.core.TyperGroup):
            assert sub in group.commands, f"{command} {sub}"


def _code(path: Path) -> str:
    """Return the code blocks and inline code of a document."""
    text = path.read_text()
    return "\n".join(re.findall(r"```.*?```", text, re.S) + re.findall(r"`[^`\n]+`", text))
