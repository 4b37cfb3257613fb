"""Writes result files and exports as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal

from stallage.core.spreadsheets import escape_formula

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""Without it, spreadsheets read UTF-8 as another encoding."""
RESULT_COLUMNS = ("Number", "Record", "Result", "Reason")


def csv_lines(rows: Iterable[Sequence[str | int | Decimal | None]]) -> bytes:
    """Rows as lines of CSV. Texts that spreadsheets would run as formulas are escaped."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    for row in rows:
        writer.writerow([escape_formula(one) if isinstance(one, str) else one for one in row])
    return text.getvalue().encode()
