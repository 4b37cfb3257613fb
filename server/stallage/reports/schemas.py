"""Reports in the operators' API."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from stallage.core.schemas import Day, Id, Input, Integer, Output, Time
from stallage.reports.rules.periods import Comparison, Frequency
from stallage.reports.rules.reports import Kind, ReportName

MAX_RECIPIENTS = 50


class ReportQuery(Input):
    """What a report is about. Without days, it is about the last 30."""

    model_config = ConfigDict(extra="forbid")

    first: Day | None = None
    last: Day | None = None
    compare: Comparison = "none"
    group: Annotated[str, Field(max_length=20)] | None = None


class ReportColumn(Output):
    """A column of figures."""

    key: str
    kind: Kind = Field(
        description="`money` is in minor units of the currency, `share` in hundredths of a per cent."
    )


class ReportRow(Output):
    """A row of a report."""

    key: list[str] = Field(description="Such as the id of a product, or a day.")
    names: list[str] = Field(description="Texts for the columns of names.")
    values: list[int | None] = Field(description="In the order of the columns.")
    before: list[int | None] | None = Field(
        description="The same of the compared period; null without a comparison."
    )


class ComparedPeriod(Output):
    """The days that a report is compared with."""

    first: date
    last: date


class Report(Output):
    """A report."""

    report: ReportName
    group: str
    first: date
    last: date
    until: Time = Field(description="Figures up to this moment.")
    time_zone: str
    currency: str
    names: list[str] = Field(description="The columns of names, such as `product`.")
    columns: list[ReportColumn]
    main: str = Field(description="The column that rows are sorted by.")
    rows: list[ReportRow]
    more_rows: int = Field(description="Rows that only the CSV file has; the totals include them.")
    total: list[int | None]
    compared_with: ComparedPeriod | None
    total_before: list[int | None] | None


Minute = Annotated[Integer, Field(ge=0, le=1439)]
Weekday = Annotated[Integer, Field(ge=1, le=7)]
MonthDay = Annotated[Integer, Field(ge=1, le=28)]
Recipients = Annotated[list[Id], Field(min_length=1, max_length=MAX_RECIPIENTS)]


class ScheduleInput(Input):
    """A report that is mailed regularly."""

    report: ReportName
    group: Annotated[str, Field(max_length=20)] | None = None
    frequency: Frequency
    at_minute: Minute = Field(description="Minutes after midnight, in the shop's time zone.")
    weekday: Weekday = Field(default=1, description="Of weekly emails; 1 is Monday.")
    month_day: MonthDay = Field(default=1, description="Of monthly emails.")
    recipients: Recipients = Field(description="Ids of team members who may see reports.")


class ScheduleChanges(Input):
    """Changes of a schedule. Fields that are absent stay as they are."""

    group: Annotated[str, Field(max_length=20)] | None = None
    frequency: Frequency | None = None
    at_minute: Minute | None = None
    weekday: Weekday | None = None
    month_day: MonthDay | None = None
    recipients: Recipients | None = None
    paused: bool | None = None


class Recipient(Output):
    """A team member who gets a report, or may get one."""

    id: int
    name: str
    email: str
    gets_mail: bool = Field(description="Whether the member still may see reports.")


class Schedule(Output):
    """A report that is mailed regularly."""

    id: int
    report: ReportName
    group: str
    frequency: Frequency
    at_minute: int
    weekday: int
    month_day: int
    paused: bool
    next_at: Time
    last_sent_at: datetime | None
    recipients: list[Recipient]
    etag: str


class ScheduleList(Output):
    """All schedules, or those of a report."""

    items: list[Schedule]


class RecipientList(Output):
    """The team members who may see reports."""

    items: list[Recipient]


class TestMail(Output):
    """Where a test went."""

    sent_to: str
    state: Literal["queued"]
