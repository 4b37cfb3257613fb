"""The operators' API of settings."""

from __future__ import annotations

from fastapi import Request, Response

from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired, check_match
from stallage.core.runtime import Runtime, runtime_of
from stallage.operators.dependencies import AdminRouter, CurrentOperator
from stallage.settings import Settings
from stallage.settings.stored import version_of
from stallage.setup import actions
from stallage.setup.gateway_calls import cdn, messages
from stallage.setup.gateway_calls.payments import try_payment
from stallage.setup.queries import currency_preview, sections_of
from stallage.setup.schemas import (
    CdnTrial,
    CurrencyPreview,
    CurrencyPreviewInput,
    PaymentTrial,
    SettingsChanges,
    SettingsOverview,
    SettingsTrial,
    SettingsTrialInput,
)
from stallage.shop.actions import locked_settings
from stallage.shop.queries import StoredSettings, stored_settings

router = AdminRouter(tag="settings")


@router.get("/settings", permission="settings.read", response_model=Answer[SettingsOverview])
async def get_settings(
    request: Request, response: Response, connection: Reading
) -> Answer[SettingsOverview]:
    """All settings with their values and sources. Secrets are write-only."""
    stored = await stored_settings(connection)
    return answer(_overview(runtime_of(request), stored, response))


@router.patch(
    "/settings",
    permission="settings.edit",
    step_up=True,
    response_model=Answer[SettingsOverview],
    responses=error_responses(InvalidFields, EditConflict, PreconditionRequired),
)
async def change_settings(
    body: SettingsChanges,
    request: Request,
    response: Response,
    connection: Transaction,
    if_match: IfMatch = None,
) -> Answer[SettingsOverview]:
    """Change settings. Running processes apply them within seconds.

    A setting that the environment or `settings.env` sets is refused, since that source would still win.
    """
    runtime = runtime_of(request)
    before = await locked_settings(connection)
    current = _overview(runtime, before, response)
    check_match(if_match, _etag(before), current)
    await actions.change_settings(connection, runtime.own_settings, before.values, body.values)
    return answer(_overview(runtime, await stored_settings(connection), response))


def _etag(stored: StoredSettings) -> str:
    return f'"{version_of(stored.values)}"'


def _overview(runtime: Runtime, stored: StoredSettings, response: Response) -> SettingsOverview:
    response.headers["ETag"] = _etag(stored)
    return SettingsOverview(
        sections=sections_of(runtime.own_settings, stored),
        version=version_of(stored.values),
        applied_version=runtime.settings_version,
    )


@router.post(
    "/settings/currency/preview",
    permission="settings.read",
    response_model=Answer[CurrencyPreview],
    responses=error_responses(InvalidFields),
)
async def preview_currency(
    body: CurrencyPreviewInput, request: Request, connection: Reading
) -> Answer[CurrencyPreview]:
    """How amounts and prices look with these settings, saved or not."""
    own = runtime_of(request).own_settings
    stored = (await stored_settings(connection)).values
    chosen = own.with_shop(actions.checked_currency(own, stored, body.values))
    return answer(await currency_preview(connection, own.with_shop(stored), chosen))


@router.post(
    "/settings/email/test",
    permission="settings.edit",
    step_up=True,
    audited=False,
    response_model=Answer[SettingsTrial],
    responses=error_responses(InvalidFields),
)
async def try_email(
    body: SettingsTrialInput, request: Request, operator: CurrentOperator
) -> Answer[SettingsTrial]:
    """Send an email to the operator with these settings, saved or not."""
    runtime = runtime_of(request)
    settings = await _candidate(runtime, body)
    return answer(await messages.try_email(runtime, settings, operator.email))


@router.post(
    "/settings/sms/test",
    permission="settings.edit",
    step_up=True,
    audited=False,
    response_model=Answer[SettingsTrial],
    responses=error_responses(InvalidFields),
)
async def try_sms(body: SettingsTrialInput, request: Request) -> Answer[SettingsTrial]:
    """Send a text message to a number with these settings, saved or not."""
    runtime = runtime_of(request)
    settings = await _candidate(runtime, body)
    return answer(await messages.try_sms(runtime, settings, body.to))


@router.post(
    "/settings/storage/test",
    permission="settings.edit",
    step_up=True,
    audited=False,
    response_model=Answer[SettingsTrial],
    responses=error_responses(InvalidFields),
)
async def try_storage(body: SettingsTrialInput, request: Request) -> Answer[SettingsTrial]:
    """Write, read and delete a file with these settings, saved or not."""
    runtime = runtime_of(request)
    settings = await _candidate(runtime, body)
    return answer(await messages.try_storage(runtime, settings))


@router.post(
    "/settings/cdn/test",
    permission="settings.edit",
    step_up=True,
    audited=False,
    response_model=Answer[CdnTrial],
    responses=error_responses(InvalidFields),
)
async def try_cdn(body: SettingsTrialInput, request: Request) -> Answer[CdnTrial]:
    """Fetch a picture and a page through the CDN with these settings, saved or not."""
    runtime = runtime_of(request)
    settings = await _candidate(runtime, body)
    return answer(await cdn.try_cdn(runtime, settings))


@router.post(
    "/settings/payments/test",
    permission="settings.edit",
    step_up=True,
    audited=False,
    response_model=Answer[PaymentTrial],
    responses=error_responses(InvalidFields),
)
async def try_payments(body: SettingsTrialInput, request: Request) -> Answer[PaymentTrial]:
    """Try a small test payment with these settings, saved or not. With live keys, nothing is sent."""
    runtime = runtime_of(request)
    settings = await _candidate(runtime, body)
    return answer(await try_payment(runtime, settings))


async def _candidate(runtime: Runtime, body: SettingsTrialInput) -> Settings:
    """Return the settings with values that are not saved. Raises InvalidFields."""
    async with runtime.database.reading() as connection:
        stored = await stored_settings(connection)
    after = actions.checked(runtime.own_settings, stored.values, body.values)
    return runtime.own_settings.with_shop(after)
