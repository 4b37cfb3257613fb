"""Events of reports."""

from __future__ import annotations

from datetime import date

from stallage.core.events import Event


class ReportDue(Event):
    """A report is to be mailed to a team member."""

    schedule_id: int
    operator_id: int
    first: date
    last: date
    is_test: bool = False
