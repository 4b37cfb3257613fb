"""Renders a theme as CSS custom properties.

Values are numbers, colours and names from a list, all validated by `ThemeTokens`, so nothing that an
operator enters can become another rule. Only what differs from the standard look is written.
"""

from __future__ import annotations

from collections.abc import Mapping

from stallage.themes.rules.colours import DARK_TEXT, STANDARD, Colours, colours_of, text_on
from stallage.themes.rules.contrast import primary_tones, usual_hover
from stallage.themes.schemas import Scheme, ThemeTokens, ThemeVariables

FAMILIES: Mapping[str, str] = {
    "hanken": '"Hanken Grotesk Variable","Hanken Grotesk Fallback","Helvetica Neue",Arial,sans-serif',
    "system": "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif",
    "humanist": "Seravek,'Gill Sans Nova',Ubuntu,Calibri,'DejaVu Sans',sans-serif",
    "geometric": "Avenir,Montserrat,Corbel,'URW Gothic',sans-serif",
    "classical": "Optima,Candara,'Noto Sans',sans-serif",
    "slab": "Rockwell,'Rockwell Nova','Roboto Slab','DejaVu Serif',serif",
    "serif": "Charter,'Bitstream Charter','Sitka Text',Cambria,serif",
}
"""Name → font stack. Only the first one is a file; the others are on the device."""

SIZES: Mapping[str, str] = {
    "--t-xs": "0.75rem",
    "--t-s": "0.875rem",
    "--t-m": "1rem",
    "--t-l": "1.125rem",
    "--t-xl": "1.5rem",
    "--t-2xl": "clamp(1.625rem,1.3rem + 1.3vw,2.25rem)",
    "--t-3xl": "clamp(2.25rem,1.2rem + 3.6vw,4rem)",
}
SPACES: Mapping[str, str] = {
    "--s3": "12px",
    "--s4": "16px",
    "--s5": "24px",
    "--s6": "32px",
    "--s7": "48px",
    "--s8": "72px",
    "--s9": "clamp(72px,8vw,112px)",
}
"""Without the two smallest, which separate what belongs together."""
DENSITIES: Mapping[str, float] = {"compact": 0.8, "regular": 1, "airy": 1.25}
BUTTONS: Mapping[str, str] = {"square": "0px", "corner": "", "pill": "999px"}
STANDARD_CORNER = 4
LARGE_CORNER = 2.5
"""Of dialogs and menus, as a multiple of the others."""
GLASS: Mapping[Scheme, int] = {"light": 84, "dark": 82}
"""Opacity of translucent surfaces, in percent."""


def variables_of(tokens: ThemeTokens) -> ThemeVariables:
    """Return the custom properties that differ from the standard look."""
    colours = colours_of(tokens)
    return ThemeVariables(
        base=_base(tokens, colours["light"]["primary"]),
        light=_scheme("light", colours["light"]),
        dark=_scheme("dark", colours["dark"]),
    )


def style_of(tokens: ThemeTokens) -> str:
    """Return the style element of a page; empty for the standard look.

    Selectors are more specific than those of the client's style sheet, wherever it is in the head.
    """
    variables = variables_of(tokens)
    rules = (
        _rule(":root:root:root", variables.base),
        _rule(":root:root[data-theme=light]", variables.light),
        _rule(":root:root[data-theme=dark]", variables.dark),
    )
    text = "".join(rules)
    return f"\n    <style>{text}</style>" if text else ""


def loads_font(tokens: ThemeTokens) -> bool:
    """Whether the storefront's own typeface is used anywhere."""
    return "hanken" in (tokens.family, tokens.heading_family)


def _rule(selector: str, values: Mapping[str, str]) -> str:
    body = ";".join(f"{name}:{value}" for name, value in values.items())
    return f"{selector}{{{body}}}" if body else ""


def _base(tokens: ThemeTokens, primary: str) -> dict[str, str]:
    values: dict[str, str] = {}
    if primary != STANDARD["light"]["primary"]:
        # Of large surfaces that look the same in both schemes.
        values["--shop-primary"] = primary
        values["--shop-on-primary"] = text_on(primary, DARK_TEXT)
    if tokens.family != "hanken":
        values["--family"] = FAMILIES[tokens.family]
    if tokens.heading_family != tokens.family:
        values["--family-heading"] = FAMILIES[tokens.heading_family]
    if tokens.scale != 100:
        values |= {name: f"calc({size}*{tokens.scale / 100})" for name, size in SIZES.items()}
    if tokens.density != "regular":
        factor = DENSITIES[tokens.density]
        values |= {name: f"calc({space}*{factor})" for name, space in SPACES.items()}
    if tokens.corner != STANDARD_CORNER:
        values["--r"] = f"{tokens.corner}px"
        values["--r-l"] = f"{round(tokens.corner * LARGE_CORNER)}px"
    if BUTTONS[tokens.button]:
        values["--r-button"] = BUTTONS[tokens.button]
    return values


def _scheme(scheme: Scheme, colours: Colours) -> dict[str, str]:
    changed = {name: colour for name, colour in colours.items() if STANDARD[scheme][name] != colour}
    values = {f"--{name.replace('_', '-')}": colour for name, colour in changed.items()}
    values |= _primary(scheme, colours)
    if "ink" in changed:
        values["--star"] = changed["ink"]
    if "raised" in changed:
        red, green, blue = (int(changed["raised"][at : at + 2], 16) for at in (1, 3, 5))
        values["--glass"] = f"rgb({red} {green} {blue}/{GLASS[scheme]}%)"
    return values


def _primary(scheme: Scheme, colours: Colours) -> dict[str, str]:
    """The tones beside the primary colour that the client's style sheet does not derive itself."""
    primary = colours["primary"]
    usual = {"text": primary, "edge": "transparent", "hover": usual_hover(scheme, primary)}
    tones = primary_tones(scheme, colours)
    return {f"--primary-{name}": tone for name, tone in tones.items() if tone != usual[name]}
