"""How to find the subjects of notes. Later features declare their records:

note_subject("order", "SELECT id, public_id AS key, public_id AS label FROM orders …")
"""

from __future__ import annotations

from stallage.notes.rules import SubjectKind

SUBJECTS: dict[SubjectKind, str] = {}
"""A SELECT of `id`, `key` and `label` by kind; `$1` is the key in the address of the record's page."""


def note_subject(kind: SubjectKind, select: str) -> None:
    """Declare a kind of subject. Raises ValueError if another feature has declared it."""
    if SUBJECTS.setdefault(kind, select) != select:
        raise ValueError(f"two features have subjects of the kind {kind}")
