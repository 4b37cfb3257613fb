"""Code and tests that `docs/specification.md` names exist, and each row has a mutant."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from tests.specification.document import ALL_TESTS, ROOT, Row, rows
from tests.specification.mutants import Mutant, mutants, source

pytestmark = pytest.mark.fast

LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`([^`\n]*)`|^(?:async )?def (test_\w+)', re.M)
FILLED_IN = re.compile(r"\\\$\\\{[^}]*\\\}|%[sdij]")


@cache
def titles(path: Path) -> frozenset[str]:
    """Return every text in a test file that may be a test's title."""
    found = LITERAL.findall(path.read_text("utf-8"))
    return frozenset(next(filter(None, one), "") for one in found)


def is_title(title: str, written: str) -> bool:
    """Whether a title matches one in a test file, whose placeholders match anything."""
    open_places = FILLED_IN.sub(".+", re.escape(written))
    is_specific = len(open_places.replace(".+", "")) > len(title) / 2
    return title == written or (is_specific and re.fullmatch(open_places, title) is not None)


def test_there_is_a_row_for_every_sentence() -> None:
    counts = Counter(row.requirement for row in rows())
    assert len(counts) > 140
    assert set(counts.values()) == {1}


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.requirement[:60])
def test_a_row_names_code_and_tests_that_are_there(row: Row) -> None:
    assert row.code
    for name in row.code:
        assert (ROOT / name).is_file(), name
    assert row.tests
    for test in row.tests:
        path = ROOT / test.file
        assert path.is_file(), test.file
        if test.title != ALL_TESTS:
            assert any(is_title(test.title, one) for one in titles(path)), str(test)


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.requirement[:60])
def test_each_test_of_a_row_has_a_mutant(row: Row) -> None:
    noticed = {
        test for mutant in mutants() if mutant.row == row.requirement for test in mutant.tests
    }
    assert noticed == set(row.tests)


@pytest.mark.parametrize("mutant", mutants(), ids=lambda mutant: mutant.id)
def test_a_mutant_breaks_code_that_its_row_names(mutant: Mutant) -> None:
    assert mutant.file in next(row.code for row in rows() if row.requirement == mutant.row)
    assert source(mutant).count(mutant.find) == 1
    assert mutant.broken != mutant.find
    if mutant.in_client:
        assert all(test.runner != "pytest" for test in mutant.tests)
    else:
        assert all(test.runner == "pytest" for test in mutant.tests)


def test_mutants_of_a_client_file_do_not_overlap() -> None:
    """All are in one build, so mutants must not overlap, and those of the same code must combine."""
    places: dict[str, dict[tuple[int, int], list[Mutant]]] = {}
    for mutant in mutants():
        if mutant.in_client and (start := source(mutant).find(mutant.find)) >= 0:
            place = (start, start + len(mutant.find))
            places.setdefault(mutant.file, {}).setdefault(place, []).append(mutant)
    for file, here in places.items():
        for (_, end), (start, _) in pairwise(sorted(here)):
            assert end <= start, (file, [one.id for one in mutants() if one.file == file])
        for shared in here.values():
            for mutant in shared[1:]:
                assert mutant.switched is None or "ORIGINAL" in mutant.switched, mutant.id


def test_the_ids_of_mutants_are_unique() -> None:
    assert set(Counter(mutant.id for mutant in mutants()).values()) == {1}


def test_titles_are_compared_with_placeholders() -> None:
    assert is_title("a popup that was closed is explained", "a popup that ${x} is explained")
    assert not is_title("a popup that was closed is explained", "${one} ${two}")
    assert not is_title("a popup that was closed is explained", "a popup that was closed")
