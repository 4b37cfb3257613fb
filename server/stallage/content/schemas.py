"""What the API says of pages, questions and the journal."""

from __future__ import annotations

from pydantic import Field

from stallage.core.schemas import Output, Picture, Time
from stallage.shop.schemas import CompanyAddress, SocialLink


class Page(Output):
    """A policy page. Both texts are empty until the shop has written it."""

    title: str
    content: str = Field(description="Sanitised HTML.")


class ContactDetails(Page):
    """How to reach the shop."""

    email: str
    phone: str
    address: CompanyAddress | None
    social_links: list[SocialLink]


class CareDetails(Page):
    """Who helps when something went wrong, and when."""

    phone: str
    email: str
    hours: str


class Faq(Output):
    """A question with its answer."""

    id: int
    group: str = Field(description="The heading under which it is shown; may be empty.")
    question: str
    answer: str = Field(description="Sanitised HTML.")


class BlogSummary(Output):
    """An article in a list."""

    id: int
    slug: str
    title: str
    summary: str
    author: str
    image: Picture | None
    reading_minutes: int
    created_at: Time


class Blog(BlogSummary):
    """An article whole."""

    content: str = Field(description="Sanitised HTML.")
    updated_at: Time
    product_slugs: list[str] = Field(description="Products that it speaks of.")
