"""Newsletter API and unsubscribe links."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request

from stallage.core.access import CustomerId
from stallage.core.clients import client_of
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound, TooMany, Unauthorized
from stallage.core.rate_limits import record_hits
from stallage.core.schemas import Line
from stallage.core.validation import message
from stallage.customers.rules.contacts import InvalidContact, email_address
from stallage.newsletter import actions
from stallage.newsletter.queries import get_subscription
from stallage.newsletter.rules import SUBSCRIPTIONS
from stallage.newsletter.schemas import (
    Confirmation,
    Subscription,
    SubscriptionChange,
    SubscriptionInput,
    SubscriptionReceipt,
)

router = APIRouter(tags=["newsletter"])

RAW_BODY_PREFIXES = ("/unsubscribe/newsletter/",)
"""Mail programs post a form for one-click unsubscription (RFC 8058)."""


@router.post(
    "/api/newsletter",
    status_code=201,
    response_model=Answer[SubscriptionReceipt],
    responses=error_responses(TooMany),
)
async def subscribe(
    request: Request, body: SubscriptionInput, connection: Transaction
) -> Answer[SubscriptionReceipt]:
    """Sign up for the newsletter. The owner of the address confirms by the link in an email."""
    try:
        email = email_address(body.email)
    except InvalidContact as error:
        raise InvalidFields(fields={"email": [message("email", "email")]}) from error
    wait = await record_hits(connection, SUBSCRIPTIONS.of_client(client_of(request)))
    if wait is not None:
        raise TooMany(wait)
    await actions.request_subscription(connection, email)
    return answer(SubscriptionReceipt(email=email))


@router.get("/api/newsletter", responses=error_responses(Unauthorized))
async def subscription(customer: CustomerId, connection: Reading) -> Answer[Subscription]:
    """Get the customer's newsletter subscription."""
    return answer(await get_subscription(connection, customer))


@router.put("/api/newsletter", responses=error_responses(Unauthorized))
async def change(
    body: SubscriptionChange, customer: CustomerId, connection: Transaction
) -> Answer[Subscription]:
    """Start or end the customer's newsletter subscription. It needs no confirmation."""
    await actions.set_subscribed(connection, customer, body.is_subscribed)
    return answer(await get_subscription(connection, customer))


@router.post(
    "/api/newsletter/confirm", response_model=Answer[None], responses=error_responses(NotFound)
)
async def confirm(body: Confirmation, connection: Transaction) -> Answer[None]:
    """Confirm a subscription with the token of the confirmation email. Idempotent."""
    await actions.confirm(connection, body.token)
    return answer(None)


@router.post("/unsubscribe/newsletter/{token}", response_model=Answer[None])
async def unsubscribe(
    token: Annotated[Line, Path(max_length=64)], connection: Transaction
) -> Answer[None]:
    """End a subscription, by the link in an email or a mail program's button (RFC 8058)."""
    await actions.unsubscribe(connection, token)
    return answer(None)
