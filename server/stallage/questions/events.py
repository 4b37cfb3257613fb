"""Events of questions."""

from __future__ import annotations

from stallage.core.events import Event


class QuestionAnswered(Event):
    """The shop or a buyer answered a question."""

    answer_id: int
