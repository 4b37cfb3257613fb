"""Containers, CI, hooks and the dev container. `tools/check-repository` validates their schemas."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
SECRET = re.compile(r"PASSWORD|SECRET|_KEY|TOKEN")


def _yaml(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text())


def _instructions() -> list[tuple[str, str]]:
    """Return the instructions of the Containerfile in order, with continued lines joined."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Containerfile").read_text(), flags=re.M)
    lines = [line for line in text.replace("\\\n", " ").splitlines() if line.strip()]
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in lines]


def _images() -> list[str]:
    found = [words.split()[0] for name, words in _instructions() if name == "FROM"]
    return found + [one["image"] for one in _yaml("compose.yaml")["services"].values()]


@pytest.mark.parametrize("image", _images())
def test_images_have_a_registry_or_are_built_here_and_a_tag(image: str) -> None:
    name, _, tag = image.rpartition(":")
    assert tag
    assert tag != "latest"
    assert name.startswith("docker.io/library/") or image == "stallage:local"


def test_the_image_runs_unprivileged_and_reports_its_health() -> None:
    instructions = _instructions()
    last_stage = instructions[[name for name, _ in instructions].index("FROM") :]
    starts = [place for place, (name, _) in enumerate(last_stage) if name == "FROM"]
    final = dict(last_stage[starts[-1] :])
    assert len(starts) > 1
    assert int(final["USER"].partition(":")[0]) > 0
    assert "HEALTHCHECK" in final
    assert json.loads(final["CMD"])[:2] == ["stallage", "serve"]
    assert "ADD" not in {name for name, _ in instructions}


def test_the_build_context_has_the_copied_files_and_no_secrets() -> None:
    ignored = (ROOT / ".dockerignore").read_text().split("\n")
    allowed = {line[1:] for line in ignored if line.startswith("!")}
    assert "*" in ignored
    for name, words in _instructions():
        if name in ("ENV", "ARG"):
            assert not SECRET.search(words), words
        if name != "COPY" or "--from" in words:
            continue
        for source in words.split()[:-1]:
            assert (ROOT / source).exists(), source
            assert any(source == one or source.startswith(f"{one}/") for one in allowed), source


def test_services_keep_their_data_and_get_secrets_from_the_environment() -> None:
    document = _yaml("compose.yaml")
    services = document["services"]
    assert set(document["volumes"]) == {"data", "database"}
    for name, service in services.items():
        assert service["volumes"], name
        assert "healthcheck" in service, name
        for variable, value in service["environment"].items():
            if SECRET.search(variable) or "PASSWORD" in str(value):
                assert re.search(r"\$\{\w+:\?", value), f"{name}: {variable} has a default"
    for shop in (services["shop"], services["migrate"]):
        assert shop["read_only"]
        assert shop["cap_drop"] == ["ALL"]
        assert shop["depends_on"]["database"]["condition"] == "service_healthy"
    assert all(port.startswith("127.0.0.1:") for port in services["shop"]["ports"])


def test_ci_runs_what_a_developer_runs() -> None:
    workflow = _yaml(".github/workflows/ci.yml")
    assert workflow["permissions"] == {"contents": "read"}
    (job,) = workflow["jobs"].values()
    assert [step["run"] for step in job["steps"] if "run" in step] == [".ci/run"]
    text = (ROOT / ".github/workflows/ci.yml").read_text()
    assert "secrets." not in text
    assert "upload" not in text
    runs = (ROOT / ".ci/run").read_text()
    for target in ("verify", "test"):
        assert re.search(rf"^make .*\b{target}\b", runs, re.M)


def test_environments_have_the_versions_that_the_project_names() -> None:
    project = tomllib.loads((ROOT / "server/pyproject.toml").read_text())["project"]
    python = project["requires-python"].removeprefix(">=")
    node = json.loads((ROOT / "web/package.json").read_text())["engines"]["node"].removeprefix(">=")
    container = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text())
    assert f"python:{python}-" in container["image"]
    (feature,) = container["features"].values()
    assert feature["version"] == node
    (job,) = _yaml(".github/workflows/ci.yml")["jobs"].values()
    given = {key: value for step in job["steps"] for key, value in step.get("with", {}).items()}
    assert (given["python-version"], given["node-version"]) == (python, node)
    images = " ".join(_images())
    assert f"python:{python}-" in images
    assert f"node:{node}-" in images
    assert container["forwardPorts"] == [8000, 5173]


def test_programs_of_the_dev_container_exist() -> None:
    container = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text())
    called = re.findall(r"tools/[\w-]+", container["postCreateCommand"])
    assert called
    assert all((ROOT / one).is_file() for one in called)


def _hooks() -> dict[str, Any]:
    (repository,) = _yaml(".pre-commit-config.yaml")["repos"]
    assert repository["repo"] == "local"
    assert all(hook["language"] == "system" for hook in repository["hooks"])
    return {hook["id"]: hook for hook in repository["hooks"]}


def _code_of(hook: str, file: str) -> int:
    entry = shlex.split(_hooks()[hook]["entry"])
    return subprocess.run([*entry, file], cwd=ROOT, check=False, capture_output=True).returncode


@pytest.mark.parametrize(
    ("hook", "name", "good", "bad"),
    [
        ("ruff-check", "a.py", "A = 1\n", "import *\n"),
        ("ruff-format", "a.py", "A = 1\n", "A =\n"),
        ("prettier", "a.ts", "export const a = 1;\n", "export const a = ;\n"),
    ],
)
def test_hooks_run_this_repositorys_tools(
    tmp_path: Path, hook: str, name: str, good: str, bad: str
) -> None:
    file = tmp_path / name
    file.write_text(good)
    assert _code_of(hook, str(file)) == 0
    file.write_text(bad)
    assert _code_of(hook, str(file)) != 0


def test_the_lint_hook_of_the_client_finds_files_by_their_path_from_the_root() -> None:
    # A TypeScript file would be linted with its types, for which ESLint reads most of the client.
    assert _code_of("eslint", "web/dependency-cruiser.config.js") == 0
    assert _code_of("eslint", "web/missing.config.js") != 0
