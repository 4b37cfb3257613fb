"""What is wrong with a shop's files, told with file, line, field and what is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic_core import ErrorDetails

SHOWN = 20
"""Problems named at once; more would hide the first."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to mend."""

    file: Path | None
    line: int | None
    text: str

    def __str__(self) -> str:
        where = ":".join(str(part) for part in (self.file, self.line) if part is not None)
        return f"{where}: {self.text}" if where else self.text


class DeclarationRefused(Exception):
    """The declaration cannot be taken; nothing of it was."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = problems
        shown = [str(problem) for problem in problems[:SHOWN]]
        if len(problems) > SHOWN:
            shown.append(f"… and {len(problems) - SHOWN} more.")
        super().__init__("\n".join(shown))


FOUND = {
    "literal_error": "must be one of {expected}",
    "string_too_short": "cannot be empty",
    "string_too_long": "cannot exceed {max_length} characters",
    "greater_than_equal": "must be {ge} or more",
    "less_than_equal": "must be {le} or less",
    "less_than": "must be less than {lt}",
    "bool_type": "must be true or false",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "string_type": "must be text in quotes",
    "list_type": "must be a list in brackets",
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "too_short": "needs at least {min_length}",
    "too_long": "takes at most {max_length}",
    "value_error": "{error}",
    "missing": "is missing",
    "string_pattern_mismatch": "is written wrongly",
}
"""A kind of error of pydantic's → what it means, with its parameters."""
DESCRIBED = {"missing", "string_pattern_mismatch", "too_short"}
"""Kinds that say too little without what the field is."""


def sentence(error: ErrorDetails, record: type[BaseModel], prefix: str) -> str:
    """What pydantic found, in words for whoever wrote the file, with what is allowed."""
    place = error["loc"]
    field = ".".join([prefix, *(part for part in place if isinstance(part, str))])
    owner = _owner(record, place)
    if error["type"] == "extra_forbidden":
        allowed = list(owner.model_fields) if owner else []
        return f"{field} {unknown(str(place[-1]), allowed)}."
    context: dict[str, Any] = error.get("ctx", {})
    found = FOUND.get(error["type"], error["msg"].replace("{", "{{").replace("}", "}}"))
    said = f"{field} {found.format(**context)}"
    if error["type"] in DESCRIBED:
        said += _described(owner, place)
    return f"{said}{'' if error['type'] == 'missing' else _given(error)}."


def unknown(name: str, allowed: Sequence[str]) -> str:
    """What to say of a name that is not known."""
    near = get_close_matches(name, allowed, n=1)
    hint = f"; did you mean {near[0]}?" if near else "."
    return f"is not known{hint} Allowed: {', '.join(allowed)}"


def _owner(record: type[BaseModel], place: Sequence[str | int]) -> type[BaseModel] | None:
    """The class of the table in which the last part of `place` stands."""
    owner: type[BaseModel] | None = record
    for part in place[:-1]:
        if isinstance(part, int):
            continue
        field = owner.model_fields.get(part) if owner else None
        owner = _table_in(field.annotation) if field else None
    return owner


def _table_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    inner = getattr(annotation, "__args__", ())
    return next((found for one in inner if (found := _table_in(one)) is not None), None)


def _described(owner: type[BaseModel] | None, place: Sequence[str | int]) -> str:
    names = [part for part in place if isinstance(part, str)]
    field = owner.model_fields.get(names[-1]) if owner and names else None
    return f" ({field.description})" if field and field.description else ""


def _given(error: ErrorDetails) -> str:
    given = error["input"]
    if isinstance(given, BaseModel | dict | list):
        return ""
    text = repr(given) if isinstance(given, str) else str(given)
    if isinstance(given, bool):
        text = text.lower()
    return f"; it is {text[:60]}"
