"""Search criteria of the API, `{key, operation, value}`, as SQL conditions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, Protocol, TypeAlias

from pydantic import Field

from stallage.core.errors import InvalidFields
from stallage.core.schemas import Integer, Line
from stallage.core.validation import message

Operation: TypeAlias = Literal["cn", "nc", "eq", "ne", "gt", "lt", "range", "after", "before"]
Match: TypeAlias = Literal["all", "any"]

OPERATION = Field(
    description="Contains, not contains, equals, not equals, greater than, less than, "
    "date range, after, before."
)
Values = Annotated[
    list[Annotated[Line, Field(min_length=1, max_length=200)] | Integer],
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
"""Of all criteria of one search together: each value is looked for in every row."""


class BrokenRule(Exception):
    """A value breaks a rule of the contract; `parameters` go into its message."""

    def __init__(self, rule: str, **parameters: Any) -> None:
        super().__init__(rule)
        self.rule, self.parameters = rule, parameters


class Criterion(Protocol):
    """What every criterion has beside its key."""

    operation: Operation
    value: list[str | int]


class HasValues(Protocol):
    """What every criterion has, whatever its values may be."""

    @property
    def value(self) -> Sequence[object]:
        """What is compared with."""


@dataclass
class Parameters:
    """The parameters of a query that is put together condition by condition."""

    values: list[Any] = field(default_factory=list)

    def add(self, value: Any) -> str:
        """Adds a value and returns its placeholder, such as `$3`."""
        self.values.append(value)
        return f"${len(self.values)}"


def invalid(index: int, name: str, rule: str = "invalid", **parameters: Any) -> InvalidFields:
    """The error for the criterion at an index, `name` being its field."""
    return InvalidFields(fields={f"criteria.{index}.{name}": [message(rule, name, **parameters)]})


def check_size(criteria: Sequence[HasValues]) -> None:
    """Raises InvalidFields where all criteria together ask for more than one search may cost."""
    values = [value for criterion in criteria for value in criterion.value]
    if len(values) > MAX_VALUES:
        raise _too_much("tooMany", MAX_VALUES)
    if sum(len(value) for value in values if isinstance(value, str)) > MAX_CHARACTERS:
        raise _too_much("maxLength", MAX_CHARACTERS)


def _too_much(rule: str, most: int) -> InvalidFields:
    told = message(rule, "criteria", max=most, attribute="All criteria together")
    return InvalidFields(fields={"criteria": [told]})


def check_operation(criterion: Criterion, index: int, allowed: frozenset[Operation]) -> None:
    """Raises InvalidFields where the key does not take the operation."""
    if criterion.operation not in allowed:
        raise invalid(index, "operation")


def read_number(value: str | int) -> int:
    """An integer that a JSON number can hold. Raises BrokenRule."""
    if not isinstance(value, int) and not _DECIMAL.match(value.strip()):
        raise BrokenRule("decimal")
    try:
        number = int(value)
    except ValueError as error:
        raise BrokenRule("integer") from error
    if not -MAX_NUMBER <= number <= MAX_NUMBER:
        raise BrokenRule("between", min=-MAX_NUMBER, max=MAX_NUMBER)
    return number


def read_moment(value: str | int) -> datetime:
    """A time; UTC where it names no zone. Raises ValueError or OverflowError."""
    moment = datetime.fromisoformat(str(value))
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def read_values(criterion: Criterion, index: int, read: Callable[[str | int], Any]) -> list[Any]:
    """The values in their type. Raises InvalidFields, also where there are too many or too few."""
    try:
        values = [read(value) for value in criterion.value]
    except BrokenRule as broken:
        raise invalid(index, "value", broken.rule, **broken.parameters) from broken
    except (ValueError, OverflowError) as error:
        raise invalid(index, "value") from error
    expected = {"eq": None, "ne": None, "range": 2}.get(criterion.operation, 1)
    if expected is not None and len(values) != expected:
        raise invalid(index, "value")
    return values


def compare(
    column: str, kind: str, operation: Operation, values: list[Any], parameters: Parameters
) -> str:
    """A condition on a number or time; `kind` is the column's SQL type."""
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
    texts: str, operation: Operation, values: Sequence[str | int], parameters: Parameters
) -> str:
    """A condition on texts, upper and lower case alike.

    `texts` is a query in parentheses whose column is called `value`. `cn` and `eq` hold where one
    of its texts matches one of the values, `nc` and `ne` where none does.
    """
    wanted = parameters.add([str(value).lower() for value in values])
    if operation in ("eq", "ne"):
        matches = f"lower(v.value) = ANY({wanted}::text[])"
    else:
        matches = (
            f"EXISTS (SELECT FROM unnest({wanted}::text[]) w (part)"
            " WHERE strpos(lower(v.value), w.part) > 0)"
        )
    found = f"EXISTS (SELECT FROM {texts} v WHERE {matches})"
    return found if operation in ("cn", "eq") else f"NOT {found}"


def join(conditions: Sequence[str], matching: Match) -> str:
    """All conditions, or any of them; true where there are none."""
    word = " AND " if matching == "all" else " OR "
    return word.join(f"({condition})" for condition in conditions) or "true"
