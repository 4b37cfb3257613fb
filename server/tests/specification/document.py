"""The rows of `docs/specification.md`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[3]
PATH = ROOT / "docs/specification.md"

ROW = re.compile(r"^\| (?!---|what is asked)(.+) \|$")
HEADING = re.compile(r"^## (?:(\d+)\. )?")
NAMED_TEST = re.compile(r"`([^`]+)` (?:“(.+?)”|(\*))")
ALL_TESTS = "*"


@dataclass(frozen=True, slots=True, order=True)
class NamedTest:
    """A test by its file, relative to the root, and its title; `*` means all tests of the file."""

    file: str
    title: str

    def __str__(self) -> str:
        return f"{self.file} “{self.title}”"

    @property
    def runner(self) -> str:
        """The program that runs it: `pytest`, `vitest` or `playwright`."""
        if self.file.endswith(".py"):
            return "pytest"
        return "playwright" if self.file.startswith("web/e2e/") else "vitest"


@dataclass(frozen=True, slots=True)
class Row:
    """A requirement, the files that implement it, and the tests that check it."""

    section: int
    requirement: str
    code: tuple[str, ...]
    tests: tuple[NamedTest, ...]


def code_path(name: str) -> str:
    """Return the path of a code file relative to the root; the document omits `web/src`."""
    return name if name.startswith("server/") else f"web/src/{name}"


@cache
def rows() -> tuple[Row, ...]:
    """Return all rows of the document's three-column tables. Each mutant looks for its own."""
    found = []
    section = 0
    for line in PATH.read_text("utf-8").splitlines():
        if heading := HEADING.match(line):
            section = int(heading[1] or 0)
        match = ROW.match(line)
        cells = match[1].split(" | ") if match else []
        if len(cells) != 3:
            continue
        requirement, code, tests = (cell.strip() for cell in cells)
        found.append(
            Row(
                section,
                requirement,
                tuple(code_path(name) for name in re.findall(r"`([^`]+)`", code)),
                tuple(
                    NamedTest(file, title or star)
                    for file, title, star in NAMED_TEST.findall(tests)
                ),
            )
        )
    return tuple(found)
