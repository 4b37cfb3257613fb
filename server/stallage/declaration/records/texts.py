"""What the shop and its customers say."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stallage.content.rules import Format
from stallage.declaration.fields import Count, Line, Moment, Name, Slug, Text
from stallage.declaration.records.base import Placed, Record


class Faq(Record):
    """`[[faq]]`: all questions together, in their order."""

    group: Line = Field("", description="the heading under which it stands")
    question: Name
    answer: Text = Field(min_length=1, description="Markdown")


class Review(Record):
    """`[[review]]`: brought from another shop; added once and never changed."""

    product: Slug
    name: Name
    stars: Annotated[int, Field(ge=1, le=5)]
    title: Line = ""
    text: Annotated[Text, Field(min_length=1, max_length=2000)]
    verified: bool = Field(True, description="the reviewer bought it")
    helpful: Count = 0
    at: Moment

    @property
    def key(self) -> str:
        """Who said what of what."""
        return f"{self.product}: {self.name}: {self.text}"


class Answer(Record):
    """`[[question.answers]]`"""

    by: Line = Field("", description="empty: the shop itself")
    text: Annotated[Text, Field(min_length=1, max_length=1000)]
    at: Moment


class Question(Record):
    """`[[question]]`: brought from another shop; added once and never changed."""

    product: Slug
    name: Name
    text: Annotated[Text, Field(min_length=1, max_length=1000)]
    at: Moment
    answers: list[Answer] = Field([], description="tables")

    @property
    def key(self) -> str:
        """Who asked what of what."""
        return f"{self.product}: {self.name}: {self.text}"


class Page(Record):
    """A text of the shop's fixed pages: `pages/*.md`, see docs/texts.md."""

    slug: Slug
    title: Name
    phone: Line = ""
    email: Line = ""
    hours: Line = ""
    format: Format
    source: Text


class Blog(Record):
    """An article: `blogs/*.md`, see docs/texts.md."""

    slug: Slug
    title: Name
    summary: Text = ""
    author: Line = ""
    date: Moment | None = None
    image: Placed | None = None
    products: list[Slug] = Field([])
    format: Format
    source: Text
