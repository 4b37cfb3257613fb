"""Errors in a shop's files, with file, line, field and allowed values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic_core import ErrorDetails

MAX_PROBLEMS = 20
"""Problems shown at once."""


@dataclass(frozen=True, slots=True)
class Problem:
    """An error in a file."""

    file: Path | None
    line: int | None
    text: str

    def __str__(self) -> str:
        where = ":".join(str(part) for part in (self.file, self.line) if part is not None)
        return f"{where}: {self.text}" if where else self.text


class InvalidDeclaration(Exception):
    """The declaration has errors, and nothing was changed."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = problems
        shown = [str(problem) for problem in problems[:MAX_PROBLEMS]]
        if len(problems) > MAX_PROBLEMS:
            shown.append(f"… and {len(problems) - MAX_PROBLEMS} more.")
        super().__init__("\n".join(shown))


MESSAGES = {
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
    "string_pattern_mismatch": "has an invalid format",
}
"""Error type of pydantic → message with parameters."""
WITH_DESCRIPTION = {"missing", "string_pattern_mismatch", "too_short"}
"""Error types whose message includes the description of the field."""


def describe_error(error: ErrorDetails, record: type[BaseModel], prefix: str) -> str:
    """Convert an error of pydantic to a sentence for the author of the file.

    `prefix` is the kind of record, such as `delivery`.
    """
    location = error["loc"]
    field = ".".join([prefix, *(part for part in location if isinstance(part, str))])
    owner = _owner(record, location)
    if error["type"] == "extra_forbidden":
        allowed = list(owner.model_fields) if owner else []
        return f"{field} {unknown_name(str(location[-1]), allowed)}."
    context: dict[str, Any] = error.get("ctx", {})
    template = MESSAGES.get(error["type"], error["msg"].replace("{", "{{").replace("}", "}}"))
    text = f"{field} {template.format(**context)}"
    if error["type"] in WITH_DESCRIPTION:
        text += _description(owner, location)
    return f"{text}{'' if error['type'] == 'missing' else _input_text(error)}."


def unknown_name(name: str, allowed: Sequence[str]) -> str:
    """Return the message for an unknown name, with the most similar allowed one."""
    near = get_close_matches(name, allowed, n=1)
    hint = f"; did you mean {near[0]}?" if near else "."
    return f"is not known{hint} Allowed: {', '.join(allowed)}"


def _owner(record: type[BaseModel], location: Sequence[str | int]) -> type[BaseModel] | None:
    """Return the class of the table that contains the last part of `location`."""
    owner: type[BaseModel] | None = record
    for part in location[:-1]:
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


def _description(owner: type[BaseModel] | None, location: Sequence[str | int]) -> str:
    names = [part for part in location if isinstance(part, str)]
    field = owner.model_fields.get(names[-1]) if owner and names else None
    return f" ({field.description})" if field and field.description else ""


def _input_text(error: ErrorDetails) -> str:
    value = error["input"]
    if isinstance(value, BaseModel | dict | list):
        return ""
    text = repr(value) if isinstance(value, str) else str(value)
    if isinstance(value, bool):
        text = text.lower()
    return f"; it is {text[:60]}"
