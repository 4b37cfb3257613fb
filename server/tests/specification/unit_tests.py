"""Runs unit tests of the client with mutants in it."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tests.specification.document import ALL_TESTS, ROOT, NamedTest
from tests.specification.mutants import Mutant
from tests.specification.programs import run_node

FOLDER = ROOT / "web/mutation/generated"
OPTIONS = ["--config", "mutation/vite.config.ts", "--reporter=json"]
ENVIRONMENT = re.compile(r"^.*@vitest-environment.*$", re.M)
PLACEHOLDER = re.compile(r"\\?%[sdijofc#%]|\\\$\\\{[^}]*\\\}|\\\$[a-zA-Z]+")

Outcome = dict[tuple[str, NamedTest], bool]
"""Whether a test failed, by the mutant's id."""


def is_titled(named: NamedTest, title: str) -> bool:
    """Whether a title matches a named test, whose name may contain placeholders such as `%s`."""
    pattern = PLACEHOLDER.sub(".+", re.escape(named.title))
    return named.title in (ALL_TESTS, title) or re.fullmatch(pattern, title, re.S) is not None


def write_entry(mutant: Mutant, test: NamedTest, number: int, on: bool) -> Path:
    """Write a test file that switches the mutant on and then imports the file with the tests."""
    original = ROOT / test.file
    directive = ENVIRONMENT.search(original.read_text("utf-8"))
    path = FOLDER / f"{number}.test.tsx"
    identifier = json.dumps(mutant.id if on else "none")
    path.write_text(
        (directive[0] + "\n" if directive else "")
        + f"(globalThis as {{ mutantInUse?: string }}).mutantInUse = {identifier};\n"
        + f"await import({json.dumps('../../../' + test.file)});\n",
        "utf-8",
    )
    return path


def run_unit_tests(
    pairs: Iterable[tuple[Mutant, NamedTest]], environment: Mapping[str, str], *, on: bool
) -> Outcome:
    """Run each test with its mutant switched on, or off for comparison."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    entries: dict[tuple[str, str], Path] = {}
    selected = list(pairs)
    for mutant, test in selected:
        if (mutant.id, test.file) not in entries:
            entries[mutant.id, test.file] = write_entry(mutant, test, len(entries), on)
    if not entries:
        return {}
    result = FOLDER / "result.json"
    run_node(
        ["vitest", "run", *OPTIONS, f"--outputFile={result}"],
        environment,
    )
    ran: dict[str, list[dict[str, Any]]] = {
        Path(one["name"]).name: one["assertionResults"]
        for one in json.loads(result.read_text("utf-8"))["testResults"]
    }
    outcome: Outcome = {}
    for mutant, test in selected:
        results = ran.get(entries[mutant.id, test.file].name, [])
        states = [one["status"] for one in results if is_titled(test, one["title"])]
        if states:
            outcome[mutant.id, test] = "failed" in states
    shutil.rmtree(FOLDER)
    return outcome
