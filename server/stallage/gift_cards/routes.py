"""Routes for the buyers of gift cards."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from stallage.core.access import OPTIONAL_AUTH, OptionalCustomerId
from stallage.core.db import Reading, database_of
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound, TooMany, Unauthorized
from stallage.core.rate_limits import record_hits
from stallage.core.runtime import runtime_of
from stallage.core.schemas import Line
from stallage.core.validation import message
from stallage.customers.rules.contacts import InvalidContact, email_address
from stallage.gift_cards import actions
from stallage.gift_cards.errors import GiftCardNotSent, GiftCardSent
from stallage.gift_cards.gateway_calls.sending import resend_gift_card
from stallage.gift_cards.queries import gift_cards_of
from stallage.gift_cards.rules import RESENDS
from stallage.gift_cards.schemas import BoughtGiftCard, RecipientInput
from stallage.orders.queries import authorize_order

router = APIRouter(tags=["orders"])

OrderId = Annotated[str, Path(alias="orderId", max_length=32, examples=["SO-7K2M-9QXD"])]
CardId = Annotated[str, Path(alias="giftCardId", max_length=32, examples=["GC-7K2M-9QXD-41HV"])]
GuestKey = Annotated[
    Line | None,
    Query(alias="key", max_length=128, description="Of a guest's order, from its email."),
]


@router.get(
    "/api/orders/{orderId}/gift-cards",
    response_model=Answer[list[BoughtGiftCard]],
    responses=error_responses(Unauthorized, NotFound),
    openapi_extra=OPTIONAL_AUTH,
)
async def list_gift_cards(
    request: Request,
    order_id: OrderId,
    customer: OptionalCustomerId,
    connection: Reading,
    key: GuestKey = None,
) -> Answer[list[BoughtGiftCard]]:
    """Return the gift cards of an order; none before it is paid."""
    runtime = runtime_of(request)
    found = await authorize_order(connection, runtime.secrets, order_id, customer, key)
    return answer(await gift_cards_of(connection, found))


@router.put(
    "/api/orders/{orderId}/gift-cards/{giftCardId}",
    response_model=Answer[list[BoughtGiftCard]],
    responses=error_responses(Unauthorized, NotFound, GiftCardSent),
    openapi_extra=OPTIONAL_AUTH,
)
async def correct_recipient(
    body: RecipientInput,
    request: Request,
    order_id: OrderId,
    card_id: CardId,
    customer: OptionalCustomerId,
    *,
    key: GuestKey = None,
) -> Answer[list[BoughtGiftCard]]:
    """Correct the address of a gift card that is not sent yet, and return the order's gift cards."""
    runtime = runtime_of(request)
    try:
        email = email_address(body.recipient_email)
    except InvalidContact as error:
        raise InvalidFields(fields={"recipientEmail": [message("email", "email")]}) from error
    async with database_of(request).transaction() as connection:
        found = await authorize_order(connection, runtime.secrets, order_id, customer, key)
        await actions.correct_recipient(connection, found, card_id, email)
        return answer(await gift_cards_of(connection, found))


@router.post(
    "/api/orders/{orderId}/gift-cards/{giftCardId}/resend",
    response_model=Answer[list[BoughtGiftCard]],
    responses=error_responses(Unauthorized, NotFound, GiftCardNotSent, TooMany),
    openapi_extra=OPTIONAL_AUTH,
)
async def resend(
    request: Request,
    order_id: OrderId,
    card_id: CardId,
    customer: OptionalCustomerId,
    key: GuestKey = None,
) -> Answer[list[BoughtGiftCard]]:
    """Send a gift card to its recipient again, with the same code."""
    runtime = runtime_of(request)
    async with database_of(request).transaction() as connection:
        found = await authorize_order(connection, runtime.secrets, order_id, customer, key)
        row_id = await actions.gift_card_to_resend(connection, found, card_id)
        wait = await record_hits(connection, RESENDS.of(row_id))
    if wait is not None:
        raise TooMany(wait)
    await resend_gift_card(runtime, row_id)
    async with database_of(request).reading() as connection:
        return answer(await gift_cards_of(connection, found))
