"""API schemas of tickets for operators."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.schemas import Id, Input, Integer, Line, Output, Picture, Text, Time
from stallage.support.rules import MAX_TAGS

StateName = Literal["open", "waiting", "solved", "spam"]
Priority = Annotated[Integer, Field(ge=0, le=2, description="0 normal, 1 high, 2 urgent.")]
Tag = Annotated[Line, Field(min_length=1, max_length=40)]
ReplyText = Annotated[Text, Field(min_length=1, max_length=5000)]
OrderNumber = Annotated[Line, Field(min_length=1, max_length=32)]


class Assignee(Output):
    """A team member who answers tickets."""

    id: int
    name: str


class TicketContact(Output):
    """Who wrote a ticket."""

    customer_id: int | None = Field(description="Null for a guest.")
    name: str
    email: str | None
    phone: str | None


class OperatorMessage(Output):
    """A message in a ticket, for operators."""

    id: int
    by: Literal["customer", "operator"]
    author: str = Field(description="The team member; empty for the customer.")
    via: Literal["shop", "email", "command"]
    message: str = Field(description="Plain text.")
    images: list[Picture]
    created_at: Time


class HeldEmail(Output):
    """An email that waits for a decision, because its sender is not the customer."""

    id: int
    ticket_id: str | None = Field(description="Null if it names no ticket.")
    reason: Literal["no_ticket", "other_sender"]
    sender: str
    sender_name: str
    subject: str
    text: str
    received_at: Time


class OperatorTicket(Output):
    """A ticket with its messages, for operators."""

    ticket_id: str = Field(examples=["ST-4H8W-2KMN"])
    etag: str = Field(description="Send it as `If-Match` with a reply or a change.")
    subject: str
    state: StateName
    priority: Priority
    tags: list[str]
    assignee: Assignee | None
    contact: TicketContact
    order_id: str | None
    messages: list[OperatorMessage] = Field(description="Oldest first.")
    held_emails: list[HeldEmail]
    created_at: Time
    last_message_at: Time


class ReplyInput(Input):
    """The shop's answer."""

    message: Annotated[ReplyText, Field(title="Your reply")]
    state: Literal["open", "waiting", "solved"] = Field(
        default="waiting", description="The ticket's state afterwards."
    )


class TicketPatch(Input):
    """Changes of a ticket. Fields that are left out stay as they are."""

    state: StateName | None = None
    assignee_id: Id | None = Field(default=None, description="Null assigns nobody.")
    priority: Priority | None = None
    tags: Annotated[list[Tag], Field(max_length=MAX_TAGS)] | None = None
    order_id: OrderNumber | None = Field(default=None, description="Null for no order.")


class SavedReplyInput(Input):
    """A text that team members insert into their answers."""

    name: Annotated[Line, Field(min_length=1, max_length=80)]
    text: Annotated[ReplyText, Field(description="With placeholders such as `{first_name}`.")]


class SavedReply(Output):
    """A saved reply."""

    id: int
    etag: str
    name: str
    text: str


class Placeholder(Output):
    """A placeholder of saved replies."""

    name: str = Field(examples=["first_name"])
    description: str


class SavedReplies(Output):
    """The saved replies of the shop."""

    items: list[SavedReply] = Field(description="By name.")
    placeholders: list[Placeholder]


class FilledReply(Output):
    """A saved reply with the values of a ticket."""

    id: int
    name: str
    text: str = Field(description="Plain text, to be edited before it is sent.")


class EmailAccepted(Output):
    """The ticket that a held email was added to."""

    ticket_id: str


class EmailReceipt(Output):
    """What became of a received email."""

    outcome: Literal["added", "held", "ignored"]
    repeated: bool = Field(description="It was received before, so nothing has changed.")
