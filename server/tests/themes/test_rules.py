"""Colours, contrast and the style sheet of themes."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import cast, get_args

import pytest

from stallage.themes.rules.colours import (
    STANDARD,
    STANDARD_TOKENS,
    TEXT,
    colours_of,
    in_the_dark,
    ratio,
)
from stallage.themes.rules.contrast import (
    ICON,
    PAIRS,
    SURFACES,
    findings,
    nearest,
    primary_tones,
)
from stallage.themes.rules.css import FAMILIES, SIZES, SPACES, style_of, variables_of
from stallage.themes.schemas import Family, Scheme, ThemeTokens

TOKENS_CSS = Path(__file__).parents[3] / "web" / "src" / "theme" / "tokens.css"


def with_light(**colours: str) -> ThemeTokens:
    light = STANDARD_TOKENS.light.model_copy(update=colours)
    return STANDARD_TOKENS.model_copy(update={"light": light})


def declared(selector: str) -> dict[str, str]:
    """The custom properties of a rule in the client's style sheet."""
    body = TOKENS_CSS.read_text().partition(f"{selector} {{")[2].partition("\n}")[0]
    return dict(re.findall(r"(--[\w-]+):\s*([^;]+);", body))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_standard_look_is_that_of_the_client(scheme: str) -> None:
    values = declared(":root" if scheme == "light" else ':root[data-theme="dark"]')
    for name, colour in STANDARD[cast(Scheme, scheme)].items():
        value = values[f"--{name.replace('_', '-')}"]
        assert value.replace("#fff", "#ffffff") == colour if len(value) == 4 else value == colour
    if scheme == "light":
        for name, value in {**SIZES, **SPACES}.items():
            assert values[name].replace(", ", ",") == value


def test_the_standard_look_writes_nothing_and_has_enough_contrast() -> None:
    assert style_of(STANDARD_TOKENS) == ""
    assert findings(STANDARD_TOKENS) == []


def test_contrast_is_measured_as_wcag_defines_it() -> None:
    assert ratio("#000000", "#ffffff") == 21
    assert round(ratio("#767676", "#ffffff"), 2) == 4.54


def test_text_on_the_primary_colour_follows_it() -> None:
    assert colours_of(with_light(primary="#ffd500"))["light"]["on_primary"] == "#1d1b19"
    assert colours_of(with_light(primary="#402080"))["light"]["on_primary"] == "#ffffff"
    assert colours_of(with_light(primary="#7b7b7b"))["light"]["on_primary"] == "#000000"
    # Lighter, with the hue and as much of the chroma as screens show.
    assert in_the_dark("#402080") == "#b19dff"
    assert in_the_dark("#ffd500") == "#ffd500"


@pytest.mark.parametrize("colour", ["#ffd500", "#00ffff", "#ff00ff", "#ffffff", "#808080"])
def test_proposals_have_enough_contrast(colour: str) -> None:
    for finding in findings(with_light(primary=colour, ink=colour, sale=colour)):
        back = STANDARD["light"]
        if finding.scheme == "light" and finding.front in ("ink", "sale"):
            assert ratio(finding.proposal, back[finding.back]) >= finding.minimum
    assert ratio(nearest(colour, [("#ffffff", 4.5)]), "#ffffff") >= 4.5
    assert ratio(nearest(colour, [("#171513", 4.5)]), "#171513") >= 4.5


def test_grounds_that_no_colour_stands_out_from_get_the_better_one() -> None:
    assert nearest("#888888", [("#ffffff", 7), ("#000000", 7)]) in ("#000000", "#ffffff")


def test_every_pair_and_family_is_known() -> None:
    assert {name for front, back, _ in PAIRS for name in (front, back)} <= set(STANDARD["light"])
    assert set(FAMILIES) == set(get_args(Family))


def test_translucent_surfaces_follow_the_raised_colour() -> None:
    assert variables_of(with_light(raised="#fff0e0")).light == {
        "--raised": "#fff0e0",
        "--glass": "rgb(255 240 224/84%)",
    }


GRID = [
    "#" + "".join(channels)
    for channels in itertools.product(("00", "33", "66", "80", "99", "cc", "ff"), repeat=3)
]


@pytest.mark.parametrize("scheme", get_args(Scheme))
def test_any_primary_colour_has_enough_contrast(scheme: Scheme) -> None:
    for primary in [*GRID, "#ffd500", "#39ff14", "#767676"]:
        tokens = with_light(primary=primary)
        assert findings(tokens) == [], primary
        colours = colours_of(tokens)[scheme]
        tones = primary_tones(scheme, colours)
        for surface, minimum in SURFACES:
            assert ratio(tones["text"], colours[surface]) >= minimum, (primary, surface)
        for button in (colours["primary"], tones["hover"]):
            assert ratio(colours["on_primary"], button) >= TEXT, primary
        outer = colours["primary"] if tones["edge"] == "transparent" else tones["edge"]
        for surface in ("page", "raised", "tint"):
            assert ratio(outer, colours[surface]) >= ICON, (primary, surface)


def test_a_primary_colour_with_enough_contrast_is_shown_as_it_is() -> None:
    variables = variables_of(with_light(primary="#402080"))
    assert variables.light == {"--primary": "#402080"}
    assert variables.dark == {"--primary": "#b19dff"}
    # The standard colour, set explicitly, looks like the standard.
    assert style_of(with_light(primary=STANDARD["light"]["primary"])) == ""


def test_yellow_gets_a_darker_tone_for_links_and_an_edge_for_buttons() -> None:
    variables = variables_of(with_light(primary="#ffd500"))
    assert variables.base == {"--shop-primary": "#ffd500", "--shop-on-primary": "#1d1b19"}
    assert variables.light == {
        "--primary": "#ffd500",
        "--on-primary": "#1d1b19",
        "--primary-text": "#856e00",
        "--primary-edge": "#856e00",
    }


def test_tones_follow_the_surfaces_of_the_theme() -> None:
    tokens = with_light(page="#101010", raised="#181818", tint="#202020", primary="#23483c")
    colours = colours_of(tokens)["light"]
    assert ratio(primary_tones("light", colours)["text"], "#202020") >= TEXT
