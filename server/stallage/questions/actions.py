"""Ask, answer, import, hide and publish questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import asyncpg

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import NotFound, TooMany
from stallage.core.events import publish
from stallage.core.rate_limits import record_hits
from stallage.questions.errors import AlreadyAnswered, NotABuyer
from stallage.questions.events import QuestionAnswered
from stallage.questions.rules import POSTS, TICKETS_AT_ONCE
from stallage.reviews.queries import has_received
from stallage.reviews.rules import ANONYMOUS, public_name
from stallage.support.actions import close_as_operator, open_ticket_for, reply
from stallage.support.schemas import TicketInput

NAMES = "SELECT first_name, last_name FROM customers_view WHERE id = $1"
ASK = """
INSERT INTO questions (product_id, customer_id, customer_name, question, status, created_at)
SELECT id, $2, $3, $4, 'published', $5 FROM products_view WHERE slug = $1 AND card IS NOT NULL
RETURNING id
"""
OPEN = """
SELECT q.product_id, t.public_id AS ticket FROM questions q
LEFT JOIN tickets_view t ON t.id = q.ticket_id
WHERE q.id = $1 AND q.status = 'published' FOR UPDATE OF q
"""
ANSWER = """
INSERT INTO question_answers (question_id, customer_id, by, customer_name, answer, created_at)
VALUES ($1, $2, $3, $4, $5, $6) RETURNING id
"""
IMPORT = """
INSERT INTO questions (product_id, customer_name, question, status, created_at, answered_at, imported,
    closed_at)
VALUES ($1, $2, $3, 'published', $4, $5, true, coalesce($5::timestamptz, $4::timestamptz)) RETURNING id
"""
SET_ANSWERED = """
UPDATE questions SET answered_at = coalesce(answered_at, $2), closed_at = coalesce(closed_at, $2)
WHERE id = $1
"""
LOCK = "SELECT id, status, answered_at FROM questions WHERE id = $1 FOR UPDATE"
HIDE = "UPDATE questions SET status = 'hidden', closed_at = $2 WHERE id = $1"
PUBLISH = "UPDATE questions SET status = 'published', closed_at = answered_at WHERE id = $1"
QUESTION_OF = "SELECT question_id FROM question_answers WHERE id = $1"
DELETE_ANSWER = "DELETE FROM question_answers WHERE id = $1 RETURNING answer"
REOPEN = """
UPDATE questions q SET answered_at = x.at, closed_at = CASE status WHEN 'hidden' THEN closed_at ELSE x.at END
FROM (SELECT min(created_at) AS at FROM question_answers WHERE question_id = $1) x WHERE q.id = $1
"""

# Questions that another process is converting right now are skipped.
UNANSWERED = """
SELECT q.id, q.customer_id, q.question, p.title FROM questions q
JOIN products_view p ON p.id = q.product_id
WHERE q.status = 'published' AND q.answered_at IS NULL AND q.ticket_id IS NULL
    AND q.customer_id IS NOT NULL AND q.created_at <= $1
