"""Retry policies: how many jobs of a kind run at once, and when failed ones are retried.

A job's declaration names its policy: `@job(policy=EMAIL)`, `@on(OrderPlaced, policy=EMAIL)`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

JITTER = 0.25
"""The fraction by which pauses vary, so that jobs that failed together are not retried together."""


class Lane(StrEnum):
    """A group of jobs that share a limit. A full or slow lane does not delay the others."""

    PROMPT = "prompt"
    EMAILS = "emails"
    CODES = "codes"
    PROVIDERS = "providers"
    WEBHOOKS = "webhooks"
    OPERATORS = "operators"
    BULK = "bulk"
    """Nobody waits for it. What an operator has started is in the lane for operators."""


CONCURRENCY = {
    Lane.PROMPT: 6,
    Lane.CODES: 2,
    Lane.PROVIDERS: 4,
    Lane.WEBHOOKS: 4,
    Lane.OPERATORS: 4,
    Lane.BULK: 2,
}
"""How many jobs of a lane one worker runs at once. The setting `mail_connections` limits emails."""


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How a job is run and retried. Pauses double with every failure, up to the longest one."""

    lane: Lane
    first_pause: timedelta
    longest_pause: timedelta
    retry_for: timedelta
    """Approximately how long a failing job is retried before it is held for an operator."""
    run_limit: timedelta = timedelta(minutes=5)
    """How long one run may take before it counts as failed."""

    def nominal_pause(self, failures: int) -> timedelta:
        """Return the pause after the nth failure, counted from 1, without jitter."""
        # More than 40 doublings exceed any pause and would overflow.
        return min(self.first_pause * (1 << min(failures - 1, 40)), self.longest_pause)

    @property
    def tries(self) -> int:
        """The maximum number of runs before a job is held.

        Runs are counted instead of time, because a job may have waited for days while no worker ran.
        """
        tries, waited = 1, timedelta()
        while waited < self.retry_for:
            waited += self.nominal_pause(tries)
            tries += 1
        return tries

    def pause_after(self, failures: int) -> timedelta | None:
        """Return the pause before the next run, with jitter, or None if the job is to be held."""
        if failures >= self.tries:
            return None
        return self.nominal_pause(failures) * random.uniform(1 - JITTER, 1 + JITTER)  # noqa: S311 - jitter, no secret


DEFAULT = RetryPolicy(
    Lane.PROMPT,
    first_pause=timedelta(seconds=5),
    longest_pause=timedelta(hours=1),
    retry_for=timedelta(days=1),
)
"""Work on the shop's own database, which fails because of a bug or an outage of the database."""

EMAIL = RetryPolicy(
    Lane.EMAILS,
    first_pause=timedelta(minutes=1),
    longest_pause=timedelta(hours=2),
    retry_for=timedelta(days=3),
)
"""Messages that are still relevant days later. Mail servers themselves retry about as long."""

CODE = RetryPolicy(
    Lane.CODES,
    first_pause=timedelta(seconds=2),
    longest_pause=timedelta(seconds=30),
    retry_for=timedelta(hours=1),
    run_limit=timedelta(minutes=1),
)
"""One-time codes, which somebody is waiting for. The job drops expired codes."""

PROVIDER = RetryPolicy(
    Lane.PROVIDERS,
    first_pause=timedelta(seconds=2),
    longest_pause=timedelta(hours=1),
    retry_for=timedelta(days=7),
)
"""Calls to payment providers: retried long enough to survive an outage over a weekend."""

WEBHOOK = RetryPolicy(
    Lane.WEBHOOKS,
    first_pause=timedelta(seconds=5),
    longest_pause=timedelta(minutes=5),
    retry_for=timedelta(hours=1),
    run_limit=timedelta(minutes=10),
)
"""Sends webhooks. The job records failures of receivers itself and does not fail because of them."""

BULK = RetryPolicy(
    Lane.BULK,
    first_pause=timedelta(minutes=1),
    longest_pause=timedelta(hours=2),
    retry_for=timedelta(days=1),
    run_limit=timedelta(hours=2),
)
"""Long work that nobody waits for, such as downloading images."""
