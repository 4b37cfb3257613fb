"""Events of sample data."""

from __future__ import annotations

from stallage.core.events import Event


class SampleRunRequested(Event):
    """Sample data should be put in or taken out."""

    run_id: int
