"""How the text of a cell becomes a value. Each rule gives the value or raises BadCell."""

from __future__ import annotations

import json
import re

from stallage.core.money import MAX_AMOUNT
from stallage.products.rules.texts import distinct, one_line

MAX_STOCK = 2**31 - 1
MAX_GRAMS = 10**9
MAX_NAME = 255
"""Of a title, brand, type, tag, option, SKU or barcode, in characters."""
MAX_TEXT = 5_000
"""Of other one-line texts."""
MAX_ADDRESS = 2_048

_DECIMAL = re.compile(r"([0-9]{0,15})(?:\.([0-9]*))?", re.ASCII)
_WEB_ADDRESS = re.compile(r"(?:https?:)?//[^/\s?#@\\]+(?:[/?#]\S*)?", re.IGNORECASE)
_WORDS_OF_TRUTH = {
    "true": True, "yes": True, "y": True, "1": True,
    "false": False, "no": False, "n": False, "0": False,
}  # fmt: skip


class BadCell(Exception):
    """A cell that its row or product is refused for; the text is a sentence."""


def quoted(text: str) -> str:
    """A cell as a sentence names it: short, and without what would upset a terminal."""
    line = one_line(text)
    return f"“{line}”" if len(line) <= 40 else f"“{line[:39]}…”"


def named(label: str, text: str, limit: int = MAX_NAME) -> str:
    """A one-line text within its limit."""
    line = one_line(text)
    if len(line) > limit:
        raise BadCell(f"{label} is longer than {limit:,} characters.")
    return line


def code(label: str, text: str) -> str:
    """A SKU or barcode, without the apostrophe by which spreadsheets keep a number as text."""
    return named(label, text).lstrip("' ")


def amount(label: str, text: str, decimals: int) -> int:
    """A price in minor units, from digits with at most the currency's decimals."""
    plain = text.strip().lstrip("'")
    if plain.startswith("-"):
        raise BadCell(f"{label} {quoted(plain)} is negative.")
    match = _DECIMAL.fullmatch(plain)
    if match is None or not (match[1] or match[2]):
        raise BadCell(f"{label} {quoted(plain)} is not an amount such as {_example(decimals)}.")
    fraction = (match[2] or "").rstrip("0")
    if len(fraction) > decimals:
        raise BadCell(f"{label} {quoted(plain)} has more than {decimals} decimals.")
    minor = int((match[1] or "0") + fraction.ljust(decimals, "0"))
    if minor > MAX_AMOUNT:
        raise BadCell(f"{label} {quoted(plain)} is too large.")
    return minor


def _example(decimals: int) -> str:
    return "1299" if decimals == 0 else "1299." + "50".ljust(decimals, "0")[:decimals]


def amount_text(minor: int, decimals: int) -> str:
    """Minor units as a decimal text with all the currency's decimals."""
    if decimals == 0:
        return str(minor)
    digits = str(minor).rjust(decimals + 1, "0")
    return f"{digits[:-decimals]}.{digits[-decimals:]}"


def quantity(label: str, text: str) -> int:
    """A whole number, perhaps negative, perhaps written as `5.0`."""
    plain = text.strip().lstrip("'")
    sign = -1 if plain.startswith("-") else 1
    match = _DECIMAL.fullmatch(plain.removeprefix("-"))
    if match is None or not match[1] or (match[2] or "").strip("0"):
        raise BadCell(f"{label} {quoted(plain)} is not a whole number.")
    if int(match[1]) > MAX_STOCK:
        raise BadCell(f"{label} {quoted(plain)} is too large.")
    return sign * int(match[1])


def grams(label: str, text: str) -> int:
    """A weight, rounded to whole grams."""
    plain = text.strip().lstrip("'")
    match = _DECIMAL.fullmatch(plain)
    if match is None or not (match[1] or match[2]):
        raise BadCell(f"{label} {quoted(plain)} is not a weight in grams.")
    whole = int(match[1] or "0") + ((match[2] or "0")[0] >= "5")
    if whole > MAX_GRAMS:
        raise BadCell(f"{label} {quoted(plain)} is too large.")
    return whole


