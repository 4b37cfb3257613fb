"""Where the forms put themselves down, and where the camera and the still lifes find them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import bpy

import catalogue
from workshop.materials import Material
from workshop.shapes import group, place
from workshop.stage import View
from workshop.surfaces import surface

Object = bpy.types.Object


@dataclass(frozen=True)
class Ware:
    """One thing to be made: a product in one of its colours or woods."""

    product: catalogue.Product
    value: str
    seed: int = 0
    wishes: dict[str, Any] = field(default_factory=dict)

    def main(self, **hints: Any) -> Material:
        """The surface of the chosen colour or wood, or of the body where there is no choice."""
        hints.setdefault("seed", self.seed)
        return surface(self.main_name, **hints)

    @property
    def main_name(self) -> str:
        materials = self.product.materials
        return materials.get(self.value) or materials.get("body") or next(iter(materials.values()))

    def part(self, name: str, **hints: Any) -> Material:
        """The surface of a named part, such as `foot` or `handle`."""
        return surface(self.product.materials[name], **hints)

    def wish(self, name: str, default: Any) -> Any:
        """What an arrangement asks of this piece beyond its list entry."""
        return self.wishes.get(name, default)


Piece = Callable[[Ware], Object]
Arrangement = Callable[[Ware], None]
PIECES: dict[str, Piece] = {}
VIEWS: dict[tuple[str, str], View] = {}
ARRANGEMENTS: dict[tuple[str, str], Arrangement] = {}


def piece(slug: str, **views: View) -> Callable[[Piece], Piece]:
    """Register how a product is made, standing on z = 0, and how each kind of shot sees it."""

    def keep(made: Piece) -> Piece:
        PIECES[slug] = made
        VIEWS.update({(slug, shot): view for shot, view in views.items()})
        return made

    return keep


def arrangement(slug: str, shot: str) -> Callable[[Arrangement], Arrangement]:
    """Register what stands in a shot that shows more than the piece alone."""

    def keep(arranged: Arrangement) -> Arrangement:
        ARRANGEMENTS[slug, shot] = arranged
        return arranged

    return keep


def make(
    slug: str,
    value: str = "",
    at: tuple[float, float, float] = (0, 0, 0),
    turn: float = 0.0,
    *,
    scale: float = 1.0,
    seed: int = 0,
    lean: tuple[float, float] = (0, 0),
    **wishes: Any,
) -> Object:
    """Make a product and put it down; `turn` is about the upright, `lean` about x and y (degrees)."""
    product = _by_slug()[slug]
    if not value:
        value = next(iter(product.colours), "")
    thing = PIECES[slug](Ware(product, value, seed, wishes))
    thing.scale = (scale, scale, scale)
    return group([place(thing, (0, 0, 0), (lean[0], lean[1], 0))], at, (0, 0, turn))


def compose(product: catalogue.Product, picture: catalogue.Picture) -> View:
    """Build the scene of one picture and say how it is seen."""
    value = product.chosen(picture)
    arranged = ARRANGEMENTS.get((product.slug, picture.shot))
    if arranged is not None:
        arranged(Ware(product, value))
    else:
        make(product.slug, value)
    view = VIEWS.get((product.slug, picture.shot)) or VIEWS.get((product.slug, "front"))
    if view is None:
        raise LookupError(f"{product.slug} has no view for {picture.shot}")
    return view


def _by_slug() -> dict[str, catalogue.Product]:
    return {product.slug: product for product in catalogue.products()}


@dataclass(frozen=True)
class Still:
    """A wide picture of several things, as the list asks for it and as it is arranged."""

    file: str
    width: int
    height: int
    spec: str
    arrange: Callable[[], None]
    view: View

    def compose(self) -> View:
        self.arrange()
        return self.view


STILLS: dict[str, tuple[Callable[[], None], View]] = {}


def still(file: str, view: View) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Register how a still life is arranged and seen."""

    def keep(arranged: Callable[[], None]) -> Callable[[], None]:
        STILLS[file] = (arranged, view)
        return arranged

    return keep


def stills() -> list[Still]:
    """Every still life that is both asked for and arranged, in the order of the list."""
    found = []
    for row in catalogue.wide_files():
        if row["file"] in STILLS:
            arrange, view = STILLS[row["file"]]
            spec = repr((row["products"], row["width"], row["height"]))
            found.append(Still(row["file"], row["width"], row["height"], spec, arrange, view))
    return found
