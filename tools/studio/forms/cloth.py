"""Cloth: folded stacks with soft edges, and cushions blown up until their seams pull."""

from __future__ import annotations

import math

import numpy as np
from mathutils import Matrix

from forms.registry import Object, Ware, arrangement, make, piece
from workshop import materials
from workshop.materials import Material
from workshop.profiles import Points, smooth
from workshop.shapes import group, mesh, place, soften, tube
from workshop.stage import View
from workshop.surfaces import colour_of


def folded(
    width: float,
    depth: float,
    layers: int,
    thickness: float,
    material: Material,
    *,
    seed: int = 0,
    loose: float = 1.0,
) -> Object:
    """A cloth folded back and forth into a stack on z = 0, its folds to the front and back."""
    rng = np.random.default_rng(seed)
    line: list[tuple[float, float]] = []
    pitch = thickness * 1.12
    for layer in range(layers):
        z = pitch * (layer + 0.5)
        front = -depth / 2 + rng.uniform(-0.6, 0.6) * thickness * loose
        back = depth / 2 + rng.uniform(-0.6, 0.6) * thickness * loose
        run = np.linspace(front, back, 26) if layer % 2 == 0 else np.linspace(back, front, 26)
        swell = 0.14 * thickness * loose * np.sin(run / depth * 7 + seed + layer)
        line += [(y, z + s * (layer + 0.3) / layers) for y, s in zip(run, swell, strict=True)]
        if layer < layers - 1:
            outward = 1 if layer % 2 == 0 else -1
            edge = run[-1]
            for step in range(1, 7):
                a = math.pi * step / 7
                line.append(
                    (edge + outward * pitch * 0.62 * math.sin(a), z + pitch / 2 * (1 - math.cos(a)))
                )
    path = np.array(line)
    return _ribbon(path, width, thickness, material, rng, loose)


def _ribbon(
    path: Points,
    width: float,
    thickness: float,
    material: Material,
    rng: np.random.Generator,
    loose: float,
) -> Object:
    """Give a line in the (y, z) plane its width along x and its thickness."""
    step = np.gradient(path, axis=0)
    step /= np.maximum(np.linalg.norm(step, axis=1, keepdims=True), 1e-9)
    across = np.stack([-step[:, 1], step[:, 0]], axis=1)
    upper, lower = path + across * thickness / 2, path - across * thickness / 2
    loop = np.concatenate([upper, lower[::-1]])
    columns = 60
    count = len(loop)
    along = np.concatenate([np.linspace(0, 1, len(path)), np.linspace(1, 0, len(path))])
    phase = rng.uniform(0, 6, 4)
    jitter = (
        thickness
        * 0.5
        * loose
        * (np.sin(along * 23 + phase[0]) + 0.6 * np.sin(along * 51 + phase[1]))
    )
    vertices = []
    for k in range(columns):
        s = k / (columns - 1) * 2 - 1
        x = s * (width / 2 + jitter)
        top = np.clip(loop[:, 1] / max(float(loop[:, 1].max()), 1e-9), 0, 1)
        wave = (
            0.22
            * thickness
            * loose
            * top
            * (
                np.sin(s * 5 + phase[2] + loop[:, 0] * 9)
                + 0.5 * np.sin(s * 11 + phase[3] - loop[:, 0] * 17)
            )
        )
        droop = -0.35 * thickness * loose * top * abs(s) ** 6
        pull = 0.25 * thickness * loose * np.sin(s * 7 + phase[0])
        vertices.append(np.stack([x, loop[:, 0] + pull, loop[:, 1] + wave + droop], axis=1))
    points = np.concatenate(vertices)
    points[:, 2] = np.maximum(points[:, 2], 0.0)
    faces: list[tuple[int, ...]] = [
        (
            k * count + i,
            k * count + (i + 1) % count,
            (k + 1) * count + (i + 1) % count,
            (k + 1) * count + i,
        )
        for k in range(columns - 1)
        for i in range(count)
    ]
    half = len(path)
    for k, flip in ((0, False), (columns - 1, True)):
        for i in range(half - 1):
            quad = (
                k * count + i,
                k * count + i + 1,
                k * count + count - 2 - i,
                k * count + count - 1 - i,
            )
            faces.append(quad[::-1] if flip else quad)
    thing = mesh("folded", points, faces, material)
    soften(thing, thickness * 0.3, 3)
    return thing


