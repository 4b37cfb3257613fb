"""The code of docs/add-a-feature.md works: it is added to a copy of the repository and run there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs/add-a-feature.md"
BLOCK = re.compile(r'^```(\w+) title="([^"]+)"\n(.*?)^```$', re.M | re.S)
COPIED = ("contract", "docs/architecture.md", "ruff.toml", "server", "tools", "web")


@dataclass(frozen=True)
class Block:
    """A code block and the file that it belongs to."""

    language: str
    path: str
    code: str


def blocks() -> list[Block]:
    return [Block(*groups) for groups in BLOCK.findall(DOCUMENT.read_text())]


def apply_diff(text: str, difference: str) -> str:
    """Apply a diff without line numbers, whose context and removed lines occur exactly once."""
    lines = difference.splitlines()
    before = "".join(line[1:] + "\n" for line in lines if line[0] in " -")
    after = "".join(line[1:] + "\n" for line in lines if line[0] in " +")
    assert text.count(before) == 1, f"These lines do not occur exactly once:\n{before}"
    return text.replace(before, after)


def last_revision() -> str:
    folder = ROOT / "server/stallage/migrations/versions"
    return max(path.name[:4] for path in folder.glob("[0-9]*.py"))


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the repository and add the walkthrough's code."""
    copy = tmp_path_factory.mktemp("walkthrough")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *COPIED],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in listed.stdout.rstrip("\0").split("\0"):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, copy / name)
    (copy / "web/node_modules").symlink_to(ROOT / "web/node_modules")
    last = last_revision()
    for block in blocks():
        # The document says to use the next free number.
        name = block.path.replace("/0002_", f"/{int(last) + 1:04}_")
        path = copy / name
        if block.language == "diff":
            path.write_text(apply_diff(path.read_text(), block.code))
            continue
        assert not path.exists(), f"{name} already exists."
        path.parent.mkdir(parents=True, exist_ok=True)
        code = block.code
        if "/migrations/" in name:
            code = code.replace('"0001"', f'"{last}"').replace('"0002"', f'"{int(last) + 1:04}"')
        path.write_text(code)
    run(copy, "server", sys.executable, "-m", "stallage.contract")
    return copy


def run(tree: Path, folder: str, *words: str, **environment: str) -> str:
    """Run a program in a folder of the copy and return its output. Fails the test on an error."""
    done = subprocess.run(
        words,
        cwd=tree / folder,
        env={
            **os.environ,
            "PYTHONPATH": str(tree / "server"),
            "PATH": f"{ROOT / 'web/node_modules/.bin'}:{os.environ['PATH']}",
            **environment,
        },
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}"
    return done.stdout


def changed(suffixes: tuple[str, ...]) -> list[str]:
    """Return the walkthrough's files with these suffixes."""
    last = last_revision()
    names = {one.path.replace("/0002_", f"/{int(last) + 1:04}_") for one in blocks()}
    return sorted(name for name in names if name.endswith(suffixes))


def test_the_walkthrough_has_every_part_of_a_feature() -> None:
    names = " ".join(block.path for block in blocks())
    for part in (
        *("features.py", "models.py", "migrations/versions/", "rules.py", "actions.py"),
        *("errors.py", "queries.py", "schemas.py", "routes.py", "cli.py", "jobs.py"),
        *("server/tests/", "web/src/routes/", "web/src/messages/", ".test.tsx"),
    ):
        assert part in names, part


def test_the_server_side_works(tree: Path, cluster: str) -> None:
    files = [f"../{name}" for name in changed((".py",))]
    run(tree, "server", sys.executable, "-m", "ruff", "format", "--check", *files)
    run(tree, "server", sys.executable, "-m", "ruff", "check", *files)
    run(
        tree,
        "server",
        *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0"),
        *("tests/opening_hours", "tests/test_architecture.py", "tests/core/test_migrations.py"),
        STALLAGE_TEST_DATABASE_URL=cluster,
        STALLAGE_TEST_TEMPLATE="",
    )


def test_the_command_sets_the_hours(tree: Path, dsn: str, tmp_path: Path) -> None:
    environment = {"STALLAGE_DATABASE_URL": dsn, "STALLAGE_DATA_DIR": str(tmp_path)}
    command = (sys.executable, "-m", "stallage")
    run(tree, "server", *command, "migrate", **environment)
    hours = ("opening-hours", "set", "1")
    assert "set" in run(tree, "server", *command, *hours, "09:00", "17:00", **environment)
    with pytest.raises(AssertionError, match="closing time has to be after"):
        run(tree, "server", *command, *hours, "17:00", "09:00", **environment)


def test_the_types_of_the_server_side_hold(tree: Path) -> None:
    run(tree, "server", sys.executable, "-m", "mypy", "stallage/opening_hours")


def test_the_client_side_works(tree: Path) -> None:
    files = [name.removeprefix("web/") for name in changed((".ts", ".tsx"))]
    schema = "src/api/schema.ts"
    run(
        tree,
        "web",
        *("openapi-typescript", "../contract/openapi.json", "--default-non-nullable=false"),
        *("-o", schema),
    )
    run(
        tree,
        "web",
        *("node", "scripts/write-routes.ts", "../contract/routes.json", "src/app/routeManifest.ts"),
    )
    run(tree, "web", "prettier", "--check", *files)
    run(tree, "web", "tsc", "--noEmit")
    run(tree, "web", "eslint", "--max-warnings", "0", *files)
    run(tree, "web", "depcruise", "--config", "dependency-cruiser.config.js", "src")
    tests = ("src/features/openingHours", "src/app/routes.test.ts")
    run(tree, "web", "vitest", "run", *tests)
