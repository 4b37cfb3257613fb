"""Responses of the operators' API of sample data."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from stallage.core.schemas import Output, Time
from stallage.sample_data.rules import RunKind, RunState, SampleKind, SampleOutcome


class SampleFigure(Output):
    """How many records of a kind have an outcome."""

    kind: SampleKind
    outcome: SampleOutcome = Field(
        description="`skipped`: the shop has one with this name. `edited`, `in_use`: it stays."
    )
    count: int


class SampleRunDetails(Output):
    """Sample data being put in or taken out, or what that did."""

    kind: RunKind
    state: RunState
    done: int
    total: int = Field(description="Pictures to store; 0 if nothing is counted.")
    figures: list[SampleFigure]
    failure: str | None
    operator_name: str
    created_at: Time
    finished_at: Time | None


class SampleData(Output):
    """What came with the sample data and is still in the shop."""

    state: Literal["none", "putting_in", "present", "taking_out"]
    last_run: SampleRunDetails | None
    figures: list[SampleFigure] = Field(description="Records in the shop, as `added`.")
    product_ids: list[int]
    is_converted: bool = Field(
        description="Whether the amounts are those of US dollars, as numbers of the shop's currency."
    )


class SampleRemoval(Output):
    """What taking the sample data out would do now."""

    figures: list[SampleFigure]
