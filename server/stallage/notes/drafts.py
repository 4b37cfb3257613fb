"""Values that actions, queries and emails of notes pass on."""

from __future__ import annotations

from dataclasses import dataclass

from stallage.notes.rules import SubjectKind


@dataclass(frozen=True, slots=True)
class FoundSubject:
    """A record that notes are about."""

    kind: SubjectKind
    id: int
    key: str
    label: str


@dataclass(frozen=True, slots=True)
class MentionToEmail:
    """A mention that the operator has not seen and was not emailed about."""

    email: str
    author_name: str
    subject_kind: SubjectKind
    subject_key: str
    subject_label: str
    text: str
