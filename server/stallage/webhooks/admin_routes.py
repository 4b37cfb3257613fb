"""The operators' API of webhooks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fastapi import Path, Query, Request

from stallage.core import clock
from stallage.core.cursors import Count, CursorPage, CursorRequest
from stallage.core.db import Connection, Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.runtime import runtime_of
from stallage.operators.dependencies import AdminRouter, CurrentOperator, require
from stallage.webhooks import actions
from stallage.webhooks.errors import NotResendable, TooManyEndpoints
from stallage.webhooks.queries import deliveries, endpoints
from stallage.webhooks.rules.signatures import ROTATION
from stallage.webhooks.rules.topics import TOPICS, VERSION, permissions_to_read
from stallage.webhooks.schemas import (
    CreatedEndpoint,
    Delivery,
    DeliveryDetails,
    DeliveryState,
    Endpoint,
    EndpointChanges,
    EndpointInput,
    EndpointList,
    NewSecret,
    TestSent,
    TopicDescription,
    TopicList,
)

router = AdminRouter(tag="webhooks")

EndpointId = Annotated[int, Path(alias="webhookId", ge=1, le=2**63 - 1)]
DeliveryId = Annotated[int, Path(alias="deliveryId", ge=1, le=2**63 - 1)]
State = Annotated[DeliveryState | None, Query(description="Without it, all deliveries.")]


def _require_to_read(operator: CurrentOperator, topics: Iterable[str]) -> None:
    """Raise Forbidden unless the operator may see what messages of these topics contain."""
    for permission in permissions_to_read(topics):
        require(operator, permission)


@router.get("/webhooks", permission="webhooks.read", response_model=Answer[EndpointList])
async def list_webhooks(connection: Reading) -> Answer[EndpointList]:
    """All webhooks, oldest first."""
    return answer(EndpointList(items=await endpoints.endpoints(connection)))


@router.get("/webhooks/topics", permission="webhooks.read", response_model=Answer[TopicList])
async def list_topics() -> Answer[TopicList]:
    """The topics that webhooks can subscribe to."""
    items = [TopicDescription(name=name, description=text) for name, text in TOPICS.items()]
    return answer(TopicList(version=VERSION, items=items))


@router.post(
    "/webhooks",
    permission="webhooks.edit",
    step_up=True,
    status_code=201,
    response_model=Answer[CreatedEndpoint],
    responses=error_responses(TooManyEndpoints, InvalidFields),
)
async def create_webhook(
    body: EndpointInput, request: Request, connection: Transaction, operator: CurrentOperator
) -> Answer[CreatedEndpoint]:
    """Add a webhook, for topics whose content the operator may see. Its secret is in this response alone."""
    _require_to_read(operator, body.topics)
    new = await actions.add_endpoint(connection, runtime_of(request).secret, body)
    endpoint = await endpoints.lock_endpoint(connection, new.id)
    return answer(CreatedEndpoint(endpoint=endpoint, secret=new.secret))


@router.get(
    "/webhooks/{webhookId}",
    permission="webhooks.read",
    response_model=Answer[Endpoint],
    responses=error_responses(NotFound),
)
async def get_webhook(webhook_id: EndpointId, connection: Reading) -> Answer[Endpoint]:
    """A webhook."""
    found = await endpoints.endpoint_details(connection, webhook_id)
    if found is None:
        raise NotFound
    return answer(found)


@router.patch(
    "/webhooks/{webhookId}",
    permission="webhooks.edit",
    step_up=True,
    response_model=Answer[Endpoint],
    responses=error_responses(NotFound, EditConflict, PreconditionRequired),
)
async def change_webhook(
    webhook_id: EndpointId,
    body: EndpointChanges,
    connection: Transaction,
    operator: CurrentOperator,
    if_match: IfMatch = None,
) -> Answer[Endpoint]:
    """Change a webhook, for topics whose content the operator may see. What waits is tried again at once."""
    await actions.change_endpoint(connection, webhook_id, body, if_match)
    changed = await endpoints.lock_endpoint(connection, webhook_id)
    # A new address gets messages of all topics, old or new.
    _require_to_read(operator, changed.topics)
    return answer(changed)


@router.delete(
    "/webhooks/{webhookId}",
    permission="webhooks.edit",
    response_model=Answer[None],
    responses=error_responses(NotFound),
)
async def delete_webhook(webhook_id: EndpointId, connection: Transaction) -> Answer[None]:
    """Delete a webhook with its deliveries."""
    await actions.delete_endpoint(connection, webhook_id)
    return answer(None)


@router.post(
    "/webhooks/{webhookId}/secret",
    permission="webhooks.edit",
    step_up=True,
    response_model=Answer[NewSecret],
    responses=error_responses(NotFound),
)
async def rotate_webhook_secret(
    webhook_id: EndpointId, request: Request, connection: Transaction
) -> Answer[NewSecret]:
    """Replace the secret. For 24 hours, messages are signed with the previous one too."""
    secret = await actions.rotate_secret(connection, runtime_of(request).secret, webhook_id)
    return answer(NewSecret(secret=secret, previous_valid_until=clock.now() + ROTATION))


@router.post(
    "/webhooks/{webhookId}/test",
    permission="webhooks.edit",
    status_code=201,
    response_model=Answer[TestSent],
    responses=error_responses(NotFound),
)
async def test_webhook(webhook_id: EndpointId, connection: Transaction) -> Answer[TestSent]:
    """Send a test message; its delivery shows what came of it."""
    return answer(TestSent(delivery_id=await actions.send_test(connection, webhook_id)))


@router.get(
    "/webhooks/{webhookId}/deliveries",
    permission="webhooks.read",
    response_model=Answer[CursorPage[Delivery]],
    responses=error_responses(InvalidFields),
)
async def list_deliveries(
    webhook_id: EndpointId, connection: Reading, page: CursorRequest, *, state: State = None
) -> Answer[CursorPage[Delivery]]:
    """Deliveries of a webhook, newest first."""
    return answer(await deliveries.deliveries_of(connection, webhook_id, state, page))


@router.get(
    "/webhooks/{webhookId}/deliveries/count",
    permission="webhooks.read",
    response_model=Answer[Count],
)
async def count_deliveries(
    webhook_id: EndpointId, connection: Reading, *, state: State = None
) -> Answer[Count]:
    """The number of deliveries, counted up to 10,000."""
    return answer(await deliveries.count_deliveries(connection, webhook_id, state))


@router.get(
    "/webhook-deliveries/{deliveryId}",
    permission="webhooks.read",
    response_model=Answer[DeliveryDetails],
    responses=error_responses(NotFound),
)
async def get_delivery(
    delivery_id: DeliveryId, connection: Reading, operator: CurrentOperator
) -> Answer[DeliveryDetails]:
    """A delivery with its content, if the operator may see it elsewhere, and its attempts."""
    return answer(await _delivery(connection, delivery_id, operator))


async def _delivery(
    connection: Connection, delivery_id: int, operator: CurrentOperator
) -> DeliveryDetails:
    found = await deliveries.delivery_details(connection, delivery_id)
    _require_to_read(operator, [found.topic])
    return found


@router.post(
    "/webhook-deliveries/{deliveryId}/resend",
    permission="webhooks.edit",
    response_model=Answer[DeliveryDetails],
    responses=error_responses(NotFound, NotResendable),
)
async def resend_delivery(
    delivery_id: DeliveryId, connection: Transaction, operator: CurrentOperator
) -> Answer[DeliveryDetails]:
    """Send a delivery again, with the same id and content."""
    await actions.resend(connection, delivery_id)
    return answer(await _delivery(connection, delivery_id, operator))
