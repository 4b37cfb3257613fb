"""What the shop and its customers say."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

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


class PastOrder(Record):
    """`[[past_order]]`: what was bought together elsewhere; added once and never changed.

    It counts for what is often bought together and is no order of this shop.
    """

    products: Annotated[list[Slug], Field(min_length=2, max_length=30)] = Field(
        description="slugs, each once"
    )
    at: Moment

    @property
    def key(self) -> str:
        """What was bought when."""
        return f"{self.at:%Y-%m-%d %H:%M:%S}: {', '.join(self.products)}"

    @model_validator(mode="after")
    def each_once(self) -> Self:
        """No product stands twice, whatever was bought of it."""
        if len(set(self.products)) < len(self.products):
            raise ValueError("products: one stands twice")
        return self


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
