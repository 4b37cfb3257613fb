"""Jobs of questions: emails about answers, tickets for unanswered questions."""

from __future__ import annotations

from stallage.core import events
from stallage.core.jobs import every
from stallage.core.retry_policies import EMAIL
from stallage.core.runtime import Runtime
from stallage.questions.actions import create_tickets
from stallage.questions.emails import answered_email
from stallage.questions.events import QuestionAnswered
from stallage.shop.queries import company
from stallage.shop.rules import links

ANSWER = """
SELECT p.title, p.slug, q.question, a.answer, a.by, a.customer_name,
    coalesce(c.email, c.phone) AS contact
FROM question_answers a JOIN questions q ON q.id = a.question_id
JOIN products_view p ON p.id = q.product_id JOIN customers_view c ON c.id = q.customer_id
WHERE a.id = $1 AND a.customer_id IS DISTINCT FROM q.customer_id
"""


@events.on(QuestionAnswered, policy=EMAIL)
async def send_answer(runtime: Runtime, answered: QuestionAnswered) -> None:
    """Email an answer to the customer who asked, unless they were forgotten or answered it themselves."""
    async with runtime.database.reading() as connection:
        row = await connection.fetchrow(ANSWER, answered.answer_id)
        shop = await company(connection, runtime.settings)
    if row is None or row["contact"] is None:
        return
    await runtime.mailer.send(
        answered_email(
            row["contact"],
            product=row["title"],
            product_path=links.product(row["slug"]),
            question=row["question"],
            answer=row["answer"],
            answered_by=shop.company_name if row["by"] == "shop" else row["customer_name"],
            shop_name=shop.company_name,
            shop_url=runtime.settings.public_url,
        )
    )


@every("*/10 * * * *")
async def create_tickets_for_unanswered(runtime: Runtime) -> None:
    """Create tickets for questions that nobody has answered for a while."""
    async with runtime.database.transaction() as connection:
        await create_tickets(connection, runtime.settings.question_ticket_seconds)
