"""The report of a run, in Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from deploy.lab.check import Findings
from deploy.lab.history import History, Outcome, longest_gap


@dataclass(frozen=True)
class Phase:
    """The time of a fault, from its begin until the next one begins."""

    name: str
    what: str
    chosen: str
    begin: float
    healed: float
    whole: float
    """When all hosts were as before."""
    end: float


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table; all columns but the first are aligned to the right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def faults_table(history: History, phases: Sequence[Phase]) -> str:
    """Return what shoppers noticed of each fault."""
    rows = []
    for phase in phases:
        sent = history.between(phase.begin, phase.end)
        failed = [one for one in sent if not one.expected]
        reads = [one.at + one.seconds for one in sent if one.kind == "browse" and one.expected]
        placed = [one.at for one in history.of(Outcome.ACKNOWLEDGED)]
        rows.append(
            [
                f"{phase.what} (`{phase.name}`, {phase.chosen})",
                f"{phase.healed - phase.begin:.0f} + {phase.whole - phase.healed:.0f}",
                f"{len(sent):,}",
                f"{len(failed):,}",
                f"{longest_gap(reads, phase.begin, phase.end):.1f}",
                f"{longest_gap(placed, phase.begin, phase.end):.1f}",
                _statuses(Counter(one.status for one in failed)),
            ]
        )
    head = [
        "fault",
        "s broken + mending",
        "requests",
        "failed",
        "s without a list",
        "s without an order",
        "how",
    ]
    return table(head, rows)


def _statuses(counted: Counter[int]) -> str:
    """Return how requests failed, such as `503: 12, no answer: 1`."""
    parts = (f"{status or 'no answer'}: {number}" for status, number in sorted(counted.items()))
    return ", ".join(parts) or "–"


def findings_table(findings: Findings) -> str:
    """Return what was compared at the end."""
    rows = [[name, str(len(found))] for name, found in findings.failures().items()]
    rows += [
        ["orders acknowledged", f"{findings.acknowledged:,}"],
        ["orders refused", f"{findings.refused:,}"],
        [
            "orders without a definite answer, of which placed",
            f"{findings.unknown:,}, {findings.unknown_placed:,}",
        ],
        [
            "emails about orders, of which sent a second time",
            f"{findings.mails:,}, {findings.sent_twice:,}",
        ],
        ["pictures uploaded", f"{findings.pictures:,}"],
    ]
    return table(["", "number"], rows)
