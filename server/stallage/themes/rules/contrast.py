"""Checks the contrast of the colours that the storefront shows on one another (WCAG 2.2 AA)."""

from __future__ import annotations

from pydantic.alias_generators import to_camel

from stallage.themes.rules.colours import (
    TEXT,
    Colours,
    colours_of,
    lightness_of,
    mix,
    ratio,
    with_lightness,
)
from stallage.themes.schemas import ContrastFinding, ContrastPair, Scheme, ThemeTokens

ICON = 3.0
"""Of icons, controls and the outline of what has the focus."""

PAIRS: tuple[tuple[str, str, float], ...] = (
    *(("ink", back, TEXT) for back in ("page", "raised", "tint", "ground")),
    *(("ink_2", back, TEXT) for back in ("page", "raised", "tint")),
    ("ink_3", "page", ICON),
    ("on_primary", "primary", TEXT),
    *(
        (front, back, TEXT)
        for front in ("sale", "good", "bad")
        for back in ("page", "raised", "tint")
    ),
)
"""Front, back and minimum. Lines are not among them: they decorate, and fields have labels.

Nor is the primary colour on other surfaces: `primary_tones` derives what is shown there."""

SURFACES: tuple[tuple[str, float], ...] = (
    ("page", TEXT),
    ("raised", TEXT),
    ("tint", TEXT),
    ("ground", ICON),
)
"""What links, outlines and marks in the primary colour are shown on, with the minimum."""

HOVER_SHARE = 0.86
"""Of the primary colour, under the pointer, in a mixture with black or white."""

STEPS = 200
"""Lightness is tried in steps of a two-hundredth."""


def pairs() -> list[ContrastPair]:
    """Return what is checked."""
    return [
        ContrastPair(front=to_camel(front), back=to_camel(back), minimum=minimum)
        for front, back, minimum in PAIRS
    ]


def findings(tokens: ThemeTokens) -> list[ContrastFinding]:
    """Return the pairs with too little contrast, with a colour that has enough on every ground."""
    found = []
    for scheme, colours in colours_of(tokens).items():
        for front, back, minimum in PAIRS:
            measured = ratio(colours[front], colours[back])
            if measured < minimum:
                grounds = [(colours[on], least) for name, on, least in PAIRS if name == front]
                found.append(
                    ContrastFinding(
                        scheme=scheme,
                        front=to_camel(front),
                        back=to_camel(back),
                        minimum=minimum,
                        # Rounded down: 4.499 is not 4.5.
                        ratio=int(measured * 100) / 100,
                        proposal=nearest(colours[front], grounds),
                    )
                )
    return found


def primary_tones(scheme: Scheme, colours: Colours) -> dict[str, str]:
    """Return what a primary colour of any lightness needs beside it.

    - `text`: the nearest tone for links, outlines and marks on the theme's surfaces.
    - `edge`: the border of areas in the primary colour: `transparent` where they stand out without one.
    - `hover`: the colour of buttons under the pointer, on which their text stays legible.
    """
    primary = colours["primary"]
    text = nearest(primary, [(colours[name], minimum) for name, minimum in SURFACES])
    stands_out = all(ratio(primary, colours[name]) >= ICON for name in ("page", "raised", "tint"))
    return {
        "text": text,
        "edge": "transparent" if stands_out else text,
        "hover": _hover(scheme, primary, colours["on_primary"]),
    }


def usual_hover(scheme: Scheme, primary: str) -> str:
    """Return a darker tone in the light scheme and a lighter one in the dark."""
    return mix(primary, "#000000" if scheme == "light" else "#ffffff", HOVER_SHARE)


def _hover(scheme: Scheme, primary: str, on_primary: str) -> str:
    """The usual tone, or the opposite one where text would not be legible or nothing would change."""
    opposite: Scheme = "dark" if scheme == "light" else "light"
    tones = [usual_hover(one, primary) for one in (scheme, opposite)]
    legible = [one for one in tones if ratio(on_primary, one) >= TEXT and one != primary]
    return legible[0] if legible else primary


def nearest(colour: str, grounds: list[tuple[str, float]]) -> str:
    """Return the colour of the nearest lightness with enough contrast on all grounds.

    `grounds` are colours with the contrast that each needs. If they differ so much that no colour has
    enough on all of them, the better one of black and white.
    """
    if all(ratio(colour, ground) >= minimum for ground, minimum in grounds):
        return colour
    start = lightness_of(colour)
    candidates = [with_lightness(colour, step / STEPS) for step in range(STEPS + 1)]
    passing = [
        one
        for one in candidates
        if all(ratio(one, ground) >= minimum for ground, minimum in grounds)
    ]
    if passing:
        return min(passing, key=lambda one: abs(lightness_of(one) - start))
    return max(("#000000", "#ffffff"), key=lambda one: min(ratio(one, to) for to, _ in grounds))
