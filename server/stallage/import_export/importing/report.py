"""What an import has come to, as it is told to the operator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from stallage.import_export.importing.outcome import ReadProduct, RefusedRow, Remark

MAX_REMARKS = 100
"""Remarks that are printed; refused rows always are."""


@dataclass(slots=True)
class Report:
    """Filled while the import goes on."""

    file: Path
    format: str
    encoding: str
    rows: int = 0
    products: Counter[str] = field(default_factory=Counter)
    """How many were created, changed and left."""
    refused: list[RefusedRow] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    stopped: str = ""
    """Why the import ended before the file did; a sentence."""

    def add(self, read: ReadProduct) -> None:
        """Counts a product's rows and keeps what there is to say of them."""
        self.rows += read.rows
        self.refused += read.refused
        self.remarks += read.remarks

    @property
    def taken(self) -> int:
        """Products that are in the catalogue as the file says."""
        return self.products.total()

    @property
    def exit_status(self) -> int:
        """0: all rows are in; 2: some were refused, the others are in; 1: nothing is in."""
        if not self.taken:
            return 1
        return 2 if self.refused or self.stopped else 0

    def lines(self) -> Iterator[str]:
        """The report as lines of text: remarks, each refused row, then the sums."""
        remarks = sorted(self.remarks, key=lambda remark: remark.line)
        for remark in remarks[:MAX_REMARKS]:
            yield f"line {remark.line}: {remark.text}"
        if len(remarks) > MAX_REMARKS:
            yield f"… and {len(remarks) - MAX_REMARKS:,} more remarks; --report FILE has them all"
        for row in sorted(self.refused, key=lambda row: row.line):
            yield f"line {row.line} refused: {row.reason}"
        yield f"{self.file.name}: {self.format}, {self.encoding}, {_counted(self.rows, 'row')}"
        if self.stopped:
            yield f"stopped early: {self.stopped}"
        counts = ", ".join(
            f"{self.products[what]:,} {what}" for what in ("created", "changed", "left")
        )
        yield f"products: {counts}; {_counted(len(self.refused), 'row')} refused"

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "file": str(self.file),
            "format": self.format,
            "encoding": self.encoding,
            "rows": self.rows,
            "products": {what: self.products[what] for what in ("created", "changed", "left")},
            "refused": [asdict(row) for row in self.refused],
            "stopped": self.stopped or None,
            "remarks": [asdict(remark) for remark in self.remarks],
        }


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
