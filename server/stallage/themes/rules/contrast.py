"""Checks the contrast of the colours that the storefront shows on one another (WCAG 2.2 AA)."""

from __future__ import annotations

from pydantic.alias_generators import to_camel

from stallage.themes.rules.colours import colours_of, lightness_of, luminance, with_lightness
from stallage.themes.schemas import ContrastFinding, ContrastPair, ThemeTokens

TEXT = 4.5
ICON = 3.0
"""Of icons, controls and the outline of what has the focus."""

PAIRS: tuple[tuple[str, str, float], ...] = (
    *(("ink", back, TEXT) for back in ("page", "raised", "tint", "ground")),
    *(("ink_2", back, TEXT) for back in ("page", "raised", "tint")),
    ("ink_3", "page", ICON),
    ("primary", "page", TEXT),
    ("primary", "raised", TEXT),
    ("primary", "tint", TEXT),
    ("on_primary", "primary", TEXT),
    *(
        (front, back, TEXT)
        for front in ("sale", "good", "bad")
        for back in ("page", "raised", "tint")
    ),
)
"""Front, back and minimum. Lines are not among them: they decorate, and fields have labels."""

STEPS = 200
"""Lightness is tried in steps of a two-hundredth."""


def pairs() -> list[ContrastPair]:
    """Return what is checked."""
    return [
        ContrastPair(front=to_camel(front), back=to_camel(back), minimum=minimum)
        for front, back, minimum in PAIRS
    ]


def ratio(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


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


def nearest(colour: str, grounds: list[tuple[str, float]]) -> str:
    """Return the colour of the nearest lightness with enough contrast on all grounds.

    `grounds` are colours with the contrast that each needs. If they differ so much that no colour has
    enough on all of them, the better one of black and white.
    """
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
