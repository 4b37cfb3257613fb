"""`docs/specification.md` names code and tests that are there, and a fault for each of its rows."""

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
    """Every text of a test file that may be a test's title."""
    found = LITERAL.findall(path.read_text("utf-8"))
    return frozenset(next(filter(None, one), "") for one in found)


def is_title(title: str, written: str) -> bool:
    """Whether a title is what a test file has, with the places that are filled in left open."""
    open_places = FILLED_IN.sub(".+", re.escape(written))
    enough_is_said = len(open_places.replace(".+", "")) > len(title) / 2
    return title == written or (enough_is_said and re.fullmatch(open_places, title) is not None)


def test_there_is_a_row_for_every_sentence() -> None:
    counts = Counter(row.asked for row in rows())
    assert len(counts) > 140
    assert set(counts.values()) == {1}


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.asked[:60])
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


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.asked[:60])
def test_each_test_of_a_row_has_a_mutant_that_it_must_notice(row: Row) -> None:
    noticed = {test for mutant in mutants() if mutant.row == row.asked for test in mutant.tests}
    assert noticed == set(row.tests)


@pytest.mark.parametrize("mutant", mutants(), ids=lambda mutant: mutant.id)
def test_a_mutant_breaks_code_that_its_row_names(mutant: Mutant) -> None:
    assert mutant.file in next(row.code for row in rows() if row.asked == mutant.row)
    assert source(mutant).count(mutant.find) == 1
    assert mutant.broken != mutant.find
    if mutant.in_client:
        assert all(test.runner != "pytest" for test in mutant.tests)
    else:
        assert all(test.runner == "pytest" for test in mutant.tests)


def test_mutants_of_a_client_file_stand_beside_each_other() -> None:
    """All are in one build: at one place each has to leave the others in, and no two overlap."""
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


def test_a_title_that_is_not_there_is_noticed() -> None:
    assert is_title("a popup that was closed is told kindly", "a popup that ${x} is told kindly")
    assert not is_title("a popup that was closed is told", "${one} ${two}")
    assert not is_title("a popup that was closed is told", "a popup that was closed")