def fringe(
    width: float, at: tuple[float, float], drop: float, material: Material, seed: int = 0
) -> list[Object]:
    """Twisted tassels along a front edge at (y, z), falling `drop` and turning out on the ground."""
    rng = np.random.default_rng(seed)
    y, z = at
    count = int(width / 0.0085)
    tassels = []
    for i in range(count):
        x = -width / 2 + (i + 0.5) * width / count + rng.uniform(-0.001, 0.001)
        sway, out = rng.uniform(-0.006, 0.006), rng.uniform(0.004, 0.012)
        low = max(z - drop, 0.0022)
        way = smooth(
            [
                (x, y + 0.006, z),
                (x, y - 0.004, z - 0.002),
                (x + sway * 0.4, y - 0.009, (z + low) / 2),
                (x + sway, y - 0.009 - out, low),
            ],
            5,
        )
        tassels.append(tube(way, [0.0019, 0.0021, 0.0021, 0.0016], material, sides=8))
    return tassels


def cushion(width: float, height: float, plump: float, material: Material, seed: int = 0) -> Object:
    """A filled cushion standing in the xz plane on z = 0, its seam pulled in and creased."""
    n, m = 72, max(int(72 * height / width), 36)
    u = np.linspace(-1, 1, n)
    v = np.linspace(-1, 1, m)
    gu, gv = np.meshgrid(u, v, indexing="ij")
    rng = np.random.default_rng(seed)
    body = ((1 - np.abs(gu) ** 2.6) * (1 - np.abs(gv) ** 2.6)).clip(0) ** 0.6
    x = gu * width / 2 * (1 - 0.075 * (1 - gv**2) ** 1.2 * np.abs(gu) ** 3)
    pull = np.where(gv > 0, 0.075, 0.012)  # Its own weight straightens the seam it stands on.
    z = gv * height / 2 * (1 - pull * (1 - gu**2) ** 1.2 * np.abs(gv) ** 3)
    crease = _creases(gu, gv, rng)
    sides = []
    for sign in (-1, 1):
        lump = 0.05 * np.sin(3 * gu + rng.uniform(0, 6)) * np.cos(2.6 * gv + rng.uniform(0, 6))
        depth = plump / 2 * body * (1 + lump) + crease * plump * body.clip(0, 0.75) * 0.6
        sides.append(np.stack([x, sign * (depth + 0.0008), z + height / 2], axis=-1).reshape(-1, 3))
    faces = [
        (i * m + k, (i + 1) * m + k, (i + 1) * m + k + 1, i * m + k + 1)
        for i in range(n - 1)
        for k in range(m - 1)
    ]
    back = [tuple(n * m + j for j in reversed(face)) for face in faces]
    rim = [*[(i, 0) for i in range(n)], *[(n - 1, k) for k in range(1, m)], *[(i, m - 1) for i in range(n - 2, -1, -1)],
           *[(0, k) for k in range(m - 2, 0, -1)]]  # fmt: skip
    ring = [i * m + k for i, k in rim]
    hem = [(a, n * m + a, n * m + b, b) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)]
    thing = mesh("cushion", np.concatenate(sides), [*faces, *back, *hem], material)
    thing.modifiers.new("soft", "SUBSURF").render_levels = 1
    points = np.array([vertex.co for vertex in thing.data.vertices])
    thing.data.transform(Matrix.Translation((0, 0, -float(points[:, 2].min()))))
    return thing


