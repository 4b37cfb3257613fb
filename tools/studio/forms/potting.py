"""What the potter does again and again: throw a wall, pull a handle, pinch a spout."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import bpy
import numpy as np

from workshop.materials import Material
from workshop.profiles import Points, smooth, vessel
from workshop.shapes import lathe, tube

Object = bpy.types.Object
Millimetres = Sequence[tuple[float, float]]


def throw(
    profile: Millimetres,
    material: Material,
    *,
    wall: float = 5,
    floor: float = 8,
    foot: float = 5,
    hand: float = 0.005,
    rings: float = 0.2,
    seed: int = 1,
    shape: Callable[[Points], Points] | None = None,
) -> Object:
    """A hollow pot from its outer profile (radius, height) in millimetres."""
    outer = smooth([(r / 1000, z / 1000) for r, z in profile], 12)
    closed = vessel(outer, wall / 1000, floor / 1000, foot / 1000)
    return lathe(closed, material, hand=hand, rings=rings / 1000, seed=seed, shape=shape)


def strap(
    points: Sequence[tuple[float, float]],
    material: Material,
    *,
    thick: float = 8,
    flat: float = 1.7,
) -> Object:
    """A pulled handle through (x, z) points in millimetres, a little thicker where it joins."""
    path = smooth([(x / 1000, 0.0, z / 1000) for x, z in points], 10)
    radii = [thick * k / 2000 for k in (1.35, 1.05, 0.95, 0.92, 0.95, 1.05, 1.3)]
    return tube(path, radii, material, flat=flat, sides=24)


def spout(
    rim: float, start: float, reach: float, lift: float = 0.0, wide: float = 0.42
) -> Callable[[Points], Points]:
    """Pull the rim (a height in mm) out to the left from `start` upwards by `reach` mm."""

    def pull(vertices: Points) -> Points:
        out = vertices.copy()
        angle = np.abs(np.arctan2(out[:, 1], -out[:, 0]))
        up = np.clip((out[:, 2] * 1000 - start) / (rim - start), 0, 1.2) ** 2
        beak = np.exp(-((angle / wide) ** 2)) * up
        pinch = np.exp(-(((angle - 2.1 * wide) / wide) ** 2)) * up
        out[:, 0] += -beak * reach / 1000 + pinch * reach / 5000
        out[:, 1] *= 1 - 0.35 * beak - 0.05 * pinch
        out[:, 2] += beak * lift / 1000
        return out

    return pull


def fluted(
    count: int, depth: float, low: float, high: float, sharp: float = 1.0
) -> Callable[[Points], Points]:
    """Press upright flutes (depth in mm) into the outer wall between two heights in mm."""

    def press(vertices: Points) -> Points:
        out = vertices.copy()
        z = out[:, 2] * 1000
        angle = np.arctan2(out[:, 1], out[:, 0])
        wave = np.abs(np.sin(angle * count / 2)) ** sharp
        fade = np.clip((z - low) / 6, 0, 1) * np.clip((high - z) / 6, 0, 1)
        radius = np.hypot(out[:, 0], out[:, 1])
        k = 1 - (1 - wave) * fade * depth / 1000 / np.maximum(radius, 1e-6) * (radius > 0.02)
        out[:, 0] *= k
        out[:, 1] *= k
        return out

    return press


def oval(depth_share: float, wave: float = 0.0) -> Callable[[Points], Points]:
    """Squeeze a round dish to an oval, with a slow wave (mm) in its raised edge."""

    def squeeze(vertices: Points) -> Points:
        out = vertices.copy()
        angle = np.arctan2(out[:, 1], out[:, 0])
        radius = np.hypot(out[:, 0], out[:, 1])
        edge = (radius / radius.max()) ** 6
        out[:, 2] += wave / 1000 * edge * np.sin(3 * angle + 0.6)
        out[:, 1] *= depth_share
        return out

    return squeeze


def circle(radius: float, count: int, phase: float = 0.0) -> list[tuple[float, float]]:
    """Points round the upright axis."""
    turn = [phase + 2 * math.pi * i / count for i in range(count)]
    return [(radius * math.cos(a), radius * math.sin(a)) for a in turn]
