"""Metadata of the package. `tools/package-test` builds, installs and runs it."""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import stallage

SERVER = Path(__file__).parents[1]
PROJECT = tomllib.loads((SERVER / "pyproject.toml").read_text())


def _normalized(name: str) -> str:
    """Return a distribution's name as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _imported() -> dict[str, str]:
    """Return the third-party modules that the shop imports, each with one importing file."""
    found: dict[str, str] = {}
    for path in (SERVER / "stallage").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Import():
                    names = [alias.name for alias in node.names]
                case ast.ImportFrom(module=str(name), level=0):
                    names = [name]
                case _:
                    continue
            found |= {name.partition(".")[0]: path.name for name in names}
    return {
        name: file
        for name, file in found.items()
        if name not in sys.stdlib_module_names and name != "stallage"
    }


def _named(requirements: list[str]) -> set[str]:
    """Return the distributions that requirements name."""
    return {_normalized(re.split(r"[\[<>=~ ;]", one)[0]) for one in requirements}


def test_every_imported_module_is_a_declared_dependency() -> None:
    project = PROJECT["project"]
    declared = _named(project["dependencies"]).union(
        *map(_named, project["optional-dependencies"].values())
    )
    distributions = packages_distributions()
    for module, file in _imported().items():
        owners = {_normalized(name) for name in distributions[module]}
        assert owners & declared, f"{file} imports {module} of {owners}"


def test_development_has_the_extras() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    for requirements in extras.values():
        assert set(requirements) <= set(PROJECT["dependency-groups"]["dev"])
    lock = (SERVER / "requirements.txt").read_text()
    only_in_extras = _named([*extras["opensearch"], *extras["opentelemetry"]]) - {
        # FastAPI needs it too.
        "opentelemetry-api"
    }
    assert not any(f"\n{one}==" in lock for one in only_in_extras)


def test_the_version_is_written_once() -> None:
    assert "version" in PROJECT["project"]["dynamic"]
    assert PROJECT["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "stallage.__version__"}
    client = json.loads((SERVER.parent / "web/package.json").read_text())
    assert client["version"] == stallage.__version__


def test_files_that_the_metadata_names_exist() -> None:
    project = PROJECT["project"]
    for name in (project["readme"], *project["license-files"]):
        assert (SERVER / name).is_file(), name


def test_the_readme_needs_no_file_beside_it() -> None:
    # An index shows it alone, so relative links and pictures would be broken.
    text = (SERVER / PROJECT["project"]["readme"]).read_text()
    for target in re.findall(r"\]\(([^)]+)\)|(?:src|href)=\"([^\"]+)\"", text):
        assert "://" in "".join(target), target
