"""News of questions."""

from __future__ import annotations

from stallage.core.events import Event


class QuestionAnswered(Event):
    """Somebody has answered a question."""

    answer_id: int
