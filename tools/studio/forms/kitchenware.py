"""Boards, jars, pots and the mortar."""

from __future__ import annotations

import math

import numpy as np

from forms.metalware import wooden_spoon
from forms.potting import Millimetres, throw
from forms.registry import Object, Ware, arrangement, make, piece
from workshop import materials
from workshop.nodes import Graph, pigment, shade
from workshop.profiles import Points, ellipse, normals, smooth, solid, vessel
from workshop.shapes import block, group, lathe, place, slab, tube
from workshop.stage import View


def _long_board(ware: Ware) -> Object:
    """Lying along x with its round end to the right."""
    turn = np.linspace(-math.pi / 2, math.pi / 2, 40)
    end = [(0.16 + 0.1 * math.cos(a), 0.1 * math.sin(a)) for a in turn]
    outline = np.array([(-0.253, -0.1), *end, (-0.253, 0.1), (-0.26, 0.093), (-0.26, -0.093)])
    hole = ellipse(0.02, 0.02, 40) + [0.222, 0.0]
    oak = materials.wood("oak", oiled=True) if ware.wish("oiled", False) else ware.main()
    return slab(outline, 0.022, 0.003, oak, holes=[hole])


def leaning(thing: Object, length: float, back: float, tilt: float = 78.0) -> Object:
    """Stand a board that lies along x on its left end and lean it back against the wall."""
    upright = place(thing, (0, 0, 0), (0, -90, 0))
    return group(
        [group([upright], (0, 0, length / 2), (0, 0, 90))], (0, back, 0), (tilt - 90, 0, 0)
    )


@piece(
    "long-board",
    front=View(pitch=7, fill=(0.74, 0.74), setting="room"),
    sizes=View(pitch=7, fill=(0.74, 0.74), weight=0.6, setting="room"),
    detail=View(
        pitch=42, turn=24, look=(0.17, -0.01, 0.02), close=0.42, blur=0.012, focus=(0.17, 0, 0.02)
    ),
)
def long_board(ware: Ware) -> Object:
    board = _long_board(ware)
    if ware.wish("flat", False):
        return group([board])
    return leaning(board, 0.52, 0)


@arrangement("long-board", "detail")
def _flat_board(ware: Ware) -> None:
    make("long-board", ware.value, flat=True)


@arrangement("long-board", "sizes")
def _two_boards(ware: Ware) -> None:
    make("long-board", ware.value, (-0.125, 0, 0))
    make("long-board", ware.value, (0.12, 0.024, 0), scale=0.77, seed=3)


def _end_grain(seed: int) -> materials.Material:
    """A square of walnut seen along its trunk: arcs of year rings and open pores."""
    rng = np.random.default_rng(seed)
    g = Graph("end grain")
    rings = g.tree.nodes.new("ShaderNodeTexWave")
    rings.wave_type = "RINGS"
    rings.rings_direction = "Z"
    shift = g.tree.nodes.new("ShaderNodeMapping")
    g.connect(g.tree.nodes.new("ShaderNodeTexCoord").outputs["Object"], shift.inputs["Vector"])
    angle = rng.uniform(0, 6.28)
    far = rng.uniform(0.04, 0.12)
    shift.inputs["Location"].default_value = (far * math.cos(angle), far * math.sin(angle), 0)
    g.connect(shift.outputs[0], rings.inputs["Vector"])
    g.feed(rings, scale=rng.uniform(55, 90), distortion=1.5, detail=2.0, detail_scale=2.0)
    pores = g.noise(1500.0, 2.0)
    tone = rng.uniform(0.75, 1.2)
    early, late = shade(pigment("#6A4A35"), tone), shade(pigment("#463022"), tone)
    base = g.mix(g.range(rings.outputs[1], 0.2, 0.9, (0.0, 0.8)), early, late)
    base = g.mix(g.range(pores, 0.58, 0.66, (0.0, 0.6)), base, shade(late, 0.5))
    g.set(base_color=base, roughness=0.5, specular_ior_level=0.3)
    return g.material


