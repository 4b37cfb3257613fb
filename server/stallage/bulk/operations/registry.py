"""Bulk operations that later features register, and the lists that their records come from."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.json_types import JsonObject
from stallage.core.runtime import Runtime
from stallage.core.schemas import Input
from stallage.core.validation import field_errors, message


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an operation would do with a record now."""

    item_id: int
    label: str
    """What people call the record."""
    reason: str | None
    """Why it would not be changed; None if it would."""
    detail: object = None
    """What would change, for the operation's own preview. The preview's version depends on its text."""


FindIds = Callable[[Connection, Any, str, int], Awaitable[list[int]]]
"""Takes a filter, the shop's time zone and the maximum number of ids; returns ids in the list's order."""
Preview = Callable[[Connection, Sequence[int], Any], Awaitable[list[Verdict]]]
"""Takes ids and parameters. Leaves out records that do not exist."""
Act = Callable[[Connection, int, Any], Awaitable[JsonObject | None]]
"""Changes a record in the caller's transaction, and returns what taking it back needs, if it can be.

Raises ApiError to refuse."""
Call = Callable[[Runtime, int, Any], Awaitable[None]]
"""The same for an action that calls other services, in transactions of its own. Must be idempotent."""
ReadRows = Callable[
    [Connection, Sequence[int] | None, Any, str], AsyncIterator[Sequence[str | int | None]]
]
"""Yields the rows of an export: of ids, or if they are None of all matches of a filter."""


@dataclass(frozen=True, slots=True)
class BulkList:
    """A list whose matches can be selected."""

    filter: type[Input]
    find_ids: FindIds


@dataclass(frozen=True, slots=True)
class BulkOperation:
    """An operation for many records of a list. It has one of `act`, `call` and `read_rows`."""

    name: str
    """With its list in front, such as `orders.confirm`."""
    permission: str
    preview: Preview
    effects: tuple[str, ...] = ()
    """What happens besides, in sentences for the operator."""
    parameters: type[Input] | None = None
    act: Act | None = None
    call: Call | None = None
    read_rows: ReadRows | None = None
    columns: tuple[str, ...] = ()
    """Heads of an export's file."""
    max_items: int | None = None
    """Records that it can change, if other than `MAX_ITEMS`."""
    step_up: bool = False
    """Whether the operator has to prove their identity again."""

    @property
    def list_name(self) -> str:
        """The name of its list."""
        return self.name.partition(".")[0]

    @property
    def is_export(self) -> bool:
        """Whether it writes a file instead of changing records."""
        return self.read_rows is not None


LISTS: dict[str, BulkList] = {}
OPERATIONS: dict[str, BulkOperation] = {}


def register_list(name: str, bulk_list: BulkList) -> None:
    """Declare a list. Raises ValueError if another one has the name."""
    if LISTS.setdefault(name, bulk_list) is not bulk_list:
        raise ValueError(f"two lists are called {name}")


def register_operation(operation: BulkOperation) -> None:
    """Declare an operation. Raises ValueError if another one has the name."""
    if OPERATIONS.setdefault(operation.name, operation) is not operation:
        raise ValueError(f"two bulk operations are called {operation.name}")


def operation_named(name: str) -> BulkOperation:
    """Return an operation. Raises InvalidFields."""
    operation = OPERATIONS.get(name)
    if operation is None:
        raise InvalidFields(fields={"operation": [message("invalid", "operation")]})
    return operation


def _read(schema: type[Input], values: JsonObject, name: str) -> Input:
    try:
        return schema.model_validate(values)
    except ValidationError as error:
        found = field_errors(error.errors())
        raise InvalidFields(
            fields={f"{name}.{field}": texts for field, texts in found.items()}
        ) from error


def read_filter(operation: BulkOperation, values: JsonObject) -> Input:
    """Parse the filter of a selection. Raises InvalidFields."""
    return _read(LISTS[operation.list_name].filter, values, "scope.filter")


def read_parameters(operation: BulkOperation, values: JsonObject) -> Input | None:
    """Parse the parameters of an operation. Raises InvalidFields."""
    if operation.parameters is None:
        if values:
            raise InvalidFields(fields={"parameters": [message("invalid", "parameters")]})
        return None
    return _read(operation.parameters, values, "parameters")
