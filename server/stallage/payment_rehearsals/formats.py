"""Writes reports of rehearsals as CSV."""

from __future__ import annotations

from stallage.bulk.formats import BYTE_ORDER_MARK, csv_lines
from stallage.payment_rehearsals.schemas import Rehearsal, RehearsalCase

HEAD = [
    "Case",
    "Verdict",
    "Played with",
    "Expected",
    "Differences",
    "Error",
    "Payment attempt",
    "Webhook events",
    "Ledger",
    "Emails",
]


def csv_of(rehearsal: Rehearsal) -> bytes:
    """Return a row for each case. Texts that spreadsheets would run as formulas are escaped."""
    return BYTE_ORDER_MARK + csv_lines([HEAD, *(_row(case) for case in rehearsal.cases)])


def _row(case: RehearsalCase) -> list[str]:
    found = case.evidence
    differences = [
        f"{one.title}: {one.happened} instead of {one.expected}"
        for one in case.checks
        if not one.passed
    ]
    return [
        case.title,
        case.verdict,
        case.played,
        case.expected,
        "; ".join(differences),
        case.error or "",
        found.attempt if found else "",
        "; ".join(found.events) if found else "",
        "; ".join(found.ledger) if found else "",
        "; ".join(email.subject for email in found.emails) if found else "",
    ]
