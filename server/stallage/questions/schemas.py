"""API schemas of questions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.schemas import Input, Line, Output, Text, Time

QuestionText = Annotated[Text, Field(min_length=1, max_length=1000)]


class QuestionInput(Input):
    """A new question about a product."""

    product_slug: Annotated[Line, Field(min_length=1, max_length=200)]
    question: QuestionText


class AnswerInput(Input):
    """A buyer's answer to a question."""

    answer: QuestionText


class QuestionAnswer(Output):
    """An answer to a question."""

    id: int
    by: Literal["shop", "buyer"]
    customer_name: str = Field(
        description="First name and initial; empty for an answer of the shop."
    )
    answer: str
    created_at: Time


class Question(Output):
    """A question with its answers."""

    id: int
    customer_name: str = Field(description="First name and initial.")
    question: str
    created_at: Time
    answers: list[QuestionAnswer] = Field(description="The shop's first, then oldest first.")


class OperatorQuestion(Output):
    """A question with its answers, for operators."""

    id: int
    etag: str
    customer_id: int | None = Field(description="Null for imported questions and erased customers.")
    customer_name: str
    product_slug: str
    product_title: str
    question: str
    hidden: bool
    ticket_id: str | None = Field(description="The ticket that it became because nobody answered.")
    created_at: Time
    answers: list[QuestionAnswer]


class ShopAnswer(Input):
    """The shop's answer to a question."""

    answer: Annotated[Text, Field(title="Your answer", min_length=1, max_length=5000)]
