"""The health of the shop: background jobs, refused emails, stuck payments, backups and checks."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from stallage.core.cursors import Count
from stallage.core.money import Money
from stallage.core.schemas import Email, Id, Input, Output, Time

JobState = Literal["waiting", "retrying", "running", "held", "unknown"]
MAX_SELECTED = 100


class JobCount(Output):
    """Jobs of one name and state."""

    name: str
    state: JobState
    count: int
    oldest_seconds: int


class BackgroundWork(Output):
    """The queue of background jobs."""

    last_seen_seconds_ago: int | None = Field(
        description="Since the last sign of life of a worker; null: none runs."
    )
    due_jobs: int
    oldest_due_seconds: int
    held_jobs: int
    counts: list[JobCount]


class HeldJob(Output):
    """A job that failed too often, or that a restore holds."""

    id: int
    name: str
    attempts: int
    created_at: Time
    failed_at: Time | None
    failure: str | None = Field(description="Kind and place of the failure, without personal data.")


class HeldJobs(Output):
    """Held jobs, the oldest first."""

    count: Count
    items: list[HeldJob]


class SelectedJobs(Input):
    """Held jobs to retry or discard."""

    model_config = ConfigDict(extra="forbid")

    ids: Annotated[list[Id], Field(default_factory=list, max_length=MAX_SELECTED)]
    name: Annotated[str, Field(max_length=100)] | None = Field(
        default=None, description="All held jobs of this name, instead of ids."
    )


class ChangedJobs(Output):
    """How many jobs were retried or discarded."""

    count: int


class RefusedEmail(Output):
    """A message that the mail server or SMS provider refused for good."""

    id: int
    address: str
    subject: str
    reason: str
    failed_at: Time
    queued_at: Time | None = Field(
        description="When it was sent again; null: it waits for somebody."
    )
    order_id: str | None = Field(description="Number of the order that it is about.")


class SendAgain(Input):
    """Where to send a refused message."""

    model_config = ConfigDict(extra="forbid")

    address: Email | None = Field(default=None, description="Null: the same address.")


class StuckPayment(Output):
    """A payment that the shop cannot settle by itself."""

    id: str
    provider: str
    state: str
    amount: Money
    paid_for: str = Field(description="Number of the order or top-up.")
    other_amount: str | None = Field(description="What was paid instead, in the provider's unit.")


class StuckRefund(Output):
    """A refund that the provider refused, or that is still to be sent."""

    id: str
    provider: str
    state: Literal["pending", "refused"]
    amount: Money
    paid_for: str
    reason: str


class StuckMoney(Output):
    """Payments and refunds that need an operator."""

    payments: list[StuckPayment]
    refunds: list[StuckRefund]


class Finding(Output):
    """The result of a check of `stallage doctor`."""

    state: Literal["ok", "note", "wrong"]
    about: str
    message: str


class Findings(Output):
    """All results, in the order in which to fix them."""

    checked_at: Time
    items: list[Finding]
