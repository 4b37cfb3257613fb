"""Finds retired words in the repository's own text.

python -m tests.wording [PATH ...]
"""

from __future__ import annotations

import io
import re
import subprocess
import tokenize
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[3]
LIST = Path(__file__).parent / "retired.toml"
SUFFIXES = frozenset({".py", ".ts", ".tsx", ".css", ".md", ".html", ".toml", ".yml", ".sh", ""})
NOT_OURS = (
    # Quotations, contents of a shop, generated files and other people's texts.
    "CODE_OF_CONDUCT.md",
    "LICENSE",
    "contract/",
    "docs/admin-buttons.md",
    "docs/specification.md",
    "server/LICENSE",
    "server/stallage/demo/shop/",
    "server/tests/specification/mutants/",
    "server/tests/wording/",
    "tools/studio/",
    "web/src/api/schema.ts",
)
IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
STRINGS_AND_COMMENTS = re.compile(
    r"/\*.*?\*/|(?<!:)//[^\n]*|\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`", re.DOTALL
)
PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


@dataclass(frozen=True)
class Retired:
    """One entry of the list."""

    names: frozenset[str]
    text: tuple[re.Pattern[str], ...]
    """Matched with text in lower case."""
    exceptions: tuple[re.Pattern[str], ...]
    """Text in which a match does not count."""
    instead: str

    def matches(self, line: str) -> set[str]:
        """Return the retired text in a line in lower case, without exceptions."""
        for pattern in self.exceptions:
            line = pattern.sub(" ", line)
        return {match[0] for pattern in self.text for match in pattern.finditer(line)}


@dataclass(frozen=True)
class RetiredWords:
    """The whole list."""

    entries: tuple[Retired, ...]
    in_text: re.Pattern[str]
    """Whether a text has any retired text; a hundred times as fast as all expressions one by one."""

    @cached_property
    def instead_of(self) -> dict[str, str]:
        """What to write instead of each retired name."""
        return {name: entry.instead for entry in self.entries for name in entry.names}


def retired_words() -> RetiredWords:
    """Read the list and compile its expressions."""
    listed = tomllib.loads(LIST.read_text())["retired"]
    entries = tuple(
        Retired(
            frozenset(entry.get("names", ())),
            _compiled(entry.get("text", ())),
            _compiled(entry.get("except", ())),
            entry["instead"],
        )
        for entry in listed
    )
    texts = [pattern.pattern for entry in entries for pattern in entry.text]
    # Only at the beginnings of words does the search try the alternatives.
    assert all(text.startswith(r"\b") for text in texts)
    words = "|".join(text.removeprefix(r"\b") for text in texts)
    return RetiredWords(entries, re.compile(rf"\b(?:{words})"))


def _compiled(expressions: Sequence[str]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(one) for one in expressions)


def files_of(paths: Sequence[str] = ()) -> list[Path]:
    """Return the files whose words are ours: all, or those under some paths."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *(paths or ["."])],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    return [
        ROOT / name
        for name in sorted(set(listed))
        if not name.startswith(NOT_OURS)
        and (ROOT / name).suffix in SUFFIXES
        and (ROOT / name).is_file()
    ]


def found_in(path: Path, retired: RetiredWords) -> list[str]:
    """Return the retired words of a file, as `path:line word (instead …)`."""
    try:
        text = path.read_text()
    except UnicodeDecodeError:
        return []
    place = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    lower = text.lower()
    found: set[tuple[int, str, str]] = set()
    if retired.in_text.search(lower):
        for number, line in enumerate(lower.splitlines(), 1):
            for entry in retired.entries:
                found |= {(number, word, entry.instead) for word in entry.matches(line)}
    # To take a file apart into names is slow, and few have a retired one anywhere.
    parts = {part.lower() for part in set(PARTS.findall(f"{place}\n{text}"))}
    if not parts.isdisjoint(retired.instead_of):
        for number, name in _names(path, text):
            for part in PARTS.findall(name):
                if (instead := retired.instead_of.get(part.lower())) is not None:
                    found.add((number, name, instead))
    return [f"{place}:{number} {word} ({instead})" for number, word, instead in sorted(found)]


def _names(path: Path, text: str) -> Iterator[tuple[int, str]]:
    """Yield the parts of a file's path, and the identifiers of a source file with their lines."""
    for part in path.relative_to(ROOT).parts if path.is_relative_to(ROOT) else (path.name,):
        yield 1, part
    if path.suffix == ".py":
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.NAME:
                yield token.start[0], token.string
    elif path.suffix in (".ts", ".tsx"):
        code = STRINGS_AND_COMMENTS.sub(lambda match: "\n" * match[0].count("\n"), text)
        for number, line in enumerate(code.splitlines(), 1):
            for name in IDENTIFIER.findall(line):
                yield number, name