def _creases(gu: Points, gv: Points, rng: np.random.Generator) -> Points:
    """Folds that run from the corners and the seam towards the middle and die away there."""
    total = np.zeros_like(gu)
    for cu in (-1, 1):
        for cv in (-1, 1):
            du, dv = gu - cu, gv - cv
            away = np.hypot(du, dv)
            angle = np.arctan2(dv, du)
            fold = np.sin(angle * 9 + rng.uniform(0, 6)) + 0.6 * np.sin(
                angle * 15 + rng.uniform(0, 6)
            )
            total += 0.075 * fold * np.exp(-((away - 0.25) ** 2) / 0.09)
    seam = np.maximum(np.abs(gu), np.abs(gv))
    along = np.where(np.abs(gu) > np.abs(gv), gv, gu)
    total += 0.022 * np.sin(along * 21 + rng.uniform(0, 6)) * np.exp(-((1 - seam) ** 2) / 0.02)
    for _ in range(3):
        a, phase, off = rng.uniform(0, math.pi), rng.uniform(0, 6), rng.uniform(-0.4, 0.4)
        s, t = gu * math.cos(a) + gv * math.sin(a), gv * math.cos(a) - gu * math.sin(a)
        total += 0.034 * np.sin(t * 4 + phase) * np.exp(-((s - off) ** 2) / 0.02)
    return total


@piece(
    "linen-cushion",
    front=View(pitch=7, turn=-12, fill=(0.74, 0.64), setting="room"),
    detail=View(
        pitch=12,
        turn=-22,
        look=(0.1, -0.03, 0.3),
        close=0.36,
        blur=0.012,
        focus=(0.15, -0.06, 0.3),
        setting="room",
    ),
    group=View(pitch=8, turn=-10, fill=(0.84, 0.66), weight=0.62, setting="room"),
)
def linen_cushion(ware: Ware) -> Object:
    pad = cushion(0.45, 0.45, 0.165, ware.main(plane="xz"), seed=3 + ware.seed)
    return group([place(pad, (0, 0, 0), (-14, 0, 0))])


@arrangement("linen-cushion", "group")
def _four_cushions(ware: Ware) -> None:
    for i, value in enumerate(ware.product.colours):
        make("linen-cushion", value, (-0.30 + 0.20 * i, -0.14 * i, 0.0), (4, -3, 2, 5)[i], seed=i)


@piece(
    "striped-cushion",
    front=View(pitch=7, turn=-10, fill=(0.8, 0.62), setting="room"),
    detail=View(
        pitch=10,
        turn=-20,
        look=(0.1, -0.05, 0.2),
        close=0.34,
        blur=0.012,
        focus=(0.1, -0.07, 0.2),
        setting="room",
    ),
)
def striped_cushion(ware: Ware) -> Object:
    of = ware.product.materials
    cloth = materials.twill(colour_of(of["body"]), stripe=colour_of(of["stripe"]))
    pad = cushion(0.6, 0.35, 0.145, cloth, seed=8)
    return group([place(pad, (0, 0, 0), (-14, 0, 0))])


@piece(
    "wool-throw",
    front=View(pitch=17, turn=-20, fill=(0.8, 0.6)),
    detail=View(
        pitch=16,
        turn=-24,
        look=(0.03, -0.14, 0.035),
        close=0.4,
        blur=0.012,
        focus=(0.03, -0.16, 0.03),
    ),
)
def wool_throw(ware: Ware) -> Object:
    cloth = ware.main()
    stack = folded(0.38, 0.29, 7, 0.0115, cloth, seed=4, loose=1.2)
    hang = [stack]
    if ware.wish("fringe", True):
        hang += fringe(0.372, (-0.1495, 0.0785), 0.042, cloth, seed=2)
    return group(hang)


@piece(
    "waffle-throw",
    front=View(pitch=18, turn=-20, fill=(0.8, 0.6)),
    detail=View(
        pitch=26,
        turn=-24,
        look=(0.05, -0.12, 0.07),
        close=0.4,
        blur=0.012,
        focus=(0.04, -0.15, 0.07),
    ),
)
def waffle_throw(ware: Ware) -> Object:
    return group([folded(0.4, 0.31, 6, 0.012, ware.main(), seed=9, loose=1.35)])
