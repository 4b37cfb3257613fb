"""The operators' API of returns, exchanges and withdrawals."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from fastapi import Depends, Path, Query, Request, Response

from stallage.core.cursors import CursorPage, CursorRequest
from stallage.core.db import Connection, Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.idempotency import IdempotentRequest, KeyReused, idempotent
from stallage.core.runtime import runtime_of
from stallage.core.schemas import Line
from stallage.core.states import InvalidTransition
from stallage.core.validation import message
from stallage.operators.dependencies import (
    AdminRouter,
    CurrentOperator,
    IdempotencyKey,
    require_step_up,
)
from stallage.orders.actions import LockedOrder, lock_order
from stallage.orders.dependencies import OrderId
from stallage.orders.errors import CancelRefused, PaymentUnavailable
from stallage.orders.rules.periods import PERIOD
from stallage.orders.rules.quantities import quantities
from stallage.returns import actions
from stallage.returns.errors import (
    ExchangeRefused,
    PreviewOutdated,
    ReturnRefused,
    WithdrawalRefused,
)
from stallage.returns.gateway_calls.withdrawing import WithdrawalStatement, withdraw_from_contract
from stallage.returns.queries import operating as queries
from stallage.returns.queries import order_of_return, withdrawal_receipt
from stallage.returns.queries.completion import completion
from stallage.returns.rules.reasons import ReasonGroup
from stallage.returns.rules.views import View
from stallage.returns.schemas import WithdrawalInput, WithdrawalStated
from stallage.returns.schemas.operating import (
    CompletionPreview,
    ExchangeReturnInput,
    InspectionInput,
    InstructionsInput,
    ListedReturn,
    OperatorReturn,
    RefundReturnInput,
    RefuseReturnInput,
    Returnable,
    ReturnCounts,
    StartedReturn,
    StartReturnInput,
)

router = AdminRouter(tag="returns")

ReturnId = Annotated[str, Path(alias="returnId", max_length=32, examples=["RT-7K2M-9QXD"])]
Search = Annotated[
    Line,
    Query(
        title="Search",
        max_length=200,
        description="Number of a return or order, or name, email address, phone number or SKU.",
    ),
]
Requested = Annotated[
    Line | None,
    Query(
        pattern=PERIOD.pattern, description="As `placed` of orders: `7d`, `2026-11-01..2026-11-30`."
    ),
]


def _read_filters(
    q: Search = "", reason: ReasonGroup | None = None, requested: Requested = None
) -> queries.ReturnFilters:
    return queries.ReturnFilters(q, reason, requested)


Filters = Annotated[queries.ReturnFilters, Depends(_read_filters)]
Step = Callable[[Connection, LockedOrder], Awaitable[object]]
STEP = error_responses(NotFound, ReturnRefused)
PAYING = error_responses(NotFound, ReturnRefused, PreviewOutdated, KeyReused)


@router.get("/returns", permission="returns.read", response_model=Answer[CursorPage[ListedReturn]])
async def list_returns(
    request: Request,
    connection: Reading,
    page: CursorRequest,
    filters: Filters,
    view: View = "all",
) -> Answer[CursorPage[ListedReturn]]:
    """Returns of a view, newest first."""
    zone = ZoneInfo(runtime_of(request).settings.time_zone)
    return answer(await queries.list_returns(connection, view, page, filters, zone))


@router.get("/returns/counts", permission="returns.read", response_model=Answer[ReturnCounts])
async def count_returns(connection: Reading) -> Answer[ReturnCounts]:
    """How many returns wait in each view, counted up to 10,000."""
    return answer(await queries.count_returns(connection))


@router.get(
    "/returns/{returnId}",
    permission="returns.read",
    response_model=Answer[OperatorReturn],
    responses=error_responses(NotFound),
)
async def get_return(
    return_id: ReturnId, connection: Reading, response: Response
) -> Answer[OperatorReturn]:
    """A return with its lines, timeline and next steps."""
    found = await queries.operator_return(connection, return_id)
    response.headers["ETag"] = found.etag
    return answer(found)


async def _act(connection: Connection, return_id: str, step: Step) -> Answer[OperatorReturn]:
    """Make a step of a return, and answer with the return as it is then."""
    order = await _lock(connection, return_id)
    try:
        await step(connection, order)
    except InvalidTransition as error:
        raise ReturnRefused("This step is not possible any more.") from error
    return answer(await queries.operator_return(connection, return_id))


async def _lock(connection: Connection, return_id: str) -> LockedOrder:
    """Lock the order of a return that is open. Raises NotFound and ReturnRefused."""
    order = await lock_order(connection, await order_of_return(connection, return_id))
    returned = await actions.open_return(connection, order)
    if returned.public_id != return_id:
        raise ReturnRefused("This return is closed.")
    return order


@router.post(
    "/returns/{returnId}/approve",
    permission="returns.decide",
    response_model=Answer[OperatorReturn],
    responses=STEP,
)
async def approve_return(return_id: ReturnId, connection: Transaction) -> Answer[OperatorReturn]:
    """Approve a return. An email tells the customer where to send the items."""
    return await _act(connection, return_id, actions.approve_return)


@router.post(
    "/returns/{returnId}/refuse",
    permission="returns.decide",
    response_model=Answer[OperatorReturn],
    responses=STEP,
)
async def refuse_return(
    return_id: ReturnId, body: RefuseReturnInput, connection: Transaction
) -> Answer[OperatorReturn]:
    """Refuse a return, or the items that arrived. An email tells the customer why."""
    return await _act(
        connection,
        return_id,
        lambda connection, order: actions.refuse_return(connection, order, body.reason),
    )


@router.post(
    "/returns/{returnId}/pick-up",
    permission="returns.decide",
    response_model=Answer[OperatorReturn],
    responses=STEP,
)
async def pick_up_return(return_id: ReturnId, connection: Transaction) -> Answer[OperatorReturn]:
    """Record that the carrier has picked up the items."""
    return await _act(connection, return_id, actions.pick_up_return)


@router.post(
    "/returns/{returnId}/receive",
    permission="returns.decide",
    response_model=Answer[OperatorReturn],
    responses=STEP,
)
async def receive_return(return_id: ReturnId, connection: Transaction) -> Answer[OperatorReturn]:
    """Record that the items have arrived. Stock changes when they are inspected."""
    return await _act(connection, return_id, actions.arrive_return)


@router.post(
    "/returns/{returnId}/instructions",
    permission="returns.decide",
    status_code=201,
    response_model=Answer[OperatorReturn],
    responses=STEP,
)
async def send_instructions(
    return_id: ReturnId, body: InstructionsInput, connection: Transaction
) -> Answer[OperatorReturn]:
    """Email the customer how to send the items back, with a label to print if there is one."""
    return await _act(
        connection,
        return_id,
        lambda connection, order: actions.send_instructions(
            connection, order, body.text, body.label_url
        ),
    )


async def _once(
    request: Request, return_id: str, key: IdempotentRequest, step: Step, version: str | None
) -> Answer[OperatorReturn]:
    """Make a step that moves money or stock once for each key, if the preview is still right."""
    runtime = runtime_of(request)
    async with runtime.database.transaction() as connection:

        async def act() -> dict[str, Any]:
            order = await _lock(connection, return_id)
            if version is not None:
                current = await completion(connection, return_id)
                if current.version != version:
                    raise PreviewOutdated(current=current.model_dump(mode="json", by_alias=True))
            try:
                await step(connection, order)
            except InvalidTransition as error:
                raise ReturnRefused("This step is not possible any more.") from error
            return {}

        await idempotent(
            connection,
            scope=f"admin-return:{return_id}",
            key=key.key,
            body=key.body,
            keep_seconds=runtime.settings.idempotency_seconds,
            act=act,
        )
        return answer(await queries.operator_return(connection, return_id))


@router.post(
    "/returns/{returnId}/inspect",
    permission="returns.decide",
    key=True,
    response_model=Answer[OperatorReturn],
    responses=error_responses(NotFound, ReturnRefused, KeyReused),
)
async def inspect_return(
    return_id: ReturnId, body: InspectionInput, request: Request, key: IdempotencyKey
) -> Answer[OperatorReturn]:
    """Record what the inspection found. Accepted units go back into stock where that is chosen, once."""
    found = {
        line.line_id: actions.InspectedLine(line.accepted, line.restock) for line in body.lines
    }
    if len(found) != len(body.lines):
        raise InvalidFields(fields={"lines": [message("invalid", "lines")]})
    return await _once(
        request,
        return_id,
        key,
        lambda connection, order: actions.inspect_return(connection, order, found, body.answer),
        None,
    )


@router.get(
    "/returns/{returnId}/completion",
    permission="returns.read",
    response_model=Answer[CompletionPreview],
    responses=error_responses(NotFound),
)
async def preview_completion(return_id: ReturnId, connection: Reading) -> Answer[CompletionPreview]:
    """What completing a return would do, in figures."""
    return answer(await completion(connection, return_id))


@router.post(
    "/returns/{returnId}/refund",
    permission="refunds.pay",
    key=True,
    response_model=Answer[OperatorReturn],
    responses=PAYING,
)
async def refund_return(
    return_id: ReturnId,
    body: RefundReturnInput,
    request: Request,
    operator: CurrentOperator,
    key: IdempotencyKey,
) -> Answer[OperatorReturn]:
    """Complete a return by a refund, as previewed. Above the shop's limit, with step-up authentication."""
    runtime = runtime_of(request)
    limit = runtime.settings.refund_approval_above
    if limit:
        async with runtime.database.reading() as connection:
            # If it is another amount by then, the version of the preview differs too.
            shown = await completion(connection, return_id)
        if shown.total.amount > limit:
            require_step_up(operator)
    return await _once(
        request,
        return_id,
        key,
        lambda connection, order: actions.refund_return(connection, order, body.to),
        body.version,
    )


