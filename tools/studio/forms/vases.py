"""Vases and candle holders."""

from __future__ import annotations

from forms.potting import Millimetres, throw
from forms.props import branch, sprig, taper_candle
from forms.registry import Object, Ware, arrangement, make, piece
from workshop.profiles import smooth
from workshop.shapes import block, group, lathe, place
from workshop.stage import View

SHOULDER: Millimetres = [
    (46, 0), (50, 5), (66, 70), (84, 160), (90, 212), (82, 252), (54, 281), (26, 296),
    (17.5, 305), (17.5, 312), (22, 319), (24, 321),
]  # fmt: skip
BUD: Millimetres = [
    (20, 0), (23, 2), (36, 20), (40, 42), (36, 62), (22, 76), (11, 81), (9.5, 84), (10, 88), (11.5, 90),
]  # fmt: skip
BOTTLE: Millimetres = [
    (44, 0), (49, 4), (70, 34), (80, 72), (74, 108), (52, 135), (26, 150), (16, 164), (14, 190),
    (13.5, 240), (14, 276), (17, 287), (18.5, 290),
]  # fmt: skip
MOON: Millimetres = [
    (60, 0), (64, 5), (112, 42), (157, 98), (174, 160), (175.5, 172), (173, 186), (152, 248),
    (112, 298), (72, 321), (65, 325), (65, 325), (66, 340),
]  # fmt: skip


@piece(
    "tall-shoulder-vase",
    front=View(pitch=9),
    detail=View(pitch=20, look=(0, 0, 0.272), close=0.50, blur=0.012, focus=(0, -0.06, 0.27)),
    sizes=View(pitch=9, weight=0.6),
)
def tall_shoulder_vase(ware: Ware) -> Object:
    return group([throw(SHOULDER, ware.main(foot=0.007), rings=0.35, seed=2 + ware.seed)])


@arrangement("tall-shoulder-vase", "sizes")
def _two_shoulder_vases(ware: Ware) -> None:
    make("tall-shoulder-vase", ware.value, (-0.06, 0.03, 0))
    make("tall-shoulder-vase", ware.value, (0.115, -0.03, 0), 40, scale=0.75, seed=4)


@piece(
    "bud-vase",
    front=View(pitch=11, weight=0.46),
    angle=View(pitch=11),
    group=View(pitch=12, fill=(0.84, 0.6)),
)
def bud_vase(ware: Ware) -> Object:
    return group([throw(BUD, ware.main(foot=0.005), wall=3.5, floor=6, foot=3, seed=5 + ware.seed)])


@arrangement("bud-vase", "angle")
def _bud_vase_with_stem(ware: Ware) -> None:
    make("bud-vase", ware.value, turn=30)
    place(branch(0.2, seed=11, twigs=3, lean=0.22, neck=0.075), (0.002, 0, 0.012))


@arrangement("bud-vase", "group")
def _five_bud_vases(ware: Ware) -> None:
    places = [(-0.176, 0.012), (-0.089, -0.014), (0.001, 0.01), (0.088, -0.012), (0.178, 0.012)]
    for i, (value, (x, y)) in enumerate(zip(ware.product.colours, places, strict=True)):
        make("bud-vase", value, (x, y, 0), 70 * i, seed=i, scale=(1.0, 0.97, 1.02, 0.98, 1.03)[i])


@piece("bottle-vase", front=View(pitch=9), angle=View(pitch=9, fill=(0.74, 0.78), weight=0.62))
def bottle_vase(ware: Ware) -> Object:
    return group([throw(BOTTLE, ware.main(foot=0.011), wall=4.5, seed=8 + ware.seed)])


@arrangement("bottle-vase", "angle")
def _bottle_vase_with_branch(ware: Ware) -> None:
    make("bottle-vase", ware.value, turn=20)
    place(branch(0.60, seed=3, twigs=8, lean=0.14, neck=0.25), (0.003, 0, 0.05))


@piece(
    "moon-jar",
    front=View(pitch=8, weight=0.55),
    detail=View(
        pitch=4, turn=-8, look=(0.05, 0, 0.17), close=0.46, blur=0.01, focus=(0.02, -0.17, 0.17)
    ),
)
def moon_jar(ware: Ware) -> Object:
    return group([throw(MOON, ware.main(), wall=6, foot=9, hand=0.011, rings=0.5, seed=12)])


@piece(
    "cylinder-glass-vase",
    front=View(pitch=10),
    detail=View(pitch=14, look=(0, 0, 0.05), close=0.5, blur=0.01, focus=(0, -0.05, 0.05)),
)
def cylinder_glass_vase(ware: Ware) -> Object:
    wall = [(54, 0), (58.5, 1.5), (60, 5), (60, 30), (60, 130), (60, 249)]
    return group(
        [throw(wall, ware.main(), wall=5, floor=22, foot=1.5, hand=0.003, rings=0, seed=3)]
    )


