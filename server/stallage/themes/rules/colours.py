"""The colours of the standard look, and those that a theme derives."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

from stallage.themes.schemas import Scheme, ThemeColours, ThemeTokens

Colours: TypeAlias = Mapping[str, str]
"""Name of a token → `#rrggbb`."""

STANDARD: Mapping[Scheme, Colours] = MappingProxyType(
    {
        "light": {
            "page": "#ffffff",
            "raised": "#ffffff",
            "tint": "#f7f5f2",
            "ground": "#efebe5",
            "ink": "#1d1b19",
            "ink_2": "#5f5952",
            "ink_3": "#8b847b",
            "line": "#e6e1da",
            "line_strong": "#b9b2a9",
            "primary": "#23483c",
            "on_primary": "#ffffff",
            "sale": "#a8321c",
            "good": "#2d6a45",
            "bad": "#a8321c",
        },
        "dark": {
            "page": "#171513",
            "raised": "#252120",
            "tint": "#1f1c1a",
            "ground": "#2a2622",
            "ink": "#f1ede7",
            "ink_2": "#b3aba1",
            "ink_3": "#8b847b",
            "line": "#36322d",
            "line_strong": "#655e56",
            "primary": "#8fc7ae",
            "on_primary": "#10231b",
            "sale": "#ee8f79",
            "good": "#86c79f",
            "bad": "#ee8f79",
        },
    }
)
"""The same values as `web/src/theme/tokens.css`, which a test compares."""

STANDARD_TOKENS = ThemeTokens(
    light=ThemeColours(**dict.fromkeys(STANDARD["light"])),
    dark=ThemeColours(**dict.fromkeys(STANDARD["dark"])),
    family="hanken",
    heading_family="hanken",
    scale=100,
    density="regular",
    corner=4,
    button="corner",
)

DARK_TEXT = "#1d1b19"
LIGHT_TEXT = "#ffffff"
IS_LIGHT = 0.18
"""Luminance below which a colour is too dark for the dark scheme."""
TEXT = 4.5
"""Minimum contrast of text (WCAG 2.2 AA)."""
LIGHTNESS_IN_THE_DARK = 0.62
"""Of black as a primary colour (OKLab); that of others is between it and 1."""

CHROMA_STEPS = 8
"""Halvings in the search for the highest chroma; the error is below what 8 bits show."""


def luminance(colour: str) -> float:
    """Return the relative luminance (WCAG) of a colour, from 0 for black to 1 for white."""
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: str, other: str) -> float:
    """Return the contrast (WCAG) of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def text_on(colour: str, dark_text: str) -> str:
    """Return the colour of text on a colour: light or dark text, or black where neither suffices."""
    best = max((LIGHT_TEXT, dark_text), key=lambda one: ratio(one, colour))
    return best if ratio(best, colour) >= TEXT else "#000000"


def mix(colour: str, other: str, share: float) -> str:
    """Return a mixture in OKLab, like `color-mix(in oklab, colour share, other)`."""
    pairs = zip(_to_oklab(colour), _to_oklab(other), strict=True)
    return _from_oklab(*(share * one + (1 - share) * another for one, another in pairs))


def colours_of(tokens: ThemeTokens) -> dict[Scheme, dict[str, str]]:
    """Return all colours of a theme, with those that it leaves open."""
    light = {**STANDARD["light"], **_chosen(tokens.light)}
    dark = {**STANDARD["dark"], **_chosen(tokens.dark)}
    if light["primary"] != STANDARD["light"]["primary"] and not tokens.light.on_primary:
        light["on_primary"] = text_on(light["primary"], DARK_TEXT)
    if light["primary"] != STANDARD["light"]["primary"] and not tokens.dark.primary:
        dark["primary"] = in_the_dark(light["primary"])
    if dark["primary"] != STANDARD["dark"]["primary"] and not tokens.dark.on_primary:
        dark["on_primary"] = text_on(dark["primary"], STANDARD["dark"]["on_primary"])
    return {"light": light, "dark": dark}


def in_the_dark(colour: str) -> str:
    """Return a primary colour for the dark scheme: a dark one is lightened, as it would not be seen."""
    if luminance(colour) > IS_LIGHT:
        return colour
    return with_lightness(
        colour, LIGHTNESS_IN_THE_DARK + (1 - LIGHTNESS_IN_THE_DARK) * lightness_of(colour)
    )


def with_lightness(colour: str, lightness: float) -> str:
    """Return a colour of the same hue and another lightness (OKLab), from 0 to 1.

    Its chroma is lowered as far as screens cannot show it, which would change hue and lightness.
    """
    _, a, b = _to_oklab(colour)
    low, high = 0.0, 1.0
    if not _is_shown(_to_linear(lightness, a, b)):
        for _ in range(CHROMA_STEPS):
            share = (low + high) / 2
            if _is_shown(_to_linear(lightness, a * share, b * share)):
                low = share
            else:
                high = share
        a, b = a * low, b * low
    return _from_oklab(lightness, a, b)


def lightness_of(colour: str) -> float:
    """Return the lightness (OKLab) of a colour."""
    return _to_oklab(colour)[0]


def _chosen(colours: ThemeColours) -> dict[str, str]:
    return colours.model_dump(exclude_none=True)


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _to_oklab(colour: str) -> tuple[float, float, float]:
    """Convert `#rrggbb`. Source of the matrices: https://bottosson.github.io/posts/oklab/."""
    r, g, b = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    x = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    y = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    z = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * x + 0.7936177850 * y - 0.0040720468 * z,
        1.9779984951 * x - 2.4285922050 * y + 0.4505937099 * z,
        0.0259040371 * x + 0.7827717662 * y - 0.8086757660 * z,
    )


def _to_linear(lightness: float, a: float, b: float) -> tuple[float, float, float]:
    """Linear red, green and blue; outside 0 to 1 for what screens cannot show."""
    x = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    y = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    z = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
        -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
        -0.0041960863 * x - 0.7034186147 * y + 1.7076147010 * z,
    )


def _is_shown(linear: tuple[float, float, float]) -> bool:
    return all(-0.0005 <= one <= 1.0005 for one in linear)


def _from_oklab(lightness: float, a: float, b: float) -> str:
    return "#" + "".join(f"{_channel(one):02x}" for one in _to_linear(lightness, a, b))


def _channel(linear: float) -> int:
    value = min(1.0, max(0.0, linear))
    encoded = 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
    return round(255 * encoded)
