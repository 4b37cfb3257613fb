"""Plays all cases and stores the report."""

from __future__ import annotations

import asyncpg
import structlog

from stallage.core import clock
from stallage.core.errors import ApiError
from stallage.core.runtime import Runtime
from stallage.core.scratch import Scratch, open_scratch, savepoint
from stallage.payment_rehearsals.actions import lock_rehearsals, store_rehearsal
from stallage.payment_rehearsals.errors import RehearsalImpossible, RehearsalInterrupted
from stallage.payment_rehearsals.operations.cases import SCRIPTS
from stallage.payment_rehearsals.operations.play import Play, put_product
from stallage.payment_rehearsals.operations.provider import RehearsedProvider, rehearsed_provider
from stallage.payment_rehearsals.rules import CASES, TITLES, Case, shown
from stallage.payment_rehearsals.schemas import RehearsalCase, RehearsalCheck
from stallage.payments.errors import ProviderFailed, ProviderNotSetUp, ProviderRefused
from stallage.payments.providers import REHEARSED
from stallage.payments.rules.providers import usable_provider
from stallage.setup.gateway_calls.payments import try_payment

log = structlog.get_logger(__name__)

CHANGED_MEANWHILE = (
    asyncpg.SerializationError,
    asyncpg.DeadlockDetectedError,
    asyncpg.LockNotAvailableError,
)
TRIES = 3
"""How often the cases are played from the beginning if somebody changes the same rows meanwhile."""


async def rehearse(runtime: Runtime) -> int:
    """Play all cases with the shop's settings, and return the id of the stored report.

    Raises RehearsalImpossible, and RehearsalInterrupted if another change is under way.
    """
    try:
        name = usable_provider(runtime.settings)
    except ProviderNotSetUp as error:
        raise RehearsalImpossible(str(error)) from error
    started_at = clock.now()
    # Calls to the provider come first: the scratch holds a transaction open.
    trial = await try_payment(runtime, runtime.settings)
    cases = await _play_undisturbed(runtime, name)
    async with runtime.database.transaction() as connection:
        return await store_rehearsal(
            connection, runtime.settings, started_at=started_at, trial=trial, cases=cases
        )


async def _play_undisturbed(runtime: Runtime, name: str) -> list[RehearsalCase]:
    for _ in range(TRIES - 1):
        try:
            return await _play_all(runtime, name)
        except CHANGED_MEANWHILE:
            log.info("rehearsal_disturbed")
    try:
        return await _play_all(runtime, name)
    except CHANGED_MEANWHILE as error:
        raise RehearsalInterrupted from error


async def _play_all(runtime: Runtime, name: str) -> list[RehearsalCase]:
    # Its log lines, such as that another amount was paid, must not raise an alarm.
    with structlog.contextvars.bound_contextvars(rehearsal=True):
        return await _play_in_scratch(runtime, name)


async def _play_in_scratch(runtime: Runtime, name: str) -> list[RehearsalCase]:
    async with open_scratch(runtime, runtime.settings) as scratch:
        if not await lock_rehearsals(scratch.connection):
            raise RehearsalInterrupted
        provider = rehearsed_provider(scratch.runtime, name)
        scratch.runtime.services[REHEARSED] = provider
        sku_id = await put_product(scratch)
        return [await _play(scratch, provider, sku_id, case) for case in CASES]


async def _play(
    scratch: Scratch, provider: RehearsedProvider, sku_id: int, case: Case
) -> RehearsalCase:
    play = Play(scratch, provider, sku_id)
    checks: list[RehearsalCheck] = []
    evidence = error = None
    try:
        async with savepoint(scratch.connection):
            await SCRIPTS[case.key](play)
            checks = _checks(case, shown(await play.facts()))
            evidence = await play.report()
    except CHANGED_MEANWHILE:
        raise
    except (ApiError, ProviderFailed, ProviderRefused, ProviderNotSetUp) as failure:
        error = str(failure) or type(failure).__name__
    except (asyncpg.PostgresError, RuntimeError, LookupError, ValueError, TypeError) as failure:
        log.exception("rehearsal_failed", case=case.key)
        error = type(failure).__name__
    is_passed = error is None and all(check.passed for check in checks)
    return RehearsalCase(
        key=case.key,
        title=case.title,
        expected=case.expected,
        verdict="passed" if is_passed else "failed",
        played="provider" if provider.name == "sandbox" else "shop",
        error=error,
        checks=checks,
        evidence=evidence,
    )


def _checks(case: Case, happened: dict[str, str]) -> list[RehearsalCheck]:
    expected = shown(case.facts)
    return [
        RehearsalCheck(
            name=name,
            title=title,
            expected=expected[name],
            happened=happened[name],
            passed=expected[name] == happened[name],
        )
        for name, title in TITLES.items()
    ]
