"""Requests and responses of notes and mentions."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field

from stallage.core.schemas import Id, Input, Output, Text, Time
from stallage.notes.rules import MAX_MENTIONS, MAX_TEXT, SubjectKind

NoteText = Annotated[Text, Field(min_length=1, max_length=MAX_TEXT)]
Mentions = Annotated[list[Id], Field(max_length=MAX_MENTIONS)]


class NoteInput(Input):
    """A note to write."""

    model_config = ConfigDict(extra="forbid")

    text: NoteText
    mentions: Mentions = Field(
        default_factory=list, description="Ids of operators to notify; see `GET /mentionable`."
    )


class Note(Output):
    """A note about a record."""

    id: int
    author_id: int | None = Field(description="Null if the operator was removed.")
    author_name: str
    text: str
    mentions: list[str] = Field(description="Names of the mentioned operators.")
    created_at: Time
    edited_at: Time | None
    is_own: bool = Field(description="Own notes can be edited and deleted.")


class Mention(Output):
    """A note in which the operator is mentioned."""

    note_id: int
    subject_kind: SubjectKind
    subject_key: str
    subject_label: str
    author_name: str
    text: str
    created_at: Time
    read_at: Time | None


class MentionCount(Output):
    """How many mentions are unread, up to 100."""

    unread: int


class MentionsRead(Input):
    """Marks mentions as read."""

    model_config = ConfigDict(extra="forbid")

    note_ids: Annotated[list[Id], Field(max_length=100)] | None = Field(
        default=None, description="Without it, all."
    )


class Mentionable(Output):
    """An operator who can be mentioned."""

    id: int
    name: str
