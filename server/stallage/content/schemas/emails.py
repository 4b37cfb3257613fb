"""Requests and responses of the texts of emails."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.schemas import Input, Line, Output, Text, Time

OwnTexts = Annotated[
    dict[Annotated[Line, Field(max_length=40)], Annotated[Text, Field(max_length=10_000)] | None],
    Field(max_length=20, description="Name → text; null for the default one."),
]


class EmailRow(Output):
    """An email in the list."""

    name: str
    title: str
    when: str = Field(description="When it is sent.")
    audience: Literal["shoppers", "operators"]
    editable: bool
    changed: bool = Field(description="Whether the shop has its own texts.")
    updated_at: Time | None
    updated_by: str


class EmailList(Output):
    """All emails that the shop sends."""

    items: list[EmailRow]


class EmailTextField(Output):
    """A text of an email."""

    name: str
    label: str
    default: str
    own: str | None = Field(description="Null if it is the default one.")
    single_line: bool


class EmailPlaceholder(Output):
    """What `{name}` in a text stands for."""

    name: str
    description: str


class EmailDetails(EmailRow):
    """An email with its texts."""

    locale: str
    texts: list[EmailTextField]
    placeholders: list[EmailPlaceholder]
    etag: str


class EmailTextsInput(Input):
    """Own texts of an email. Texts that are absent become the default ones."""

    texts: OwnTexts


class EmailPreviewed(Output):
    """An email with sample data, rendered by the code that sends it."""

    subject: str
    html: str
    text: str


class TestRequested(Output):
    """A test is on its way."""

    to: str
