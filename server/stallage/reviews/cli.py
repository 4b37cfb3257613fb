"""`stallage reviews`: list, publish, hide and answer reviews."""

from __future__ import annotations

from typing import Annotated

import typer

from stallage.core.errors import NotFound
from stallage.operating import in_transaction
from stallage.reviews.actions import (
    hide_review,
    publish_review,
    reply_to_review,
    resolve_reports,
)
from stallage.reviews.queries import newest_reviews, reported_reviews

ReviewId = Annotated[int, typer.Argument(help="As `stallage reviews list` shows it.", min=1)]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    commands = typer.Typer(help="Customers' reviews.", no_args_is_help=True)
    commands.command(name="list")(list_reviews)
    commands.command()(publish)
    commands.command()(hide)
    commands.command()(reply)
    commands.command()(reported)
    commands.command()(dismiss)
    app.add_typer(commands, name="reviews")


def list_reviews(
    status: Annotated[
        str, typer.Option(help="waiting (for approval), published or hidden.")
    ] = "waiting",
) -> None:
    """Print the newest hundred reviews with a status."""
    if status not in ("waiting", "published", "hidden"):
        typer.echo("The status must be waiting, published or hidden.", err=True)
        raise typer.Exit(1)
    reviews = in_transaction(lambda connection: newest_reviews(connection, status))
    for one in reviews:
        typer.echo(
            f"{one.id:>8}  {one.created_at:%Y-%m-%d}  {one.rating_star} stars"
            f"  {one.product_slug}  {one.customer_name}: {one.title}"
        )
        typer.echo(f"          {_one_line(one.comment)}")
    if not reviews:
        typer.echo(f"No review is {status}.")


def _one_line(text: str) -> str:
    return " ".join(text.split())[:200]


def publish(review_id: ReviewId) -> None:
    """Publish a review."""
    in_transaction(lambda connection: publish_review(connection, review_id), NotFound)
    typer.echo(f"Review {review_id} is published.")


def hide(review_id: ReviewId) -> None:
    """Hide a review."""
    in_transaction(lambda connection: hide_review(connection, review_id), NotFound)
    typer.echo(f"Review {review_id} is hidden.")


def reply(
    review_id: ReviewId,
    text: Annotated[str, typer.Argument(help="Shown below the review; empty removes the reply.")],
) -> None:
    """Reply to a review in public."""
    in_transaction(lambda connection: reply_to_review(connection, review_id, text), NotFound)
    typer.echo(f"The reply to review {review_id} is {'shown' if text.strip() else 'removed'}.")


def reported() -> None:
    """Print reviews with unresolved reports."""
    reviews = in_transaction(reported_reviews)
    for one in reviews:
        typer.echo(
            f"{one.id:>8}  {one.report_count} reports ({one.reasons})  {one.status}"
            f"  {one.product_slug}  {one.customer_name}: {one.title}"
        )
        typer.echo(f"          {_one_line(one.comment)}")
        if one.report_comments:
            typer.echo(f"          reported: {_one_line(one.report_comments)}")
    if not reviews:
        typer.echo("No review is reported.")


def dismiss(review_id: ReviewId) -> None:
    """Dismiss the reports of a review and leave it as it is. Use `hide` to hide it instead."""
    in_transaction(lambda connection: resolve_reports(connection, review_id))
    typer.echo(f"The reports of review {review_id} are dismissed.")
