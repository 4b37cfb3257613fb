"""No file of the repository has a retired word, and the finder finds them wherever they can be.

Words in this file are assembled from parts, because the finder reads it as well.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wording.find import (
    NOT_OURS,
    ROOT,
    RetiredWords,
    files_of,
    found_in,
    retired_words,
)

pytestmark = pytest.mark.fast

PARTICIPLE = "sa" + "id"
METAPHOR = "shel" + "f"
STEM = "not" + "ice"
ROUTE = f"/payments/{STEM}s"


@pytest.fixture(scope="module")
def retired() -> RetiredWords:
    return retired_words()


def words_in(folder: Path, name: str, text: str, retired: RetiredWords) -> list[str]:
    """Return `line word` for each retired word in a file with this text."""
    path = folder / name
    path.write_text(text)
    found = found_in(path, retired)
    return [line.removeprefix(f"{path}:").partition(" (")[0] for line in found]


def test_no_file_has_a_retired_word(retired: RetiredWords) -> None:
    files = files_of()
    assert len(files) > 1000
    assert [line for path in files for line in found_in(path, retired)] == []


def test_the_repositorys_own_text_is_searched() -> None:
    names = {str(path.relative_to(ROOT)) for path in files_of()}
    for name in (
        *("server/stallage/cli.py", "server/tests/conftest.py", "tools/build", "bench/load.py"),
        *("docs/architecture.md", "README.md", "web/src/main.tsx", "Makefile"),
    ):
        assert name in names
    assert not any(name.startswith(NOT_OURS) for name in names)
    assert files_of(["bench"]) == [path for path in files_of() if path.parent == ROOT / "bench"]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.py", f"{PARTICIPLE} = 1\n", [f"1 {PARTICIPLE}"]),
        ("a.py", f"x = 1\nnot_{PARTICIPLE}_yet = x\n", [f"2 not_{PARTICIPLE}_yet"]),
        ("a.py", f"{METAPHOR.upper()}_SIZE = 1\n", [f"1 {METAPHOR.upper()}_SIZE"]),
        ("a.ts", f"const {METAPHOR}Size = 1;\n", [f"1 {METAPHOR}Size"]),
        ("a.tsx", f"/* one\n two */\nnot{PARTICIPLE.title()}();\n", [f"3 not{PARTICIPLE.title()}"]),
        ("a.ts", f"one\n  .{PARTICIPLE};\n", [f"2 {PARTICIPLE}"]),
    ],
)
def test_names_are_found(
    tmp_path: Path, retired: RetiredWords, name: str, text: str, words: list[str]
) -> None:
    assert words_in(tmp_path, name, text, retired) == words


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", f"x = 1\n# On the {METAPHOR}.\n"),
        ("a.py", f'"""One.\n\nOn the {METAPHOR}.\n"""\n'.replace("\n\n", "\n")),
        ("a.py", f'x = 1\ny = "the {METAPHOR}"\n'),
        ("a.ts", f"const x = 1;\n// On the {METAPHOR}.\n"),
        ("a.tsx", f"<p>\n  On the {METAPHOR}\n</p>;\n"),
        ("a.md", f"# One\nThe {METAPHOR}.\n"),
        ("Makefile", f"one:\n\t# The {METAPHOR}.\n"),
    ],
)
def test_text_is_found(tmp_path: Path, retired: RetiredWords, name: str, text: str) -> None:
    assert words_in(tmp_path, name, text, retired) == [f"2 {METAPHOR}"]


def test_capitals_and_plurals_are_found(tmp_path: Path, retired: RetiredWords) -> None:
    plural = METAPHOR.replace("f", "ves")
    text = f"# {METAPHOR.title()}\nTwo {plural}.\n"
    assert words_in(tmp_path, "a.md", text, retired) == [f"1 {METAPHOR}", f"2 {plural}"]


@pytest.mark.parametrize("name", [f"{METAPHOR}.py", f"{METAPHOR}_size.md", f"{METAPHOR}Size.tsx"])
def test_names_of_files_are_found(tmp_path: Path, retired: RetiredWords, name: str) -> None:
    assert words_in(tmp_path, name, "", retired) == [f"1 {name}"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        # A participle is only retired as a name.
        ("a.py", f'# As she {PARTICIPLE} before.\nx = "{PARTICIPLE}"\n'),
        ("a.ts", f"// As she {PARTICIPLE} before.\nconst x = '{PARTICIPLE}';\n"),
        # Words that only contain a retired one.
        ("a.py", f"{PARTICIPLE}e = un{PARTICIPLE} = 1\n"),
        ("a.md", f"A book{METAPHOR}.\n"),
        # An address of the API.
        ("a.py", f'x = "{ROUTE}/stripe"\n'),
        ("a.md", f"Stripe sends events to `{ROUTE}/stripe`.\n"),
    ],
)
def test_other_uses_are_not_found(
    tmp_path: Path, retired: RetiredWords, name: str, text: str
) -> None:
    assert words_in(tmp_path, name, text, retired) == []


def test_an_exception_only_covers_its_own_text(tmp_path: Path, retired: RetiredWords) -> None:
    text = f"`{ROUTE}/stripe` receives the {STEM}s\n"
    assert words_in(tmp_path, "a.md", text, retired) == [f"1 {STEM}s"]


def test_a_binary_file_has_no_words(tmp_path: Path, retired: RetiredWords) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"\xff\xfe" + METAPHOR.encode())
    assert found_in(path, retired) == []


def test_every_entry_names_an_alternative(retired: RetiredWords) -> None:
    assert all(entry.instead and (entry.names or entry.text) for entry in retired.entries)