ORDER BY q.created_at LIMIT $2 FOR UPDATE OF q SKIP LOCKED
"""
SET_TICKET = """
UPDATE questions SET ticket_id = (SELECT id FROM tickets_view WHERE public_id = $2) WHERE id = $1
"""
DELETE_HIDDEN = "DELETE FROM questions WHERE customer_id = $1 AND status = 'hidden'"
FORGET = "UPDATE questions SET customer_id = NULL, customer_name = $2 WHERE customer_id = $1"
FORGET_ANSWERS = """
UPDATE question_answers SET customer_id = NULL, customer_name = $2 WHERE customer_id = $1
"""
MAX_SUBJECT = 150


async def _enforce_limit(connection: Connection, customer_id: int) -> None:
    wait = await record_hits(connection, POSTS.of(customer_id))
    if wait is not None:
        raise TooMany(wait)


async def _public_name(connection: Connection, customer_id: int) -> str:
    row = await connection.fetchrow(NAMES, customer_id)
    return ANONYMOUS if row is None else public_name(row["first_name"], row["last_name"])


async def ask(connection: Connection, customer_id: int, product_slug: str, question: str) -> int:
    """Add a question about a product and return its id. Raises NotFound, TooMany."""
    await _enforce_limit(connection, customer_id)
    name = await _public_name(connection, customer_id)
    question_id: int | None = await connection.fetchval(
        ASK, product_slug, customer_id, name, question, clock.now()
    )
    if question_id is None:
        raise NotFound
    return question_id


async def answer_as_buyer(
    connection: Connection, customer_id: int, question_id: int, answer: str
) -> None:
    """Add a buyer's answer. Raises NotFound, NotABuyer, AlreadyAnswered, TooMany."""
    row = await connection.fetchrow(OPEN, question_id)
    if row is None:
        raise NotFound
    if not await has_received(connection, customer_id, row["product_id"]):
        raise NotABuyer
    await _enforce_limit(connection, customer_id)
    name = await _public_name(connection, customer_id)
    try:
        answer_id = await connection.fetchval(
            ANSWER, question_id, customer_id, "buyer", name, answer, clock.now()
        )
    except asyncpg.UniqueViolationError as error:
        raise AlreadyAnswered from error
    await _record_answer(connection, question_id, answer_id)


async def answer_as_shop(connection: Connection, question_id: int, answer: str) -> None:
    """Add the shop's answer. If the question became a ticket, answer and close that as well.

    Raises NotFound.
    """
    row = await connection.fetchrow(OPEN, question_id)
    if row is None:
        raise NotFound(f"There is no question {question_id}.")
    answer_id = await connection.fetchval(
        ANSWER, question_id, None, "shop", "", answer, clock.now()
    )
    await record(
        connection, "question.answered", _subject(question_id), after={"answer": answer_id}
    )
    if row["ticket"] is None:
        await _record_answer(connection, question_id, answer_id)
        return
    await connection.execute(SET_ANSWERED, question_id, clock.now())
    # The customer gets the ticket's email instead of another one.
    await reply(connection, row["ticket"], answer)
    await close_as_operator(connection, row["ticket"])


async def _record_answer(connection: Connection, question_id: int, answer_id: int) -> None:
    await connection.execute(SET_ANSWERED, question_id, clock.now())
    await publish(connection, QuestionAnswered(answer_id=answer_id))


@dataclass(frozen=True, slots=True)
class ImportedAnswer:
    """An answer from another shop system."""

    answer: str
    created_at: datetime
    buyer: str = ""
    """Name of the buyer; empty for an answer of the shop."""


async def import_question(
    connection: Connection,
    *,
    product_id: int,
    customer_name: str,
    question: str,
    created_at: datetime,
    answers: Sequence[ImportedAnswer],
) -> int:
    """Add a question with its answers from another shop system, without sending emails."""
    answered_at = min((one.created_at for one in answers), default=None)
    question_id: int = await connection.fetchval(
        IMPORT, product_id, customer_name, question, created_at, answered_at
    )
    for one in answers:
        by = "buyer" if one.buyer else "shop"
        await connection.execute(
            ANSWER, question_id, None, by, one.buyer, one.answer, one.created_at
        )
    return question_id


async def hide(connection: Connection, question_id: int) -> None:
    """Hide a question and its answers. Idempotent. Raises NotFound."""
    before = await lock_question(connection, question_id)
    if before == "hidden":
        return
    await connection.execute(HIDE, question_id, clock.now())
    await _record_status(connection, question_id, before, "hidden")


async def publish_question(connection: Connection, question_id: int) -> None:
    """Show a hidden question again. Idempotent. Raises NotFound."""
    before = await lock_question(connection, question_id)
    if before == "published":
        return
    await connection.execute(PUBLISH, question_id)
    await _record_status(connection, question_id, before, "published")