@piece(
    "end-grain-block",
    front=View(pitch=32, turn=24, fill=(0.8, 0.66)),
    detail=View(
        pitch=34,
        turn=30,
        look=(0.12, -0.08, 0.04),
        close=0.42,
        blur=0.01,
        focus=(0.14, -0.12, 0.05),
    ),
)
def end_grain_block(ware: Ware) -> Object:
    del ware
    squares = []
    for i in range(10):
        for k in range(7):
            at = (-0.18 + 0.04 * i, -0.12 + 0.04 * k, 0.0)
            squares.append(block((0.04005, 0.04005, 0.05), 0.0007, _end_grain(i * 7 + k), at))
    return group(squares)


@piece(
    "storage-jar",
    front=View(pitch=11),
    sizes=View(pitch=11, fill=(0.8, 0.6), weight=0.6),
    detail=View(pitch=22, turn=-8, look=(0.035, 0, 0.10), close=0.92),
)
def storage_jar(ware: Ware) -> Object:
    wall: Millimetres = [
        (52, 0),
        (57, 3),
        (61.5, 14),
        (62.5, 30),
        (62.5, 160),
        (61.5, 168),
        (62, 170),
    ]
    pot = throw(wall, ware.main(foot=0.004), wall=5, floor=8, foot=4, rings=0.2, seed=7)
    parts = [pot]
    if ware.wish("lid", True):
        parts.append(place(_jar_lid(ware), (0, 0, 0.1702)))
    return group(parts)


def _jar_lid(ware: Ware) -> Object:
    outline = smooth(
        [(0, 0), (60, 0), (62.3, 1.4), (63, 4), (63, 13), (61.8, 16.5), (58, 18), (58, 18), (20, 18.4), (11, 19.5), (8.4, 23),
         (10, 27), (14.6, 31), (15.6, 35), (13, 38.6), (0, 39.6)], 6
    )  # fmt: skip
    return lathe(outline / 1000, ware.part("lid", axis="x", seed=1), segments=96)


@arrangement("storage-jar", "sizes")
def _three_jars(ware: Ware) -> None:
    make("storage-jar", ware.value, (-0.142, 0.03, 0))
    make("storage-jar", ware.value, (-0.006, -0.01, 0), scale=0.78, seed=1)
    make("storage-jar", ware.value, (0.106, -0.03, 0), scale=0.6, seed=2)


@arrangement("storage-jar", "detail")
def _open_jar(ware: Ware) -> None:
    make("storage-jar", ware.value, lid=False)
    lid = _jar_lid(ware)
    tilt = math.radians(66)
    place(lid, (0.112 - 0.0, -0.04, 0.063 * math.sin(tilt)), (0, 0, 0))
    place(lid, (0.0955, -0.03, 0.0585), (0, -66, 14))


@piece(
    "salt-cellar",
    front=View(pitch=10, weight=0.5),
    angle=View(pitch=16, turn=-52, weight=0.52),
)
def salt_cellar(ware: Ware) -> Object:
    dome: Millimetres = [
        (40, 0), (43, 3), (53, 24), (55, 46), (50, 78), (38, 102), (20, 116), (6, 120),
    ]  # fmt: skip
    outer = throw(
        dome, ware.main(foot=0.005), wall=5, floor=8, foot=4, hand=0.004, rings=0.2, seed=4
    )
    cap = place(
        lathe(
            solid(np.array([(0.0062, -0.0008), (0.0045, 0.0006), (0.002, 0.0012)])),
            ware.main(),
            segments=32,
        ),
        (0, 0, 0.1196),
    )
    _cut_mouth(outer)
    lip_path = _mouth_edge()
    lip = tube(lip_path, 0.0029, ware.main(), closed=True, sides=14)
    salt = lathe(
        smooth([(0.0, 0.052), (0.03, 0.05), (0.048, 0.047)], 8)[::-1],
        _salt(),
        hand=0.03,
        segments=64,
    )
    return group([outer, cap, lip, salt])


def _mouth(direction: Points) -> Points:
    """Signed distance (mm, negative inside) of a point from the oval mouth in the front slope."""
    x, z = direction[:, 0] * 1000, direction[:, 2] * 1000
    return np.hypot(x / 33, (z - 74) / 23) - 1


def _cut_mouth(pot: Object) -> None:
    import bmesh  # noqa: PLC0415 - the only cut in the whole studio

    data = bmesh.new()
    data.from_mesh(pot.data)
    gone = [
        f for f in data.faces
        if f.calc_center_median().y < -0.012
        and _mouth(np.array([f.calc_center_median()]))[0] < -0.01
        and f.calc_center_median().z > 0.03
    ]  # fmt: skip
    bmesh.ops.delete(data, geom=gone, context="FACES")
    data.to_mesh(pot.data)
    data.free()


