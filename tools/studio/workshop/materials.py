"""What things are made of. A material is made anew for every object that should have its own figure."""

from __future__ import annotations

import math

import bpy

from workshop.nodes import Colour, Graph, linear, pigment, shade

Material = bpy.types.Material

#: Early wood, late wood and the roughness of the oiled surface.
SPECIES: dict[str, tuple[str, str, float]] = {
    "oak": ("#CCA878", "#AC8656", 0.48),
    "ash": ("#DFCBA8", "#C4AA82", 0.5),
    "beech": ("#CDAF86", "#B39468", 0.48),
    "cherry": ("#A37548", "#835A38", 0.42),
    "olive": ("#B98E5A", "#7C5530", 0.42),
    "walnut": ("#7B573D", "#4B3324", 0.42),
    "blackened-ash": ("#302C29", "#201E1C", 0.5),
}


def wood(
    species: str,
    axis: str = "x",
    seed: int = 0,
    *,
    deep: float = 1.0,
    bent: float = 0.0,
    oiled: bool = False,
) -> Material:
    """Oiled wood with its grain along `axis`; `seed` cuts it from another part of the tree.

    `deep` under 1 darkens it as end grain is; `bent` is the radius round the upright axis to which
    a strip was bent, its grain then running round; `oiled` shows one half freshly oiled.
    """
    early_hex, late_hex, rough = SPECIES[species]
    g = Graph(f"wood {species}")
    if bent:
        g.unroll(bent)
    early, late = shade(pigment(early_hex, 0.18), deep), shade(pigment(late_hex, 0.18), deep)
    figured = {"olive": 0.55, "walnut": 0.3, "ash": 0.36}.get(species, 0.3)
    along = "xyz".index(axis)

    def stretched(length: float, across: float) -> tuple[float, float, float]:
        scale = [across] * 3
        scale[along] = length
        return scale[0], scale[1], scale[2]

    shift = 0.37 + seed * 0.613
    rings = g.tree.nodes.new("ShaderNodeTexWave")
    rings.wave_type = "RINGS"
    rings.rings_direction = axis.upper()
    place = g.tree.nodes.new("ShaderNodeMapping")
    g.connect(g.place(), place.inputs["Vector"])
    place.inputs["Scale"].default_value = stretched(0.12, 1.0)
    off = [0.05 + 0.02 * (seed % 5)] * 3
    off[along] = shift
    off[(along + 1) % 3] = 0.035 + 0.013 * (seed % 3)
    off[(along + 2) % 3] = 0.08
    place.inputs["Location"].default_value = off
    g.connect(place.outputs[0], rings.inputs["Vector"])
    g.feed(rings, scale=34.0, distortion=4.0, detail=3.0, detail_scale=1.3, detail_roughness=0.6)
    fibres = g.noise(1.0, 4.0, at=g.place(stretched(9, 620), shift))
    pores = g.noise(1.0, 2.0, at=g.place(stretched(24, 1500), shift))
    drift = g.noise(1.0, 2.0, at=g.place(stretched(1.4, 16), shift))
    figure = g.math(
        "ADD", g.math("MULTIPLY", rings.outputs[1], figured), g.math("MULTIPLY", fibres, 0.5)
    )
    figure = g.math("ADD", figure, g.math("MULTIPLY", drift, 0.35))
    colour = g.ramp(figure, (0.28, early), (0.62, shade(late, 1.25)), (0.92, late))
    dark = g.range(pores, 0.60, 0.72, (0.0, 0.4))
    colour = g.mix(dark, colour, shade(late, 0.55))
    if oiled:
        split = g.tree.nodes.new("ShaderNodeSeparateXYZ")
        g.connect(g.tree.nodes.new("ShaderNodeTexCoord").outputs["Object"], split.inputs[0])
        ragged = g.math("ADD", split.outputs[0], g.math("MULTIPLY", g.noise(18.0, 4.0), 0.06))
        colour = g.mix(
            g.range(ragged, 0.02, 0.032, (0.62, 0.0)), colour, (0.32, 0.17, 0.07), "MULTIPLY"
        )
    g.set(
        base_color=colour,
        roughness=g.range(fibres, 0.3, 0.7, (rough - 0.06, rough + 0.1)),
        normal=g.bump(g.math("SUBTRACT", fibres, dark), 0.00022, 0.6),
        specular_ior_level=0.35,
    )
    return g.material


