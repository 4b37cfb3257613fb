"""What kind of value a setting has, read from its declaration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args, get_origin

from pydantic import SecretStr
from pydantic.fields import FieldInfo

from stallage.setup.rules.sections import MONEY

Kind: TypeAlias = Literal[
    "text", "number", "seconds", "money", "boolean", "choice", "list", "secret"
]


@dataclass(frozen=True, slots=True)
class ValueKind:
    """The kind of a setting's values, and their limits."""

    kind: Kind
    choices: tuple[str | int, ...] = ()
    minimum: int | None = None
    maximum: int | None = None


def kind_of(name: str, field: FieldInfo) -> ValueKind:
    """Return the kind of values that a setting has."""
    annotation = field.annotation
    if annotation is SecretStr:
        return ValueKind("secret")
    if annotation is bool:
        return ValueKind("boolean")
    if get_origin(annotation) is Literal:
        return ValueKind("choice", choices=get_args(annotation))
    if get_origin(annotation) is tuple:
        return ValueKind("secret" if SecretStr in get_args(annotation) else "list")
    if annotation is int:
        lowest = _limit(field, "ge")
        return ValueKind(_kind_of_number(name), minimum=lowest, maximum=_limit(field, "le"))
    return ValueKind("text")


def _kind_of_number(name: str) -> Kind:
    if name in MONEY:
        return "money"
    return "seconds" if name.endswith("_seconds") else "number"


def _limit(field: FieldInfo, name: str) -> int | None:
    """Return a limit, `ge` or `le`, of a number."""
    found: list[Any] = [getattr(one, name) for one in field.metadata if hasattr(one, name)]
    return int(found[0]) if found else None
