"""How kinds of jobs are run: how many at once, and when a failed one is tried again.

A job names its policy where it is declared: `@job(policy=EMAIL)`, `@on(OrderPlaced, policy=EMAIL)`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

JITTER = 0.25
"""The share by which a pause varies, so that jobs which failed together do not return together."""


class Lane(StrEnum):
    """Jobs that share a limit. A lane that is full or slow holds up no other lane."""

    PROMPT = "prompt"
    EMAILS = "emails"
    CODES = "codes"
    PROVIDERS = "providers"
    BULK = "bulk"


AT_ONCE = {Lane.PROMPT: 6, Lane.CODES: 2, Lane.PROVIDERS: 4, Lane.BULK: 2}
"""How many jobs of a lane one worker runs at once. The setting `mail_connections` limits emails."""


@dataclass(frozen=True, slots=True)
class Policy:
    """How a job is run. A pause doubles with every failure, up to the longest one."""

    lane: Lane
    first_pause: timedelta
    longest_pause: timedelta
    retry_for: timedelta
    """About how long a failing job is retried before it is held for an operator."""
    run_limit: timedelta = timedelta(minutes=5)
    """How long one try may run before it counts as failed."""

    def nominal_pause(self, failures: int) -> timedelta:
        """The pause after the nth failure, counted from 1, before jitter."""
        # More doublings than 40 are past any pause, and would overflow.
        return min(self.first_pause * (1 << min(failures - 1, 40)), self.longest_pause)

    @property
    def tries(self) -> int:
        """How often a job is run before it is held.

        Tries are counted rather than time: a job that waited for days because no worker ran has not
        been tried yet.
        """
        tries, waited = 1, timedelta()
        while waited < self.retry_for:
            waited += self.nominal_pause(tries)
            tries += 1
        return tries

    def pause_after(self, failures: int) -> timedelta | None:
        """The pause before the next try, with jitter; None where the job is held instead."""
        if failures >= self.tries:
            return None
        return self.nominal_pause(failures) * random.uniform(1 - JITTER, 1 + JITTER)  # noqa: S311


DEFAULT = Policy(
    Lane.PROMPT,
    first_pause=timedelta(seconds=5),
    longest_pause=timedelta(hours=1),
    retry_for=timedelta(days=1),
)
"""Work on the shop's own database: it fails by an error in the code or together with the database."""

EMAIL = Policy(
    Lane.EMAILS,
    first_pause=timedelta(minutes=1),
    longest_pause=timedelta(hours=2),
    retry_for=timedelta(days=3),
)
"""Messages that are still worth reading days later. Mail servers themselves retry about as long."""

CODE = Policy(
    Lane.CODES,
    first_pause=timedelta(seconds=2),
    longest_pause=timedelta(seconds=30),
    retry_for=timedelta(hours=1),
    run_limit=timedelta(minutes=1),
)
"""One-time codes: somebody is waiting. The job drops a code that has expired."""

PROVIDER = Policy(
    Lane.PROVIDERS,
    first_pause=timedelta(seconds=2),
    longest_pause=timedelta(hours=1),
    retry_for=timedelta(days=7),
)
"""Calls to payment providers: money is at stake, and an outage over a weekend must not hold it."""

BULK = Policy(
    Lane.BULK,
    first_pause=timedelta(minutes=1),
    longest_pause=timedelta(hours=2),
    retry_for=timedelta(days=1),
    run_limit=timedelta(hours=2),
)
"""Long work nobody waits for, such as downloading images."""
