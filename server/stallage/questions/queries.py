"""Reads questions."""

from __future__ import annotations

from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.paging import Page, Paged, to_page
from stallage.customers.exporting import section
from stallage.questions.schemas import Question, QuestionAnswer

# What has an answer helps, so it stands first; words narrow the list by question and answers.
LIST = """
SELECT q.id, q.customer_name, q.question, q.created_at, count(*) OVER () AS total,
    coalesce((
        SELECT jsonb_agg(jsonb_build_object('id', a.id, 'by', a.by, 'customerName', a.customer_name,
            'answer', a.answer, 'createdAt', a.created_at) ORDER BY a.by = 'shop' DESC, a.id)
        FROM question_answers a WHERE a.question_id = q.id
    ), '[]') AS answers
FROM questions q JOIN products p ON p.id = q.product_id
WHERE p.slug = $1 AND q.status = 'published' AND ($2 = '' OR q.question ILIKE $2 OR EXISTS (
    SELECT FROM question_answers a WHERE a.question_id = q.id AND a.answer ILIKE $2))
ORDER BY q.answered_at IS NULL, q.created_at DESC, q.id DESC LIMIT $3 OFFSET $4
"""
COUNT = """
SELECT count(*) FROM questions q JOIN products p ON p.id = q.product_id
WHERE p.slug = $1 AND q.status = 'published' AND ($2 = '' OR q.question ILIKE $2 OR EXISTS (
    SELECT FROM question_answers a WHERE a.question_id = q.id AND a.answer ILIKE $2))
"""
ONE = """
SELECT q.id, q.customer_name, q.question, q.created_at,
    coalesce((
        SELECT jsonb_agg(jsonb_build_object('id', a.id, 'by', a.by, 'customerName', a.customer_name,
            'answer', a.answer, 'createdAt', a.created_at) ORDER BY a.by = 'shop' DESC, a.id)
        FROM question_answers a WHERE a.question_id = q.id
    ), '[]') AS answers
FROM questions q WHERE q.id = $1
"""
FOR_OPERATOR = """
SELECT q.id, q.created_at, q.question, q.customer_name, q.answered_at, q.status, p.slug AS product,
    t.public_id AS ticket
FROM questions q JOIN products p ON p.id = q.product_id LEFT JOIN tickets t ON t.id = q.ticket_id
WHERE $1 OR (q.answered_at IS NULL AND q.status = 'published')
ORDER BY q.created_at LIMIT 200
"""
EXPORTED = """
SELECT p.slug AS product, q.question, q.created_at AS "createdAt"
FROM questions q JOIN products p ON p.id = q.product_id WHERE q.customer_id = $1 ORDER BY q.id
"""
EXPORTED_ANSWERS = """
SELECT q.question, a.answer, a.created_at AS "createdAt"
FROM question_answers a JOIN questions q ON q.id = a.question_id
WHERE a.customer_id = $1 ORDER BY a.id
"""


def _question(row: Record) -> Question:
    return Question(
        id=row["id"],
        customer_name=row["customer_name"],
        question=row["question"],
        created_at=row["created_at"],
        answers=[QuestionAnswer.model_validate(one) for one in row["answers"]],
    )


def _pattern(words: str) -> str:
    if not words:
        return ""
    escaped = words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


async def questions_of(
    connection: Connection, product_slug: str, words: str, page: Page
) -> Paged[Question]:
    """Published questions of a product, answered ones first; those that hold the words if any."""
    pattern = _pattern(words)
    rows = await connection.fetch(LIST, product_slug, pattern, page.size, page.offset)
    total = rows[0]["total"] if rows else await connection.fetchval(COUNT, product_slug, pattern)
    return to_page([_question(row) for row in rows], page, total)


async def question(connection: Connection, question_id: int) -> Question:
    """A question with its answers. Raises NotFound."""
    row = await connection.fetchrow(ONE, question_id)
    if row is None:
        raise NotFound
    return _question(row)


async def for_operator(connection: Connection, *, answered_too: bool) -> list[Record]:
    """Questions, the one that waits longest first."""
    return list(await connection.fetch(FOR_OPERATOR, answered_too))


@section("questions")
async def exported(connection: Connection, customer_id: int) -> object:
    """What the customer asked and answered, for the export of everything held about them."""
    return {
        "asked": [dict(row) for row in await connection.fetch(EXPORTED, customer_id)],
        "answered": [dict(row) for row in await connection.fetch(EXPORTED_ANSWERS, customer_id)],
    }
