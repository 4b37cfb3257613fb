"""Prints the size and shape of the code: lines, files, cycles, repeated lines, longest function.

tools/code_figures.py [ROOT]
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from pathlib import Path

SAME_LINES = 6
"""A place counts as repeated from this many equal lines on; blank lines and imports do not count."""
NOT_COUNTED = re.compile(r"(^|/)(schema\.d?\.?ts|node_modules|dist|generated|__pycache__)(/|$)")
TEST = re.compile(
    r"(^|/)(tests|e2e|real|screenshots|mutation|browsers)/|\.(test|spec|stories)\.tsx?$"
)
TS_IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*["'](\.{1,2}/[^"']+|@/[^"']+)["']""")
TS_FUNCTION = re.compile(
    r"^(?:export )?(?:default )?(?:async )?(?:function\s+(\w+)|const (\w+)[^=]*= (?:async )?\()"
)


@dataclass(frozen=True)
class Figures:
    """What is measured of one half."""

    files: int
    lines: int
    longest_file: tuple[int, str]
    longest_function: tuple[int, str]
    cycles: int
    """Groups of modules that import one another in a circle."""
    repeated: int
    """Lines that stand in another place too, as part of a run of `SAME_LINES`."""


def sources(folder: Path, *suffixes: str, tests: bool = False) -> list[Path]:
    """Source files, tests or not."""
    return sorted(
        path
        for path in folder.rglob("*")
        if path.suffix in suffixes
        and not NOT_COUNTED.search(str(path.relative_to(folder)))
        and bool(TEST.search(str(path.relative_to(folder)))) == tests
    )


def measure(folder: Path, *suffixes: str, base: Path) -> Figures:
    """Figures of a folder, without its tests. Imports are resolved below `base`."""
    paths = sources(folder, *suffixes)
    texts = {path: path.read_text() for path in paths}
    python = ".py" in suffixes
    functions = [
        function
        for path, text in texts.items()
        for function in (_python_functions(path, text) if python else _ts_functions(path, text))
    ]
    graph = {
        path: set(_python_imports(text, base) if python else _ts_imports(path, text, base))
        for path, text in texts.items()
    }
    return Figures(
        files=len(paths),
        lines=sum(text.count("\n") for text in texts.values()),
        longest_file=max((text.count("\n"), path.name) for path, text in texts.items()),
        longest_function=max(functions),
        cycles=len(_cycles(graph)),
        repeated=_repeated(texts.values()),
    )


def _python_functions(path: Path, text: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield (node.end_lineno or node.lineno) - node.lineno + 1, f"{path.stem}.{node.name}"


def _ts_functions(path: Path, text: str) -> Iterator[tuple[int, str]]:
    """Functions at the top of a module; the formatter ends each with a brace in the first column."""
    started: tuple[int, str] | None = None
    for number, line in enumerate(text.splitlines()):
        found = TS_FUNCTION.match(line)
        if found and started is None:
            started = number, found[1] or found[2]
        if started is not None and re.match(r"[}\)]", line) and not line.rstrip().endswith("{"):
            yield number - started[0] + 1, f"{path.stem}.{started[1]}"
            started = None


def _python_imports(text: str, base: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(text)):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
        elif isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        for name in names:
            path = base.joinpath(*name.split("."))
            if path.with_suffix(".py").is_file():
                yield path.with_suffix(".py")


def _ts_imports(path: Path, text: str, base: Path) -> Iterator[Path]:
    for name in TS_IMPORT.findall(text):
        target = base / name[2:] if name.startswith("@/") else (path.parent / name).resolve()
        for candidate in (
            target,
            *(target.with_name(f"{target.name}{end}") for end in (".ts", ".tsx")),
        ):
            if candidate.is_file():
                yield candidate


def _cycles(graph: Mapping[Path, Set[Path]]) -> list[set[Path]]:
    """Strongly connected groups of more than one module (Tarjan, without recursion)."""
    index: dict[Path, int] = {}
    low: dict[Path, int] = {}
    stack: list[Path] = []
    found: list[set[Path]] = []
    for start in graph:
        if start in index:
            continue
        work = [(start, iter(graph[start]))]
        index[start] = low[start] = len(index)
        stack.append(start)
        while work:
            node, targets = work[-1]
            for target in targets:
                if target in graph and target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    work.append((target, iter(graph[target])))
                    break
                if target in stack:
                    low[node] = min(low[node], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    group = set(stack[stack.index(node) :])
                    del stack[stack.index(node) :]
                    if len(group) > 1:
                        found.append(group)
    return found


def _repeated(texts: Iterable[str]) -> int:
    files = [
        [
            line.strip()
            for line in text.splitlines()
            if line.strip() and not line.startswith(("import ", "from "))
        ]
        for text in texts
    ]
    runs = Counter(
        tuple(lines[at : at + SAME_LINES])
        for lines in files
        for at in range(len(lines) - SAME_LINES + 1)
    )
    return sum(
        len(
            {
                line
                for at in range(len(lines) - SAME_LINES + 1)
                if runs[tuple(lines[at : at + SAME_LINES])] > 1
                for line in range(at, at + SAME_LINES)
            }
        )
        for lines in files
    )


def main() -> None:
    """Print a table of both halves and of their tests."""
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    server = measure(root / "server/stallage", ".py", base=root / "server")
    web = measure(root / "web/src", ".ts", ".tsx", base=root / "web/src")
    rows = [
        ("files", server.files, web.files),
        ("lines", f"{server.lines:,}", f"{web.lines:,}"),
        ("longest file", *(one.longest_file[0] for one in (server, web))),
        ("longest function", *(one.longest_function[0] for one in (server, web))),
        ("import cycles", server.cycles, web.cycles),
        ("repeated lines", server.repeated, web.repeated),
    ]
    tests = [
        sum(path.read_text().count("\n") for path in sources(root / folder, *suffixes, tests=True))
        for folder, suffixes in (("server", (".py",)), ("web", (".ts", ".tsx")))
    ]
    rows.append(("lines of tests", *(f"{count:,}" for count in tests)))
    sys.stdout.write("| | server | client |\n|---|---:|---:|\n")
    for row in rows:
        sys.stdout.write("| {} | {} | {} |\n".format(*row))
    sys.stdout.write(
        f"\nLongest functions: {server.longest_function[1]}, {web.longest_function[1]}\n"
    )


if __name__ == "__main__":
    main()
