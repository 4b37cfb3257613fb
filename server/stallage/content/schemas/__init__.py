"""Responses of pages, FAQs and blog articles."""

from __future__ import annotations

from pydantic import Field

from stallage.core.schemas import Output, Picture, Time
from stallage.shop.schemas import CompanyAddress, SocialLink


class Page(Output):
    """A page. `content` is empty until the shop has written it."""

    title: str
    content: str = Field(description="Sanitised HTML.")


class ContactDetails(Page):
    """The contact page."""

    email: str
    phone: str
    address: CompanyAddress | None
    social_links: list[SocialLink]


class CareDetails(Page):
    """The customer care page."""

    phone: str
    email: str
    hours: str


class Faq(Output):
    """A question with its answer."""

    id: int
    group: str = Field(description="Heading of its group; may be empty.")
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
    """An article."""

    content: str = Field(description="Sanitised HTML.")
    updated_at: Time
    product_slugs: list[str] = Field(description="Products that it is about.")
