"""A customer's wallet: statement, credit and debit."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Query, Request

from stallage.backoffice.actions.wallets import change_wallet
from stallage.backoffice.admin_routes.customers import CustomerId
from stallage.backoffice.errors.customers import BalanceTooLow, PreviewOutdated
from stallage.backoffice.queries.profiles import require_customer
from stallage.backoffice.rules.wallets import needs_step_up
from stallage.backoffice.schemas.profiles import (
    CustomerWallet,
    ExpiringAmount,
    WalletChange,
    WalletChanged,
    WalletEntry,
    WalletPreview,
)
from stallage.core.cursors import CursorPage, CursorRequest
from stallage.core.db import Reading, Transaction, database_of
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.idempotency import KeyReused, idempotent
from stallage.core.runtime import runtime_of
from stallage.customers.errors import CustomerMerged
from stallage.operators.dependencies import (
    AdminRouter,
    CurrentOperator,
    IdempotencyKey,
    require_step_up,
)
from stallage.wallet.actions import expire_due_credit
from stallage.wallet.queries import balance_of, entries_of, expiring_credits

router = AdminRouter(tag="customers")


@router.get(
    "/customers/{customerId}/wallet",
    permission="customers.read",
    responses=error_responses(NotFound, InvalidFields),
)
async def wallet(
    customer_id: CustomerId, page: CursorRequest, request: Request, connection: Transaction
) -> Answer[CustomerWallet]:
    """Return a wallet's balance and statement, newest first."""
    currency = runtime_of(request).currency
    await require_customer(connection, customer_id)
    # First, so that the statement adds up to the balance.
    await expire_due_credit(connection, customer_id)
    entries = await entries_of(connection, customer_id, page)
    expiring = await expiring_credits(connection, customer_id, currency)
    return answer(
        CustomerWallet.model_construct(
            balance=currency.money(await balance_of(connection, customer_id)),
            expiring=[
                ExpiringAmount.model_construct(amount=one.amount, expires_at=one.expires_at)
                for one in expiring
            ],
            entries=CursorPage[WalletEntry].model_construct(
                items=[
                    WalletEntry.model_construct(
                        id=entry.id,
                        amount=currency.money(entry.amount),
                        balance_after=currency.money(entry.balance_after),
                        reason=entry.reason,
                        order_id=entry.order_id,
                        note=entry.note,
                        operator=entry.operator,
                        time=entry.created_at,
                    )
                    for entry in entries.rows
                ],
                next_cursor=entries.next_cursor,
                previous_cursor=entries.previous_cursor,
            ),
        )
    )


@router.get(
    "/customers/{customerId}/wallet/preview",
    permission="wallet.adjust",
    responses=error_responses(NotFound, InvalidFields, BalanceTooLow),
)
async def wallet_preview(
    customer_id: CustomerId,
    direction: Literal["credit", "debit"],
    amount: Annotated[int, Query(ge=1, le=10**12)],
    request: Request,
    connection: Reading,
) -> Answer[WalletPreview]:
    """Return what crediting or debiting a wallet does."""
    currency = runtime_of(request).currency
    await require_customer(connection, customer_id)
    before = await balance_of(connection, customer_id)
    change = amount if direction == "credit" else -amount
    if before + change < 0:
        raise BalanceTooLow(balance=before)
    return answer(
        WalletPreview.model_construct(
            before=currency.money(before),
            change=currency.money(change),
            after=currency.money(before + change),
            needs_step_up=needs_step_up(amount, currency),
        )
    )


@router.post(
    "/customers/{customerId}/wallet",
    permission="wallet.adjust",
    key=True,
    responses=error_responses(
        NotFound, InvalidFields, CustomerMerged, BalanceTooLow, PreviewOutdated, KeyReused
    ),
)
async def wallet_change(
    customer_id: CustomerId,
    body: WalletChange,
    request: Request,
    key: IdempotencyKey,
    operator: CurrentOperator,
) -> Answer[WalletChanged]:
    """Credit or debit a wallet. Larger amounts need step-up authentication."""
    runtime = runtime_of(request)
    if needs_step_up(body.amount, runtime.currency):
        require_step_up(operator)
    async with database_of(request).transaction() as connection:

        async def act() -> dict[str, Any]:
            movement_id, balance = await change_wallet(
                connection, customer_id, body, operator.name, runtime.settings.time_zone
            )
            return {"movement": movement_id, "balance": balance}

        result = await idempotent(
            connection,
            scope=f"admin-wallet:{customer_id}",
            key=key.key,
            body=key.body,
            keep_seconds=runtime.settings.idempotency_seconds,
            act=act,
        )
    return answer(
        WalletChanged.model_construct(
            balance=runtime.currency.money(result["balance"]), entry_id=result["movement"]
        )
    )
