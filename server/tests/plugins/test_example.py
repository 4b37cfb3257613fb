"""The example plug-in's own tests pass, and docs/extending.md quotes it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from stallage.architecture.source import Feature, imports_of
from tests.plugins.installing import EXAMPLE, ROOT

pytestmark = pytest.mark.slow

MANUAL = (ROOT / "docs/extending.md").read_text()


def test_its_own_tests_pass(example: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLE)],
        cwd=EXAMPLE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def _blocks() -> list[tuple[str, str]]:
    """Return the quoted files of the manual: the name in the line before the block, and the text."""
    return re.findall(r"^`([\w/.]+)`:\n\n```\w+\n(.*?)^```", MANUAL, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("name", "quoted"), _blocks())
def test_the_manual_quotes_it(name: str, quoted: str) -> None:
    source = (EXAMPLE / name).read_text()
    for passage in quoted.split("\n\n...\n\n"):
        assert passage.strip() in source


def test_the_manual_quotes_several_files() -> None:
    assert len(_blocks()) >= 5


def test_the_manual_documents_every_module_that_it_imports() -> None:
    promised = set(re.findall(r"`(stallage[\w.]*)`", MANUAL))
    feature = Feature("stamp_card", "stallage_stamp_card", EXAMPLE / "stallage_stamp_card")
    used = {
        imported.name
        for module in feature.modules
        for imported in imports_of(module.tree)
        if imported.name.startswith("stallage.") and imported.name != "stallage.core"
    }
    for name in used:
        parts = name.split(".")
        starts = {".".join(parts[:end]) for end in range(2, len(parts) + 1)}
        assert starts & promised, name


def test_the_manual_lists_every_kind_of_module() -> None:
    for name in ("models", "migrations", "settings", "doctor", "backoffice", "personal_data"):
        assert f"`{name}`" in MANUAL
