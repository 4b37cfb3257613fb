"""Issues gift cards that were paid for, and voids those that are cancelled."""

from __future__ import annotations

import calendar
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from stallage.core import clock
from stallage.core.db import Connection
from stallage.wallet import rules
from stallage.wallet.actions.gift_codes import keep_gift_code
from stallage.wallet.errors import GiftCardRedeemed

ISSUE = """
    INSERT INTO gift_cards (public_id, code_hash, order_id, order_line_id, currency, recipient_name,
        recipient_email, sender_name, message, send_at, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    RETURNING id
"""
IS_ISSUED = "SELECT EXISTS (SELECT FROM gift_cards WHERE order_line_id = $1)"

# The code's row lock decides between using and voiding: whoever comes second finds it done.
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


@dataclass(frozen=True, slots=True)
class GiftCardToIssue:
    """A gift card of an order line. The amount is in minor units."""

    order_id: str
    order_line_id: int
    amount: int
    currency: str
    recipient_name: str
    recipient_email: str
    sender_name: str
    message: str
    send_at: datetime
    valid_months: int


def months_later(moment: datetime, months: int) -> datetime:
    """The same day so many months later, or the last one of a month that is shorter."""
    years, month = divmod(moment.month - 1 + months, 12)
    year, month = moment.year + years, month + 1
    day = min(moment.day, calendar.monthrange(year, month)[1])
    return moment.replace(year=year, month=month, day=day)


async def issue_gift_card(
    connection: Connection, secret: bytes, card: GiftCardToIssue
) -> int | None:
    """Makes the code of a gift card; the card's id, or None where it was issued before.

    The caller holds the order's row. The code is good from now on, and known to nobody yet.
    """
    if await connection.fetchval(IS_ISSUED, card.order_line_id):
        return None
    now = clock.now()
    public_id = rules.new_gift_card_id()
    code = rules.gift_card_code(secret, public_id)
    expires_at = None
    if card.valid_months:
        # The time begins when the recipient gets it.
        expires_at = months_later(max(now, card.send_at), card.valid_months)
    await keep_gift_code(connection, secret, code, card.amount, expires_at=expires_at)
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
    )
    return card_id


async def void_gift_cards(connection: Connection, order_line_ids: Collection[int]) -> None:
    """Makes the codes of order lines worthless. Raises GiftCardRedeemed where one has been used.

    Lines without a card are passed over. The caller holds the order's row.
    """
    codes = await connection.fetch(LOCK_CODES, list(order_line_ids))
    hashes = [code["code_hash"] for code in codes]
    if hashes and await connection.fetchval(IS_USED, hashes):
        raise GiftCardRedeemed
    await connection.execute(VOID, hashes, clock.now())
