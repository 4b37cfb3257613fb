"""A plot of requests per second by the size of the catalogue, both on logarithmic axes, as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 150, 20, 50
COLOURS = ("#1f6f5c", "#b4552d", "#5b57a6", "#8a6d1c")
GREY = "#777"

Points = Sequence[tuple[float, float]]


def draw_growth(lines: Mapping[str, Points]) -> str:
    """Return the plot of `(products, requests per second)` of each kind of request."""
    across = _Axis([x for points in lines.values() for x, _ in points], LEFT, WIDTH - RIGHT)
    up = _Axis([y for points in lines.values() for _, y in points], HEIGHT - BOTTOM, TOP)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            'font-family="sans-serif" font-size="13" role="img">',
            "<title>Requests per second by products in the catalogue</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            *_grid(across, up),
            *_curves(lines, across, up),
            "</svg>\n",
        ]
    )


class _Axis:
    """A logarithmic axis over whole powers of ten."""

    def __init__(self, values: Sequence[float], start: float, end: float) -> None:
        self.first = math.floor(math.log10(min(values)))
        self.last = max(math.ceil(math.log10(max(values))), self.first + 1)
        self._start, self._end = start, end

    def place(self, value: float) -> float:
        share = (math.log10(value) - self.first) / (self.last - self.first)
        return self._start + share * (self._end - self._start)

    def ticks(self) -> list[int]:
        return [10**power for power in range(self.first, self.last + 1)]


def _grid(across: _Axis, up: _Axis) -> Iterator[str]:
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    for value in up.ticks():
        y = up.place(value)
        yield f'<path d="M{LEFT} {y:.1f}H{right}" stroke="#ddd"/>'
        yield _text(LEFT - 8, y + 4, f"{value:,}", "end")
    for value in across.ticks():
        x = across.place(value)
        yield f'<path d="M{x:.1f} {TOP}V{bottom}" stroke="#ddd"/>'
        yield _text(x, bottom + 20, f"{value:,}", "middle")
    yield _text((LEFT + right) / 2, HEIGHT - 8, "products", "middle")


def _curves(lines: Mapping[str, Points], across: _Axis, up: _Axis) -> Iterator[str]:
    # Labels of near lines are moved apart.
    lowest = 0.0
    by_end = sorted(lines.items(), key=lambda line: up.place(line[1][-1][1]))
    for colour, (kind, points) in zip(COLOURS, by_end, strict=False):
        places = [(across.place(x), up.place(y)) for x, y in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>'
        for x, y in places:
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
        x, y = places[-1]
        lowest = max(y, lowest + 16)
        yield _text(x + 10, lowest + 4, kind, "start", colour)


def _text(x: float, y: float, text: str, anchor: str, colour: str = GREY) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'
