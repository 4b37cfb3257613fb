"""API schemas of the support inbox."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from stallage.core.cursors import Count
from stallage.core.schemas import Output, Time
from stallage.support.schemas.operating import Assignee

InboxView = Literal["mine", "unassigned", "open", "waiting", "questions", "reviews", "done", "spam"]
InboxSort = Literal["newest", "oldest"]


class InboxItem(Output):
    """A ticket, question or review in the inbox."""

    kind: Literal["ticket", "question", "review"]
    id: str = Field(
        description="Public id of a ticket, id of a question or review.", examples=["ST-4H8W-2KMN"]
    )
    title: str = Field(description="Subject of a ticket; otherwise the product.")
    excerpt: str = Field(description="The start of the last message, the question or the review.")
    from_name: str = Field(description="Who wrote it.")
    state: Literal["open", "waiting", "solved", "spam", "hidden", "published"]
    last_by: Literal["customer", "operator"]
    assignee: Assignee | None
    priority: int = Field(description="0 normal, 1 high, 2 urgent.")
    tags: list[str]
    rating_star: int | None = Field(description="Of a review.")
    last_at: Time = Field(description="Time of the last message.")


class InboxCounts(Output):
    """How much waits in each view."""

    mine: Count
    unassigned: Count
    open: Count
    waiting: Count
    questions: Count
    reviews: Count
    held_emails: Count
