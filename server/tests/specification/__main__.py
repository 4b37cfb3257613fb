"""Breaks the code that `docs/specification.md` names, and reports tests that still pass.

    python -m tests.specification [--control] [--sample PARTS] [TEXT ...]

With TEXT, only mutants whose id, row or file contains one of the texts. With `--sample 4`, a quarter of
them, which differs from commit to commit. With `--control` no fault is
switched on and every test must pass, which proves that the failures come from the faults.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path

from stallage.core.embedded import start_disposable
from stallage.migrations import migrate
from tests.specification.document import ALL_TESTS, ROOT, NamedTest
from tests.specification.journeys import run_journeys
from tests.specification.mutants import Mutant, mutants
from tests.specification.unit_tests import Outcome, run_unit_tests

TESTS_FAILED = 1
"""Exit status of pytest if tests ran and some failed."""

PYTEST_OPTIONS = [
    "-q",
    "-x",
    "-n",
    "0",
    "-p",
    "no:cacheprovider",
    "-p",
    "tests.specification.plugin",
]

Pair = tuple[Mutant, NamedTest]


def run_server_test(pair: Pair, environment: Mapping[str, str], *, on: bool) -> bool | None:
    """Whether a server test fails with its mutant; None if it did not run."""
    mutant, test = pair
    node = test.file.removeprefix("server/")
    selected = ["-k", test.title] if test.title != ALL_TESTS else []
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *PYTEST_OPTIONS, node, *selected],
        cwd=ROOT / "server",
        env={**os.environ, **environment, "STALLAGE_MUTANT": mutant.id if on else ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode not in (0, TESTS_FAILED):
        sys.stdout.write(done.stdout[-3000:])
        return None
    return done.returncode == TESTS_FAILED


def run_server_tests(
    pairs: Sequence[Pair], environment: Mapping[str, str], folder: Path, *, on: bool
) -> Outcome:
    """Run each server test separately, all on one database server."""
    if not pairs:
        return {}
    database = start_disposable(folder / "postgres")
    try:
        migrate(database.dsn("postgres"))
        with_database = {
            **environment,
            "STALLAGE_TEST_DATABASE_URL": database.dsn(),
            "STALLAGE_TEST_TEMPLATE": "postgres",
        }
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            failures = pool.map(partial(run_server_test, environment=with_database, on=on), pairs)
            return {
                (mutant.id, test): failed
                for (mutant, test), failed in zip(pairs, failures, strict=True)
                if failed is not None
            }
    finally:
        database.stop()


def run(chosen: Sequence[Mutant], *, on: bool) -> Outcome:
    """Run every test of the mutants; browser tests run in parallel with the others."""
    pairs = [(mutant, test) for mutant in chosen for test in mutant.tests]
    by_runner: dict[str, list[Pair]] = {"pytest": [], "vitest": [], "playwright": []}
    for mutant, test in pairs:
        by_runner[test.runner].append((mutant, test))
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor() as pool:
        folder = Path(name)
        file = folder / "mutants.json"
        file.write_text(json.dumps([asdict(one) for one in chosen if one.in_client]), "utf-8")
        environment = {"MUTANTS": str(file)}
        journeys = pool.submit(run_journeys, by_runner["playwright"], environment, folder, on=on)
        outcome = run_unit_tests(by_runner["vitest"], environment, on=on)
        outcome |= run_server_tests(by_runner["pytest"], environment, folder, on=on)
        return outcome | journeys.result()


def run_twice(chosen: Sequence[Mutant], *, on: bool) -> tuple[Outcome, Outcome]:
    """Run the mutants, and unexpected results a second time. Return both outcomes: a test with the
    expected result only at the second try is flaky."""
    outcome = run(chosen, on=on)
    again = []
    for mutant in chosen:
        tests = tuple(one for one in mutant.tests if outcome.get((mutant.id, one)) is not on)
        if tests:
            again.append(replace(mutant, tests=tests))
            sys.stdout.write(f"A second time: {mutant.id}\n")
    return outcome, run(again, on=on) if again else {}


def report(chosen: Sequence[Mutant], outcome: Outcome, second: Outcome, *, on: bool) -> bool:
    """Print each test with an unexpected result at the first or at both tries; return whether none had
    it at both."""
    wrong = 0

    def print_wrong(text: str) -> None:
        nonlocal wrong
        wrong += 1
        sys.stdout.write(f"BROKEN: {text}\n")

    for mutant in chosen:
        for test in mutant.tests:
            failed = outcome.get((mutant.id, test))
            if failed is not on and second.get((mutant.id, test)) is on:
                sys.stdout.write(f"FLAKY: {mutant.id}: {test}\n")
            elif failed is None:
                print_wrong(f"{mutant.id}: {test} did not run")
            elif failed is not on:
                print_wrong(f"{mutant.id}: {test} {'passes' if on else 'fails'}")
    count = sum(len(mutant.tests) for mutant in chosen)
    state = "with its mutant" if on else "without a mutant"
    if wrong:
        sys.stdout.write(f"{wrong} of {count} tests have unexpected results {state}.\n")
    else:
        sys.stdout.write(
            f"{len(chosen)} mutants: each of {count} tests {'fails' if on else 'passes'} {state}.\n"
        )
    return not wrong


def last_commit() -> str:
    """Return the id of the last commit."""
    return subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.strip()


def sample(every: Sequence[Mutant], parts: int, seed: str) -> list[Mutant]:
    """Return one of as many equal parts of the mutants, chosen by the seed alone."""
    shuffled = sorted(every, key=lambda one: hashlib.sha256(f"{seed} {one.id}".encode()).digest())
    return shuffled[: -(-len(shuffled) // parts)]


def main() -> None:
    """Run the chosen mutants. Exit status 1 if a test does not detect its mutant."""
    parser = argparse.ArgumentParser(prog="python -m tests.specification")
    parser.add_argument("--control", action="store_true", help="switch no mutant on")
    parser.add_argument("--sample", type=int, metavar="PARTS", help="only one of as many parts")
    parser.add_argument("text", nargs="*", help="only mutants with this text in id, row or file")
    arguments = parser.parse_args()
    # A mutant's test has to run in every share of the tests that one run leaves to another.
    os.environ.pop("STALLAGE_TEST_SHARE", None)
    chosen = [
        mutant
        for mutant in mutants()
        if not arguments.text
        or any(text in f"{mutant.id} {mutant.row} {mutant.file}" for text in arguments.text)
    ]
    if arguments.sample:
        chosen = sample(chosen, arguments.sample, last_commit())
    if not chosen:
        parser.error("There is no such mutant.")
    on = not arguments.control
    raise SystemExit(0 if report(chosen, *run_twice(chosen, on=on), on=on) else 1)


if __name__ == "__main__":
    main()