async def delete_answer(connection: Connection, answer_id: int) -> int:
    """Delete an answer and return its question's id. Raises NotFound."""
    question_id: int | None = await connection.fetchval(QUESTION_OF, answer_id)
    if question_id is None:
        raise NotFound
    await lock_question(connection, question_id)
    deleted = await connection.fetchval(DELETE_ANSWER, answer_id)
    if deleted is None:
        raise NotFound
    await connection.execute(REOPEN, question_id)
    await record(
        connection,
        "question.answer_deleted",
        _subject(question_id),
        before={"answer": deleted},
    )
    return question_id


async def lock_question(connection: Connection, question_id: int) -> str:
    """Lock a question and return its status. Raises NotFound."""
    row = await connection.fetchrow(LOCK, question_id)
    if row is None:
        raise NotFound(f"There is no question {question_id}.")
    status: str = row["status"]
    return status


async def _record_status(connection: Connection, question_id: int, before: str, after: str) -> None:
    await record(
        connection,
        f"question.{after}",
        _subject(question_id),
        before={"status": before},
        after={"status": after},
    )


def _subject(question_id: int) -> Subject:
    return Subject("question", question_id, f"Question {question_id}")


async def create_tickets(connection: Connection, waited_seconds: int) -> int:
    """Create tickets for questions unanswered for `waited_seconds`; return their number."""
    before = clock.now() - timedelta(seconds=waited_seconds)
    rows = await connection.fetch(UNANSWERED, before, TICKETS_AT_ONCE)
    for row in rows:
        ticket = TicketInput(
            subject=f"Question about {' '.join(row['title'].split())}"[:MAX_SUBJECT],
            description=row["question"],
        )
        ticket_id = await open_ticket_for(connection, row["customer_id"], ticket)
        await connection.execute(SET_TICKET, row["id"], ticket_id)
    return len(rows)


async def forget_author(connection: Connection, customer_id: int) -> None:
    """Anonymize a customer's questions and answers; delete hidden questions."""
    await connection.execute(DELETE_HIDDEN, customer_id)
    await connection.execute(FORGET, customer_id, ANONYMOUS)
    await connection.execute(FORGET_ANSWERS, customer_id, ANONYMOUS)


MOVE_QUESTIONS = """
UPDATE questions SET customer_id = $2 WHERE customer_id = $1 RETURNING id
"""
RETURN_QUESTIONS = """
UPDATE questions SET customer_id = $2 WHERE customer_id = $1 AND id = ANY($3::bigint[])
"""


async def move_questions(connection: Connection, source_id: int, target_id: int) -> list[int]:
    """Give a customer's questions to the account that it is merged into; return their ids."""
    rows = await connection.fetch(MOVE_QUESTIONS, source_id, target_id)
    return [row["id"] for row in rows]


async def return_questions(
    connection: Connection, ids: list[int], source_id: int, target_id: int
) -> None:
    """Give questions back to the account that they were moved from."""
    await connection.execute(RETURN_QUESTIONS, target_id, source_id, ids)


MOVE_ANSWERS = """
UPDATE question_answers SET customer_id = $2 WHERE customer_id = $1 AND (by <> 'buyer'
    OR NOT EXISTS (SELECT FROM question_answers mine WHERE mine.question_id = question_answers.question_id
        AND mine.by = 'buyer' AND mine.customer_id = $2)) RETURNING id
"""
RETURN_ANSWERS = """
UPDATE question_answers SET customer_id = $2 WHERE customer_id = $1 AND id = ANY($3::bigint[])
"""


async def move_answers(connection: Connection, source_id: int, target_id: int) -> list[int]:
    """Give a customer's answers to the account that it is merged into; return their ids.

    An answer stays if that account has answered the question too.
    """
    rows = await connection.fetch(MOVE_ANSWERS, source_id, target_id)
    return [row["id"] for row in rows]


async def return_answers(
    connection: Connection, ids: list[int], source_id: int, target_id: int
) -> None:
    """Give answers back to the account that they were moved from."""
    await connection.execute(RETURN_ANSWERS, target_id, source_id, ids)
