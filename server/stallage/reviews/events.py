"""Events of reviews."""

from __future__ import annotations

from stallage.core.events import Event


class ReviewRefused(Event):
    """The shop hid a review and told its author why."""

    review_id: int
