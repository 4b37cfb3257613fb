"""Runs browser tests against a client with mutants in it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.specification.document import NamedTest
from tests.specification.mutants import Mutant
from tests.specification.programs import run_node
from tests.specification.unit_tests import Outcome

BUILD_OPTIONS = ["--config", "mutation/vite.config.ts", "--logLevel", "error"]


def specs_of(suite: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the tests of a suite and of its nested suites."""
    yield from suite.get("specs", ())
    for inner in suite.get("suites", ()):
        yield from specs_of(inner)


def run_journeys(
    pairs: Iterable[tuple[Mutant, NamedTest]],
    environment: Mapping[str, str],
    folder: Path,
    *,
    on: bool,
) -> Outcome:
    """Build the client with all mutants, and run each journey with its mutant switched on, or off.

    Raises:
        RuntimeError: The build failed or the shop did not start.
    """
    selected = list(pairs)
    if not selected:
        return {}
    client = folder / "client"
    run_node(
        ["vite", "build", *BUILD_OPTIONS, "--outDir", str(client)],
        environment,
    )
    if not (client / "index.html").is_file():
        raise RuntimeError("The client with mutants could not be built.")
    printed = run_node(
        ["playwright", "test", "--config", "mutation/playwright.config.ts"],
        {
            **environment,
            "STALLAGE_CLIENT_DIR": str(client),
            "MUTANTS_ON": "1" if on else "",
        },
    )
    report = json.loads(printed[printed.index("{\n") :])
    if not report["suites"]:
        raise RuntimeError(f"No journey ran: {report['errors']}")
    outcome: Outcome = {}
    for suite in report["suites"]:
        for spec in specs_of(suite):
            for run in spec["tests"]:
                identifier = run["projectName"].removesuffix(" @phone")
                test = NamedTest(f"web/e2e/{spec['file']}", spec["title"])
                outcome[identifier, test] = run["status"] == "unexpected"
    return outcome
