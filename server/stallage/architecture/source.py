"""Features, their modules and imports, read from source code."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import stallage
from stallage.features import FEATURES


@dataclass(frozen=True)
class Module:
    """One Python file of a feature."""

    feature: str
    path: Path
    parts: tuple[str, ...]
    """Below the feature's package, such as `("actions", "cancel")`; empty for its `__init__`."""

    @property
    def place(self) -> str:
        """Name in violations, such as `orders/actions/cancel`."""
        return "/".join((self.feature, *self.parts))

    @property
    def kind(self) -> str:
        """The first part of its name, such as `actions`."""
        return self.parts[0] if self.parts else ""

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree."""
        return ast.parse(self.path.read_text(), str(self.path))

    @cached_property
    def imports(self) -> Sequence[Import]:
        """Its imports, which several rules read."""
        return tuple(imports_of(self.tree))


@dataclass(frozen=True)
class Feature:
    """A feature's source code."""

    name: str
    package: str
    """Its import package, such as `stallage.orders`."""
    folder: Path

    @cached_property
    def modules(self) -> Sequence[Module]:
        """All modules except migrations."""
        found = []
        for path in sorted(self.folder.rglob("*.py")):
            parts = path.relative_to(self.folder).with_suffix("").parts
            parts = parts[:-1] if parts[-1] == "__init__" else parts
            if parts[:1] != ("migrations",):
                found.append(Module(self.name, path, parts))
        return found


def built_in_features(
    folder: Path = Path(stallage.__file__).parent, names: Sequence[str] = FEATURES
) -> list[Feature]:
    """Return the features in the package `stallage`, in order."""
    return [Feature(name, f"stallage.{name}", folder / name) for name in names]


@dataclass(frozen=True, slots=True)
class Import:
    """A name that a module imports, such as `stallage.orders.actions.cancel`."""

    name: str
    line: int
    in_function: bool


def imports_of(tree: ast.Module) -> Iterator[Import]:
    """Yield every import of a module; `from a import b` counts as `a` and as `a.b`."""
    for node, in_function in _statements(tree, in_function=False):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            yield Import(name, node.lineno, in_function)


STATEMENTS = ("body", "orelse", "finalbody", "handlers", "cases")


def _statements(node: ast.AST, *, in_function: bool) -> Iterator[tuple[ast.AST, bool]]:
    """Yield the statements in a node, and whether they are in a function. Expressions have none."""
    in_function = in_function or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    for field in STATEMENTS:
        for inner in getattr(node, field, ()):
            yield inner, in_function
            yield from _statements(inner, in_function=in_function)


def owner_of(name: str, features: Sequence[Feature]) -> tuple[Feature, tuple[str, ...]] | None:
    """Return the feature that an imported name belongs to, and the rest of the name."""
    for feature in features:
        if name == feature.package or name.startswith(f"{feature.package}."):
            rest = name.removeprefix(feature.package).strip(".")
            return feature, tuple(rest.split(".")) if rest else ()
    return None
