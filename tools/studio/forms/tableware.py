"""Bowls, plates, cups: what the table is laid with."""

from __future__ import annotations

from forms.potting import Millimetres, oval, strap, throw
from forms.registry import Object, Ware, arrangement, make, piece
from workshop.profiles import smooth
from workshop.shapes import bar, block, group, lathe, place
from workshop.stage import View
from workshop.surfaces import surface

EVERYDAY_BOWL: Millimetres = [(29, 0), (31, 3), (33, 8), (52, 20), (68, 44), (74, 66), (75, 75)]


@piece(
    "everyday-bowl",
    front=View(pitch=19),
    detail=View(pitch=10, look=(0.02, 0, 0.036), close=0.62, blur=0.01, focus=(0.02, -0.07, 0.05)),
    group=View(pitch=12, weight=0.5),
)
def everyday_bowl(ware: Ware) -> Object:
    return group(
        [throw(EVERYDAY_BOWL, ware.main(foot=0.007), wall=5.5, foot=5, seed=3 + ware.seed)]
    )


@arrangement("everyday-bowl", "group")
def _bowl_stack(ware: Ware) -> None:
    for i, value in enumerate(reversed(ware.product.colours)):
        make("everyday-bowl", value, (0.001 * (i % 2), 0, 0.0222 * i), 80 * i, seed=i)


@piece(
    "pasta-bowl",
    front=View(pitch=27, fill=(0.76, 0.66)),
    detail=View(
        pitch=24, look=(0.05, -0.03, 0.045), close=0.5, blur=0.012, focus=(0.04, -0.09, 0.045)
    ),
)
def pasta_bowl(ware: Ware) -> Object:
    shape: Millimetres = [
        (52, 0),
        (55, 3),
        (62, 6),
        (78, 20),
        (86, 37),
        (92, 42),
        (114, 49),
        (115, 50),
    ]
    return group([throw(shape, ware.main(foot=0.005), wall=5, foot=4, seed=6 + ware.seed)])


@piece(
    "serving-bowl",
    front=View(pitch=13, fill=(0.76, 0.66)),
    angle=View(pitch=42, fill=(0.78, 0.7), weight=0.6),
    sizes=View(pitch=14, fill=(0.84, 0.66), weight=0.6),
)
def serving_bowl(ware: Ware) -> Object:
    shape: Millimetres = [
        (54, 0), (55, 3), (47, 18), (46, 28), (52, 33), (92, 52), (126, 80), (145, 112), (150, 130),
    ]  # fmt: skip
    return group(
        [
            throw(
                shape,
                ware.main(foot=0.004),
                wall=6,
                floor=34,
                foot=6,
                rings=0.5,
                seed=7 + ware.seed,
            )
        ]
    )


@arrangement("serving-bowl", "sizes")
def _two_serving_bowls(ware: Ware) -> None:
    make("serving-bowl", ware.value, (0.10, 0.05, 0))
    make("serving-bowl", ware.value, (-0.16, -0.05, 0), 50, scale=0.8, seed=2)


@piece(
    "turned-salad-bowl",
    front=View(pitch=17, fill=(0.76, 0.66)),
    detail=View(
        pitch=24,
        turn=-20,
        look=(-0.03, -0.06, 0.075),
        close=0.46,
        blur=0.012,
        focus=(-0.03, -0.14, 0.08),
    ),
)
def turned_salad_bowl(ware: Ware) -> Object:
    shape: Millimetres = [(58, 0), (62, 2), (100, 20), (132, 52), (148, 82), (150, 90)]
    return group(
        [throw(shape, ware.main(axis="x", seed=2), wall=8, floor=10, foot=1, hand=0.003, rings=0)]
    )