def glaze(
    colour: str,
    *,
    rough: float = 0.22,
    speckle: float = 0.0,
    foot: float = 0.0,
    body: str = "#A88A6B",
    edge: str = "#A88A6B",
    pool: float = 0.25,
) -> Material:
    """Fired glaze: thicker and darker where it pools, thin and lighter on edges, bare clay at the foot.

    `foot` is the height in metres of the unglazed ring, `speckle` the share of iron spots.
    """
    g = Graph("glaze")
    tone = pigment(colour)
    cloud = g.noise(16.0, 4.0)
    base = g.mix(
        g.range(cloud, 0.3, 0.7, (0.0, 1.0)), shade(tone, 1 + pool * 0.35), shade(tone, 1 - pool)
    )
    sharp = g.tree.nodes.new("ShaderNodeNewGeometry").outputs["Pointiness"]
    worn = g.range(sharp, 0.525, 0.60, (0.0, 0.85))
    base = g.mix(worn, base, _between(tone, pigment(edge), 0.7))
    if speckle:
        spots = g.noise(620.0, 1.0)
        base = g.mix(
            g.range(spots, 0.70 - speckle, 0.74 - speckle, (0.0, 0.7)), base, linear("#3F2E22")
        )
    coat: object = 1.0
    roughness: object = g.range(g.noise(45.0, 2.0), 0.3, 0.7, (rough * 0.85, rough * 1.25))
    normal = g.bump(g.noise(55.0, 2.0), 0.00045, 0.5)
    if foot:
        split = g.tree.nodes.new("ShaderNodeSeparateXYZ")
        g.connect(g.place(), split.inputs[0])
        ragged = g.math("ADD", split.outputs[2], g.math("MULTIPLY", g.noise(30.0, 2.0), 0.006))
        bare = g.range(ragged, foot + 0.003, foot + 0.0045, (1.0, 0.0))
        base = g.mix(bare, base, pigment(body))
        roughness = g.math("MAXIMUM", g.math("MULTIPLY", bare, 0.8), roughness)
        coat = g.math("SUBTRACT", 1.0, bare)
    g.set(base_color=base, roughness=roughness, normal=normal, specular_ior_level=0.5)
    if rough < 0.4:
        g.set(coat_weight=g.math("MULTIPLY", coat, 0.3), coat_roughness=rough * 0.5)
    return g.material


def _between(first: Colour, second: Colour, share: float) -> Colour:
    r, g, b = (a + (z - a) * share for a, z in zip(first, second, strict=True))
    return r, g, b


def clay(colour: str = "#B9805C", *, grog: float = 0.5) -> Material:
    """Unglazed fired clay, dry to the eye, with grog in it."""
    g = Graph("clay")
    tone = pigment(colour)
    cloud = g.noise(22.0, 5.0)
    grain = g.noise(900.0, 2.0)
    base = g.mix(g.range(cloud, 0.3, 0.7, (0.0, 1.0)), shade(tone, 1.1), shade(tone, 0.86))
    base = g.mix(g.range(grain, 0.62, 0.72, (0.0, 0.5 * grog)), base, shade(tone, 0.5))
    surface = g.math("ADD", g.math("MULTIPLY", cloud, 0.6), g.math("MULTIPLY", grain, 0.4 * grog))
    g.set(
        base_color=base,
        roughness=0.85,
        normal=g.bump(surface, 0.0009, 0.55),
        specular_ior_level=0.25,
    )
    return g.material


def metal(colour: str, *, rough: float = 0.25, brushed: float = 0.0) -> Material:
    """Polished or brushed metal; `brushed` draws fine lines along x."""
    g = Graph("metal")
    cloud = g.noise(38.0, 3.0)
    g.set(
        base_color=linear(colour),
        metallic=1.0,
        roughness=g.range(cloud, 0.3, 0.7, (rough * 0.8, rough * 1.3)),
    )
    if brushed:
        lines = g.noise(1.0, 2.0, at=g.place((12, 1800, 1800)))
        g.set(normal=g.bump(lines, 0.0001 * brushed, 0.5))
    return g.material


def painted(colour: str, *, rough: float = 0.5) -> Material:
    """Powder coat or lacquer."""
    g = Graph("paint")
    g.set(
        base_color=pigment(colour),
        roughness=rough,
        normal=g.bump(g.noise(1400.0, 1.0), 0.00012, 0.4),
        specular_ior_level=0.4,
    )
    return g.material


