"""The mutants of `mutants/*.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.specification.document import ALL_TESTS, ROOT, NamedTest, rows

FOLDER = Path(__file__).parent / "mutants"
KEYS = {"id", "row", "file", "find", "broken", "switched", "tests"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault: `find`, which occurs once in `file`, replaced by `broken`.

    In the files, `row` is how the row begins. In the client all mutants are compiled into one build and
    switched on one by one, so that `find` and `broken` are expressions there, or statements that end with
    `;`. Where neither fits, `switched` is the whole replacement, with `BROKEN` for the condition and
    `ORIGINAL` for `find`. In a style sheet `find` is a rule, and `broken` the rules that override it.
    """

    id: str
    row: str
    file: str
    find: str
    broken: str | None
    switched: str | None
    tests: tuple[NamedTest, ...]

    @property
    def in_client(self) -> bool:
        """Whether the fault is in the React client."""
        return self.file.startswith("web/")


def parse_test(test: str) -> NamedTest:
    """Parse a test's name in a mutant: `file: title`, or `file` for all tests of the file."""
    file, _, title = test.partition(": ")
    return NamedTest(file, title or ALL_TESTS)


@cache
def mutants() -> tuple[Mutant, ...]:
    """Read all mutants. One without `tests` must be detected by every test of its row.

    Raises:
        ValueError: A mutant has an unknown key or row, or neither `broken` nor `switched`.
    """
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        for entry in tomllib.loads(path.read_text("utf-8"))["mutant"]:
            if unknown := entry.keys() - KEYS:
                raise ValueError(f"{path.name}: {entry.get('id')} has {sorted(unknown)}")
            if ("broken" in entry) == ("switched" in entry):
                raise ValueError(f"{path.name}: {entry['id']} needs either broken or switched")
            requirement = [row for row in rows() if row.requirement.startswith(entry["row"])]
            if len(requirement) != 1:
                raise ValueError(
                    f"{path.name}: {len(requirement)} rows begin with {entry['row']!r}"
                )
            own = tuple(parse_test(test) for test in entry.get("tests", ()))
            found.append(
                Mutant(
                    entry["id"],
                    requirement[0].requirement,
                    entry["file"],
                    entry["find"],
                    entry.get("broken"),
                    entry.get("switched"),
                    own or requirement[0].tests,
                )
            )
    return tuple(found)


def source(mutant: Mutant) -> str:
    """Return the text of the file with the fault."""
    return (ROOT / mutant.file).read_text("utf-8")
