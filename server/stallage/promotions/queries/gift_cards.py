"""Reads gift cards for operators: sold ones, and those that operators issued."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from stallage.core import clock
from stallage.core.cursors import MAX_COUNT, Count, CursorPage, CursorQuery, capped_count, slice_of
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.money import Currency
from stallage.gift_cards.rules import CodeLost, own_code
from stallage.orders.rules import CANCELLED
from stallage.orders.rules.searching import like_pattern
from stallage.promotions.schemas.gift_cards import (
    CardDetails,
    CardState,
    GiftCardItem,
    GiftCardUse,
)

ENDED = ", ".join(str(int(status)) for status in sorted(CANCELLED))

# `spent` is what orders took less what was returned; `amount` of a code is what is left of it.
CARDS = f"""
    SELECT g.*, c.amount AS left_over, c.redeemed_at, c.voided_at, c.expires_at, spent.sum AS spent,
        g.order_line_id IS NULL OR NOT EXISTS (
            SELECT FROM order_lines_view l JOIN orders_view o ON o.id = l.order_id AND o.owner_id = l.owner_id
            WHERE l.id = g.order_line_id AND (o.status IN ({ENDED}) OR l.cancelled = l.quantity)
        ) AS is_restorable
    FROM gift_cards_view g JOIN gift_codes_view c USING (code_hash)
    CROSS JOIN LATERAL (
        SELECT coalesce(-sum(e.amount), 0)::bigint AS sum FROM gift_code_entries_view e
        WHERE e.code_hash = g.code_hash) spent
"""
STATE = """CASE WHEN c.redeemed_at IS NOT NULL OR c.amount = 0 THEN 'redeemed'
    WHEN c.voided_at IS NOT NULL THEN 'void' WHEN c.expires_at <= $3 THEN 'expired'
    WHEN g.sent_at IS NULL THEN 'scheduled' ELSE 'sent' END"""
LISTED = f"""
    ($1::text IS NULL OR g.public_id LIKE upper($1) OR g.order_id LIKE upper($1)
        OR lower(g.recipient_email) LIKE lower($1) OR lower(g.recipient_name) LIKE lower($1))
    AND ($2::text IS NULL OR {STATE} = $2) AND $3::timestamptz IS NOT NULL
    AND ($4::bool IS NULL OR (g.order_id IS NULL) = $4)
"""
COUNT = f"""
    SELECT count(*) FROM (
        SELECT FROM gift_cards_view g JOIN gift_codes_view c USING (code_hash)
        WHERE {LISTED} LIMIT {MAX_COUNT + 1}) one
"""
BY_PUBLIC_ID = f"{CARDS} WHERE g.public_id = $1"
USES = """
    SELECT order_id, amount, created_at FROM gift_code_entries_view
    WHERE code_hash = $1 ORDER BY id DESC LIMIT 200
"""


def _state(row: Record, now: datetime) -> CardState:
    if row["redeemed_at"] is not None or row["left_over"] == 0:
        return "redeemed"
    if row["voided_at"] is not None:
        return "void"
    if row["expires_at"] is not None and row["expires_at"] <= now:
        return "expired"
    return "scheduled" if row["sent_at"] is None else "sent"


def _fields(row: Record, now: datetime) -> dict[str, object]:
    money = Currency.of(row["currency"]).money
    state = _state(row, now)
    is_spendable = row["redeemed_at"] is None and row["voided_at"] is None
    return {
        "id": row["public_id"],
        "amount": money(row["left_over"] + row["spent"]),
        "balance": money(row["left_over"] if is_spendable else 0),
        "state": state,
        "recipient_name": row["recipient_name"],
        "recipient_email": row["recipient_email"],
        "order_id": row["order_id"],
        "issued_by": row["issued_by"] or None,
        "send_at": row["send_at"],
        "sent_at": row["sent_at"],
        "expires_at": row["expires_at"],
        "created_at": row["created_at"],
    }


class CardFilters:
    """Filters of the list of cards; None matches everything."""

    def __init__(self, search: str | None, state: CardState | None, issued: bool | None) -> None:
        self._search = like_pattern(search) if search else None
        self._state = state
        self._issued = issued

    @property
    def parameters(self) -> tuple[object, ...]:
        """Parameters `$1` to `$4` of `LISTED`."""
        return (self._search, self._state, clock.now(), self._issued)


async def list_cards(
    connection: Connection, filters: CardFilters, page: CursorQuery
) -> CursorPage[GiftCardItem]:
    """Read a page of gift cards, newest first."""
    values = page.values(int)
    comparison, direction = (">", "ASC") if page.backwards else ("<", "DESC")
    sql = f"""{CARDS} WHERE {LISTED} AND ($6::bigint IS NULL OR g.id {comparison} $6)
        ORDER BY g.id {direction} LIMIT $5"""
    rows = await connection.fetch(sql, *filters.parameters, page.limit + 1, values and values[0])
    found, now = slice_of(rows, page, lambda row: [row["id"]]), clock.now()
    return CursorPage[GiftCardItem](
        items=[GiftCardItem.model_validate(_fields(row, now)) for row in found.rows],
        next_cursor=found.next_cursor,
        previous_cursor=found.previous_cursor,
    )


async def count_cards(connection: Connection, filters: CardFilters) -> Count:
    """Count gift cards, up to 10,000."""
    return capped_count(await connection.fetchval(COUNT, *filters.parameters))


def _uses(row: Record, entries: list[Record]) -> list[GiftCardUse]:
    money = Currency.of(row["currency"]).money
    uses = [
        GiftCardUse(
            kind="spent" if entry["amount"] < 0 else "returned",
            amount=money(abs(entry["amount"])),
            order_id=entry["order_id"],
            time=entry["created_at"],
        )
        for entry in entries
    ]
    if row["redeemed_at"] is not None:
        redeemed = GiftCardUse(
            kind="redeemed", amount=money(row["left_over"]), order_id=None, time=row["redeemed_at"]
        )
        uses.append(redeemed)
        uses.sort(key=lambda use: use.time, reverse=True)
    return uses


async def card_details(
    connection: Connection, public_id: str, secrets: Sequence[bytes]
) -> CardDetails:
    """Read a gift card with its uses. Raises NotFound."""
    row = await connection.fetchrow(BY_PUBLIC_ID, public_id)
    if row is None:
        raise NotFound
    entries = await connection.fetch(USES, row["code_hash"])
    fields = _fields(row, clock.now())
    state = fields["state"]
    return CardDetails.model_validate(
        {
            **fields,
            "masked_code": _masked(row, secrets),
            "sender_name": row["sender_name"],
            "message": row["message"],
            "reason": row["reason"] or None,
            "void_reason": row["void_reason"] or None,
            "voided_at": row["voided_at"],
            "uses": _uses(row, entries),
            "can_resend": state == "sent" and bool(row["recipient_email"]),
            "can_void": state in ("sent", "scheduled", "expired") and row["spent"] == 0,
            "can_restore": state == "void" and row["is_restorable"],
        }
    )


def _masked(row: Record, secrets: Sequence[bytes]) -> str | None:
    try:
        return f"····-····-{own_code(secrets, row['public_id'], bytes(row['code_hash']))[-4:]}"
    except CodeLost:
        return None