def linen(
    colour: str, *, weave: float = 0.0014, plane: str = "xy", stripe: str | None = None
) -> Material:
    """Plain-woven cloth; `weave` is the width of a thread in metres, `plane` the one the cloth lies in."""
    g = Graph("linen")
    tone = pigment(colour)
    per_metre = 3.14159 / weave / 20
    threads = []
    for axis in plane:
        wave = g.tree.nodes.new("ShaderNodeTexWave")
        wave.bands_direction = axis.upper()
        g.connect(g.place(), wave.inputs["Vector"])
        g.feed(wave, scale=per_metre, distortion=1.4, detail=1.0, detail_scale=0.6)
        threads.append(wave.outputs[1])
    woven = g.math("MULTIPLY", threads[0], threads[1])
    slubs = []
    for along, across in (plane, plane[::-1]):
        # Nothing varies through the cloth: where it curves, its depth must draw no contour lines.
        scale = {along: 24.0, across: 330.0}
        slubs.append(
            g.noise(1.0, 3.0, at=g.place((scale.get("x", 0), scale.get("y", 0), scale.get("z", 0))))
        )
    uneven = g.math("MULTIPLY", g.math("ADD", *slubs), 0.5)
    base = g.mix(g.range(uneven, 0.36, 0.64, (0.0, 1.0)), shade(tone, 0.82), shade(tone, 1.12))
    if stripe:
        split = g.tree.nodes.new("ShaderNodeSeparateXYZ")
        g.connect(g.place(), split.inputs[0])
        phase = g.math(
            "SINE", g.math("MULTIPLY", split.outputs["XYZ".index(plane[0].upper())], 95.0)
        )
        base = g.mix(g.range(phase, 0.86, 0.9, (0.0, 1.0)), base, linear(stripe))
    base = g.mix(g.range(woven, 0.0, 0.5, (0.25, 0.0)), base, shade(tone, 0.55))
    g.set(
        base_color=base,
        roughness=0.9,
        sheen_weight=0.25,
        sheen_roughness=0.5,
        specular_ior_level=0.15,
        normal=g.bump(g.math("ADD", woven, uneven), 0.0007, 0.7),
    )
    return g.material


def waffle(colour: str, *, cell: float = 0.009) -> Material:
    """Cotton in a deep square waffle."""
    g = Graph("waffle")
    tone = pigment(colour)
    ridges = []
    for axis in "xyz":
        wave = g.tree.nodes.new("ShaderNodeTexWave")
        wave.bands_direction = axis.upper()
        g.connect(g.place(), wave.inputs["Vector"])
        g.feed(wave, scale=math.pi / cell / 10, distortion=0.5, detail=1.0, detail_scale=0.4)
        ridges.append(wave.outputs[1])
    grid = g.math("MAXIMUM", g.math("MAXIMUM", ridges[0], ridges[1]), ridges[2])
    grid = g.math("POWER", grid, 1.6)
    thread = g.noise(1400.0, 2.0)
    height = g.math("ADD", grid, g.math("MULTIPLY", thread, 0.15))
    base = g.mix(g.range(grid, 0.1, 0.9, (1.0, 0.0)), shade(tone, 1.06), shade(tone, 0.72))
    g.set(
        base_color=base,
        roughness=0.95,
        sheen_weight=0.3,
        specular_ior_level=0.1,
        normal=g.bump(height, 0.0024, 0.9),
    )
    return g.material


def twill(colour: str, *, rib: float = 0.0032, stripe: str | None = None) -> Material:
    """Brushed wool in a diagonal weave; `stripe` lays 6 mm bands every 40 mm across x."""
    g = Graph("twill")
    tone = pigment(colour)
    wave = g.tree.nodes.new("ShaderNodeTexWave")
    wave.bands_direction = "DIAGONAL"
    g.connect(g.place(), wave.inputs["Vector"])
    g.feed(wave, scale=math.pi / rib / 20, distortion=2.2, detail=2.0, detail_scale=1.2)
    fuzz = g.noise(700.0, 3.0)
    uneven = g.noise(60.0, 3.0)
    height = g.math("ADD", g.math("MULTIPLY", wave.outputs[1], 0.7), g.math("MULTIPLY", fuzz, 0.5))
    base: object = g.mix(
        g.range(uneven, 0.35, 0.65, (0.0, 1.0)), shade(tone, 0.9), shade(tone, 1.08)
    )
    if stripe:
        split = g.tree.nodes.new("ShaderNodeSeparateXYZ")
        g.connect(g.place(), split.inputs[0])
        phase = g.math("SINE", g.math("MULTIPLY", split.outputs[0], 2 * math.pi / 0.04))
        base = g.mix(g.range(phase, 0.86, 0.92, (0.0, 1.0)), base, linear(stripe))
    base = g.mix(g.range(height, 0.3, 0.8, (0.35, 0.0)), base, shade(tone, 0.6))
    g.set(
        base_color=base,
        roughness=0.95,
        sheen_weight=0.5,
        sheen_roughness=0.45,
        specular_ior_level=0.1,
        normal=g.bump(height, 0.0011, 0.8),
    )
    return g.material


