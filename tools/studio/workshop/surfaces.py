"""The surfaces the product list names (`glaze-moss`, `wood-oak`, …), made into materials."""

from __future__ import annotations

import tomllib
from functools import cache

from catalogue import DATA
from workshop import materials
from workshop.materials import Material

#: Roughness, share of speckles, strength of pooling, colour where the glaze breaks over an edge.
GLAZES: dict[str, tuple[float, float, float, str]] = {
    "chalk": (0.60, 0.0, 0.05, "#D9CDBB"),
    "oat": (0.38, 0.045, 0.07, "#B99B76"),
    "sand": (0.58, 0.02, 0.13, "#A9855C"),
    "moss": (0.34, 0.0, 0.24, "#7A5230"),
    "ink": (0.30, 0.0, 0.28, "#5A4334"),
    "rust": (0.58, 0.02, 0.26, "#6E3A22"),
    "iron": (0.32, 0.0, 0.15, "#5B3A22"),
    "celadon": (0.12, 0.0, 0.24, "#CBD8CC"),
}
METALS: dict[str, tuple[str, float, float]] = {
    "brass": ("#BFA070", 0.27, 0.0),
    "steel": ("#B9B8B5", 0.30, 1.0),
    "copper": ("#BC7448", 0.25, 0.0),
    "black-steel": ("#2F2F30", 0.42, 0.0),
}


@cache
def _named() -> dict[str, dict[str, str]]:
    with (DATA / "surfaces.toml").open("rb") as stream:
        return tomllib.load(stream)


def colour_of(name: str) -> str:
    """The daylight colour of a named surface."""
    return _named()[name]["hex"]


def surface(
    name: str,
    *,
    axis: str = "x",
    seed: int = 0,
    foot: float = 0.0,
    plane: str = "xy",
    glow: float = 0.0,
    deep: float = 1.0,
    bent: float = 0.0,
) -> Material:
    """A fresh material for one object; hints that its family does not know are left aside."""
    family, _, tone = name.partition("-")
    colour = colour_of(name)
    if family == "glaze":
        rough, speckle, pool, edge = GLAZES[tone]
        return materials.glaze(
            colour, rough=rough, speckle=speckle, pool=pool, edge=edge, foot=foot,
            body=colour_of("clay-stoneware"),
        )  # fmt: skip
    if family == "wood":
        return materials.wood(tone, axis, seed, deep=deep, bent=bent)
    if family == "metal":
        tint, rough, brushed = METALS[tone]
        return materials.metal(tint, rough=rough, brushed=brushed)
    if family == "linen" and glow:
        return materials.shade_cloth(colour, glow)
    if family == "linen":
        return materials.linen(colour, plane=plane)
    plain = {
        "clay": materials.clay,
        "paint": materials.painted,
        "glass": materials.glass,
        "cotton": materials.waffle,
        "wool": materials.twill,
        "fibre": materials.fibre,
        "wax": materials.wax,
        "leather": materials.leather,
    }
    if family == "mirror":
        return materials.mirror()
    return plain[family](colour)
