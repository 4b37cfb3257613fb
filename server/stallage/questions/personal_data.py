"""Personal data of questions and answers."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare
from stallage.questions.actions import forget_author


async def _erase(connection: Connection, person: Person) -> None:
    await forget_author(connection, person.customer_id)


declare(
    PersonalData(
        feature="questions",
        tables={
            "questions": "published ones stay without the name, others are deleted",
            "question_answers": "stay without the name",
        },
        erase=_erase,
    )
)
