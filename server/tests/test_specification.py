"""`docs/specification.md` names code and tests that are there."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs/specification.md"

ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and line.count("`") >= 4
]

LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`([^`\n]*)`|^(?:async )?def (test_\w+)', re.M)
FILLED_IN = re.compile(r"\\\$\\\{[^}]*\\\}|%[sdij]")


@cache
def titles(path: Path) -> frozenset[str]:
    """Every text of a test file that may be a test's title."""
    found = LITERAL.findall(path.read_text("utf-8"))
    return frozenset(next(filter(None, one), "") for one in found)


def is_title(title: str, written: str) -> bool:
    """Whether a title is what a test file has, with the places that are filled in left open."""
    open_places = FILLED_IN.sub(".+", re.escape(written))
    enough_is_said = len(open_places.replace(".+", "")) > len(title) / 2
    return title == written or (enough_is_said and re.fullmatch(open_places, title) is not None)


def test_there_is_a_row_for_every_sentence() -> None:
    assert len(ROWS) > 100
    assert {len(row) for row in ROWS} == {3}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0][:60])
def test_a_row_names_code_and_tests_that_are_there(row: list[str]) -> None:
    asked, where, proof = row
    assert asked
    code = re.findall(r"`([^`]+)`", where)
    assert code
    for path in code:
        assert (ROOT / "web/src" / path).is_file(), path
    tests = re.findall(r"`([^`]+)` (?:“(.+?)”|\*)", proof)
    assert tests
    for name, title in tests:
        path = ROOT / name
        assert path.is_file(), name
        if title:
            assert any(is_title(title, one) for one in titles(path)), f"{name}: {title}"


def test_a_title_that_is_not_there_is_noticed() -> None:
    assert is_title("a popup that was closed is told kindly", "a popup that ${x} is told kindly")
    assert not is_title("a popup that was closed is told", "${one} ${two}")
    assert not is_title("a popup that was closed is told", "a popup that was closed")
