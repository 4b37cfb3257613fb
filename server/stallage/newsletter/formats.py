"""Subscribers as CSV, for the program that sends the newsletter."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from datetime import datetime
from typing import TextIO

from stallage.core.spreadsheets import escape_formula


def write_subscribers(stream: TextIO, subscribers: Iterable[tuple[str, datetime, str]]) -> None:
    """Write subscribers as CSV that is safe to open in a spreadsheet.

    Each has an address, when it was confirmed, and a link to unsubscribe.
    """
    table = csv.writer(stream)
    table.writerow(["email", "confirmed", "unsubscribe"])
    for email, confirmed_at, link in subscribers:
        # Strangers choose the address, which may begin like a formula.
        table.writerow([escape_formula(email), f"{confirmed_at:%Y-%m-%d}", link])
