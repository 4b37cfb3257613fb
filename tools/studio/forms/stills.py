"""The still lifes of the sliders, categories, sales, sections and the journal."""

from __future__ import annotations

from dataclasses import replace

from forms.cloth import folded
from forms.metalware import fork, knife, spoon, wooden_spoon
from forms.potting import throw
from forms.props import branch, sprig
from forms.registry import make, still
from forms.tableware import EVERYDAY_BOWL
from workshop.shapes import block, group, place
from workshop.stage import View
from workshop.surfaces import surface

#: Things in the right half, words in the left.
WIDE = View(pitch=13, fill=(0.5, 0.78), weight=2.0, centre=(0.72, 0.49), blur=0.008)


def _spoons_in_bowl(at: tuple[float, float, float], turn: float) -> None:
    """Two walnut spoons resting in a salad bowl, their handles over its rim."""
    for k, (side, slope) in enumerate(((-17.0, 18.6), (19.0, 19.4))):
        carved = place(
            wooden_spoon(300, 62, surface("wood-walnut", seed=k)),
            (0.222, 0, 0.121 + 0.006 * k),
            (0, slope, 180),
        )
        group([carved], at, (0, 0, turn + side))


@still("slider-evening-table.webp", replace(WIDE, pitch=15, dim=0.34, focus=(0.0, -0.05, 0.05)))
def _evening_table() -> None:
    for i, (slug, value) in enumerate(
        (("dinner-plate", "Chalk"), ("dinner-plate", "Chalk"), ("side-plate", "Moss"))
    ):
        make(slug, value, (0.0, -0.06, 0.0098 * i), 60 * i)
    make("pasta-bowl", "Moss", (0.29, 0.02, 0))
    make("ripple-tumbler", "Amber", (-0.21, -0.01, 0), single=True)
    make("ripple-tumbler", "Amber", (-0.27, 0.115, 0), 20, single=True)
    make("water-jug", "Sand", (0.2, 0.22, 0), -20)
    make("candle-block", "Oak", (-0.09, 0.27, 0), 5, lit=True)


@still(
    "slider-evening-table-phone.webp",
    View(pitch=15, fill=(0.84, 0.6), weight=2.0, centre=(0.5, 0.34), dim=0.38, blur=0.006),
)
def _evening_table_phone() -> None:
    for i, (slug, value) in enumerate(
        (("dinner-plate", "Chalk"), ("dinner-plate", "Chalk"), ("side-plate", "Moss"))
    ):
        make(slug, value, (0.0, -0.06, 0.0098 * i), 60 * i)
    make("ripple-tumbler", "Amber", (-0.12, 0.135, 0), single=True)
    make("ripple-tumbler", "Amber", (-0.02, 0.19, 0), 20, single=True)
    make("water-jug", "Sand", (0.105, 0.17, 0), -20)


@still(
    "slider-new-lamps.webp",
    replace(WIDE, pitch=7, dim=0.24, fill=(0.52, 0.82), focus=(-0.05, 0, 0.5)),
)
def _new_lamps() -> None:
    make("drum-side-table", "Iron", (-0.05, 0.0, 0))
    make("mushroom-lamp", "Moss", (-0.05, 0.0, 0.4175), flex=False)
    make("mushroom-lamp", "Oat", (-0.46, 0.42, 0), flex=False)
    make("brass-reading-lamp", "", (0.44, -0.05, 0), -12, flex=False)


@still(
    "slider-new-lamps-phone.webp",
    View(pitch=7, fill=(0.7, 0.55), weight=2.0, centre=(0.5, 0.31), dim=0.24),
)
def _new_lamps_phone() -> None:
    make("drum-side-table", "Iron")
    make("mushroom-lamp", "Moss", (0, 0, 0.4175), flex=False)


@still("slider-wood.webp", replace(WIDE, pitch=10, setting="room", focus=(0.3, -0.2, 0.1)))
def _wood() -> None:
    make("long-board", "Walnut", (-0.02, 0, 0))
    make("long-board", "Oak", (0.235, 0.024, 0), scale=0.77, seed=3)
    make("turned-salad-bowl", "Ash", (0.22, -0.24, 0))
    _spoons_in_bowl((0.22, -0.24, 0), 25)
    make("dovetail-box", "Cherry", (0.56, -0.06, 0), -14)
    make("bentwood-box", "", (0.555, -0.06, 0.1202), 10)


@still(
    "slider-wood-phone.webp",
    View(pitch=11, fill=(0.8, 0.62), weight=2.0, centre=(0.5, 0.37), setting="room", blur=0.006),
)
def _wood_phone() -> None:
    make("long-board", "Walnut", (-0.06, 0, 0))
    make("turned-salad-bowl", "Ash", (0.06, -0.21, 0))
    _spoons_in_bowl((0.06, -0.21, 0), 25)


