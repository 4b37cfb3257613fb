"""What a picture depends on, boiled down to one short word: when it changes, the picture is retaken."""

from __future__ import annotations

import ast
import dataclasses
import hashlib
import inspect
import textwrap
import types
from collections.abc import Callable
from typing import Any


def fingerprint(*things: Any) -> str:
    """A digest of values and of functions with everything of the forms that they lean on."""
    seen: set[int] = set()
    text = "\n".join(_describe(thing, seen) for thing in things)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _describe(thing: Any, seen: set[int]) -> str:
    if dataclasses.is_dataclass(thing):
        told = [f for f in dataclasses.fields(thing) if getattr(thing, f.name) != f.default]
        return repr([(f.name, getattr(thing, f.name)) for f in told])
    if not isinstance(thing, types.FunctionType):
        return repr(thing)
    if id(thing) in seen:
        return thing.__qualname__
    seen.add(id(thing))
    leans_on = [_global(thing, name, seen) for name in sorted(_names(thing.__code__))]
    return _essence(thing) + "\n".join(filter(None, leans_on))


def _essence(function: types.FunctionType) -> str:
    """The function's code without layout, comments and decorators, none of which shows."""
    definition = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    if isinstance(definition, ast.FunctionDef):
        definition.decorator_list = []
    return ast.unparse(definition)


def _names(code: types.CodeType) -> set[str]:
    inner = [_names(c) for c in code.co_consts if isinstance(c, types.CodeType)]
    return set(code.co_names).union(*inner)


def _global(function: Callable[..., Any], name: str, seen: set[int]) -> str:
    """The source or value behind a name, if it is one of the forms' own."""
    value = function.__globals__.get(name)
    if isinstance(value, types.FunctionType) and value.__module__.startswith("forms."):
        return _describe(value, seen) if value.__module__ != "forms.registry" else ""
    if isinstance(value, (list, tuple, int, float, str)):
        return repr(value)
    return ""
