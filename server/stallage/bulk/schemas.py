"""Requests and responses of bulk operations."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from stallage.bulk.rules import MAX_ITEMS, JobState
from stallage.core.json_types import JsonObject
from stallage.core.schemas import Id, Input, Line, Output, Time


class IdScope(Input):
    """Records by their ids."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["ids"]
    ids: list[Id] = Field(min_length=1, max_length=MAX_ITEMS)


class FilterScope(Input):
    """All records that match a filter of their list."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["filter"]
    filter: JsonObject = Field(
        description="As the parameters of the list, without sort and cursor."
    )


Scope = Annotated[IdScope | FilterScope, Field(discriminator="kind")]


class BulkPreviewInput(Input):
    """An operation that is to be previewed."""

    model_config = ConfigDict(extra="forbid")

    operation: Line = Field(max_length=60, examples=["orders.confirm"])
    scope: Scope
    parameters: JsonObject = Field(default_factory=dict)


class BulkInput(BulkPreviewInput):
    """An operation that is to be started."""

    version: Line = Field(max_length=100, description="Of the preview that the operator saw.")


class BulkReason(Output):
    """Why an operation will not change some of the records."""

    reason: str
    count: int
    examples: list[str] = Field(description="What people call the first few of them.")


class BulkPreview(Output):
    """What an operation will do."""

    operation: str
    total: int = Field(description="Selected records.")
    to_do: int = Field(description="Records that will be changed or exported.")
    reasons: list[BulkReason] = Field(description="Why the others will not be changed.")
    effects: list[str] = Field(description="What happens besides, in sentences.")
    columns: list[str] = Field(description="Of an export's file; else empty.")
    exact: bool = Field(description="False if there are more than `total` records.")
    version: str


class BulkJob(Output):
    """A bulk operation with its progress."""

    id: int
    operation: str
    operator: str = Field(description="Name of who started it.")
    is_own: bool
    is_export: bool
    scope: JsonObject
    parameters: JsonObject
    state: JobState
    total: int
    done: int
    refused: int
    failed: int
    created_at: Time
    started_at: Time | None
    finished_at: Time | None
    file_name: str | None = Field(description="Of an export's file while it is available.")


class BulkItem(Output):
    """A record of a bulk operation that was not changed."""

    label: str
    state: Literal["refused", "failed"]
    message: str | None


class BulkJobDetails(BulkJob):
    """A bulk operation with the records that it did not change."""

    problems: list[BulkItem] = Field(description="The first 50; the result file has all.")
