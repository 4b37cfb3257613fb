"""A pytest plugin that inserts one fault into a server module when it is imported.

`STALLAGE_MUTANT` names the mutant. Processes that a test starts import the original module.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

from tests.specification.document import ROOT
from tests.specification.mutants import Mutant, mutants


class FaultyLoader(SourceFileLoader):
    """Compiles a module with the fault, without the bytecode cache."""

    mutant: Mutant

    def get_code(self, fullname: str) -> CodeType:
        """Compile the module with the fault."""
        path = self.get_filename(fullname)
        text = self.get_data(path).decode()
        assert text.count(self.mutant.find) == 1, self.mutant.id
        assert self.mutant.broken is not None, self.mutant.id
        return self.source_to_code(
            text.replace(self.mutant.find, self.mutant.broken).encode(), path
        )


class FaultyFinder(MetaPathFinder):
    """Finds the one module that has the fault."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        module = mutant.file.removeprefix("server/").removesuffix(".py").removesuffix("/__init__")
        self.module = module.replace("/", ".")

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Return the module's spec with the faulty loader; None for every other module."""
        if fullname != self.module:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        assert spec is not None
        assert spec.origin is not None
        spec.loader = FaultyLoader(fullname, spec.origin)
        spec.loader.mutant = self.mutant
        return spec


def activate(identifier: str) -> None:
    """Break the server's code for the rest of this process."""
    mutant = next(one for one in mutants() if one.id == identifier)
    finder = FaultyFinder(mutant)
    assert finder.module not in sys.modules, f"{finder.module} was imported before its fault"
    assert (ROOT / mutant.file).is_file()
    sys.meta_path.insert(0, finder)


if identifier := os.environ.get("STALLAGE_MUTANT"):
    activate(identifier)
