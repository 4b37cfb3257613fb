"""The report of an import for the operator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from stallage.core.json_types import JsonObject
from stallage.import_export.formats.results import ProductResult, RefusedRow, Remark

MAX_REMARKS = 100
"""Remarks that are printed. Refused rows are all printed."""


@dataclass(slots=True)
class Report:
    """The report, filled during the import."""

    file: Path
    format: str
    encoding: str
    rows: int = 0
    products: Counter[str] = field(default_factory=Counter)
    """Numbers of products `created`, `changed` and `unchanged`."""
    refused: list[RefusedRow] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    ignored: tuple[str, ...] = ()
    """Columns with values that are not imported."""
    stopped: str = ""
    """Why the import ended before the file did; a sentence."""

    def add(self, read: ProductResult) -> None:
        """Count a product's rows; add its refused rows and remarks."""
        self.rows += read.rows
        self.refused += read.refused
        self.remarks += read.remarks

    @property
    def imported(self) -> int:
        """The number of products that now match the file."""
        return self.products.total()

    @property
    def exit_status(self) -> int:
        """0: all rows were imported; 2: some were refused or not reached; 1: nothing was imported."""
        if not self.imported:
            return 1
        return 2 if self.refused or self.stopped else 0

    def lines(self) -> Iterator[str]:
        """Yield the report as text: remarks, refused rows, then totals."""
        remarks = sorted(self.remarks, key=lambda remark: remark.line)
        for remark in remarks[:MAX_REMARKS]:
            yield f"line {remark.line}: {remark.text}"
        if len(remarks) > MAX_REMARKS:
            yield f"… and {len(remarks) - MAX_REMARKS:,} more remarks; --report FILE has them all"
        for row in sorted(self.refused, key=lambda row: row.line):
            yield f"line {row.line} refused: {row.reason}"
        yield f"{self.file.name}: {self.format}, {self.encoding}, {_count_text(self.rows, 'row')}"
        if self.ignored:
            yield f"columns not imported: {', '.join(self.ignored)}"
        if self.stopped:
            yield f"stopped early: {self.stopped}"
        counts = ", ".join(
            f"{self.products[what]:,} {what}" for what in ("created", "changed", "unchanged")
        )
        yield f"products: {counts}; {_count_text(len(self.refused), 'row')} refused"

    def as_json(self) -> JsonObject:
        """Return the report as JSON, for `--report`."""
        return {
            "file": str(self.file),
            "format": self.format,
            "encoding": self.encoding,
            "rows": self.rows,
            "products": {what: self.products[what] for what in ("created", "changed", "unchanged")},
            "ignored": list(self.ignored),
            "refused": [asdict(row) for row in self.refused],
            "stopped": self.stopped or None,
            "remarks": [asdict(remark) for remark in self.remarks],
        }


def _count_text(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