def _mouth_edge() -> Points:
    heights = np.array([24, 46, 78, 102, 116]) / 1000
    radii = np.array([53, 55, 50, 38, 20]) / 1000 - 0.0025
    out = []
    for a in np.linspace(0, 2 * math.pi, 72, endpoint=False):
        x, z = 0.033 * math.cos(a), 0.074 + 0.023 * math.sin(a)
        radius = float(np.interp(z, heights, radii))
        out.append((x, -math.sqrt(max(radius**2 - x**2, 1e-6)), z))
    return np.array(out)


def _salt() -> materials.Material:
    g = Graph("salt")
    grains = g.noise(1500.0, 3.0)
    g.set(base_color=(0.86, 0.85, 0.83), roughness=0.6, normal=g.bump(grains, 0.002, 1.0))
    return g.material


@piece("utensil-pot", front=View(pitch=10), detail=View(pitch=26, look=(0, 0, 0.12), close=0.62))
def utensil_pot(ware: Ware) -> Object:
    wall: Millimetres = [(58, 0), (62, 2.5), (64.5, 8), (65, 30), (65, 120), (64.6, 157), (65, 160)]
    parts = [throw(wall, ware.main(foot=0.005), wall=6, floor=8, foot=4, rings=0.55, seed=2)]
    if ware.wish("spoons", True):
        for i, (turn, tilt) in enumerate(((20, 15.0), (150, 15.8), (262, 14.2))):
            spoon = wooden_spoon(300 - 14 * i, 54 + 4 * (i % 2), ware.part("spoons", seed=i))
            inner = group([place(spoon, (0.0125, 0, 0), (0, -90, 0))], (0.0, 0, 0), (0, 0, 70 * i))
            tipped = group([inner], (0, 0, 0), (0, tilt, 0))
            a = math.radians(turn)
            group([tipped], (0.011 * math.cos(a), 0.011 * math.sin(a), 0.013), (0, 0, turn))
            parts.append(tipped.parent)
    return group(parts)


@arrangement("utensil-pot", "detail")
def _empty_pot(ware: Ware) -> None:
    make("utensil-pot", ware.value, spoons=False)


@piece("mortar-and-pestle", front=View(pitch=17), angle=View(pitch=44, turn=-15, weight=0.58))
def mortar_and_pestle(ware: Ware) -> Object:
    shape: Millimetres = [
        (50, 0),
        (53, 3),
        (54, 9),
        (52, 16),
        (60, 30),
        (74, 58),
        (79.5, 84),
        (80, 90),
    ]
    body = throw(shape, ware.main(), wall=13, floor=18, foot=4, rings=0.4, seed=5)
    inside = _combed_lining(ware, shape)
    head = lathe(
        solid(smooth([(0.002, 0), (0.013, 0.004), (0.0185, 0.016), (0.0175, 0.030), (0.0125, 0.044), (0.0115, 0.052)], 8)),
        ware.part("inside"), segments=64,
    )  # fmt: skip
    grip = lathe(
        solid(smooth([(0.0112, 0.052), (0.0118, 0.06), (0.0105, 0.09), (0.0125, 0.125), (0.0138, 0.142), (0.0095, 0.1535), (0.003, 0.155)], 8)),
        ware.part("handle", axis="z"), segments=64,
    )  # fmt: skip
    pestle = place(group([head, grip]), (-0.018, -0.006, 0.0215), (4, 38, 0))
    return group([body, inside, pestle])


def _combed_lining(ware: Ware, shape: Millimetres) -> Object:
    """The unglazed, combed inside, a hair above the glazed wall."""
    outer = smooth([(r / 1000, z / 1000) for r, z in shape], 12)
    closed = vessel(outer, 0.013, 0.018, 0.004)
    inside = closed[len(closed) // 2 :]
    inside = inside[(inside[:, 1] < 0.076) & (inside[:, 1] > 0.0175) & (inside[:, 0] < 0.066)]
    inside = smooth(inside[::2], 4)
    comb = 0.0011 + 0.0006 * np.sin(
        np.cumsum(np.linalg.norm(np.gradient(inside, axis=0), axis=1)) * 2400
    )
    return lathe(inside - normals(inside) * -comb[:, None], ware.part("inside"), segments=128)