@router.post(
    "/returns/{returnId}/exchange",
    permission="returns.decide",
    key=True,
    response_model=Answer[OperatorReturn],
    responses=error_responses(NotFound, ReturnRefused, ExchangeRefused, PreviewOutdated, KeyReused),
)
async def exchange_return(
    return_id: ReturnId, body: ExchangeReturnInput, request: Request, key: IdempotencyKey
) -> Answer[OperatorReturn]:
    """Complete a return by sending the replacements, as an order that costs nothing."""
    return await _once(request, return_id, key, actions.exchange_return, body.version)


@router.get(
    "/orders/{orderId}/returnable",
    permission="returns.read",
    response_model=Answer[Returnable],
    responses=error_responses(NotFound),
)
async def get_returnable(
    order_id: OrderId, request: Request, connection: Reading
) -> Answer[Returnable]:
    """What of an order can be returned now. Operators have no time limit."""
    window = runtime_of(request).settings.return_window_seconds
    return answer(await queries.returnable(connection, order_id, window))


@router.post(
    "/orders/{orderId}/returns",
    permission="returns.decide",
    status_code=201,
    response_model=Answer[StartedReturn],
    responses=error_responses(NotFound, ReturnRefused, ExchangeRefused),
)
async def start_return(
    order_id: OrderId, body: StartReturnInput, connection: Transaction
) -> Answer[StartedReturn]:
    """Request a return for the customer, also after the time to return items."""
    exchanges = {
        line.line_id: line.exchange_sku_id
        for line in body.lines
        if line.exchange_sku_id is not None
    }
    if (body.resolution == "exchange") != bool(exchanges):
        raise InvalidFields(fields={"resolution": [message("invalid", "resolution")]})
    return_request = actions.ReturnRequest(
        lines=quantities(body.lines),
        reason_code=body.reason_code,
        reason=body.reason,
        refund_to=body.refund_to,
        exchanges=exchanges,
    )
    order = await lock_order(connection, order_id)
    public_id = await actions.start_return(connection, order, return_request, approve=body.approve)
    return answer(StartedReturn(return_id=public_id))


@router.post(
    "/orders/{orderId}/withdrawals",
    permission="returns.decide",
    key=True,
    status_code=201,
    response_model=Answer[WithdrawalStated],
    responses=error_responses(
        NotFound, WithdrawalRefused, CancelRefused, KeyReused, PaymentUnavailable
    ),
)
async def record_withdrawal(
    order_id: OrderId, body: WithdrawalInput, request: Request, key: IdempotencyKey
) -> Answer[WithdrawalStated]:
    """Record that a customer has withdrawn from the contract, such as by letter or telephone."""
    runtime = runtime_of(request)
    async with runtime.database.transaction() as connection:
        found = (await lock_order(connection, order_id)).id
    lines = None if body.lines is None else quantities(body.lines)
    statement = WithdrawalStatement(body.name, None, lines)
    withdrawal_id = await withdraw_from_contract(runtime, found, statement, key)
    async with runtime.database.reading() as connection:
        return answer(await withdrawal_receipt(connection, withdrawal_id))
