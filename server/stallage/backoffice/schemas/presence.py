"""Requests and responses of presence."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field

from stallage.core.schemas import Input, Output

Mode = Literal["viewing", "editing"]


class PresenceInput(Input):
    """A heartbeat: the operator still has the record open."""

    model_config = ConfigDict(extra="forbid")

    mode: Mode = "viewing"


class PresentOperator(Output):
    """Another operator who has the record open."""

    operator_id: int
    name: str
    mode: Mode


class RecordPresence(Output):
    """Who else has a record open."""

    others: list[PresentOperator]
    next_heartbeat_seconds: int = Field(description="When to send the next one.")
