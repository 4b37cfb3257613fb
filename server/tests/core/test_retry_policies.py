"""When failed jobs are retried, and that each job has the right policy."""

from __future__ import annotations

import ast
import inspect
from datetime import timedelta
from itertools import count, takewhile

import pytest

from stallage.core.jobs import JOBS
from stallage.core.retry_policies import CODE, DEFAULT, EMAIL, JITTER, PROVIDER, Lane, RetryPolicy
from stallage.features import parts

SEND_FUNCTIONS = {
    "send",
    "send_once",
    "send_message_once",
    "send_gift_card",
    "_send",
    "_send_notice",
    "send_again",
}
PROVIDER_FUNCTIONS = {
    "poll_attempt",
    "send_refund",
    "end_open_attempt",
    "end_unpaid_order",
    "end_attempt",
}


def waits(policy: RetryPolicy) -> list[timedelta]:
    """Return the pauses of a job that never succeeds."""
    pauses = (policy.pause_after(failures) for failures in count(1))
    return [pause for pause in takewhile(lambda pause: pause is not None, pauses) if pause]


@pytest.mark.parametrize(
    ("policy", "days"), [(EMAIL, 3), (PROVIDER, 7), (DEFAULT, 1), (CODE, 1 / 24)]
)
def test_retries_last_as_long_as_the_policy_says_with_growing_pauses(
    policy: RetryPolicy, days: float
) -> None:
    pauses = waits(policy)
    assert len(pauses) == policy.tries - 1
    total = sum(pauses, timedelta())
    assert timedelta(days=days) * (1 - JITTER) <= total
    assert total <= timedelta(days=days) * (1 + JITTER) + policy.longest_pause * 2
    assert max(pauses) <= policy.longest_pause * (1 + JITTER)
    assert pauses[0] <= policy.first_pause * (1 + JITTER) < pauses[3]


def test_jobs_that_failed_together_are_retried_at_different_times() -> None:
    assert len({EMAIL.pause_after(9) for _ in range(100)}) > 90


def test_provider_calls_are_retried_for_days() -> None:
    assert sum(waits(PROVIDER), timedelta()) > timedelta(days=5)


def called_in(function: object) -> set[str]:
    """Return the names of the functions that a function calls."""
    tree = ast.parse(inspect.getsource(function))  # type: ignore[arg-type]
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {
        call.attr if isinstance(call, ast.Attribute) else call.id
        for call in calls
        if isinstance(call, (ast.Attribute, ast.Name))
    }


def test_jobs_that_send_messages_or_call_providers_have_the_right_policy() -> None:
    parts("jobs")
    senders, callers = set(), set()
    for job in JOBS.values():
        calls = called_in(job.run)
        if calls & SEND_FUNCTIONS:
            senders.add(job.name)
            assert job.policy.lane in (Lane.EMAILS, Lane.CODES), job.name
        elif calls & PROVIDER_FUNCTIONS:
            callers.add(job.name)
            assert job.policy is PROVIDER, job.name
        else:
            assert job.policy not in (EMAIL, CODE), job.name
    assert len(senders) > 15
    assert len(callers) >= 4


def test_nothing_that_an_operator_has_started_waits_for_downloads() -> None:
    parts("jobs")
    bulk = {job.name for job in JOBS.values() if job.policy.lane is Lane.BULK}
    assert bulk == {
        "products.fetch_pictures",
        "recommendations.refresh",
        "search.rebuild_suggestions",
        "uploads.make_renditions",
    }
