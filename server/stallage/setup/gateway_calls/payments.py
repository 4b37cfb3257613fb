"""Tries a small payment at the provider, and says what each step led to."""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Literal, TypeVar

from stallage.core import clock
from stallage.core.money import Currency
from stallage.core.runtime import Runtime
from stallage.core.scratch import open_scratch
from stallage.payments.errors import InvalidSignature, ProviderFailed, ProviderRefused, WrongAmount
from stallage.payments.providers import import_adapter
from stallage.payments.providers.port import PaymentToStart, Provider, StartedPayment
from stallage.payments.providers.signed_events import ProviderEvent, signed_event
from stallage.payments.rules.amounts import AmountDue
from stallage.settings import Settings
from stallage.setup.rules.advice import advice_for, webhook_advice
from stallage.setup.schemas import PaymentTrial, PaymentTrialStep
from stallage.shop.rules.capabilities import payment_problem

T = TypeVar("T")
ProviderName = Literal["none", "sandbox", "stripe", "razorpay"]
StepName = Literal["settings", "open", "read", "end", "event"]

UNITS = 10
"""The amount of a test payment in whole units of the currency, which every provider accepts."""


class _StepFailed(Exception):
    pass


class _Trial:
    """The steps of a trial so far."""

    def __init__(self, provider: ProviderName) -> None:
        self.provider: ProviderName = provider
        self.steps: list[PaymentTrialStep] = []

    def passed(self, name: StepName, message: str) -> None:
        self._add(name, "passed", message)

    def skipped(self, name: StepName, message: str) -> None:
        self._add(name, "skipped", message)

    def failed(self, name: StepName, message: str, advice: str) -> None:
        step = PaymentTrialStep(name=name, state="failed", message=message, advice=advice)
        self.steps.append(step)

    def _add(self, name: StepName, state: Literal["passed", "skipped"], message: str) -> None:
        step = PaymentTrialStep(name=name, state=state, message=message, advice=None)
        self.steps.append(step)

    async def call(self, name: StepName, act: Callable[[], Awaitable[T]]) -> T:
        """Call the provider. Raises _StepFailed after recording why."""
        try:
            return await act()
        except (ProviderFailed, ProviderRefused, WrongAmount) as error:
            self.failed(name, str(error), advice_for(self.provider, str(error)))
            raise _StepFailed from error

    def result(self) -> PaymentTrial:
        is_ok = all(step.state == "passed" for step in self.steps)
        return PaymentTrial(provider=self.provider, succeeded=is_ok, steps=self.steps)


async def try_payment(runtime: Runtime, settings: Settings) -> PaymentTrial:
    """Open, read and end a test payment with these settings, and verify an event.

    Live keys are refused: nothing is sent to the provider then.
    """
    name = settings.payment_provider
    trial = _Trial(name)
    problem = payment_problem(settings, name)
    if problem is not None:
        advice = "Choose a provider and enter its keys."
        trial.failed("settings", problem, advice)
        return trial.result()
    mode = "live" if settings.payment_gateway_mode == 1 else "test"
    trial.passed("settings", f"{name.capitalize()} is set up with {mode} keys.")
    if settings.payment_gateway_mode == 1:
        trial.skipped(
            "open", "These are live keys, so nothing was sent to the provider. Try with test keys."
        )
    elif name == "sandbox":
        async with open_scratch(runtime, settings) as scratch:
            await _play(trial, scratch.runtime)
        return trial.result()
    with_settings = dataclasses.replace(runtime, settings=settings)
    if settings.payment_gateway_mode == 0:
        await _play(trial, with_settings)
    else:
        _verify_event(trial, with_settings, import_adapter(name)(with_settings), "none")
    return trial.result()


async def _play(trial: _Trial, runtime: Runtime) -> None:
    currency = Currency.of(runtime.settings.currency)
    due = AmountDue(UNITS * 10**currency.decimals, currency.code)
    provider = import_adapter(trial.provider)(runtime)
    try:
        started = await trial.call("open", lambda: provider.start(_payment(runtime, due)))
        amount = currency.format(due.amount, runtime.settings.locale)
        trial.passed("open", f"A test payment of {amount} was opened: {started.session}.")
        await _read_and_end(trial, provider, started, due)
    except _StepFailed:
        return
    _verify_event(trial, runtime, provider, started.session)


def _payment(runtime: Runtime, due: AmountDue) -> PaymentToStart:
    now = clock.now()
    return PaymentToStart(
        attempt=f"try_{secrets.token_hex(12)}",
        title=f"Test payment of {runtime.settings.shop_name}",
        amount=due.amount,
        currency=due.currency,
        return_url=runtime.settings.public_url,
        created_at=now,
        expires_at=now + timedelta(seconds=runtime.settings.payment_hold_seconds),
        email=None,
    )


async def _read_and_end(
    trial: _Trial, provider: Provider, started: StartedPayment, due: AmountDue
) -> None:
    outcome = await trial.call("read", lambda: provider.fetch_outcome(started.session, due))
    trial.passed("read", f"The provider says that it is {outcome}.")
    outcome = await trial.call("end", lambda: provider.end(started.session, due))
    trial.passed("end", f"It was ended unpaid: {outcome}. Nothing was charged.")


def _verify_event(trial: _Trial, runtime: Runtime, provider: Provider, session: str) -> None:
    event = ProviderEvent("paid", session, "try", 1000, runtime.settings.currency)
    signed = signed_event(runtime, trial.provider, event)
    try:
        provider.read_webhook(signed.headers, signed.body)
    except (InvalidSignature, ValueError, LookupError, TypeError) as error:
        trial.failed(
            "event",
            f"A signed event was not accepted: {type(error).__name__}.",
            webhook_advice(trial.provider),
        )
        return
    trial.passed("event", "The shop accepts events that are signed with its secret.")
