"""Writes questions and their answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import asyncpg

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import NotFound, TooMany
from stallage.core.events import publish
from stallage.core.rate_limits import record_hits
from stallage.questions.errors import AlreadyAnswered, NotABuyer
from stallage.questions.events import QuestionAnswered
from stallage.questions.rules import POSTS, TICKETS_AT_ONCE
from stallage.reviews.queries import has_received
from stallage.reviews.rules import NAMELESS, public_name
from stallage.support.actions import close_as_operator, open_ticket_for, reply
from stallage.support.schemas import TicketInput

NAMES = "SELECT first_name, last_name FROM customers WHERE id = $1"
ASK = """
INSERT INTO questions (product_id, customer_id, customer_name, question, status, created_at)
SELECT id, $2, $3, $4, 'published', $5 FROM products WHERE slug = $1 AND card IS NOT NULL
RETURNING id
"""
OPEN = """
SELECT q.product_id, t.public_id AS ticket FROM questions q
LEFT JOIN tickets t ON t.id = q.ticket_id
WHERE q.id = $1 AND q.status = 'published' FOR UPDATE OF q
"""
ANSWER = """
INSERT INTO question_answers (question_id, customer_id, by, customer_name, answer, created_at)
VALUES ($1, $2, $3, $4, $5, $6) RETURNING id
"""
ADD_PAST = """
INSERT INTO questions (product_id, customer_name, question, status, created_at, answered_at, imported)
VALUES ($1, $2, $3, 'published', $4, $5, true) RETURNING id
"""
ANSWERED = "UPDATE questions SET answered_at = coalesce(answered_at, $2) WHERE id = $1"
HIDE = "UPDATE questions SET status = 'hidden' WHERE id = $1 RETURNING id"

# What another process is making a ticket of right now is left to it.
UNANSWERED = """
SELECT q.id, q.customer_id, q.question, p.title FROM questions q
JOIN products p ON p.id = q.product_id
WHERE q.status = 'published' AND q.answered_at IS NULL AND q.ticket_id IS NULL
    AND q.customer_id IS NOT NULL AND q.created_at <= $1
ORDER BY q.created_at LIMIT $2 FOR UPDATE OF q SKIP LOCKED
"""
SET_TICKET = """
UPDATE questions SET ticket_id = (SELECT id FROM tickets WHERE public_id = $2) WHERE id = $1
"""
DELETE_HIDDEN = "DELETE FROM questions WHERE customer_id = $1 AND status = 'hidden'"
FORGET = "UPDATE questions SET customer_id = NULL, customer_name = $2 WHERE customer_id = $1"
FORGET_ANSWERS = """
UPDATE question_answers SET customer_id = NULL, customer_name = $2 WHERE customer_id = $1
"""
SUBJECT = 150


async def _refuse_flood(connection: Connection, customer_id: int) -> None:
    wait = await record_hits(connection, POSTS.of(customer_id))
    if wait is not None:
        raise TooMany(wait)


async def _name(connection: Connection, customer_id: int) -> str:
    row = await connection.fetchrow(NAMES, customer_id)
    return NAMELESS if row is None else public_name(row["first_name"], row["last_name"])


async def ask(connection: Connection, customer_id: int, product_slug: str, words: str) -> int:
    """Puts a question under a product and returns its id. Raises NotFound and TooMany."""
    await _refuse_flood(connection, customer_id)
    name = await _name(connection, customer_id)
    question_id: int | None = await connection.fetchval(
        ASK, product_slug, customer_id, name, words, clock.now()
    )
    if question_id is None:
        raise NotFound
    return question_id


async def answer_as_buyer(
    connection: Connection, customer_id: int, question_id: int, words: str
) -> None:
    """Adds what somebody says who has the product. Raises NotFound, NotABuyer, AlreadyAnswered."""
    row = await connection.fetchrow(OPEN, question_id)
    if row is None:
        raise NotFound
    if not await has_received(connection, customer_id, row["product_id"]):
        raise NotABuyer
    await _refuse_flood(connection, customer_id)
    name = await _name(connection, customer_id)
    try:
        answer_id = await connection.fetchval(
            ANSWER, question_id, customer_id, "buyer", name, words, clock.now()
        )
    except asyncpg.UniqueViolationError as error:
        raise AlreadyAnswered from error
    await _answered(connection, question_id, answer_id)


async def answer_as_shop(connection: Connection, question_id: int, words: str) -> None:
    """Adds what the shop says. A ticket that the question became is answered and closed with it.

    Raises NotFound.
    """
    row = await connection.fetchrow(OPEN, question_id)
    if row is None:
        raise NotFound(f"There is no question {question_id}.")
    answer_id = await connection.fetchval(ANSWER, question_id, None, "shop", "", words, clock.now())
    if row["ticket"] is None:
        await _answered(connection, question_id, answer_id)
        return
    await connection.execute(ANSWERED, question_id, clock.now())
    # The ticket's own letter tells the customer.
    await reply(connection, row["ticket"], words)
    await close_as_operator(connection, row["ticket"])


async def _answered(connection: Connection, question_id: int, answer_id: int) -> None:
    await connection.execute(ANSWERED, question_id, clock.now())
    await publish(connection, QuestionAnswered(answer_id=answer_id))


@dataclass(frozen=True, slots=True)
class PastAnswer:
    """An answer that comes from elsewhere, such as another shop system."""

    answer: str
    created_at: datetime
    buyer: str = ""
    """Who answered; empty where it was the shop."""


async def add_past_question(
    connection: Connection,
    *,
    product_id: int,
    customer_name: str,
    question: str,
    created_at: datetime,
    answers: Sequence[PastAnswer],
) -> int:
    """Writes a question with its answers that comes from elsewhere; nobody gets a letter."""
    first = min((one.created_at for one in answers), default=None)
    question_id: int = await connection.fetchval(
        ADD_PAST, product_id, customer_name, question, created_at, first
    )
    for one in answers:
        by = "buyer" if one.buyer else "shop"
        await connection.execute(
            ANSWER, question_id, None, by, one.buyer, one.answer, one.created_at
        )
    return question_id


async def hide(connection: Connection, question_id: int) -> None:
    """Takes a question with its answers off the shop's pages. Raises NotFound."""
    if await connection.fetchval(HIDE, question_id) is None:
        raise NotFound(f"There is no question {question_id}.")


async def make_tickets(connection: Connection, waited_seconds: int) -> int:
    """Makes tickets of the questions that nobody has answered for so long; how many there were."""
    before = clock.now() - timedelta(seconds=waited_seconds)
    rows = await connection.fetch(UNANSWERED, before, TICKETS_AT_ONCE)
    for row in rows:
        asked = TicketInput(
            subject=f"Question about {' '.join(row['title'].split())}"[:SUBJECT],
            description=row["question"],
        )
        ticket = await open_ticket_for(connection, row["customer_id"], asked)
        await connection.execute(SET_TICKET, row["id"], ticket)
    return len(rows)


async def forget_asker(connection: Connection, customer_id: int) -> None:
    """Takes the person out of what they asked and answered; the words stay where they are shown."""
    await connection.execute(DELETE_HIDDEN, customer_id)
    await connection.execute(FORGET, customer_id, NAMELESS)
    await connection.execute(FORGET_ANSWERS, customer_id, NAMELESS)