@piece("dipping-bowls", front=View(pitch=24, fill=(0.76, 0.66)), angle=View(pitch=34))
def dipping_bowls(ware: Ware) -> Object:
    places = [(-0.062, 0.02), (0.012, -0.052), (0.066, 0.034)]
    bowls = []
    for i, (name, (x, y)) in enumerate(zip(("first", "second", "third"), places, strict=True)):
        bowls.append(place(_dip(ware, name, i), (x, y, 0), (0, 0, 50 * i)))
    return group(bowls)


def _dip(ware: Ware, name: str, seed: int) -> Object:
    shape: Millimetres = [(22, 0), (24, 2.5), (34, 10), (42, 24), (45, 35)]
    return throw(shape, ware.part(name, foot=0.004), wall=4, floor=6, foot=3, hand=0.008, seed=seed)


@arrangement("dipping-bowls", "angle")
def _dip_stack(ware: Ware) -> None:
    for i, name in enumerate(("third", "second", "first")):
        place(_dip(ware, name, i), (0.001 * i, 0, 0.0128 * i), (0, 0, 80 * i))


def coupe(radius: float, rise: float) -> Millimetres:
    """A flat plate whose edge turns up over the last 20 mm."""
    foot = radius * 0.62
    return [
        (foot, 0), (foot + 3, 2.2), (foot + 8, 4.5), (radius - 30, 6.5), (radius - 14, 9),
        (radius - 4, rise - 4), (radius, rise),
    ]  # fmt: skip


@piece(
    "dinner-plate",
    front=View(pitch=11, turn=14, fill=(0.72, 0.66), weight=0.56),
    detail=View(
        pitch=16, look=(0.05, -0.04, 0.012), close=0.42, blur=0.012, focus=(0.05, -0.125, 0.015)
    ),
    group=View(pitch=15, fill=(0.76, 0.66)),
)
def dinner_plate(ware: Ware) -> Object:
    return group(
        [
            throw(
                coupe(135, 22),
                ware.main(foot=0.002),
                wall=5,
                floor=9.4,
                foot=3,
                seed=ware.seed,
                rings=0.15,
            )
        ]
    )


@arrangement("dinner-plate", "front")
def _standing_plate(ware: Ware) -> None:
    plate = make("dinner-plate", ware.value)
    tilt = 72.0
    place(plate, (0, 0.012, 0.1495), (tilt, 0, 0))
    oak = surface("wood-oak")
    block((0.13, 0.075, 0.02), 0.003, oak, (0, 0.022, 0))
    for x in (-0.045, 0.045):
        bar((x, 0.046, 0.019), (x, 0.0655, 0.075), 0.005, surface("wood-oak", axis="z"))


@arrangement("dinner-plate", "detail")
def _lying_plate(ware: Ware) -> None:
    make("dinner-plate", ware.value)


@arrangement("dinner-plate", "group")
def _plate_stack(ware: Ware) -> None:
    for i, value in enumerate(reversed(ware.product.colours)):
        make("dinner-plate", value, (0.002 * (i % 2), 0.001 * i, 0.0098 * i), 70 * i, seed=i)


@piece(
    "side-plate", front=View(pitch=32, fill=(0.72, 0.66)), group=View(pitch=34, fill=(0.78, 0.7))
)
def side_plate(ware: Ware) -> Object:
    return group(
        [
            throw(
                coupe(95, 20),
                ware.main(foot=0.002),
                wall=4.5,
                floor=8.9,
                foot=3,
                seed=4 + ware.seed,
            )
        ]
    )


@arrangement("side-plate", "group")
def _two_plates(_: Ware) -> None:
    make("dinner-plate", "Moss")
    make("side-plate", "Chalk", (0.006, -0.004, 0.0098))


@piece(
    "oval-platter",
    front=View(pitch=30, fill=(0.8, 0.66)),
    detail=View(
        pitch=26,
        turn=-15,
        look=(-0.08, -0.04, 0.03),
        close=0.42,
        blur=0.012,
        focus=(-0.08, -0.1, 0.03),
    ),
)
def oval_platter(ware: Ware) -> Object:
    shape: Millimetres = [(120, 0), (126, 2.5), (150, 8), (172, 20), (184, 34), (190, 40)]
    body = throw(
        shape, ware.main(), wall=6, floor=8, foot=3, rings=0.2, seed=5, shape=oval(0.66, 2.2)
    )
    return group([body])


