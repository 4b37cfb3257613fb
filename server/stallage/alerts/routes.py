"""Alerts API and unsubscribe links."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request

from stallage.alerts import actions, queries
from stallage.alerts.errors import InStock, TooManyAlerts
from stallage.alerts.rules import ALERTS
from stallage.alerts.schemas import Alert, AlertInput, OwnAlert
from stallage.core.access import OPTIONAL_AUTH, CustomerId, OptionalCustomerId
from stallage.core.clients import client_of
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound, TooMany, Unauthorized
from stallage.core.rate_limits import record_hits
from stallage.core.schemas import Line
from stallage.core.validation import message, required_error
from stallage.customers.rules.contacts import InvalidContact, email_address

router = APIRouter(tags=["alerts"])

RAW_BODY_PREFIXES = ("/unsubscribe/alert/",)
"""Mail programs post a form for one-click unsubscription (RFC 8058)."""

Token = Annotated[Line, Path(max_length=64)]


@router.get(
    "/api/alerts", response_model=Answer[list[OwnAlert]], responses=error_responses(Unauthorized)
)
async def list_alerts(customer: CustomerId, connection: Reading) -> Answer[list[OwnAlert]]:
    """List the customer's waiting alerts, newest first."""
    return answer(await queries.own_alerts(connection, customer))


@router.post(
    "/api/alerts",
    status_code=201,
    response_model=Answer[Alert],
    responses=error_responses(Unauthorized, NotFound, InStock, TooManyAlerts, TooMany),
    openapi_extra=OPTIONAL_AUTH,
)
async def add_alert(
    request: Request, body: AlertInput, customer: OptionalCustomerId, connection: Transaction
) -> Answer[Alert]:
    """Request one email when a SKU is back in stock or costs less. Idempotent."""
    own = None if customer is None else await queries.email_of(connection, customer)
    email = own or _address(body.email)
    wait = await record_hits(connection, ALERTS.of_client(client_of(request)))
    if wait is not None:
        raise TooMany(wait)
    await actions.add_alert(connection, body.sku_id, body.kind, email, customer)
    return answer(Alert(sku_id=body.sku_id, kind=body.kind, email=email))


def _address(text: str) -> str:
    if not text:
        raise InvalidFields(fields=required_error("email"))
    try:
        return email_address(text)
    except InvalidContact as error:
        raise InvalidFields(fields={"email": [message("email", "email")]}) from error


@router.delete(
    "/api/alerts/{alertId}", response_model=Answer[None], responses=error_responses(Unauthorized)
)
async def end_alert(
    alert_id: Annotated[int, Path(alias="alertId", ge=1, le=2**53 - 1)],
    customer: CustomerId,
    connection: Transaction,
) -> Answer[None]:
    """Delete an alert of the customer. Idempotent."""
    await actions.delete_own(connection, customer, alert_id)
    return answer(None)


@router.post("/unsubscribe/alert/{token}", response_model=Answer[None])
async def unsubscribe(token: Token, connection: Transaction) -> Answer[None]:
    """Delete an alert, by the link in its email or a mail program's button (RFC 8058)."""
    await actions.delete_by_token(connection, token)
    return answer(None)