def fibre(colour: str, *, strand: float = 0.0012) -> Material:
    """Rattan, seagrass, jute: dry strands of uneven tone."""
    g = Graph("fibre")
    tone = pigment(colour)
    patches = g.noise(28.0, 4.0)
    streaks = g.noise(0.8 / strand, 3.0)
    base = g.mix(g.range(patches, 0.32, 0.68, (0.0, 1.0)), shade(tone, 1.22), shade(tone, 0.68))
    base = g.mix(g.range(streaks, 0.52, 0.7, (0.0, 0.35)), base, shade(tone, 0.42))
    g.set(
        base_color=base,
        roughness=0.72,
        specular_ior_level=0.3,
        normal=g.bump(streaks, strand * 0.5, 0.6),
    )
    return g.material


def glass(tint: str = "#F7FAF9", *, rough: float = 0.0) -> Material:
    """Clear or tinted glass; shadow rays pass, so that its shadow is light without caustics."""
    g = Graph("glass")
    # The light passes two or four skins, and each takes its share of the tint.
    r, gr, b = (c**0.36 for c in linear(tint))
    skin = (r, gr, b)
    g.set(base_color=skin, roughness=rough, transmission_weight=1.0, ior=1.46)
    path = g.tree.nodes.new("ShaderNodeLightPath")
    clear = g.node("BsdfTransparent", color=shade(skin, 0.96))
    both = g.tree.nodes.new("ShaderNodeMixShader")
    g.connect(path.outputs["Is Shadow Ray"], both.inputs[0])
    g.connect(g.surface.outputs[0], both.inputs[1])
    g.connect(clear.outputs[0], both.inputs[2])
    g.connect(both.outputs[0], g.output.inputs["Surface"])
    return g.material


def wax(colour: str = "#F1E8D8") -> Material:
    g = Graph("wax")
    tone = pigment(colour)
    g.set(
        base_color=tone,
        roughness=0.5,
        subsurface_weight=0.3,
        subsurface_radius=(0.01, 0.006, 0.004),
        subsurface_scale=0.6,
        normal=g.bump(g.noise(40.0, 2.0), 0.0006, 0.5),
    )
    return g.material


def shade_cloth(colour: str, glow: float = 0.0) -> Material:
    """A lampshade: cloth that lets light through; `glow` is how far the lamp within is lit."""
    made = linen(colour, weave=0.0009, plane="xz")
    if glow:
        surface = made.node_tree.nodes["Principled BSDF"]
        r, g, b = linear(colour)
        surface.inputs["Emission Color"].default_value = (r, g * 0.8, b * 0.5, 1)
        surface.inputs["Emission Strength"].default_value = glow
    return made


def lit(colour: str = "#FFE2B0", strength: float = 6.0) -> Material:
    """A glowing bulb."""
    g = Graph("lit")
    g.set(base_color=(1, 1, 1), emission_color=linear(colour), emission_strength=strength)
    return g.material


def mirror() -> Material:
    g = Graph("mirror")
    # The glow stands for the bright room behind the camera, which the set does not have.
    g.set(
        base_color=(0.9, 0.91, 0.91),
        metallic=1.0,
        roughness=0.015,
        emission_color=(1.0, 0.95, 0.88),
        emission_strength=0.26,
    )
    return g.material


def leather(colour: str) -> Material:
    g = Graph("leather")
    tone = pigment(colour)
    pebble = g.tree.nodes.new("ShaderNodeTexVoronoi")
    g.connect(g.place(), pebble.inputs["Vector"])
    g.feed(pebble, scale=900.0)
    base = g.mix(
        g.range(g.noise(30.0, 3.0), 0.3, 0.7, (0.0, 1.0)), shade(tone, 1.1), shade(tone, 0.85)
    )
    g.set(base_color=base, roughness=0.5, normal=g.bump(pebble.outputs[0], 0.0003, 0.5))
    return g.material
