"""Events of notes."""

from __future__ import annotations

from stallage.core.events import Event


class OperatorMentioned(Event):
    """A note mentions an operator."""

    note_id: int
    operator_id: int