@piece(
    "cake-stand", front=View(pitch=12, fill=(0.76, 0.66)), angle=View(pitch=34, fill=(0.76, 0.66))
)
def cake_stand(ware: Ware) -> Object:
    outline = smooth(
        [(0, 96), (20, 95), (26, 80), (34, 40), (56, 8), (66, 2), (66, 2), (69, 0), (71, 2), (70, 6), (58, 16),
         (42, 42), (33, 78), (36, 92), (60, 97), (128, 100), (139, 104), (140.5, 109), (138.5, 110.5), (136, 108),
         (130, 106), (100, 105.5), (0, 105)], 8
    )  # fmt: skip
    return group([lathe(outline / 1000, ware.main(), hand=0.002, seed=4)])


MUG: Millimetres = [(38, 0), (40.5, 2), (42, 8), (42.5, 20), (42.5, 60), (42.3, 88), (42.2, 90)]


@piece(
    "everyday-mug",
    front=View(pitch=13, fill=(0.66, 0.6)),
    detail=View(
        pitch=16, turn=20, look=(0.048, 0, 0.05), close=0.48, blur=0.012, focus=(0.05, -0.02, 0.05)
    ),
    group=View(pitch=13, fill=(0.84, 0.6)),
)
def everyday_mug(ware: Ware) -> Object:
    glaze = ware.main(foot=0.008)
    body = throw(MUG, glaze, wall=3.6, floor=6, foot=3, hand=0.004, seed=2 + ware.seed)
    d_shape = [(40.5, 73), (52, 76), (65, 72), (71, 58), (69, 40), (57, 26), (40.5, 22)]
    return group([body, strap(d_shape, glaze, thick=8.5)])


@arrangement("everyday-mug", "group")
def _mug_row(ware: Ware) -> None:
    for i, value in enumerate(ware.product.colours):
        make("everyday-mug", value, (-0.195 + 0.127 * i, 0.016 * (-1) ** i, 0), -22 + 9 * i, seed=i)


@piece(
    "espresso-cup", front=View(pitch=14, weight=0.44), angle=View(pitch=44, turn=20, weight=0.46)
)
def espresso_cup(ware: Ware) -> Object:
    shape: Millimetres = [
        (20, 0), (22, 2), (24.5, 12), (26.2, 25), (26, 28), (24.8, 30), (26.2, 32), (27.2, 36), (29.3, 54), (30, 60),
    ]  # fmt: skip
    return group(
        [throw(shape, ware.main(foot=0.004), wall=4.6, floor=6, foot=2.5, seed=6 + ware.seed)]
    )


@piece(
    "tea-cup-and-saucer",
    front=View(pitch=20, fill=(0.72, 0.66)),
    angle=View(pitch=48, turn=-20, fill=(0.74, 0.7)),
)
def tea_cup_and_saucer(ware: Ware) -> Object:
    glaze = ware.main(foot=0.002)
    saucer = throw(coupe(75, 15), glaze, wall=4, floor=8.4, foot=2.5, seed=3)
    bowl: Millimetres = [
        (21, 0),
        (23, 2),
        (24, 4),
        (40, 18),
        (47, 36),
        (46, 52),
        (47, 60),
        (48, 62),
    ]
    cup = throw(bowl, ware.main(foot=0.002), wall=3.2, floor=5.5, foot=2.5, hand=0.004, seed=5)
    ring = strap(
        [(45.5, 49), (54, 52), (63, 45), (64, 33), (56, 24), (45, 25)],
        ware.main(),
        thick=6.5,
        flat=1.5,
    )
    return group([saucer, group([cup, ring], (0, 0, 0.0086), (0, 0, -14))])
