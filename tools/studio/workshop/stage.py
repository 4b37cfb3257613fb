"""The one studio: seamless warm ground, soft key light from the left, a long lens.

The set grows and shrinks with what stands on it, so that a cup and a floor lamp are lit alike and
weigh alike in their frames. Lengths are metres, angles degrees.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import bpy
import numpy as np
from mathutils import Matrix, Vector

from workshop.materials import Material
from workshop.nodes import Graph, linear
from workshop.profiles import Points

GROUND = "#EBE0CF"
#: Raised when light, film or materials change so much that every picture is to be taken anew.
EDITION = 1
LENS = 80.0
Setting = Literal["floor", "room", "wall", "hanging"]


@dataclass(frozen=True)
class View:
    """Where the camera stands, how much of the frame the subject may take, how bright the room is.

    `look` and `close` step up to a detail after framing the whole; `dim` under 1 is dusk, in which
    lamps glow; `blur` opens the aperture, in shares of the distance.
    """

    pitch: float = 12.0
    turn: float = 0.0
    fill: tuple[float, float] = (0.74, 0.70)
    weight: float = 0.56
    centre: tuple[float, float] = (0.5, 0.47)
    setting: Setting = "floor"
    lens: float = LENS
    dim: float = 1.0
    blur: float = 0.0
    focus: tuple[float, float, float] | None = None
    close: float = 1.0
    look: tuple[float, float, float] | None = None


@dataclass(frozen=True)
class Exposure:
    """Size in pixels and effort of one picture."""

    width: int
    height: int
    samples: int
    threads: int = 1


def clear() -> None:
    """An empty scene without anything of the last picture."""
    bpy.ops.wm.read_factory_settings(use_empty=True)


def photograph(path: str, view: View, exposure: Exposure) -> None:
    """Light, frame and render everything in the scene to a PNG file."""
    scene = bpy.context.scene
    _engine(scene, exposure)
    bpy.context.view_layer.update()
    points = _seen_points()
    camera, reach = _frame(points, view, exposure.width / exposure.height)
    scene.camera = camera
    _set(view.setting, reach, points)
    _lights(reach, points, view)
    scene.render.filepath = path
    bpy.ops.render.render(write_still=True)


def _engine(scene: bpy.types.Scene, exposure: Exposure) -> None:
    render, cycles = scene.render, scene.cycles
    render.engine = "CYCLES"
    cycles.device = "CPU"
    render.threads_mode = "FIXED"
    render.threads = exposure.threads
    cycles.samples = exposure.samples
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.1
    cycles.adaptive_min_samples = 8
    cycles.use_denoising = True
    cycles.denoiser = "OPENIMAGEDENOISE"
    cycles.denoising_prefilter = "FAST"
    cycles.max_bounces = 10
    cycles.diffuse_bounces = 2
    cycles.glossy_bounces = 3
    cycles.transmission_bounces = 8
    cycles.transparent_max_bounces = 8
    cycles.caustics_reflective = False
    cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 4.0
    cycles.use_light_tree = False
    render.resolution_x, render.resolution_y = exposure.width, exposure.height
    render.resolution_percentage = 100
    render.image_settings.file_format = "PNG"
    scene.view_settings.view_transform = "AgX"
    scene.view_settings.look = "AgX - Medium High Contrast"
    scene.view_settings.exposure = 0.1


def _seen_points() -> Points:
    """The corners that must be in the picture, in world space."""
    graph = bpy.context.evaluated_depsgraph_get()
    found = []
    for thing in bpy.context.scene.objects:
        if thing.type != "MESH" or thing.get("unframed"):
            continue
        evaluated = thing.evaluated_get(graph)
        data = evaluated.to_mesh()
        flat = np.empty(len(data.vertices) * 3)
        data.vertices.foreach_get("co", flat)
        matrix = np.array(evaluated.matrix_world)
        found.append(flat.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3])
        evaluated.to_mesh_clear()
    return np.concatenate(found)


def _frame(points: Points, view: View, aspect: float) -> tuple[bpy.types.Object, float]:
    """A camera that gives the subject its place and weight in the frame, and its distance."""
    data = bpy.data.cameras.new("camera")
    camera = bpy.data.objects.new("camera", data)
    bpy.context.scene.collection.objects.link(camera)
    data.lens = view.lens
    data.sensor_fit = "VERTICAL"
    data.sensor_height = 36.0 if aspect < 1 else 24.0
    data.clip_start, data.clip_end = 0.005, 500.0
    low, high = points.min(axis=0), points.max(axis=0)
    middle = (low + high) / 2
    pitch, turn = math.radians(view.pitch), math.radians(view.turn)
    toward = np.array(
        [math.sin(turn) * math.cos(pitch), -math.cos(turn) * math.cos(pitch), math.sin(pitch)]
    )
    half = data.sensor_height / 2 / view.lens
    distance = float(np.linalg.norm(high - low)) / (2 * half)
    width = height = 1.0
    middle_u = middle_v = 0.0
    for _ in range(12):
        u, v = _project(points, middle + toward * distance, -toward, half, aspect)
        width, height = (u.max() - u.min()) / 2, (v.max() - v.min()) / 2
        middle_u, middle_v = (u.max() + u.min()) / 4 + 0.5, (v.max() + v.min()) / 4 + 0.5
        most = max(
            width / view.fill[0], height / view.fill[1], math.sqrt(width * height) / view.weight
        )
        distance *= most**0.9
    reach = distance
    if view.look is not None:
        middle = np.array(view.look)
        middle_u = middle_v = 0.5
    eye = middle + toward * distance * view.close
    direction = Vector(-toward)
    camera.matrix_world = (
        Matrix.Translation(eye) @ direction.to_track_quat("-Z", "Y").to_matrix().to_4x4()
    )
    # With the sensor fitted upright, both shifts count in heights of the picture.
    data.shift_x = (middle_u - view.centre[0]) * aspect
    data.shift_y = middle_v - view.centre[1]
    if view.blur:
        data.dof.use_dof = True
        target = Vector(view.focus) if view.focus else Vector(middle)
        data.dof.focus_distance = (target - Vector(eye)).dot(direction)
        data.dof.aperture_fstop = view.lens / 1000 / max(distance * view.blur, 1e-6)
    return camera, reach


def _project(
    points: Points, eye: Points, forward: Points, half: float, aspect: float
) -> tuple[Points, Points]:
    """Frame coordinates, each from -1 to 1."""
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    up = np.cross(right, forward)
    offset = points - eye
    depth = offset @ forward
    return offset @ right / depth / half / aspect, offset @ up / depth / half


def _set(setting: Setting, reach: float, points: Points) -> None:
    """The paper roll, or the plastered wall that things hang on."""
    if setting == "wall":
        y = float(points[:, 1].max()) + 0.0005
        corners = [(-1, y, -1), (1, y, -1), (1, y, 1), (-1, y, 1)]
        sheet = [(x * reach * 6, depth, z * reach * 6) for x, depth, z in corners]
        _paper(sheet, [(0, 1, 2, 3)])
        return
    floor = float(points[:, 2].min()) - (reach * 0.9 if setting == "hanging" else 0.0)
    bend, back = reach * 0.38, reach * (0.30 if setting == "hanging" else 0.42)
    if setting == "room":
        bend = reach * 0.004
        back = float(points[:, 1].max()) - bend + 0.0005
    turn = np.linspace(0, math.pi / 2, 24)
    line = [(-reach * 3.0, floor)]
    if setting == "room":
        # What leans here may be a mirror: the paper comes round behind the camera as well.
        wide = reach * 1.5
        line = [
            (-reach * 1.4 - wide * math.sin(a), floor + wide * (1 - math.cos(a)))
            for a in turn[::-1]
        ]
    line += [(back + bend * math.sin(a), floor + bend * (1 - math.cos(a))) for a in turn]
    line += [(back + bend, floor + reach * 5)]
    vertices = [(x * reach * 4, y, z) for y, z in line for x in (-1, 1)]
    faces = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(line) - 1)]
    _paper(vertices, faces)


def _paper(vertices: Iterable[tuple[float, float, float]], faces: list[tuple[int, ...]]) -> None:
    data = bpy.data.meshes.new("ground")
    data.from_pydata(list(vertices), [], faces)
    data.polygons.foreach_set("use_smooth", [True] * len(data.polygons))
    data.materials.append(_ground_material())
    bpy.context.scene.collection.objects.link(bpy.data.objects.new("ground", data))


def _ground_material() -> Material:
    g = Graph("ground")
    g.connect(g.node("BsdfDiffuse", color=linear(GROUND)).outputs[0], g.output.inputs["Surface"])
    return g.material


def _lights(reach: float, points: Points, view: View) -> None:
    """Key from the left, a weak cool fill from the right, a lift on the background."""
    middle = Vector((points.min(axis=0) + points.max(axis=0)) / 2)
    s = reach / 3.0
    power = s * s * view.dim

    def area(
        at: tuple[float, float, float],
        size: float,
        watts: float,
        colour: tuple[float, float, float],
    ) -> None:
        data = bpy.data.lights.new("light", "AREA")
        data.shape = "RECTANGLE"
        data.size, data.size_y = size * s, size * s * 1.25
        data.energy = watts * power
        data.color = colour
        lamp = bpy.data.objects.new("light", data)
        lamp.location = middle + Vector(at) * s
        aim = middle - lamp.location
        lamp.rotation_euler = aim.to_track_quat("-Z", "Y").to_euler()
        bpy.context.scene.collection.objects.link(lamp)

    if view.setting == "wall":
        area((-2.2, -2.5, 1.7), 1.1, 205, (1.0, 0.955, 0.90))
        area((2.4, -2.6, 0.6), 1.6, 30, (0.97, 0.98, 1.0))
    else:
        area((-2.1, -1.0, 2.0), 1.0, 128, (1.0, 0.955, 0.90))
        area((2.2, -1.6, 1.0), 1.6, 18, (0.97, 0.98, 1.0))
        area((-0.3, 0.4, 2.6), 1.6, 34, (1.0, 0.97, 0.93))
    _room(bpy.context.scene, view.dim)


def _room(scene: bpy.types.Scene, dim: float) -> None:
    """What polished things mirror: a room brighter above and to the left than below and right."""
    world = bpy.data.worlds.new("room")
    scene.world = world
    world.use_nodes = True
    tree = world.node_tree
    sky = tree.nodes["Background"]
    where = tree.nodes.new("ShaderNodeTexCoord")
    tilt = tree.nodes.new("ShaderNodeVectorMath")
    tilt.operation = "DOT_PRODUCT"
    tilt.inputs[1].default_value = (-0.45, 0.25, 0.85)
    tree.links.new(where.outputs["Generated"], tilt.inputs[0])
    ramp = tree.nodes.new("ShaderNodeMapRange")
    ramp.inputs["From Min"].default_value = -0.8
    ramp.inputs["From Max"].default_value = 0.9
    ramp.inputs["To Min"].default_value = 0.10 * dim
    ramp.inputs["To Max"].default_value = 0.62 * dim
    tree.links.new(tilt.outputs["Value"], ramp.inputs["Value"])
    tree.links.new(ramp.outputs[0], sky.inputs[1])
    sky.inputs[0].default_value = (1.0, 0.965, 0.92, 1.0)
    world.cycles.sampling_method = "NONE"
