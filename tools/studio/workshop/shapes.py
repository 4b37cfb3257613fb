"""Solids: what the lathe, the saw and the bending iron make of a profile.

Every function returns an object already in the scene, in metres, standing where it was asked for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import bpy
import numpy as np

from workshop.profiles import Points

Material = bpy.types.Material
Object = bpy.types.Object
Vector3 = tuple[float, float, float]
ORIGIN: Vector3 = (0.0, 0.0, 0.0)


def mesh(name: str, vertices: Points, faces: Sequence[Sequence[int]], material: Material) -> Object:
    """A smooth-shaded object from plain arrays."""
    data = bpy.data.meshes.new(name)
    data.from_pydata([tuple(v) for v in vertices], [], [tuple(f) for f in faces])
    data.validate()
    data.update()
    data.polygons.foreach_set("use_smooth", [True] * len(data.polygons))
    data.materials.append(material)
    thing = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def place(thing: Object, at: Vector3 = ORIGIN, turn: Vector3 = ORIGIN) -> Object:
    """Move and turn (degrees) one object."""
    thing.location = at
    thing.rotation_euler = tuple(math.radians(a) for a in turn)
    return thing


def group(things: Sequence[Object], at: Vector3 = ORIGIN, turn: Vector3 = ORIGIN) -> Object:
    """Hang objects on one handle, so that a composed thing moves as a whole."""
    handle = bpy.data.objects.new("group", None)
    bpy.context.scene.collection.objects.link(handle)
    for thing in things:
        if thing.parent is None:
            thing.parent = handle
    return place(handle, at, turn)


def lathe(
    profile: Points,
    material: Material,
    *,
    hand: float = 0.0,
    seed: int = 0,
    rings: float = 0.0,
    segments: int = 128,
    shape: Callable[[Points], Points] | None = None,
) -> Object:
    """Turn a profile round the upright axis.

    `hand` is how far (as a share of the radius) the potter's hand shows as ovality and drift,
    `rings` the depth of throwing rings in metres, `shape` a last change of the vertices.
    """
    profile = np.asarray(profile, dtype=float)
    turn = np.linspace(0, 2 * math.pi, segments, endpoint=False)
    radius, height = profile[:, 0], profile[:, 1]
    rng = np.random.default_rng(seed)
    phases = rng.uniform(0, 2 * math.pi, 4)
    tall = max(float(height.max() - height.min()), 1e-6)
    a, z = np.meshgrid(turn, height, indexing="ij")
    r = np.repeat(radius[None, :], segments, axis=0)
    up = (z - height.min()) / tall
    wobble = (
        np.sin(2 * a + phases[0] + 1.2 * up)
        + 0.5 * np.sin(3 * a + phases[1] - 2 * up)
        + 0.4 * np.sin(a + phases[2]) * up
    )
    r = r * (1 + hand * wobble * (0.25 + up))
    if rings:
        r = r + rings * np.sin(z / tall * 46 + 0.6 * np.sin(a + phases[3])) * (r > 4 * rings)
    vertices = np.stack([r * np.cos(a), r * np.sin(a), z], axis=-1).reshape(-1, 3)
    if shape is not None:
        vertices = shape(vertices)
    thing = mesh("lathe", vertices, _grid_faces(segments, len(profile), closed=True), material)
    weld = thing.modifiers.new("poles", "WELD")
    weld.merge_threshold = 1e-6
    thing.modifiers.new("normals", "WEIGHTED_NORMAL")
    return thing


def _grid_faces(rows: int, columns: int, *, closed: bool) -> list[tuple[int, int, int, int]]:
    last = rows if closed else rows - 1
    return [
        (
            i * columns + k,
            (i + 1) % rows * columns + k,
            (i + 1) % rows * columns + k + 1,
            i * columns + k + 1,
        )
        for i in range(last)
        for k in range(columns - 1)
    ]


def tube(
    path: Sequence[Sequence[float]] | Points,
    radius: float | Sequence[float],
    material: Material,
    *,
    flat: float = 1.0,
    sides: int = 20,
    closed: bool = False,
) -> Object:
    """Bend a round bar along a path; `flat` squeezes its section, a list of radii tapers it."""
    points = np.asarray(path, dtype=float)
    count = len(points)
    radii = np.interp(
        np.linspace(0, 1, count), np.linspace(0, 1, np.size(radius)), np.ravel(radius)
    )
    side, up = _frames(points, closed)
    angle = np.linspace(0, 2 * math.pi, sides, endpoint=False)
    ring = (
        np.cos(angle)[None, :, None] * side[:, None, :] * flat
        + np.sin(angle)[None, :, None] * up[:, None, :]
    )
    vertices = (points[:, None, :] + radii[:, None, None] * ring).reshape(-1, 3)
    faces: list[tuple[int, ...]] = []
    for i in range(count if closed else count - 1):
        for k in range(sides):
            j, n = (i + 1) % count, (k + 1) % sides
            faces.append((i * sides + k, i * sides + n, j * sides + n, j * sides + k))
    if not closed:
        faces.append(tuple(reversed(range(sides))))
        faces.append(tuple(range((count - 1) * sides, count * sides)))
    return mesh("tube", vertices, faces, material)


def _frames(points: Points, closed: bool) -> tuple[Points, Points]:
    """Directions across the path, carried along without twist."""
    if closed:
        tangent = np.roll(points, -1, axis=0) - np.roll(points, 1, axis=0)
    else:
        tangent = np.gradient(points, axis=0)
    tangent /= np.maximum(np.linalg.norm(tangent, axis=1, keepdims=True), 1e-9)
    start = np.array([0.0, 0.0, 1.0]) if abs(tangent[0][2]) < 0.9 else np.array([1.0, 0.0, 0.0])
    side = np.cross(tangent[0], start)
    sides, ups = [], []
    for direction in tangent:
        side = side - direction * np.dot(side, direction)
        side /= np.linalg.norm(side)
        sides.append(side)
        ups.append(np.cross(direction, side))
    return np.array(sides), np.array(ups)


def block(size: Vector3, bevel: float, material: Material, at: Vector3 = ORIGIN) -> Object:
    """A sawn block with soft edges; `at` is the middle of its underside."""
    x, y, z = (s / 2 for s in size)
    corners = np.array([(i * x, j * y, k * z) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)])
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    thing = mesh("block", corners, faces, material)
    soften(thing, bevel)
    return place(thing, (at[0], at[1], at[2] + z))


def soften(thing: Object, bevel: float, segments: int = 4) -> Object:
    """Round the hard edges and keep the flats flat."""
    edge = thing.modifiers.new("edge", "BEVEL")
    edge.width = bevel
    edge.segments = segments
    edge.limit_method = "ANGLE"
    edge.angle_limit = math.radians(40)
    thing.modifiers.new("normals", "WEIGHTED_NORMAL").keep_sharp = True
    return thing


def slab(
    outline: Points,
    thickness: float,
    bevel: float,
    material: Material,
    *,
    holes: Sequence[Points] = (),
    at: Vector3 = ORIGIN,
) -> Object:
    """A sheet cut to an outline, with holes and softened edges, lying with its underside at `at`."""
    curve = bpy.data.curves.new("outline", "CURVE")
    curve.dimensions = "2D"
    curve.fill_mode = "BOTH"
    curve.extrude = max(thickness / 2 - bevel, 1e-5)
    curve.bevel_depth = bevel
    curve.bevel_resolution = 3
    curve.offset = -bevel
    for points in (outline, *holes):
        spline = curve.splines.new("POLY")
        spline.points.add(len(points) - 1)
        spline.points.foreach_set("co", [c for x, y in points for c in (x, y, 0.0, 1.0)])
        spline.use_cyclic_u = True
    draft = bpy.data.objects.new("draft", curve)
    bpy.context.scene.collection.objects.link(draft)
    evaluated = draft.evaluated_get(bpy.context.evaluated_depsgraph_get())
    data = bpy.data.meshes.new_from_object(evaluated)
    bpy.data.objects.remove(draft)
    data.materials.clear()
    data.materials.append(material)
    data.polygons.foreach_set("use_smooth", [True] * len(data.polygons))
    thing = bpy.data.objects.new("slab", data)
    bpy.context.scene.collection.objects.link(thing)
    weld = thing.modifiers.new("weld", "WELD")
    weld.merge_threshold = 1e-6
    thing.modifiers.new("normals", "WEIGHTED_NORMAL")
    return place(thing, (at[0], at[1], at[2] + thickness / 2))


def bar(
    start: Vector3, end: Vector3, radius: float | Sequence[float], material: Material
) -> Object:
    """A straight turned leg or rod, its ends slightly rounded."""
    a, b = np.array(start), np.array(end)
    told = np.ravel(radius)
    length = float(np.linalg.norm(b - a))
    inset = min(0.0015, length * 0.05, float(told.min()) * 0.4)
    soft = inset / length
    stations = np.array(
        [0, soft * 0.3, soft, *np.linspace(0.02, 0.98, 11), 1 - soft, 1 - soft * 0.3, 1]
    )
    stations = np.unique(np.clip(stations, 0, 1))
    radii = np.interp(stations, np.linspace(0, 1, len(told)), told)
    radii[[0, -1]] -= inset
    radii[[1, -2]] -= inset * 0.3
    return _turned(a, b, stations, radii, material)


def _turned(a: Points, b: Points, stations: Points, radii: Points, material: Material) -> Object:
    """A bar whose radius is told at uneven stations along it."""
    points = a + (b - a) * stations[:, None]
    direction = (b - a) / np.linalg.norm(b - a)
    start = np.array([1.0, 0.0, 0.0]) if abs(direction[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    side = np.cross(direction, start)
    side /= np.linalg.norm(side)
    up = np.cross(direction, side)
    angle = np.linspace(0, 2 * math.pi, 32, endpoint=False)
    ring = np.cos(angle)[:, None] * side + np.sin(angle)[:, None] * up
    vertices = (points[:, None, :] + radii[:, None, None] * ring[None]).reshape(-1, 3)
    faces: list[tuple[int, ...]] = [
        (i * 32 + k, i * 32 + (k + 1) % 32, (i + 1) * 32 + (k + 1) % 32, (i + 1) * 32 + k)
        for i in range(len(points) - 1)
        for k in range(32)
    ]
    faces.append(tuple(reversed(range(32))))
    faces.append(tuple(range((len(points) - 1) * 32, len(points) * 32)))
    return mesh("bar", vertices, faces, material)
