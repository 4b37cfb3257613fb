"""Routes for paying orders, for top-ups, and for providers' webhook events."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request

from stallage.core.access import OPTIONAL_AUTH, CustomerId, OptionalCustomerId
from stallage.core.db import Reading, database_of
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import NotFound, TooMany, Unauthorized
from stallage.core.idempotency import Key, KeyReused, idempotent
from stallage.core.rate_limits import enforce_limits
from stallage.core.runtime import runtime_of
from stallage.core.schemas import Line
from stallage.orders.errors import PaymentUnavailable
from stallage.orders.queries import authorize_order
from stallage.payments import actions
from stallage.payments.errors import (
    PaymentNotDue,
    ProviderNotSetUp,
    WebhookRefused,
)
from stallage.payments.gateway_calls.ending import end_attempt
from stallage.payments.gateway_calls.receiving import receive
from stallage.payments.gateway_calls.starting import start_attempt
from stallage.payments.providers.razorpay import pages as razorpay
from stallage.payments.providers.sandbox import pages as sandbox
from stallage.payments.queries import topups
from stallage.payments.schemas import OrderToPay, PaymentStep, Topup, TopupInput
from stallage.wallet.errors import TopupsUnavailable, WalletLimitReached
from stallage.wallet.rules import TOPUPS

router = APIRouter(tags=["orders"])

RAW_BODY_PREFIXES = ("/payments/",)
"""Payment providers choose the content type of their webhooks, and the sandbox posts forms."""

OrderId = Annotated[str, Path(alias="orderId", max_length=32, examples=["SO-7K2M-9QXD"])]
GuestKey = Annotated[
    Line | None,
    Query(alias="key", max_length=128, description="Of a guest's order, from its email."),
]
TopupId = Annotated[str, Path(alias="topupId", max_length=32, examples=["TU-7K2M-9QXD-41HV"])]


@router.post(
    "/api/orders/{orderId}/pay",
    response_model=Answer[OrderToPay],
    responses=error_responses(Unauthorized, NotFound, PaymentNotDue, KeyReused, PaymentUnavailable),
    openapi_extra=OPTIONAL_AUTH,
)
async def pay(
    order_id: OrderId,
    customer: OptionalCustomerId,
    request: Request,
    key: GuestKey = None,
    idempotency_key: Key = None,
) -> Answer[OrderToPay]:
    """Return where to pay an unpaid order. Repeated calls return the same open payment."""
    runtime = runtime_of(request)
    async with database_of(request).transaction() as connection:
        found = await authorize_order(connection, runtime.secrets, order_id, customer, key)

        async def act() -> dict[str, Any]:
            order, attempt_id = await actions.pay_order(connection, runtime.settings, found)
            return {
                "order_id": order.public_id,
                "status": order.status,
                "payment_status": order.payment_status,
                "method": order.payment_method,
                "attempt_id": attempt_id,
            }

        result = await idempotent(
            connection,
            scope=f"pay:{found}",
            key=idempotency_key,
            body=b"",
            keep_seconds=runtime.settings.idempotency_seconds,
            act=act,
        )
    step = PaymentStep.model_construct(
        method=result["method"],
        status=result["payment_status"],
        redirect_url=await start_attempt(runtime, result["attempt_id"]),
    )
    return answer(
        OrderToPay.model_construct(
            order_id=result["order_id"], status=result["status"], payment=step
        )
    )


@router.post(
    "/api/wallet/topups",
    tags=["wallet"],
    status_code=201,
    responses=error_responses(
        Unauthorized,
        TopupsUnavailable,
        WalletLimitReached,
        KeyReused,
        TooMany,
        PaymentUnavailable,
    ),
)
async def add_money(
    body: TopupInput, customer: CustomerId, request: Request, key: Key = None
) -> Answer[Topup]:
    """Begin a top-up of the wallet and return where to pay it.

    The same amount again, while it can still be paid, returns the same top-up.
    """
    runtime = runtime_of(request)
    await enforce_limits(runtime.database, TOPUPS.of(customer))
    async with runtime.database.transaction() as connection:

        async def act() -> dict[str, Any]:
            topup_id, attempt_id = await actions.begin_topup(
                connection, runtime.settings, customer, body.amount
            )
            return {"topup_id": topup_id, "attempt_id": attempt_id}

        result = await idempotent(
            connection,
            scope=f"topup:customer:{customer}",
            key=key,
            body=body.model_dump_json().encode(),
            keep_seconds=runtime.settings.idempotency_seconds,
            act=act,
        )
    await start_attempt(runtime, result["attempt_id"])
    async with runtime.database.reading() as connection:
        return answer(await topups.topup_for(connection, customer, result["topup_id"]))


@router.get("/api/wallet/topups", tags=["wallet"], responses=error_responses(Unauthorized))
async def list_pending_topups(customer: CustomerId, connection: Reading) -> Answer[list[Topup]]:
    """Return the top-ups that can still be paid, newest first."""
    return answer(await topups.pending_topups(connection, customer))


@router.get(
    "/api/wallet/topups/{topupId}",
    tags=["wallet"],
    responses=error_responses(Unauthorized, NotFound),
)
async def get_topup(topup_id: TopupId, customer: CustomerId, connection: Reading) -> Answer[Topup]:
    """Return a top-up, for example after the customer returned from the provider's page."""
    return answer(await topups.topup_for(connection, customer, topup_id))


@router.post(
    "/api/wallet/topups/{topupId}/cancel",
    tags=["wallet"],
    responses=error_responses(Unauthorized, NotFound, PaymentUnavailable),
)
async def cancel_topup(topup_id: TopupId, customer: CustomerId, request: Request) -> Answer[Topup]:
    """Cancel a top-up. If it was paid in the meantime, the money is in the wallet."""
    runtime = runtime_of(request)
    async with runtime.database.reading() as connection:
        attempt_id = await topups.attempt_of_topup(connection, customer, topup_id)
    await end_attempt(runtime, attempt_id)
    async with runtime.database.reading() as connection:
        return answer(await topups.topup_for(connection, customer, topup_id))


@router.post(
    "/payments/notices/{provider}",
    tags=["payments"],
    operation_id="paymentsReceiveNotice",
    response_model=Answer[None],
    responses=error_responses(NotFound, WebhookRefused),
)
async def receive_webhook(
    provider: Annotated[str, Path(max_length=32, pattern="^[a-z]+$")], request: Request
) -> Answer[None]:
    """Receive a signed webhook event of a payment provider. A repeated event gets the same response.

    A job processes the event later, so that the provider gets its response at once.
    """
    runtime = runtime_of(request)
    body = await request.body()
    try:
        await receive(runtime, provider, request.headers, body)
    except ProviderNotSetUp as error:
        raise NotFound from error
    return answer(None)


router.routes.extend(sandbox.router.routes)
router.routes.extend(razorpay.router.routes)