def truth(label: str, text: str) -> bool:
    """TRUE or FALSE, in any case."""
    value = _WORDS_OF_TRUTH.get(text.strip().casefold())
    if value is None:
        raise BadCell(f"{label} {quoted(text.strip())} is neither TRUE nor FALSE.")
    return value


def web_address(label: str, text: str) -> str:
    """An http(s) address; one without a scheme gets https."""
    address = text.strip()
    if len(address) > MAX_ADDRESS:
        raise BadCell(f"{label} is longer than {MAX_ADDRESS:,} characters.")
    if not _WEB_ADDRESS.fullmatch(address):
        raise BadCell(f"{label} {quoted(address)} is not an http or https address.")
    return f"https:{address}" if address.startswith("//") else address


def tags(text: str) -> tuple[str, ...]:
    """A comma list, each once whatever its case."""
    return distinct(named("A tag", tag) for tag in text.split(","))


def value_list(text: str) -> tuple[str, ...]:
    """Several values in a cell: a JSON list of texts, or parted by semicolons."""
    if text.startswith("["):
        values = _json(text)
        if isinstance(values, list) and all(isinstance(value, str) for value in values):
            return distinct(one_line(value) for value in values)
    return distinct(one_line(value) for value in text.split(";"))


def value_list_text(values: tuple[str, ...]) -> str:
    """Several values as the cell that `value_list` reads."""
    if any(";" in value for value in values) or (values and values[0][:1] in ("[", "{")):
        return json.dumps(values, ensure_ascii=False)
    return "; ".join(values)


def category_path(text: str) -> tuple[str, ...]:
    """`A > B` as titles from the root."""
    return tuple(
        title for title in (named("A category", part) for part in text.split(">")) if title
    )


def category_paths(text: str) -> tuple[tuple[str, ...], ...]:
    """Several paths: a JSON list of lists, or `A > B; C`."""
    if text.startswith("["):
        paths = _json(text)
        if not isinstance(paths, list) or not all(_is_path(path) for path in paths):
            raise BadCell("Categories is not a list of paths of titles.")
        listed = (tuple(named("A category", title) for title in path) for path in paths)
    else:
        listed = (category_path(part) for part in text.split(";"))
    return tuple(dict.fromkeys(path for path in listed if path))


def category_paths_text(paths: tuple[tuple[str, ...], ...]) -> str:
    """Several paths as the cell that `category_paths` reads."""
    titles = [title for path in paths for title in path]
    if not paths or titles[0].startswith("[") or any(set(title) & set(">;") for title in titles):
        return json.dumps(paths, ensure_ascii=False)
    return "; ".join(" > ".join(path) for path in paths)


def _is_path(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(t, str) and one_line(t) for t in value)


def pairs(label: str, text: str) -> tuple[tuple[str, str], ...]:
    """A JSON object of texts, in order."""
    value = _json(text)
    if not isinstance(value, dict) or not all(isinstance(entry, str) for entry in value.values()):
        raise BadCell(f"{label} is not a JSON object of texts.")
    return tuple((one_line(key), one_line(entry)) for key, entry in value.items())


def swatches(label: str, text: str) -> dict[str, dict[str, str]]:
    """A JSON object: option name → value → `#rrggbb`."""
    value = _json(text)
    if not isinstance(value, dict):
        raise BadCell(f"{label} is not a JSON object of options.")
    return {
        one_line(name): {key: _colour(label, entry) for key, entry in pairs(label, json.dumps(of))}
        for name, of in value.items()
    }


def _colour(label: str, text: str) -> str:
    if not re.fullmatch("#[0-9a-fA-F]{6}", text):
        raise BadCell(f"{label} {quoted(text)} is not a colour such as #d8c7a3.")
    return text.lower()


def _json(text: str) -> object:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value
