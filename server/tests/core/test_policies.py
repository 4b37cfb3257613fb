"""When failed jobs are tried again, and that each job has the policy of what it does."""

from __future__ import annotations

import ast
import inspect
from datetime import timedelta
from itertools import count, takewhile

import pytest

from stallage.core.policies import CODE, DEFAULT, EMAIL, JITTER, PROVIDER, Lane, Policy
from stallage.core.work import JOBS
from stallage.features import parts

SENDING = {"send", "send_once", "send_message_once", "send_gift_card", "_send", "_send_notice"}
ASKING = {"ask_about", "send_refund", "end_open_attempt", "end_unpaid_order", "end_attempt"}


def waits(policy: Policy) -> list[timedelta]:
    """The pauses of a job that never succeeds."""
    pauses = (policy.pause_after(failures) for failures in count(1))
    return [pause for pause in takewhile(lambda pause: pause is not None, pauses) if pause]


@pytest.mark.parametrize(
    ("policy", "days"), [(EMAIL, 3), (PROVIDER, 7), (DEFAULT, 1), (CODE, 1 / 24)]
)
def test_a_job_is_retried_for_its_time_with_growing_pauses(policy: Policy, days: float) -> None:
    pauses = waits(policy)
    assert len(pauses) == policy.tries - 1
    total = sum(pauses, timedelta())
    assert timedelta(days=days) * (1 - JITTER) <= total
    assert total <= timedelta(days=days) * (1 + JITTER) + policy.longest_pause * 2
    assert max(pauses) <= policy.longest_pause * (1 + JITTER)
    assert pauses[0] <= policy.first_pause * (1 + JITTER) < pauses[3]


def test_jobs_that_failed_together_do_not_return_together() -> None:
    assert len({EMAIL.pause_after(9) for _ in range(100)}) > 90


def test_the_provider_may_be_away_for_a_day() -> None:
    assert sum(waits(PROVIDER), timedelta()) > timedelta(days=5)


def called_in(function: object) -> set[str]:
    """The names of what a function calls."""
    tree = ast.parse(inspect.getsource(function))  # type: ignore[arg-type]
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {
        call.attr if isinstance(call, ast.Attribute) else call.id
        for call in calls
        if isinstance(call, (ast.Attribute, ast.Name))
    }


def test_each_job_that_calls_outside_has_the_policy_for_it() -> None:
    parts("jobs")
    sending, asking = set(), set()
    for job in JOBS.values():
        calls = called_in(job.run)
        if calls & SENDING:
            sending.add(job.name)
            assert job.policy.lane in (Lane.EMAILS, Lane.CODES), job.name
        elif calls & ASKING:
            asking.add(job.name)
            assert job.policy is PROVIDER, job.name
        else:
            assert job.policy not in (EMAIL, CODE), job.name
    assert len(sending) > 15
    assert len(asking) >= 4
