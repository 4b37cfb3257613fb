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
    can_send_again: bool = Field(description="The provider can be asked again.")
    can_mark_sent: bool = Field(description="It can be recorded as sent by other means.")


class StuckMoney(Output):
    """Payments and refunds that need an operator."""

    payments: list[StuckPayment]
    refunds: list[StuckRefund]


class Finding(Output):
    """The result of a check of `stallage doctor`."""

    state: Literal["ok", "note", "wrong"]
    about: str
    message: str
    group: Literal["selling", "messages", "work", "data", "installation"]
    advice: str | None = Field(description="What to do; null if nothing is wrong.")
    screen: str | None = Field(
        description="Path of the screen that mends it, in the back office; null if none does."
    )


class StoredFindings(Output):
    """Findings as they are stored."""

    items: list[Finding]


class FindingsReport(Output):
    """The results of the last run of slow checks."""

    running: bool
    checked_at: Time | None = Field(description="Of the last run; null if there was none.")
    failure: str | None = Field(description="Why the last run failed.")
    items: list[Finding]


class UsedSpace(Output):
    """What uses space."""

    name: Literal["media", "database", "search", "backups", "archives", "other"]
    bytes: int


class Disk(Output):
    """A disk that holds data of the shop. Sizes are in bytes."""

    holds: list[Literal["data", "backups"]]
    free: int
    total: int


class Space(Output):
    """Measured space."""

    used: list[UsedSpace]
    disks: list[Disk]


class SpaceReport(Output):
    """The last measurement of space."""

    running: bool
    checked_at: Time | None
    failure: str | None
    space: Space | None


class HealthReports(Output):
    """The last results of everything that is too slow for a request."""

    checks: FindingsReport
    ledger: FindingsReport
    space: SpaceReport


class FailingWebhook(Output):
    """A webhook that keeps failing and is paused between its tries."""

    id: int
    name: str
    waiting: int = Field(description="Deliveries that wait, at most 10,000.")
    failing_since: Time | None


class SearchState(Output):
    """The search index of this machine."""

    written_at: Time | None = Field(description="Null if the index cannot be used.")
    products: int = Field(description="Products on sale that it should have.")
    reason: str | None = Field(description="Why the index cannot be used; it is built again then.")


class PluginVersion(Output):
    """An installed plug-in."""

    name: str
    distribution: str
    version: str
    revision: str | None = Field(description="Of its tables; null without tables.")


class Versions(Output):
    """What runs."""

    stallage: str
    python: str
    postgresql: str
    revision: str
    head: str = Field(description="The schema of this release.")
    client_built_at: Time | None
    plugins: list[PluginVersion]