def _candlestick(ware: Ware, height: float) -> Object:
    dish = [
        (0, 0),
        (41, 0),
        (44.5, 1.2),
        (45, 3.5),
        (44.2, 4.6),
        (42.5, 3.6),
        (40, 2.6),
        (12, 2.8),
        (8, 5),
    ]
    collar = height * 0.62
    stem = [
        (5.2, 14), (4.6, 30), (4.6, collar - 9), (6, collar - 5), (9.5, collar), (6, collar + 5),
        (4.8, collar + 9), (5, height - 26), (8, height - 22), (13, height - 19), (13.4, height - 2),
        (12.6, height), (11.2, height - 1), (11, height - 14), (0, height - 14),
    ]  # fmt: skip
    if height < 100:
        stem = [(6, 12), (8, 22), (9.5, 26), (7, 31), (8, height - 22), *stem[9:]]
    profile = smooth([(r / 1000, z / 1000) for r, z in [*dish, *stem]], 6)
    body = lathe(profile, ware.main(), segments=96)
    candle = place(
        taper_candle(ware.wish("candle", 0.19), lit=ware.wish("lit", False)),
        (0, 0, height / 1000 - 0.0138),
    )
    return group([body, candle])


@piece(
    "brass-candlestick",
    front=View(pitch=9, weight=0.36, fill=(0.6, 0.74)),
    sizes=View(pitch=9, fill=(0.7, 0.72), weight=0.6),
    detail=View(pitch=18, look=(0, 0, 0.062), close=0.42, blur=0.012, focus=(0, -0.02, 0.07)),
)
def brass_candlestick(ware: Ware) -> Object:
    return _candlestick(ware, ware.wish("height", 140))


@arrangement("brass-candlestick", "sizes")
def _three_candlesticks(_: Ware) -> None:
    make("brass-candlestick", at=(-0.13, 0.0, 0), height=70)
    make("brass-candlestick", at=(0.0, 0.03, 0), height=140)
    make("brass-candlestick", at=(0.13, -0.005, 0), height=210)


@piece(
    "candle-bowl",
    front=View(pitch=17, fill=(0.62, 0.66)),
    angle=View(pitch=42, turn=-15, fill=(0.7, 0.7)),
)
def candle_bowl(ware: Ware) -> Object:
    bowl: Millimetres = [(32, 0), (34, 3), (46, 16), (56, 34), (60, 48), (60.5, 50)]
    socket = smooth(
        [(0.021, 0.008), (0.0165, 0.012), (0.0155, 0.026), (0.0150, 0.031), (0.0125, 0.0325), (0.0112, 0.031),
         (0.011, 0.02), (0.0, 0.0195)], 8
    )  # fmt: skip
    parts = [throw(bowl, ware.main(foot=0.004), wall=4.5, seed=9), lathe(socket, ware.main())]
    if ware.wish("candle", True):
        parts.append(place(taper_candle(0.13), (0, 0, 0.0195)))
    return group(parts)


@arrangement("candle-bowl", "angle")
def _candle_bowl_alone(ware: Ware) -> None:
    make("candle-bowl", ware.value, turn=25, candle=False)


@piece(
    "candle-block",
    front=View(pitch=11, turn=-14, fill=(0.8, 0.66), weight=0.62),
    detail=View(
        pitch=30,
        turn=-24,
        look=(-0.08, 0, 0.055),
        close=0.36,
        blur=0.012,
        focus=(-0.07, -0.01, 0.05),
    ),
)
def candle_block(ware: Ware) -> Object:
    parts = [block((0.4, 0.06, 0.05), 0.0035, ware.main())]
    for i in range(5):
        x = -0.15 + 0.075 * i
        cup = smooth(
            [(0, 0.0478), (0.0138, 0.0478), (0.0138, 0.053), (0.0134, 0.0542), (0.0118, 0.0538), (0.0112, 0.052),
             (0.0112, 0.0485), (0, 0.0485)], 4
        )  # fmt: skip
        holder = place(lathe(cup, ware.part("cups"), segments=64), (x, 0, 0))
        candle = taper_candle(0.2, seed=i, lit=ware.wish("lit", False))
        parts += [holder, place(candle, (x, 0, 0.0486), (0, 0, 60 * i))]
    return group(parts)


def vase_with_sprigs(
    slug: str, value: str, at: tuple[float, float, float], rise: float, seed: int = 0
) -> None:
    """A vase holding three leafy stems; used by still lifes."""
    make(slug, value, at)
    for i in range(3):
        x, y, z = at
        place(sprig(rise, seed=seed + i), (x, y, z + 0.1), (6 * (i - 1), 9 * (1 - i), 120 * i))
