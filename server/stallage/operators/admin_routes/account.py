"""The operator's own account: name, preferences, password, authenticator app, recovery codes."""

from __future__ import annotations

from fastapi import Request

from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields
from stallage.core.runtime import runtime_of
from stallage.operators.actions import accounts, challenges, credentials
from stallage.operators.admin_routes.cookies import check_password, in_thread
from stallage.operators.dependencies import AdminRouter, CurrentOperator
from stallage.operators.errors import (
    ChallengeExpired,
    LastSignInMethod,
    ProofRefused,
    SecondFactorMissing,
)
from stallage.operators.queries.accounts import account_of
from stallage.operators.rules import totp
from stallage.operators.rules.encryption import encrypt
from stallage.operators.rules.passwords import hash_password
from stallage.operators.rules.permissions import SESSION
from stallage.operators.rules.sessions import SETUP
from stallage.operators.schemas.account import (
    Account,
    AccountChange,
    PasswordChange,
    RecoveryCodes,
    TotpConfirmation,
    TotpEnabled,
)
from stallage.operators.schemas.session import TotpSetup

router = AdminRouter(tag="account")


@router.get("/account", permission=SESSION, response_model=Answer[Account])
async def get_account(operator: CurrentOperator, connection: Reading) -> Answer[Account]:
    """The operator's own account."""
    return answer(await account_of(connection, operator.id))


@router.patch("/account", permission=SESSION, response_model=Answer[Account])
async def change_account(
    given: AccountChange, operator: CurrentOperator, connection: Transaction
) -> Answer[Account]:
    """Change the own name or preferences. Email address and role cannot be changed here."""
    await accounts.change_own_account(
        connection, operator, name=given.name, theme=given.theme, shortcuts=given.shortcuts
    )
    return answer(await account_of(connection, operator.id))


@router.put(
    "/account/password",
    permission=SESSION,
    step_up=True,
    response_model=Answer[Account],
    responses=error_responses(InvalidFields, SecondFactorMissing),
)
async def set_password(
    given: PasswordChange, request: Request, operator: CurrentOperator
) -> Answer[Account]:
    """Set a new password. All other sessions end."""
    runtime = runtime_of(request)
    check_password(given.password, operator.name, operator.email)
    password_hash = await in_thread(runtime, hash_password, given.password)
    async with runtime.database.transaction() as connection:
        await credentials.change_password(connection, operator, password_hash)
        account = await account_of(connection, operator.id)
    return answer(account)


@router.delete(
    "/account/password",
    permission=SESSION,
    step_up=True,
    response_model=Answer[Account],
    responses=error_responses(LastSignInMethod),
)
async def remove_password(operator: CurrentOperator, connection: Transaction) -> Answer[Account]:
    """Remove the password, if there is a passkey."""
    await credentials.remove_password(connection, operator)
    return answer(await account_of(connection, operator.id))


@router.post(
    "/account/totp/setup",
    permission=SESSION,
    step_up=True,
    audited=False,
    response_model=Answer[TotpSetup],
)
async def begin_totp(
    request: Request, operator: CurrentOperator, connection: Transaction
) -> Answer[TotpSetup]:
    """Begin to set up a new authenticator app. The present one works until the first code is confirmed."""
    runtime = runtime_of(request)
    secret = totp.generate_secret()
    token = await challenges.create_challenge(
        connection, "totp", operator.id, encrypt(runtime.secret, secret), SETUP
    )
    uri = totp.setup_uri(secret, operator.email, runtime.settings.shop_name)
    return answer(TotpSetup(challenge=token, secret=secret, uri=uri))


@router.put(
    "/account/totp",
    permission=SESSION,
    step_up=True,
    response_model=Answer[TotpEnabled],
    responses=error_responses(ChallengeExpired, ProofRefused),
)
async def confirm_totp(
    given: TotpConfirmation, request: Request, operator: CurrentOperator, connection: Transaction
) -> Answer[TotpEnabled]:
    """Confirm a new authenticator app with its first code. All other sessions end."""
    codes = await credentials.confirm_totp(
        connection, runtime_of(request).secrets, operator, given.challenge, given.code
    )
    account = await account_of(connection, operator.id)
    return answer(TotpEnabled(account=account, recovery_codes=codes))


@router.delete(
    "/account/totp",
    permission=SESSION,
    step_up=True,
    response_model=Answer[Account],
    responses=error_responses(LastSignInMethod),
)
async def remove_totp(operator: CurrentOperator, connection: Transaction) -> Answer[Account]:
    """Remove the authenticator app and the recovery codes, if there is no password."""
    await credentials.remove_totp(connection, operator)
    return answer(await account_of(connection, operator.id))


@router.post(
    "/account/recovery-codes",
    permission=SESSION,
    step_up=True,
    response_model=Answer[RecoveryCodes],
    responses=error_responses(SecondFactorMissing),
)
async def create_recovery_codes(
    operator: CurrentOperator, connection: Transaction
) -> Answer[RecoveryCodes]:
    """Create new recovery codes. Earlier ones stop working."""
    codes = await credentials.renew_recovery_codes(connection, operator)
    return answer(RecoveryCodes(codes=codes))
