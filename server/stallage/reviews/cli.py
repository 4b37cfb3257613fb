"""`stallage reviews`: what an operator does to reviews, from the shell."""

from __future__ import annotations

from typing import Annotated

import typer

from stallage.core.errors import NotFound
from stallage.operating import in_transaction
from stallage.reviews.actions import (
    hide_review,
    publish_review,
    reply_to_review,
    settle_reports,
)
from stallage.reviews.queries import newest_of, reported_reviews

ReviewId = Annotated[int, typer.Argument(help="As `stallage reviews list` shows it.", min=1)]


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    commands = typer.Typer(help="What customers say of things.", no_args_is_help=True)
    commands.command(name="list")(list_reviews)
    commands.command()(publish)
    commands.command()(hide)
    commands.command()(reply)
    commands.command()(reported)
    commands.command()(dismiss)
    app.add_typer(commands, name="reviews")


def list_reviews(
    status: Annotated[
        str, typer.Option(help="waiting, published or hidden; waiting ones wait for you.")
    ] = "waiting",
) -> None:
    """Prints the newest hundred reviews of a status."""
    if status not in ("waiting", "published", "hidden"):
        typer.echo("The status is waiting, published or hidden.", err=True)
        raise typer.Exit(1)
    rows = in_transaction(lambda connection: newest_of(connection, status))
    for row in rows:
        typer.echo(
            f"{row['id']:>8}  {row['created_at']:%Y-%m-%d}  {row['rating_star']} stars"
            f"  {row['product']}  {row['customer_name']}: {row['title']}"
        )
        typer.echo(f"          {' '.join(row['comment'].split())[:200]}")
    if not rows:
        typer.echo(f"No review is {status}.")


def publish(review_id: ReviewId) -> None:
    """Shows a review to everybody."""
    in_transaction(lambda connection: publish_review(connection, review_id), NotFound)
    typer.echo(f"Review {review_id} is published.")


def hide(review_id: ReviewId) -> None:
    """Takes a review off the shop's pages."""
    in_transaction(lambda connection: hide_review(connection, review_id), NotFound)
    typer.echo(f"Review {review_id} is hidden.")


def reply(
    review_id: ReviewId,
    text: Annotated[str, typer.Argument(help="Shown below the review; empty removes the reply.")],
) -> None:
    """Answers a review in public."""
    in_transaction(lambda connection: reply_to_review(connection, review_id, text), NotFound)
    typer.echo(f"The reply to review {review_id} is {'shown' if text.strip() else 'removed'}.")


def reported() -> None:
    """Prints reviews that customers reported and nobody has decided about."""
    rows = in_transaction(reported_reviews)
    for row in rows:
        typer.echo(
            f"{row['id']:>8}  {row['reports']} reports ({row['reasons']})  {row['status']}"
            f"  {row['product']}  {row['customer_name']}: {row['title']}"
        )
        typer.echo(f"          {' '.join(row['comment'].split())[:200]}")
        if row["comments"]:
            typer.echo(f"          reported: {' '.join(row['comments'].split())[:200]}")
    if not rows:
        typer.echo("No review is reported.")


def dismiss(review_id: ReviewId) -> None:
    """Leaves a reported review where it is. `hide` takes it off the shop's pages instead."""
    in_transaction(lambda connection: settle_reports(connection, review_id))
    typer.echo(f"The reports of review {review_id} are dismissed.")
