"""A thin hand for Blender's shader graphs: make a node, wire it, name nothing twice."""

from __future__ import annotations

from typing import Any

import bpy

Socket = bpy.types.NodeSocket
Colour = tuple[float, float, float]


def linear(colour: str) -> Colour:
    """Scene-linear values of a web colour such as `#C9A477`."""
    value = colour.lstrip("#")
    if len(value) != 6:
        raise ValueError(f"{colour!r} is no #RRGGBB colour")
    parts = [int(value[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return r, g, b


def pigment(colour: str, fade: float = 0.26) -> Colour:
    """The colour a surface needs so that it photographs as the given daylight colour.

    The studio's light and its film curve lift and enrich every tone; this takes that back.
    """
    r, g, b = linear(colour)
    grey = 0.25 * r + 0.6 * g + 0.15 * b
    r, g, b = (0.8 * (c + (grey - c) * fade) for c in (r, g, b))
    return r, g, b


def shade(colour: Colour, by: float) -> Colour:
    """The colour made lighter (over 1) or darker (under 1)."""
    r, g, b = (min(c * by, 0.95) for c in colour)
    return r, g, b


class Graph:
    """One material's node tree, with its principled surface ready to be fed."""

    def __init__(self, name: str) -> None:
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.surface = self.tree.nodes["Principled BSDF"]
        self.output = self.tree.nodes["Material Output"]
        self._place: Socket | None = None

    def set(self, **values: Any) -> Graph:
        """Feed the surface: `base_color=socket or value`, and so on."""
        self.feed(self.surface, **values)
        return self

    def feed(self, node: bpy.types.Node, **values: Any) -> None:
        for key, value in values.items():
            wanted = key.replace("_", " ").lower()
            socket = next(s for s in node.inputs if s.name.lower() == wanted and s.enabled)
            self.connect(value, socket)

    def connect(self, value: Any, socket: Socket) -> None:
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif isinstance(value, tuple) and len(value) == 3 and socket.type == "RGBA":
            socket.default_value = (*value, 1.0)
        else:
            socket.default_value = value

    def node(self, kind: str, **inputs: Any) -> bpy.types.Node:
        made = self.tree.nodes.new(f"ShaderNode{kind}")
        self.feed(made, **inputs)
        return made

    def place(self, scale: tuple[float, float, float] = (1, 1, 1), shift: float = 0.0) -> Socket:
        """Object coordinates in metres, stretched by `scale`."""
        if self._place is None:
            self._place = self.tree.nodes.new("ShaderNodeTexCoord").outputs["Object"]
        mapping = self.tree.nodes.new("ShaderNodeMapping")
        self.connect(self._place, mapping.inputs["Vector"])
        mapping.inputs["Scale"].default_value = scale
        mapping.inputs["Location"].default_value = (shift, shift * 0.7, shift * 1.3)
        return mapping.outputs["Vector"]

    def unroll(self, radius: float) -> None:
        """Lay the coordinates of a round wall out flat: x runs round it, z stays upright."""
        split = self.tree.nodes.new("ShaderNodeSeparateXYZ")
        self.connect(self.tree.nodes.new("ShaderNodeTexCoord").outputs["Object"], split.inputs[0])
        turn = self.math("ARCTAN2", split.outputs[0], split.outputs[1])
        flat = self.tree.nodes.new("ShaderNodeCombineXYZ")
        self.connect(self.math("MULTIPLY", turn, radius), flat.inputs[0])
        self.connect(split.outputs[2], flat.inputs[2])
        self._place = flat.outputs[0]

    def noise(self, scale: float, detail: float = 3.0, *, at: Socket | None = None) -> Socket:
        made = self.node("TexNoise", scale=scale, detail=detail)
        self.connect(at or self.place(), made.inputs["Vector"])
        return made.outputs[0]

    def ramp(self, value: Socket, *stops: tuple[float, Colour]) -> Socket:
        made = self.tree.nodes.new("ShaderNodeValToRGB")
        elements = made.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (position, colour) in zip(elements, stops, strict=True):
            element.position = position
            element.color = (*colour, 1.0)
        self.connect(value, made.inputs[0])
        return made.outputs[0]

    def range(self, value: Socket, low: float, high: float, to: tuple[float, float]) -> Socket:
        made = self.node("MapRange")
        for name, number in (
            ("From Min", low),
            ("From Max", high),
            ("To Min", to[0]),
            ("To Max", to[1]),
        ):
            made.inputs[name].default_value = number
        self.connect(value, made.inputs["Value"])
        return made.outputs[0]

    def mix(self, factor: Any, first: Any, second: Any, blend: str = "MIX") -> Socket:
        """Two colours by a factor."""
        made = self.tree.nodes.new("ShaderNodeMix")
        made.data_type = "RGBA"
        made.blend_type = blend
        self.connect(factor, made.inputs[0])
        self.connect(first, made.inputs[6])
        self.connect(second, made.inputs[7])
        return made.outputs[2]

    def math(self, operation: str, first: Any, second: Any = 0.0) -> Socket:
        made = self.tree.nodes.new("ShaderNodeMath")
        made.operation = operation
        self.connect(first, made.inputs[0])
        self.connect(second, made.inputs[1])
        return made.outputs[0]

    def bump(self, height: Socket, depth: float, strength: float = 1.0) -> Socket:
        """A normal pressed in by `depth` metres."""
        made = self.node("Bump", strength=strength, distance=depth)
        self.connect(height, made.inputs["Height"])
        return made.outputs[0]
