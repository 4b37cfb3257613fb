"""Draws a walk as SVG: one box for each module, from top to bottom, and an arrow for each call."""

from __future__ import annotations

from html import escape
from pathlib import Path

from tests.walks.recorder import Walk

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "walks"

WIDTH, ROW, BOX, LEFT = 720, 44, 28, 16
BOX_WIDTH = 300


def ordered(walk: Walk) -> list[str]:
    """Return the modules so that each comes after all that call it. Raises ValueError for a cycle."""
    left = list(walk.modules)
    done: list[str] = []
    while left:
        callers = {called for calling, called in walk.calls if calling in left and called in left}
        free = next((module for module in left if module not in callers), None)
        if free is None:
            raise ValueError(f"these modules call each other: {sorted(left)}")
        done.append(free)
        left.remove(free)
    return done


def drawing_of(walk: Walk) -> str:
    """Return the SVG of a walk."""
    modules = ordered(walk)
    row = {module: index for index, module in enumerate(modules)}
    height = ROW * len(modules) + LEFT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
        ' font-family="ui-monospace, monospace" font-size="13">',
        '<defs><marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7"'
        ' markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#57606a"/></marker></defs>',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
    ]
    for module in modules:
        top = LEFT + row[module] * ROW
        lines.append(
            f'<rect x="{LEFT}" y="{top}" width="{BOX_WIDTH}" height="{BOX}" rx="5"'
            ' fill="#f6f8fa" stroke="#8c959f"/>'
        )
        lines.append(f'<text x="{LEFT + 12}" y="{top + 18}" fill="#1f2328">{escape(module)}</text>')
    right = LEFT + BOX_WIDTH
    for calling, called in sorted(walk.calls, key=lambda call: (row[call[0]], row[call[1]])):
        start = LEFT + row[calling] * ROW + BOX // 2 + 4
        end = LEFT + row[called] * ROW + BOX // 2 - 4
        reach = right + 24 + 18 * (row[called] - row[calling])
        lines.append(
            f'<path d="M{right} {start}C{reach} {start} {reach} {end} {right + 3} {end}"'
            ' fill="none" stroke="#57606a" stroke-opacity=".7" marker-end="url(#end)"/>'
        )
    return "\n".join([*lines, "</svg>", ""])
