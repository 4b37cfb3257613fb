"""The operators' API of rehearsals."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from stallage.core.schemas import Output, Time
from stallage.setup.schemas import PaymentTrial

Verdict = Literal["passed", "failed"]


class RehearsalCheck(Output):
    """A fact that a case has to lead to, and the one that it led to."""

    name: str
    title: str
    expected: str
    happened: str
    passed: bool


class RehearsalEmail(Output):
    """An email that would have been sent."""

    kind: str
    to: str
    subject: str


class RehearsalEvidence(Output):
    """What the shop had recorded at the end of a case, before it was rolled back."""

    order: str = Field(description="Number of the test order.")
    attempt: str = Field(description="The payment attempt with its state.")
    events: list[str] = Field(description="The events that were processed, with their effect.")
    ledger: list[str] = Field(description="Refunds and entries of disputes.")
    timeline: list[str]
    emails: list[RehearsalEmail]


class RehearsalCase(Output):
    """A case with its verdict."""

    key: str
    title: str
    expected: str
    verdict: Verdict
    played: Literal["provider", "shop"] = Field(
        description="`provider`: with the provider itself; `shop`: on the shop's side, with signed"
        " events in the provider's form."
    )
    error: str | None = Field(description="Why the case could not be played to its end.")
    checks: list[RehearsalCheck]
    evidence: RehearsalEvidence | None = Field(description="Null if no order could be placed.")


class ListedRehearsal(Output):
    """A rehearsal in the list."""

    id: int
    started_at: Time
    finished_at: Time
    by: str
    provider: Literal["sandbox", "stripe", "razorpay"]
    mode: Literal["test", "live"]
    passed: int
    failed: int


class RehearsalList(Output):
    """The stored rehearsals, newest first."""

    items: list[ListedRehearsal]


class RehearsalChange(Output):
    """A case whose verdict differs from that of the rehearsal before."""

    key: str
    title: str
    before: Verdict | None = Field(description="Null if it was not played then.")
    now: Verdict


class Rehearsal(ListedRehearsal):
    """A rehearsal with all its cases."""

    trial: PaymentTrial = Field(description="The steps at the provider itself.")
    limits: str | None = Field(description="What could not be played with the provider, and why.")
    cases: list[RehearsalCase]
    compared_with: int | None = Field(description="The rehearsal before, with this provider.")
    changes: list[RehearsalChange]