@still("category-table.webp", View(pitch=38, fill=(0.82, 0.74), weight=2.0))
def _table() -> None:
    make("dinner-plate", "Oat", (0, 0, 0))
    make("everyday-bowl", "Moss", (0.004, 0.004, 0.0096))
    make("everyday-mug", "Rust", (0.215, 0.07, 0), -20)


@still("category-kitchen.webp", View(pitch=9, fill=(0.8, 0.76), weight=2.0, setting="room"))
def _kitchen() -> None:
    make("long-board", "Oak", (-0.1, 0, 0))
    make("storage-jar", "Oat", (0.055, -0.09, 0))
    make("utensil-pot", "Moss", (0.205, -0.06, 0))
    make("salt-cellar", "Iron", (-0.06, -0.2, 0), 14)


@still("category-decor.webp", View(pitch=9, fill=(0.8, 0.84), weight=2.0))
def _decor() -> None:
    make("tall-shoulder-vase", "Sand", (-0.10, 0.05, 0))
    make("bottle-vase", "Celadon", (0.075, 0.02, 0), 20)
    place(branch(0.50, seed=3, twigs=8, lean=0.14, neck=0.25), (0.078, 0.02, 0.05))
    make("bud-vase", "Ink", (-0.015, -0.11, 0))


@still("category-light.webp", View(pitch=7, fill=(0.8, 0.74), weight=2.0, dim=0.45))
def _light() -> None:
    make("mushroom-lamp", "Oat")


@still("category-furniture.webp", View(pitch=13, fill=(0.8, 0.76), weight=2.0))
def _furniture() -> None:
    make("tray-side-table", "Walnut", (0.14, 0.2, 0))
    make("three-leg-stool", "Oak", (-0.2, -0.15, 0))


@still("category-textiles.webp", View(pitch=12, turn=-10, fill=(0.84, 0.74), weight=2.0))
def _textiles() -> None:
    make("wool-throw", "Fern", (0.16, 0, 0))
    make("waffle-throw", "Milk", (0.165, 0.004, 0.0925), 2)
    make("linen-cushion", "Flax", (-0.2, -0.275, 0), -6)


@still("category-storage.webp", View(pitch=14, fill=(0.84, 0.74), weight=2.0))
def _storage() -> None:
    make("seagrass-basket", "", (-0.1, 0.04, 0))
    make("bentwood-box", "", (0.26, -0.10, 0), 8, scale=1.25)
    make("bentwood-box", "", (0.262, -0.098, 0.1262), -14)


@still("category-garden.webp", View(pitch=13, fill=(0.82, 0.8), weight=2.0))
def _garden() -> None:
    make("ribbed-planter", "Chalk", (0.16, 0.2, 0))
    make("terracotta-pot", "", (-0.09, -0.02, 0))
    for i in range(7):
        turn = 51.0 * i
        place(
            sprig(0.26 + 0.02 * (i % 3), seed=i, leaves=11),
            (-0.09, -0.02, 0.176),
            (0, 8 + 5 * (i % 3), turn),
        )
    make("terracotta-pot", "", (0.15, -0.14, 0), 30, scale=0.62)


@still("sale-laid-table.webp", View(pitch=48, fill=(0.56, 0.72), weight=2.0, centre=(0.5, 0.49)))
def _laid_table() -> None:
    make("dinner-plate", "Moss")
    make("side-plate", "Chalk", (0.003, -0.002, 0.0098))
    steel = "metal-steel"
    place(fork(205, surface(steel)), (-0.172, -0.1, 0), (0, 0, 90))
    place(knife(220, surface(steel)), (0.17, -0.1, 0), (0, 0, 90))
    place(spoon(190, 40, surface(steel)), (0.207, -0.1, 0), (0, 0, 90))
    make("stem-wine-glass", "", (0.2, 0.17, 0), single=True)


@still(
    "sale-soft-corner.webp", View(pitch=8, turn=-8, fill=(0.74, 0.72), weight=2.0, setting="room")
)
def _soft_corner() -> None:
    make("linen-cushion", "Pine", (-0.33, 0, 0), 3)
    make("linen-cushion", "Ochre", (0.10, -0.03, 0), -4, seed=2)
    make("striped-cushion", "", (0.36, -0.21, 0), -7)
    make("wool-throw", "Cream", (-0.22, -0.46, 0), 8)


def _breakfast() -> None:
    make("round-tray", "Oak")
    make("everyday-bowl", "Oat", (-0.075, -0.02, 0.0072))
    make("everyday-mug", "Moss", (0.085, 0.06, 0.0072), -18)


@still(
    "section-slow-breakfast.webp",
    View(
        pitch=21,
        fill=(0.52, 0.76),
        weight=2.0,
        centre=(0.3, 0.48),
        blur=0.009,
        focus=(-0.05, -0.08, 0.05),
    ),
)
def _slow_breakfast() -> None:
    _breakfast()
    make("milk-jug", "Oat", (0.055, -0.10, 0.0072), 10)
    make("side-plate", "Chalk", (0.33, -0.1, 0))
    place(make("butter-knife"), (0.33, -0.155, 0.0198), (0, 0, 3))


