"""API schemas of tickets."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.schemas import Email, Input, Line, Output, Picture, Text, Time
from stallage.uploads.schemas import ImageIds

Status = Annotated[int, Field(ge=0, le=2, description="0 Open, 1 In progress, 2 Closed.")]
Message = Annotated[Text, Field(min_length=1, max_length=5000)]


class TicketInput(Input):
    """A new ticket."""

    subject: Annotated[Line, Field(min_length=1, max_length=150)]
    description: Message
    order_id: Annotated[Line, Field(min_length=1, max_length=32)] | None = Field(
        default=None, description="One of the customer's own orders."
    )
    images: ImageIds = Field(default_factory=list)


class MessageInput(Input):
    """A message to add. It reopens a closed ticket."""

    message: Annotated[Message, Field(title="Your message")]
    images: ImageIds = Field(default_factory=list)


class ContactForm(Input):
    """The contact form. Signed-in customers need no name and email address."""

    name: Annotated[Line, Field(title="Your name", max_length=160)] = ""
    email: Annotated[Email, Field(title="Your email")] = ""
    subject: Annotated[Line, Field(min_length=1, max_length=150)]
    message: Message


class Contacted(Output):
    """The ticket that a message opened."""

    ticket_id: str = Field(examples=["ST-4H8W-2KMN"])


class TicketSummary(Output):
    """A ticket in a list."""

    ticket_id: str = Field(examples=["ST-4H8W-2KMN"])
    subject: str
    status: Status
    label: str = Field(examples=["Open"])
    order_id: str | None
    unread: bool = Field(description="Whether there is an unread answer.")
    created_at: Time
    updated_at: Time


class TicketMessage(Output):
    """A message in a ticket."""

    id: int
    by: Literal["customer", "operator"]
    message: str
    images: list[Picture]
    created_at: Time


class Ticket(TicketSummary):
    """A ticket with its messages."""

    messages: list[TicketMessage] = Field(description="Oldest first.")
