"""Search criteria of the API, `{key, operation, value}`, as SQL conditions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, Protocol, TypeAlias

from pydantic import Field

from stallage.core.errors import InvalidFields
from stallage.core.schemas import Integer, Line, OneOf
from stallage.core.validation import message

Operation: TypeAlias = Literal["cn", "nc", "eq", "ne", "gt", "lt", "range", "after", "before"]
Match: TypeAlias = Literal["all", "any"]

OPERATION = Field(
    description="Contains, not contains, equals, not equals, greater than, less than, "
    "date range, after, before."
)
Values = Annotated[
    list[Annotated[Annotated[Line, Field(min_length=1, max_length=200)] | Integer, OneOf]],
    Field(min_length=1, max_length=50),
]

TEXT: frozenset[Operation] = frozenset({"cn", "nc", "eq", "ne"})
NUMBER: frozenset[Operation] = frozenset({"eq", "ne", "gt", "lt", "range"})
TIME: frozenset[Operation] = frozenset({"eq", "ne", "gt", "lt", "range", "after", "before"})
CHOICE: frozenset[Operation] = frozenset({"eq", "ne"})

MAX_NUMBER = 2**53 - 1
_DECIMAL = re.compile(r"^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)$")


MAX_VALUES = 100
MAX_CHARACTERS = 4000
"""In all criteria of a search together: each value is compared with every row."""


class RuleViolation(Exception):
    """A value breaks a validation rule; `parameters` go into its message."""

    def __init__(self, rule: str, **parameters: Any) -> None:
        super().__init__(rule)
        self.rule, self.parameters = rule, parameters


class Criterion(Protocol):
    """A criterion without its key."""

    operation: Operation
    value: list[str | int]


class HasValues(Protocol):
    """A criterion whose values have any type."""

    @property
    def value(self) -> Sequence[object]:
        """The values to compare with."""


@dataclass
class SqlParameters:
    """The parameters of a query that is built condition by condition."""

    values: list[Any] = field(default_factory=list)

    def add(self, value: Any) -> str:
        """Add a value and return its placeholder, such as `$3`."""
        self.values.append(value)
        return f"${len(self.values)}"


def criterion_error(
    index: int, name: str, rule: str = "invalid", **parameters: Any
) -> InvalidFields:
    """Return the error for the field `name` of the criterion at an index."""
    return InvalidFields(fields={f"criteria.{index}.{name}": [message(rule, name, **parameters)]})


def check_size(criteria: Sequence[HasValues]) -> None:
    """Raise InvalidFields if all criteria together hold more values than one search may compare."""
    values = [value for criterion in criteria for value in criterion.value]
    if len(values) > MAX_VALUES:
        raise _size_error("tooMany", MAX_VALUES)
    if sum(len(value) for value in values if isinstance(value, str)) > MAX_CHARACTERS:
        raise _size_error("maxLength", MAX_CHARACTERS)


def _size_error(rule: str, maximum: int) -> InvalidFields:
    text = message(rule, "criteria", max=maximum, attribute="All criteria together")
    return InvalidFields(fields={"criteria": [text]})


def check_operation(criterion: Criterion, index: int, allowed: frozenset[Operation]) -> None:
    """Raise InvalidFields if the key does not support the operation."""
    if criterion.operation not in allowed:
        raise criterion_error(index, "operation")


def read_number(value: str | int) -> int:
    """Parse an integer that a JSON number can hold. Raises RuleViolation."""
    if not isinstance(value, int) and not _DECIMAL.match(value.strip()):
        raise RuleViolation("decimal")
    try:
        number = int(value)
    except ValueError as error:
        raise RuleViolation("integer") from error
    if not -MAX_NUMBER <= number <= MAX_NUMBER:
        raise RuleViolation("between", min=-MAX_NUMBER, max=MAX_NUMBER)
    return number


def read_time(value: str | int) -> datetime:
    """Parse an ISO 8601 time, in UTC if it names no zone. Raises ValueError or OverflowError."""
    time = datetime.fromisoformat(str(value))
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)


def read_values(criterion: Criterion, index: int, read: Callable[[str | int], Any]) -> list[Any]:
    """Parse the values with `read`. Raises InvalidFields, also if there are too many or too few."""
    try:
        values = [read(value) for value in criterion.value]
    except RuleViolation as violation:
        raise criterion_error(index, "value", violation.rule, **violation.parameters) from violation
    except (ValueError, OverflowError) as error:
        raise criterion_error(index, "value") from error
    expected = {"eq": None, "ne": None, "range": 2}.get(criterion.operation, 1)
    if expected is not None and len(values) != expected:
        raise criterion_error(index, "value")
    return values


def compare(
    column: str, kind: str, operation: Operation, values: list[Any], parameters: SqlParameters
) -> str:
    """Return a condition on a number or time; `kind` is the column's SQL type."""
    match operation:
        case "eq":
            return f"{column} = ANY({parameters.add(values)}::{kind}[])"
        case "ne":
            return f"{column} <> ALL({parameters.add(values)}::{kind}[])"
        case "range":
            low, high = parameters.add(values[0]), parameters.add(values[1])
            return f"{column} BETWEEN {low}::{kind} AND {high}::{kind}"
        case "gt" | "after":
            return f"{column} > {parameters.add(values[0])}::{kind}"
        case _:
            return f"{column} < {parameters.add(values[0])}::{kind}"


def match_text(
    texts: str, operation: Operation, values: Sequence[str | int], parameters: SqlParameters
) -> str:
    """Return a condition on texts, ignoring case.

    `texts` is a query in parentheses with one column, `value`. `cn` and `eq` are true if one of its
    texts matches one of the values, `nc` and `ne` if none does.
    """
    searched = parameters.add([str(value).lower() for value in values])
    if operation in ("eq", "ne"):
        matches = f"lower(v.value) = ANY({searched}::text[])"
    else:
        matches = (
            f"EXISTS (SELECT FROM unnest({searched}::text[]) w (part)"
            " WHERE strpos(lower(v.value), w.part) > 0)"
        )
    found = f"EXISTS (SELECT FROM {texts} v WHERE {matches})"
    return found if operation in ("cn", "eq") else f"NOT {found}"


def join_conditions(conditions: Sequence[str], matching: Match) -> str:
    """Join conditions with AND or OR; `true` if there are none."""
    word = " AND " if matching == "all" else " OR "
    return word.join(f"({condition})" for condition in conditions) or "true"
