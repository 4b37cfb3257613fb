"""Queries of questions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.core.paging import Page, Paged, to_page
from stallage.customers.personal_data import export_section
from stallage.questions import schemas
from stallage.questions.schemas import Question, QuestionAnswer

# Answered questions come first. A search term must occur in the question or in an answer.
LIST = """
SELECT q.id, q.customer_name, q.question, q.created_at, count(*) OVER () AS total,
    coalesce((
        SELECT jsonb_agg(jsonb_build_object('id', a.id, 'by', a.by, 'customerName', a.customer_name,
            'answer', a.answer, 'createdAt', a.created_at) ORDER BY a.by = 'shop' DESC, a.id)
        FROM question_answers a WHERE a.question_id = q.id
    ), '[]') AS answers
FROM questions q JOIN products_view p ON p.id = q.product_id
WHERE p.slug = $1 AND q.status = 'published' AND ($2 = '' OR q.question ILIKE $2 OR EXISTS (
    SELECT FROM question_answers a WHERE a.question_id = q.id AND a.answer ILIKE $2))
ORDER BY q.answered_at IS NULL, q.created_at DESC, q.id DESC LIMIT $3 OFFSET $4
"""
COUNT = """
SELECT count(*) FROM questions q JOIN products_view p ON p.id = q.product_id
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
ONE_FOR_OPERATOR = """
SELECT q.id, q.customer_id, q.customer_name, q.question, q.status, q.created_at, p.slug AS product_slug,
    p.title AS product_title, t.public_id AS ticket_id,
    coalesce((
        SELECT jsonb_agg(jsonb_build_object('id', a.id, 'by', a.by, 'customerName', a.customer_name,
            'answer', a.answer, 'createdAt', a.created_at) ORDER BY a.id)
        FROM question_answers a WHERE a.question_id = q.id
    ), '[]') AS answers
FROM questions q JOIN products_view p ON p.id = q.product_id LEFT JOIN tickets_view t ON t.id = q.ticket_id
WHERE q.id = $1
"""
FOR_OPERATOR = """
SELECT q.id, q.created_at, q.question, q.customer_name, q.answered_at, q.status, p.slug AS product,
    t.public_id AS ticket
FROM questions q JOIN products_view p ON p.id = q.product_id LEFT JOIN tickets_view t ON t.id = q.ticket_id
WHERE $1 OR (q.answered_at IS NULL AND q.status = 'published')
ORDER BY q.created_at LIMIT 200
"""
EXPORTED = """
SELECT p.slug AS product, q.question, q.created_at AS "createdAt"
FROM questions q JOIN products_view p ON p.id = q.product_id WHERE q.customer_id = $1 ORDER BY q.id
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


def _pattern(term: str) -> str:
    if not term:
        return ""
    escaped = term.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


async def questions_of(
    connection: Connection, product_slug: str, term: str, page: Page
) -> Paged[Question]:
    """Return a page of a product's published questions, answered ones first.

    With a search `term`, only questions that contain it in the question or an answer.
    """
    pattern = _pattern(term)
    rows = await connection.fetch(LIST, product_slug, pattern, page.size, page.offset)
    total = rows[0]["total"] if rows else await connection.fetchval(COUNT, product_slug, pattern)
    return to_page([_question(row) for row in rows], page, total)


async def question(connection: Connection, question_id: int) -> Question:
    """Return a question with its answers. Raises NotFound."""
    row = await connection.fetchrow(ONE, question_id)
    if row is None:
        raise NotFound
    return _question(row)


@dataclass(frozen=True, slots=True)
class OperatorQuestion:
    """A question with its status, for operators."""

    id: int
    question: str
    customer_name: str
    product_slug: str
    is_answered: bool
    is_hidden: bool
    ticket_id: str | None
    """Public id of the ticket that it became."""
    created_at: datetime


async def questions_for_operator(
    connection: Connection, *, include_all: bool
) -> list[OperatorQuestion]:
    """Return up to 200 unanswered questions, or all questions, oldest first."""
    return [
        OperatorQuestion(
            id=row["id"],
            question=row["question"],
            customer_name=row["customer_name"],
            product_slug=row["product"],
            is_answered=row["answered_at"] is not None,
            is_hidden=row["status"] == "hidden",
            ticket_id=row["ticket"],
            created_at=row["created_at"],
        )
        for row in await connection.fetch(FOR_OPERATOR, include_all)
    ]


async def operator_question(connection: Connection, question_id: int) -> schemas.OperatorQuestion:
    """Return a question, also a hidden one, with its answers. Raises NotFound."""
    row = await connection.fetchrow(ONE_FOR_OPERATOR, question_id)
    if row is None:
        raise NotFound(f"There is no question {question_id}.")
    answers = [QuestionAnswer.model_validate(one) for one in row["answers"]]
    return schemas.OperatorQuestion(
        id=row["id"],
        etag=etag_of("question", row["id"], row["status"], *(one.id for one in answers)),
        customer_id=row["customer_id"],
        customer_name=row["customer_name"],
        product_slug=row["product_slug"],
        product_title=row["product_title"],
        question=row["question"],
        hidden=row["status"] == "hidden",
        ticket_id=row["ticket_id"],
        created_at=row["created_at"],
        answers=answers,
    )


@export_section("questions")
async def exported(connection: Connection, customer_id: int) -> object:
    """Return the customer's questions and answers for the export."""
    return {
        "asked": [dict(row) for row in await connection.fetch(EXPORTED, customer_id)],
        "answered": [dict(row) for row in await connection.fetch(EXPORTED_ANSWERS, customer_id)],
    }