@still(
    "section-slow-breakfast-phone.webp",
    View(pitch=24, fill=(0.84, 0.6), weight=2.0, centre=(0.5, 0.38), blur=0.006),
)
def _slow_breakfast_phone() -> None:
    _breakfast()


@still("room-kitchen.webp", View(pitch=18, turn=-12, fill=(0.84, 0.74), weight=2.0))
def _cooks_corner() -> None:
    make("long-board", "Walnut", (0, 0, 0), -12, flat=True)
    make("mortar-and-pestle", "", (-0.13, 0.02, 0.0221), 20)
    make("oil-bottle", "Celadon", (0.07, 0.17, 0))


@still("room-living.webp", View(pitch=13, fill=(0.76, 0.8), weight=2.0))
def _living() -> None:
    make("drum-side-table", "Sand")
    make("round-tray", "Walnut", (0, 0, 0.4202), 30, scale=0.75)
    make("tall-shoulder-vase", "Moss", (-0.02, 0.02, 0.4256))


@still("room-bedroom.webp", View(pitch=8, fill=(0.76, 0.82), weight=2.0, dim=0.55))
def _bedroom() -> None:
    make("three-leg-stool", "Walnut")
    make("linen-shade-lamp", "Oak", (-0.02, 0.03, 0.4472), flex=False)
    make("bud-vase", "Chalk", (0.075, -0.085, 0.4466))


@still("room-hallway.webp", View(pitch=3, fill=(0.76, 0.82), weight=2.0, setting="room"))
def _hallway() -> None:
    make("round-mirror", "Oak", (-0.25, 0, 1.35))
    make("peg-shelf", "Ash", (0.35, -0.0655, 0.86))
    make("seagrass-basket", "", (0.24, -0.28, 0), 10)


@still(
    "journal-glaze-edges.webp",
    View(
        pitch=16,
        fill=(0.8, 0.8),
        weight=2.0,
        look=(0.0, 0.0, 0.125),
        close=0.78,
        blur=0.014,
        focus=(-0.05, -0.03, 0.27),
    ),
)
def _glaze_edges() -> None:
    make("tall-shoulder-vase", "Moss", (-0.1, 0.05, 0), scale=0.75)
    make("bud-vase", "Moss", (0.06, 0.03, 0), scale=1.03)
    make("everyday-bowl", "Ink", (0.05, -0.13, 0))


@still("journal-oiled-oak.webp", View(pitch=30, turn=14, fill=(0.74, 0.78), weight=2.0, blur=0.006))
def _oiled_oak() -> None:
    make("long-board", "Oak", flat=True, oiled=True)
    make("oil-bottle", "Iron", (0.08, 0.2, 0))
    place(
        folded(0.16, 0.12, 4, 0.0032, surface("linen-flax"), seed=6, loose=1.6),
        (-0.16, 0.2, 0),
        (0, 0, 14),
    )


@still(
    "journal-table-for-six.webp",
    View(pitch=15, fill=(0.86, 0.8), weight=2.0, blur=0.009, dim=0.85, focus=(-0.26, 0.0, 0.02)),
)
def _table_for_six() -> None:
    for row in range(3):
        for side in (-1, 1):
            make("dinner-plate", "Oat", (side * 0.27, 0.45 * row, 0), seed=row)
            make("ripple-tumbler", "Clear", (side * 0.165, 0.45 * row + 0.15, 0), single=True)
    make("serving-bowl", "Celadon", (0, 0.36, 0), scale=0.8)
    make("brass-candlestick", "", (0.02, 0.06, 0), height=140)
    make("brass-candlestick", "", (-0.03, 0.76, 0), height=210)
    make("carafe", "Clear", (0.02, 0.62, 0))


@still(
    "journal-orrin-workshop.webp",
    View(pitch=5, fill=(0.86, 0.72), weight=2.0, blur=0.006, focus=(-0.3, -0.1, 0.2)),
)
def _orrin_workshop() -> None:
    top = 0.1302
    block((1.45, 0.27, 0.035), 0.004, surface("wood-oak", seed=4, deep=0.75), (0, 0, 0.095))
    for x in (-0.52, 0.52):
        for k in range(2):
            block(
                (0.2, 0.1, 0.0472),
                0.004,
                surface("clay-terracotta"),
                (x + 0.006 * k, 0, 0.0474 * k),
            )
    make("moon-jar", "", (-0.48, 0, top))
    make("bottle-vase", "Celadon", (-0.16, 0.02, top))
    make("serving-bowl", "Iron", (0.10, 0.0, top), scale=0.8)
    for i in range(2):
        raw = throw(EVERYDAY_BOWL, surface("clay-stoneware"), wall=5.5, seed=i, hand=0.008)
        place(raw, (0.335, 0.0, top + 0.0222 * i), (0, 0, 70 * i))
    for i, x in enumerate((0.48, 0.575, 0.665)):
        make("espresso-cup", "Iron", (x, (-0.03, 0.03, -0.02)[i], top), 50 * i, seed=i)
