"""Questions, reviews, past orders, pages and articles."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from stallage.content.rules import Format
from stallage.core.email_catalog import find_email, text_problem
from stallage.declaration.fields import Count, Line, Moment, Name, Slug, Text
from stallage.declaration.records.base import PlacedPicture, Record
from stallage.features import parts


class Faq(Record):
    """`[[faq]]`: a frequently asked question; they are shown in the order of the files."""

    group: Line = Field("", description="the heading above it")
    question: Name
    answer: Text = Field(min_length=1, description="Markdown, or HTML")
    format: Format = Field("markdown", description="`markdown` or `html`")


class Review(Record):
    """`[[review]]`: imported from another shop; added once and never changed."""

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
        """Product, name and text."""
        return f"{self.product}: {self.name}: {self.text}"


class Answer(Record):
    """`[[question.answers]]`"""

    by: Line = Field("", description="empty: the shop itself")
    text: Annotated[Text, Field(min_length=1, max_length=1000)]
    at: Moment


class Question(Record):
    """`[[question]]`: imported from another shop; added once and never changed."""

    product: Slug
    name: Name
    text: Annotated[Text, Field(min_length=1, max_length=1000)]
    at: Moment
    answers: list[Answer] = Field([], description="tables")

    @property
    def key(self) -> str:
        """Product, name and text."""
        return f"{self.product}: {self.name}: {self.text}"


class PastOrder(Record):
    """`[[past_order]]`: an order of another shop; added once and never changed.

    Only recommendations use it.
    """

    products: Annotated[list[Slug], Field(min_length=2, max_length=100)] = Field(
        description="slugs, each once"
    )
    at: Moment

    @property
    def key(self) -> str:
        """Time and products."""
        return f"{self.at:%Y-%m-%d %H:%M:%S}: {', '.join(self.products)}"

    @model_validator(mode="after")
    def each_once(self) -> Self:
        """Check that no product occurs twice, whatever the quantity."""
        if len(set(self.products)) < len(self.products):
            raise ValueError("products: a product occurs twice")
        return self


class EmailText(Record):
    """`[[email_text]]`: the shop's own texts of an email, see docs/texts.md."""

    email: Line = Field(description="name of the email, such as `order_placed`")
    locale: Line = Field(description="language of the texts, such as `en-US`")
    texts: dict[str, Text] = Field(
        description="`subject`, `heading`, `intro` and others, each with placeholders"
    )

    @property
    def key(self) -> str:
        """Email and language."""
        return f"{self.email} ({self.locale})"

    @model_validator(mode="after")
    def can_be_rendered(self) -> Self:
        """Check that the shop sends this email, and that its texts are valid."""
        parts("emails")
        email = find_email(self.email)
        if email is None:
            raise ValueError(f"email: the shop sends no email named {self.email}")
        for name, text in self.texts.items():
            problem = text_problem(email, name, text)
            if problem is not None:
                raise ValueError(f"texts.{name}: {problem}")
        return self


class Page(Record):
    """A page: `pages/*.md`, see docs/texts.md."""

    slug: Slug
    title: Name
    phone: Line = ""
    email: Line = ""
    hours: Line = ""
    draft: bool = False
    seo_title: Line = ""
    seo_description: Line = ""
    format: Format
    source: Text


class Blog(Record):
    """An article: `blogs/*.md`, see docs/texts.md."""

    slug: Slug
    title: Name
    summary: Text = ""
    author: Line = ""
    date: Moment | None = None
    image: PlacedPicture | None = None
    products: list[Slug] = Field([])
    draft: bool = False
    seo_title: Line = ""
    seo_description: Line = ""
    format: Format
    source: Text
