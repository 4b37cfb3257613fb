"""Small things that keep the wares company: candles, branches, leaves, soil, light."""

from __future__ import annotations

import math

import bpy
import numpy as np

from workshop import materials as m
from workshop.nodes import Graph, linear
from workshop.profiles import smooth, solid
from workshop.shapes import Vector3, group, lathe, mesh, tube
from workshop.surfaces import surface

Object = bpy.types.Object


def taper_candle(
    length: float = 0.2, diameter: float = 0.021, *, lit: bool = False, seed: int = 0
) -> Object:
    """A dinner candle with its wick, standing on z = 0."""
    r = diameter / 2
    outline = smooth(
        [
            (r * 0.98, 0),
            (r, 0.004),
            (r * 0.9, length * 0.6),
            (r * 0.72, length * 0.97),
            (r * 0.5, length),
        ],
        8,
    )
    body = lathe(solid(outline), surface("wax-white"), hand=0.004, seed=seed, segments=48)
    lean = 0.002 * math.sin(seed + 1)
    wick = smooth(
        [(0, 0, length - 0.001), (lean, 0, length + 0.005), (lean * 2 + 0.001, 0, length + 0.01)], 6
    )
    parts = [body, tube(wick, 0.0009, m.painted("#2A2420"), sides=8)]
    if lit:
        flame = smooth([(0.0004, 0), (0.0042, 0.007), (0.0034, 0.014), (0.0003, 0.03)], 8)
        fire = lathe(solid(flame), m.lit("#FFC874", 26.0), segments=24)
        fire.location = (lean * 2, 0, length + 0.006)
        parts += [fire, lamp((0, 0, length + 0.022), 0.10, 0.008, "#FFB866")]
    return group(parts)


def lamp(at: Vector3, watts: float, radius: float, colour: str = "#FFD9A0") -> Object:
    """A small warm light."""
    data = bpy.data.lights.new("lamp", "POINT")
    data.energy, data.shadow_soft_size = watts, radius
    data.color = linear(colour)
    thing = bpy.data.objects.new("lamp", data)
    thing.location = at
    bpy.context.scene.collection.objects.link(thing)
    return thing


def branch(
    height: float, *, seed: int = 0, twigs: int = 6, lean: float = 0.18, neck: float = 0.0
) -> Object:
    """A bare branch with side twigs and dry seed heads, straight for the height of the vase's neck."""
    rng = np.random.default_rng(seed)
    bark = m.clay("#6E5540", grog=0.2)
    pod = m.clay("#8A6A48", grog=0.2)
    way = [np.array([0.0, 0.0, 0.0])]
    direction = np.array([lean, 0.02, 1.0])
    steps = 7
    free = (height - neck) / steps
    if neck:
        way.append(np.array([0.0, 0.0, neck]))
    for _ in range(steps):
        direction = direction + rng.normal(0, 0.12, 3) * [1, 0.6, 0.2]
        way.append(way[-1] + direction / np.linalg.norm(direction) * free)
    stem = smooth(way, 6)
    thick = 0.004 * (height / 0.4) ** 0.6
    parts = [tube(stem, [thick / 2, thick / 5], bark, sides=10)]
    for i in range(twigs):
        base = stem[int(len(stem) * (0.5 + 0.45 * i / twigs))]
        side = (-1) ** i * rng.uniform(0.5, 1.0)
        out = np.array([side, rng.uniform(-0.5, 0.5), rng.uniform(0.5, 1.1)])
        out /= np.linalg.norm(out)
        length = height * rng.uniform(0.12, 0.26)
        tip = base + out * length + [0, 0, length * 0.2]
        twig = smooth([base, base + out * length * 0.5, tip], 6)
        parts.append(tube(twig, [thick / 4, thick / 9], bark, sides=8))
        head = lathe(
            solid(smooth([(0.0006, 0), (0.0035, 0.004), (0.0028, 0.009), (0.0004, 0.013)], 5)),
            pod,
            segments=16,
        )
        head.location = tip
        head.rotation_euler = (0, out[0] * 0.7, 0)
        parts.append(head)
    return group(parts)


def sprig(height: float, *, seed: int = 0, leaves: int = 12, colour: str = "#66774F") -> Object:
    """A leafy stem from z = 0 upwards."""
    rng = np.random.default_rng(seed)
    green = m.painted(colour, rough=0.55)
    way = [
        (0, 0, 0),
        (0.02 * height, 0, 0.4 * height),
        (rng.uniform(-0.2, 0.2) * height, 0.03 * height, height),
    ]
    stem = smooth(way, 10)
    parts = [tube(stem, [0.0022, 0.0009], green, sides=8)]
    for i in range(leaves):
        base = stem[int((len(stem) - 1) * (0.3 + 0.7 * i / max(leaves - 1, 1)))]
        angle = i * 2.4 + rng.uniform(-0.3, 0.3)
        parts.append(
            _leaf(base, angle, height * rng.uniform(0.16, 0.26), green, rng.uniform(0.2, 0.7))
        )
    return group(parts)


def _leaf(
    base: np.ndarray, angle: float, length: float, material: m.Material, rise: float
) -> Object:
    rows, cols = 13, 5
    t = np.linspace(0, 1, rows)[:, None]
    s = np.linspace(-1, 1, cols)[None, :]
    half = length * 0.26 * np.sin(np.pi * t**0.8) ** 0.9
    x = length * t + 0 * s
    y = half * s
    z = rise * length * t - 0.75 * length * t**2 * 0.6 + 0.25 * half * s**2
    c, d = math.cos(angle), math.sin(angle)
    points = np.stack([x * c - y * d, x * d + y * c, z], axis=-1).reshape(-1, 3) + base
    faces = [
        (i * cols + k, (i + 1) * cols + k, (i + 1) * cols + k + 1, i * cols + k + 1)
        for i in range(rows - 1)
        for k in range(cols - 1)
    ]
    return mesh("leaf", points, faces, material)


def soil(radius: float, height: float) -> Object:
    """Dark, crumbly earth filling a pot up to a height."""
    g = Graph("soil")
    crumbs = g.noise(220.0, 5.0)
    g.set(
        base_color=g.ramp(crumbs, (0.3, linear("#1E1712")), (0.75, linear("#4A3A2C"))),
        roughness=0.95,
        normal=g.bump(crumbs, 0.006, 1.0),
    )
    outline = smooth([(0.0, height + 0.006), (radius * 0.6, height + 0.004), (radius, height)], 8)
    return lathe(outline[::-1], g.material, hand=0.01, segments=64)
