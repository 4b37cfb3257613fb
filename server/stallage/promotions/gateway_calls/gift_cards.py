"""Issues gift cards by hand, once for each request, and sends them again."""

from __future__ import annotations

from typing import Any

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import TooMany
from stallage.core.idempotency import IdempotentRequest, idempotent
from stallage.core.rate_limits import record_hits
from stallage.core.runtime import Runtime
from stallage.gift_cards.emails import gift_card_email
from stallage.gift_cards.gateway_calls.sending import resend_gift_card
from stallage.gift_cards.rules import RESENDS, IssuedGiftCard
from stallage.promotions.actions.gift_cards import card_to_issue, card_to_resend, issue_by_hand
from stallage.promotions.schemas.gift_cards import IssueInput, IssuePreview
from stallage.settings import Settings
from stallage.shop.queries import company
from stallage.wallet.actions.gift_cards import GiftCardToIssue, months_later

HIDDEN_CODE = "····-····-····"
"""Shown in a preview instead of the code."""


def needs_step_up(settings: Settings, amount: int) -> bool:
    """Whether a card of this amount needs step-up authentication, as a refund would."""
    return 0 < settings.refund_approval_above < amount


async def _card(
    connection: Connection, settings: Settings, body: IssueInput, operator: str
) -> GiftCardToIssue:
    sender = (await company(connection, settings)).company_name
    return card_to_issue(body, operator=operator, sender=sender, currency=settings.currency)


async def preview_issue(runtime: Runtime, body: IssueInput, operator: str) -> IssuePreview:
    """Describe the card and its email. Raises InvalidFields."""
    settings = runtime.settings
    async with runtime.database.reading() as connection:
        card = await _card(connection, settings, body, operator)
    expires_at = months_later(clock.now(), card.valid_months) if card.valid_months else None
    shown = IssuedGiftCard(
        id=0,
        public_id="",
        code_hash=b"",
        order_id=None,
        order_line_id=None,
        amount=card.amount,
        currency=card.currency,
        recipient_name=card.recipient_name,
        recipient_email=card.recipient_email,
        sender_name=card.sender_name,
        message=card.message,
        send_at=card.send_at,
        sent_at=None,
        claimed_until=None,
        is_redeemed=False,
        redeemed_at=None,
        voided_at=None,
        expires_at=expires_at,
    )
    email = gift_card_email(settings, shown, HIDDEN_CODE, card.sender_name)
    return IssuePreview(
        amount=runtime.currency.money(card.amount),
        recipient_email=card.recipient_email,
        subject=email.subject,
        text=email.text,
        needs_step_up=needs_step_up(settings, card.amount),
    )


async def issue(
    runtime: Runtime, body: IssueInput, operator: str, request: IdempotentRequest
) -> str:
    """Issue a card and return its public id; a repeated request returns that of the first.

    Raises InvalidFields and KeyReused.
    """
    async with runtime.database.transaction() as connection:

        async def act() -> dict[str, Any]:
            card = await _card(connection, runtime.settings, body, operator)
            return {"card": await issue_by_hand(connection, runtime.secret, card)}

        result = await idempotent(
            connection,
            scope="admin-gift-card",
            key=request.key,
            body=request.body,
            keep_seconds=runtime.settings.idempotency_seconds,
            act=act,
        )
    return str(result["card"])


async def resend(runtime: Runtime, public_id: str) -> None:
    """Send a card to its recipient again. Raises NotFound, GiftCardNotSent, TooMany and CodeLost."""
    async with runtime.database.transaction() as connection:
        card_id = await card_to_resend(connection, public_id)
        wait = await record_hits(connection, RESENDS.of(card_id))
        if wait is not None:
            raise TooMany(wait)
    await resend_gift_card(runtime, card_id)
