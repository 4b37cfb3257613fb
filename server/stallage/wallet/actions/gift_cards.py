"""Issue, send, void and anonymise gift cards."""

from __future__ import annotations

import calendar
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from stallage.core import clock
from stallage.core.db import Connection
from stallage.wallet import rules
from stallage.wallet.actions.gift_codes import store_gift_code
from stallage.wallet.errors import GiftCardRedeemed

ISSUE = """
    INSERT INTO gift_cards (public_id, code_hash, order_id, order_line_id, currency, recipient_name,
        recipient_email, sender_name, message, send_at, created_at, issued_by, reason)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
    RETURNING id
"""
IS_ISSUED = "SELECT EXISTS (SELECT FROM gift_cards WHERE order_line_id = $1)"

# The row lock of the code decides between using and voiding it.
LOCK_CODES = """
    SELECT c.code_hash FROM gift_codes c JOIN gift_cards g USING (code_hash)
    WHERE g.order_line_id = ANY($1::bigint[]) ORDER BY c.code_hash FOR NO KEY UPDATE OF c
"""
IS_USED = """
    SELECT EXISTS (SELECT FROM gift_codes WHERE code_hash = ANY($1) AND redeemed_at IS NOT NULL)
        OR EXISTS (
            SELECT FROM gift_code_entries WHERE code_hash = ANY($1)
            GROUP BY code_hash HAVING sum(amount) <> 0)
"""
VOID = """
    UPDATE gift_codes SET voided_at = $2 WHERE code_hash = ANY($1) AND voided_at IS NULL
"""
LOCK_CODE = """
    SELECT c.code_hash, c.redeemed_at, c.voided_at FROM gift_codes c JOIN gift_cards g USING (code_hash)
    WHERE g.id = $1 FOR NO KEY UPDATE OF c
"""
SET_VOID_REASON = "UPDATE gift_cards SET void_reason = $2 WHERE id = $1"
RESTORE = "UPDATE gift_codes SET voided_at = NULL WHERE code_hash = $1"
SET_RECIPIENT_EMAIL = "UPDATE gift_cards SET recipient_email = $2 WHERE id = $1"

CLAIM = """
    UPDATE gift_cards g SET claimed_until = $2 FROM gift_codes c
    WHERE g.id = $1 AND c.code_hash = g.code_hash AND g.sent_at IS NULL AND g.send_at <= $3
        AND (g.claimed_until IS NULL OR g.claimed_until <= $3) AND c.voided_at IS NULL
    RETURNING g.id
"""
CLAIM_SECONDS = 300
"""Longer than a mail server may take."""
RELEASE_CLAIM = "UPDATE gift_cards SET claimed_until = NULL WHERE id = $1"
RECORD_SENT = "UPDATE gift_cards SET sent_at = $2, claimed_until = NULL WHERE id = $1"

# A card that is still to be sent keeps its data; a void one is never sent.
ANONYMISE = """
    UPDATE gift_cards g SET recipient_name = '', recipient_email = '', sender_name = '', message = '',
        reason = '', void_reason = ''
    FROM gift_codes c
    WHERE c.code_hash = g.code_hash AND (g.sent_at IS NOT NULL OR c.voided_at IS NOT NULL)
"""
ANONYMISE_OF_ORDERS = f"{ANONYMISE} AND g.order_id = ANY($1::text[])"
ANONYMISE_OF_RECIPIENT = f"""
    {ANONYMISE} AND lower(g.recipient_email) = lower($1) RETURNING g.order_line_id
"""


@dataclass(frozen=True, slots=True)
class GiftCardToIssue:
    """A gift card that is to be issued. `amount` is in minor units.

    It is of an order line, or, with neither order nor line, from the operator in `issued_by`.
    """

    order_id: str | None
    order_line_id: int | None
    amount: int
    currency: str
    recipient_name: str
    recipient_email: str
    sender_name: str
    message: str
    send_at: datetime
    valid_months: int
    issued_by: str = ""
    reason: str = ""


def months_later(moment: datetime, months: int) -> datetime:
    """Add months to a moment; the last day of the month if that is shorter."""
    years, month = divmod(moment.month - 1 + months, 12)
    year, month = moment.year + years, month + 1
    day = min(moment.day, calendar.monthrange(year, month)[1])
    return moment.replace(year=year, month=month, day=day)


