"""Emails with reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from stallage.core.email_templates import render_email
from stallage.core.mail import Attachment, Message

TEMPLATES = Path(__file__).with_name("templates")


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of an email, as shown."""

    name: str
    value: str
    before: str
    """Of the period before; empty without one."""


@dataclass(frozen=True, slots=True)
class ReportEmailText:
    """What an email with a report says."""

    title: str
    period: str
    compared_with: str
    totals: Sequence[Figure]
    main: str
    """The title of the column that `top` shows."""
    top: Sequence[Figure]
    more: int
    """Rows that only the attached file has."""
    address: str
    """Of the report in the back office."""
    csv_name: str
    csv: str
    """Empty if it is too large to be attached."""
    is_test: bool


def report_email(to: str, report: ReportEmailText, *, shop_name: str, shop_url: str) -> Message:
    """Return the email with a report, with all its rows as CSV."""
    subject = f"{report.title}, {report.period}"
    rendered = render_email(
        TEMPLATES,
        "report",
        to=to,
        subject=f"Test: {subject}" if report.is_test else subject,
        kind="report",
        shop_name=shop_name,
        shop_url=shop_url,
        data={"report": report.title, "address": report.address},
        report=report,
    )
    if not report.csv:
        return rendered
    attached: Attachment = {"name": report.csv_name, "subtype": "csv", "text": report.csv}
    return replace(rendered, attachments=[attached])
