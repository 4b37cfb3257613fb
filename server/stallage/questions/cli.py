"""`stallage questions`: what an operator does to questions, from the shell."""

from __future__ import annotations

from typing import Annotated

import typer

from stallage.core.errors import NotFound
from stallage.operating import in_transaction
from stallage.questions.actions import answer_as_shop
from stallage.questions.actions import hide as hide_question
from stallage.questions.queries import for_operator

QuestionId = Annotated[int, typer.Argument(help="As `stallage questions list` shows it.", min=1)]


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    commands = typer.Typer(help="What customers ask about products.", no_args_is_help=True)
    commands.command(name="list")(list_questions)
    commands.command(name="answer")(answer)
    commands.command(name="hide")(hide)
    app.add_typer(commands, name="questions")


def list_questions(
    answered_too: Annotated[
        bool, typer.Option("--all", help="Answered and hidden ones as well.")
    ] = False,
) -> None:
    """Prints questions that nobody has answered, the one that waits longest first."""
    rows = in_transaction(lambda connection: for_operator(connection, answered_too=answered_too))
    for row in rows:
        standing = "hidden" if row["status"] == "hidden" else "answered"
        notes = [standing] if row["answered_at"] or row["status"] == "hidden" else []
        notes += [f"ticket {row['ticket']}"] if row["ticket"] else []
        typer.echo(
            f"{row['id']:>8}  {row['created_at']:%Y-%m-%d}  {row['product']}"
            f"  {row['customer_name']}{'  (' + ', '.join(notes) + ')' if notes else ''}"
        )
        typer.echo(f"          {' '.join(row['question'].split())[:200]}")
    if not rows:
        typer.echo("No question waits for an answer.")


def answer(
    question_id: QuestionId, text: Annotated[str, typer.Argument(help="What the shop answers.")]
) -> None:
    """Answers a question under its product; who asked gets a message."""
    if not text.strip() or "\x00" in text:
        typer.echo("The answer cannot be blank.", err=True)
        raise typer.Exit(1)
    in_transaction(
        lambda connection: answer_as_shop(connection, question_id, text.strip()), NotFound
    )
    typer.echo(f"Answered question {question_id}.")


def hide(question_id: QuestionId) -> None:
    """Takes a question with its answers off the shop's pages."""
    in_transaction(lambda connection: hide_question(connection, question_id), NotFound)
    typer.echo(f"Question {question_id} is hidden.")
