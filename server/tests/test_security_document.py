"""Tests that docs/security.md names exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
DOCUMENT = TESTS.parents[1] / "docs" / "security.md"
NAMED = re.findall(r"`([\w/]+\.py)(?:::(\w+))?`", DOCUMENT.read_text(encoding="utf-8"))


def test_threats_are_named() -> None:
    assert len(NAMED) > 50


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_each_measure_has_its_test(file: str, name: str) -> None:
    path = TESTS / file
    assert path.is_file()
    if name:
        assert re.search(rf"^(async )?def {name}\(", path.read_text(encoding="utf-8"), re.MULTILINE)
