"""`stallage questions`: list, answer and hide questions."""

from __future__ import annotations

from typing import Annotated

import typer

from stallage.core.errors import NotFound
from stallage.operating import in_transaction
from stallage.questions.actions import answer_as_shop
from stallage.questions.actions import hide as hide_question
from stallage.questions.queries import questions_for_operator

QuestionId = Annotated[int, typer.Argument(help="As `stallage questions list` shows it.", min=1)]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    commands = typer.Typer(help="Customers' questions about products.", no_args_is_help=True)
    commands.command(name="list")(list_questions)
    commands.command(name="answer")(answer)
    commands.command(name="hide")(hide)
    app.add_typer(commands, name="questions")


def list_questions(
    include_all: Annotated[
        bool, typer.Option("--all", help="Include answered and hidden questions.")
    ] = False,
) -> None:
    """Print unanswered questions, longest waiting first."""
    questions = in_transaction(
        lambda connection: questions_for_operator(connection, include_all=include_all)
    )
    for one in questions:
        notes = ["hidden"] if one.is_hidden else ["answered"] if one.is_answered else []
        notes += [f"ticket {one.ticket_id}"] if one.ticket_id else []
        typer.echo(
            f"{one.id:>8}  {one.created_at:%Y-%m-%d}  {one.product_slug}"
            f"  {one.customer_name}{'  (' + ', '.join(notes) + ')' if notes else ''}"
        )
        typer.echo(f"          {' '.join(one.question.split())[:200]}")
    if not questions:
        typer.echo("No unanswered questions.")


def answer(
    question_id: QuestionId, text: Annotated[str, typer.Argument(help="The answer.")]
) -> None:
    """Answer a question on the product page. The customer who asked gets an email."""
    if not text.strip() or "\x00" in text:
        typer.echo("The answer cannot be blank.", err=True)
        raise typer.Exit(1)
    in_transaction(
        lambda connection: answer_as_shop(connection, question_id, text.strip()), NotFound
    )
    typer.echo(f"Answered question {question_id}.")


def hide(question_id: QuestionId) -> None:
    """Hide a question and its answers."""
    in_transaction(lambda connection: hide_question(connection, question_id), NotFound)
    typer.echo(f"Question {question_id} is hidden.")
