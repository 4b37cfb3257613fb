"""Routes of the wallet: balance, statement, and redeeming gift codes."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from stallage.core import access, idempotency
from stallage.core.clients import client_of
from stallage.core.db import Transaction, database_of
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import TooMany, Unauthorized
from stallage.core.idempotency import Key, KeyReused
from stallage.core.paging import PageQuery
from stallage.core.rate_limits import enforce_limits
from stallage.core.runtime import Runtime, runtime_of
from stallage.customers.actions.locking import lock_customer
from stallage.wallet import queries
from stallage.wallet.actions import expire_due_credit, redeem_gift_code
from stallage.wallet.errors import (
    GiftCodeExpired,
    GiftCodeInvalid,
    GiftCodeUsed,
    GiftCodeVoid,
)
from stallage.wallet.rules import REDEEMS, REDEEMS_OF_CLIENT, topup_terms
from stallage.wallet.schemas import Redeemed, RedeemInput, TopupLimits, Wallet

router = APIRouter(tags=["wallet"])


@router.get("/api/wallet", responses=error_responses(Unauthorized))
async def wallet(
    request: Request, customer_id: access.CustomerId, page: PageQuery, connection: Transaction
) -> Answer[Wallet]:
    """Return the balance and the statement, newest first."""
    runtime = runtime_of(request)
    currency = runtime.currency
    # First expire credit that is due, so that the statement adds up to the balance.
    await expire_due_credit(connection, customer_id)
    return answer(
        Wallet.model_construct(
            balance=currency.money(await queries.balance_of(connection, customer_id)),
            expiring=await queries.expiring_credits(connection, customer_id, currency),
            transactions=await queries.transactions_of(connection, customer_id, page, currency),
            topups=_limits(runtime),
        )
    )


def _limits(runtime: Runtime) -> TopupLimits | None:
    terms = topup_terms(runtime.settings)
    if terms is None:
        return None
    money = runtime.currency.money
    return TopupLimits.model_construct(
        minimum=money(terms.minimum), maximum=money(terms.maximum), limit=money(terms.limit)
    )


@router.post(
    "/api/wallet/redeem",
    status_code=201,
    responses=error_responses(
        Unauthorized,
        GiftCodeInvalid,
        GiftCodeUsed,
        GiftCodeVoid,
        GiftCodeExpired,
        KeyReused,
        TooMany,
    ),
)
async def redeem(
    body: RedeemInput, request: Request, customer_id: access.CustomerId, key: Key = None
) -> Answer[Redeemed]:
    """Redeem a gift code into the wallet."""
    runtime = runtime_of(request)
    # Every attempt counts, also failed ones.
    await enforce_limits(
        runtime.database,
        REDEEMS.of(customer_id),
        REDEEMS_OF_CLIENT.of_client(client_of(request)),
    )
    async with database_of(request).transaction() as connection:

        async def act() -> dict[str, Any]:
            await lock_customer(connection, customer_id)
            redeemed = await redeem_gift_code(connection, runtime.secrets, customer_id, body.code)
            balance = await queries.balance_of(connection, customer_id)
            return {"amount": redeemed.amount, "balance": balance}

        result = await idempotency.idempotent(
            connection,
            scope=f"redeem:customer:{customer_id}",
            key=key,
            body=body.model_dump_json().encode(),
            keep_seconds=runtime.settings.idempotency_seconds,
            act=act,
        )
    currency = runtime.currency
    return answer(
        Redeemed.model_construct(
            amount=currency.money(result["amount"]), balance=currency.money(result["balance"])
        )
    )
