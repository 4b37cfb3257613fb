"""Curves in the plane: what a potter's template or a joiner's outline is to the things modelled.

Lengths are metres. A profile is an array of (radius, height), an outline one of (x, y).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


def smooth(points: Sequence[Sequence[float]], per_span: int = 10) -> Points:
    """A centripetal Catmull-Rom curve through the points; a point given twice stays a corner."""
    given = np.asarray(points, dtype=float)
    runs: list[list[NDArray[np.float64]]] = [[given[0]]]
    for before, point in pairwise(given):
        if np.allclose(before, point):
            runs.append([point])
        else:
            runs[-1].append(point)
    parts = [_run(np.array(run), per_span) for run in runs if len(run) > 1]
    joined = [parts[0]] + [part[1:] for part in parts[1:]]
    return np.concatenate(joined)


def _run(points: Points, per_span: int) -> Points:
    if len(points) == 2:
        return points
    padded = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    out = [points[0]]
    for i in range(1, len(padded) - 2):
        p0, p1, p2, p3 = padded[i - 1 : i + 3]
        t0 = 0.0
        t1 = t0 + math.sqrt(np.linalg.norm(p1 - p0)) or 1e-6
        t2 = t1 + math.sqrt(np.linalg.norm(p2 - p1)) or 1e-6
        t3 = t2 + math.sqrt(np.linalg.norm(p3 - p2)) or 1e-6
        for t in np.linspace(t1, t2, per_span + 1)[1:]:
            a1 = (t1 - t) / (t1 - t0) * p0 + (t - t0) / (t1 - t0) * p1
            a2 = (t2 - t) / (t2 - t1) * p1 + (t - t1) / (t2 - t1) * p2
            a3 = (t3 - t) / (t3 - t2) * p2 + (t - t2) / (t3 - t2) * p3
            b1 = (t2 - t) / (t2 - t0) * a1 + (t - t0) / (t2 - t0) * a2
            b2 = (t3 - t) / (t3 - t1) * a2 + (t - t1) / (t3 - t1) * a3
            out.append((t2 - t) / (t2 - t1) * b1 + (t - t1) / (t2 - t1) * b2)
    return np.array(out)


def normals(curve: Points) -> Points:
    """Unit normals to the right of the direction of travel: outwards for a rising profile."""
    step = np.gradient(curve, axis=0)
    right = np.stack([step[:, 1], -step[:, 0]], axis=1)
    length = np.linalg.norm(right, axis=1, keepdims=True)
    return right / np.maximum(length, 1e-9)


def vessel(outer: Points, wall: float, floor: float | None = None, foot: float = 0.0) -> Points:
    """The closed profile of a thrown pot: recessed base, outer face, round lip, inner face, floor."""
    floor = wall if floor is None else floor
    base_z = outer[0][1]
    base_r = outer[0][0]
    inner = outer - normals(outer) * wall
    keep = (inner[:, 0] > wall * 0.3) & (inner[:, 1] > base_z + floor)
    inner = inner[keep]
    lip = _lip(outer[-1], inner[-1])
    ring = min(foot, base_r * 0.25) if foot else 0.0
    under = [(0.0, base_z + ring * 0.6), (max(base_r - 2.2 * ring, 0.0), base_z + ring * 0.6)]
    if ring:
        under += [(base_r - 1.6 * ring, base_z), (base_r - 0.4 * ring, base_z)]
    bottom_r = inner[0][0]
    level = base_z + floor
    lift = inner[0][1] - level
    fillet = [
        (bottom_r * s, level + lift * (1 - math.sqrt(max(0.0, 1 - s**6))))
        for s in (0.97, 0.9, 0.75)
    ]
    flat = [(bottom_r * s, level) for s in (0.6, 0.45, 0.3, 0.15, 0.0)]
    inside = [*inner[::-1], *fillet, *flat]
    return np.array([*under, *outer, *lip, *inside])


def _lip(outside: NDArray[np.float64], inside: NDArray[np.float64]) -> list[tuple[float, float]]:
    middle = (outside + inside) / 2
    half = (outside - inside) / 2
    over = np.array([-half[1], half[0]])
    turn = [math.pi * step / 6 for step in range(1, 6)]
    return [tuple(middle + half * math.cos(a) + over * math.sin(a)) for a in turn]


def solid(outer: Points) -> Points:
    """The profile of a turned solid: closed to the axis below and above."""
    return np.array([(0.0, outer[0][1]), *outer, (0.0, outer[-1][1])])


def rounded_rectangle(width: float, depth: float, radius: float, steps: int = 10) -> Points:
    """An outline round the origin, counter-clockwise."""
    radius = min(radius, width / 2 - 1e-4, depth / 2 - 1e-4)
    corners = [(1, 1, 0), (-1, 1, 1), (-1, -1, 2), (1, -1, 3)]
    out = []
    for sx, sy, quarter in corners:
        cx, cy = sx * (width / 2 - radius), sy * (depth / 2 - radius)
        for step in range(steps + 1):
            a = math.pi / 2 * (quarter + step / steps)
            out.append((cx + radius * math.cos(a), cy + radius * math.sin(a)))
    return np.array(out)


def ellipse(width: float, depth: float, steps: int = 64) -> Points:
    turn = np.linspace(0, 2 * math.pi, steps, endpoint=False)
    return np.stack([width / 2 * np.cos(turn), depth / 2 * np.sin(turn)], axis=1)


def arch(width: float, height: float, steps: int = 32) -> Points:
    """A doorway: straight sides under a half circle, standing on y = 0."""
    r = width / 2
    turn = np.linspace(0, math.pi, steps)
    top = [(r * math.cos(a), height - r + r * math.sin(a)) for a in turn]
    return np.array([(-r, 0.0), (r, 0.0), *top])