async def issue_gift_card(
    connection: Connection, secret: bytes, card: GiftCardToIssue
) -> int | None:
    """Create a gift card and its code. Return its id, or None if it was issued before.

    The caller has locked the order. The code is valid at once, but not sent yet.
    """
    if card.order_line_id and await connection.fetchval(IS_ISSUED, card.order_line_id):
        return None
    now = clock.now()
    public_id = rules.new_gift_card_id()
    code = rules.gift_card_code(secret, public_id)
    expires_at = None
    if card.valid_months:
        # The validity begins when the card is sent.
        expires_at = months_later(max(now, card.send_at), card.valid_months)
    await store_gift_code(connection, secret, code, card.amount, expires_at=expires_at)
    card_id: int = await connection.fetchval(
        ISSUE,
        public_id,
        rules.gift_code_hash(secret, code),
        card.order_id,
        card.order_line_id,
        card.currency,
        card.recipient_name,
        card.recipient_email,
        card.sender_name,
        card.message,
        card.send_at,
        now,
        card.issued_by,
        card.reason,
    )
    return card_id


async def void_gift_cards(connection: Connection, order_line_ids: Collection[int]) -> None:
    """Void the codes of order lines. Raises GiftCardRedeemed if one has been used.

    Lines without a card are ignored. The caller has locked the order.
    """
    codes = await connection.fetch(LOCK_CODES, list(order_line_ids))
    hashes = [code["code_hash"] for code in codes]
    if hashes and await connection.fetchval(IS_USED, hashes):
        raise GiftCardRedeemed
    await connection.execute(VOID, hashes, clock.now())


async def void_gift_card(connection: Connection, card_id: int, reason: str) -> bool:
    """Void the code of one card; return whether it was valid. Raises GiftCardRedeemed if it was used."""
    code = await connection.fetchrow(LOCK_CODE, card_id)
    if code is None or code["voided_at"] is not None:
        return False
    if await connection.fetchval(IS_USED, [code["code_hash"]]):
        raise GiftCardRedeemed
    await connection.execute(VOID, [code["code_hash"]], clock.now())
    await connection.execute(SET_VOID_REASON, card_id, reason)
    return True


async def restore_gift_card(connection: Connection, card_id: int) -> bool:
    """Make the code of a void card valid again; return whether it was void.

    The caller has locked the card's order and checked that its line was not cancelled.
    """
    code = await connection.fetchrow(LOCK_CODE, card_id)
    if code is None or code["voided_at"] is None:
        return False
    await connection.execute(RESTORE, code["code_hash"])
    await connection.execute(SET_VOID_REASON, card_id, "")
    return True


async def set_recipient_email(connection: Connection, card_id: int, email: str) -> None:
    """Change the address that a card is sent to."""
    await connection.execute(SET_RECIPIENT_EMAIL, card_id, email)


async def claim_gift_card(connection: Connection, card_id: int) -> bool:
    """Claim a card for sending. Return False if it is not due, sent, void or claimed by another."""
    now = clock.now()
    until = now + timedelta(seconds=CLAIM_SECONDS)
    return await connection.fetchval(CLAIM, card_id, until, now) is not None


async def release_gift_card_claim(connection: Connection, card_id: int) -> None:
    """Release the claim of a card that could not be sent, so that it can be tried again."""
    await connection.execute(RELEASE_CLAIM, card_id)


async def record_gift_card_sent(connection: Connection, card_id: int) -> None:
    """Record that a card was sent."""
    await connection.execute(RECORD_SENT, card_id, clock.now())


async def anonymise_sent_gift_cards(connection: Connection, order_ids: Collection[str]) -> None:
    """Remove personal data from cards of these orders (public ids) that were sent or voided."""
    await connection.execute(ANONYMISE_OF_ORDERS, list(order_ids))


async def anonymise_sent_gift_cards_to(connection: Connection, email: str) -> list[int]:
    """Remove personal data from cards to an address that were sent or voided.

    Returns the ids of their order lines.
    """
    rows = await connection.fetch(ANONYMISE_OF_RECIPIENT, email)
    return [row["order_line_id"] for row in rows if row["order_line_id"] is not None]
