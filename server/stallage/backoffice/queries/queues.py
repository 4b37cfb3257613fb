"""Counts of what waits. The conditions are those of the lists that the counts lead to."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from stallage.backoffice.schemas.today import (
    Queues,
    ToAnswer,
    ToConfirm,
    ToModerate,
    ToPack,
    ToRefund,
    ToShip,
)
from stallage.core.cursors import MAX_COUNT, capped_count
from stallage.core.db import Connection
from stallage.core.money import Currency


def _capped(source: str) -> str:
    return f"(SELECT count(*) FROM (SELECT FROM {source} LIMIT {MAX_COUNT + 1}) c)"


STATES = "order_states_view s WHERE"
TO_CONFIRM = f"{STATES} s.fulfilment = 0 AND s.payment IN (1, 2, 4)"
HINT = """EXISTS (
    SELECT FROM order_hints_view h
    WHERE h.order_id = s.order_id AND h.owner_id = s.owner_id AND h.reviewed_at IS NULL)"""

ORDERS = f"""
    SELECT {_capped(TO_CONFIRM)} AS to_confirm, {_capped(f"{TO_CONFIRM} AND {HINT}")} AS hints,
        {_capped(f"{STATES} s.fulfilment = 1")} AS to_pack,
        {_capped(f"{STATES} s.fulfilment = 1 AND s.ship_by < $1::date")} AS late,
        {_capped(f"{STATES} s.fulfilment IN (2, 3)")} AS to_ship,
        {_capped(f"{STATES} s.fulfilment = 3")} AS partly,
        {_capped(f"{STATES} s.refund_waits")} AS to_refund,
        (SELECT coalesce(sum(amount), 0)::bigint FROM order_refunds_view WHERE state = 'granted')
            AS granted
"""

TICKETS = "tickets_view WHERE state = 'open'"
QUESTIONS = "questions_view WHERE closed_at IS NULL AND ticket_id IS NULL"
MESSAGES = f"""
    SELECT {_capped(TICKETS)} AS tickets, {_capped(QUESTIONS)} AS questions,
        least((SELECT min(last_message_at) FROM {TICKETS}), (SELECT min(created_at) FROM {QUESTIONS}))
            AS oldest_at
"""

REVIEWS = "reviews_view WHERE attention_at IS NOT NULL"
MODERATION = f"""
    SELECT {_capped(REVIEWS)} AS reviews, {_capped(f"{REVIEWS} AND status = 'waiting'")} AS new
"""


async def queues(
    connection: Connection, permissions: Collection[str], today: date, currency: Currency
) -> Queues:
    """Count what waits and the operator may see. `today` is the day in the shop's time zone."""
    confirm = pack = ship = refund = answer = moderate = None
    if "orders.read" in permissions:
        row = await connection.fetchrow(ORDERS, today)
        assert row is not None  # noqa: S101 - aggregates always return a row
        confirm = ToConfirm(count=capped_count(row["to_confirm"]), hints=capped_count(row["hints"]))
        pack = ToPack(count=capped_count(row["to_pack"]), late=capped_count(row["late"]))
        ship = ToShip(count=capped_count(row["to_ship"]), partly=capped_count(row["partly"]))
        refund = ToRefund(
            count=capped_count(row["to_refund"]), granted=currency.money(row["granted"])
        )
    if "support.read" in permissions:
        row = await connection.fetchrow(MESSAGES)
        assert row is not None  # noqa: S101 - as above
        answer = ToAnswer(
            count=capped_count(row["tickets"] + row["questions"]),
            tickets=capped_count(row["tickets"]),
            questions=capped_count(row["questions"]),
            oldest_at=row["oldest_at"],
        )
    if "reviews.moderate" in permissions:
        row = await connection.fetchrow(MODERATION)
        assert row is not None  # noqa: S101 - as above
        moderate = ToModerate(
            count=capped_count(row["reviews"]),
            new=capped_count(row["new"]),
            reported=capped_count(row["reviews"] - row["new"]),
        )
    return Queues(
        to_confirm=confirm,
        to_pack=pack,
        to_ship=ship,
        to_refund=refund,
        to_answer=answer,
        to_moderate=moderate,
    )
