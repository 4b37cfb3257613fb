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
from pathlib import Path

ROOT = Path(__file__).parents[3]
LIST = Path(__file__).parent / "retired.toml"
SUFFIXES = frozenset({".py", ".ts", ".tsx", ".css", ".md", ".html", ".toml", ".yml", ".sh", ""})
NOT_OURS = (
    # Quotations, contents of a shop, generated files and other people's texts.
    "CODE_OF_CONDUCT.md",
    "LICENSE",
    "contract/",
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
    instead: str


def retired_words() -> list[Retired]:
    """The list, with its expressions compiled."""
    return [
        Retired(
            frozenset(entry.get("names", ())),
            tuple(re.compile(text, re.IGNORECASE) for text in entry.get("text", ())),
            entry["instead"],
        )
        for entry in tomllib.loads(LIST.read_text())["retired"]
    ]


def files_of(paths: Sequence[str] = ()) -> list[Path]:
    """The files whose words are ours; all, or those under some paths."""
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


def found_in(path: Path, retired: Sequence[Retired]) -> list[str]:
    """Lines of a file with a retired word, as `path:line word (instead …)`."""
    try:
        text = path.read_text()
    except UnicodeDecodeError:
        return []
    place = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    names = list(_names(path, text))
    found: set[tuple[int, str, str]] = set()
    for entry in retired:
        for number, line in enumerate(text.splitlines(), 1):
            for pattern in entry.text:
                found |= {(number, match[0], entry.instead) for match in pattern.finditer(line)}
        for number, name in names:
            if entry.names & {part.lower() for part in PARTS.findall(name)}:
                found.add((number, name, entry.instead))
    return [f"{place}:{number} {word} ({instead})" for number, word, instead in sorted(found)]


def _names(path: Path, text: str) -> Iterator[tuple[int, str]]:
    """The identifiers of a source file with their lines, and the words of its name."""
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
