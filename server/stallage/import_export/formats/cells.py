"""Parse and format cells. The parsers return a value or raise BadCell.

`label` names the cell in error messages.
"""

from __future__ import annotations

import json
import re

from stallage.core.money import MAX_AMOUNT
from stallage.products.rules.texts import clean_line, distinct

MAX_STOCK = 2**31 - 1
MAX_GRAMS = 10**9
MAX_NAME = 255
"""Characters of a title, brand, type, tag, option, SKU or barcode."""
MAX_TEXT = 5_000
"""Characters of other one-line texts."""
MAX_ADDRESS = 2_048

_DECIMAL = re.compile(r"([0-9]{0,15})(?:\.([0-9]*))?", re.ASCII)
_COMMA_DECIMAL = re.compile(r"([0-9]*),([0-9]+)", re.ASCII)
_WEB_ADDRESS = re.compile(r"(?:https?:)?//[^/\s?#@\\]+(?:[/?#]\S*)?", re.IGNORECASE)
_BOOLEANS = {
    "true": True, "yes": True, "y": True, "1": True,
    "false": False, "no": False, "n": False, "0": False,
}  # fmt: skip


class BadCell(Exception):
    """A cell cannot be read, so its row or product is refused; the text is a sentence."""

    def __init__(self, text: str, label: str = "") -> None:
        """Describe the cell called `label`; empty if it is none in particular."""
        super().__init__(text)
        self.label = label


def quote(text: str) -> str:
    """Quote a cell for a message: shortened, and without control characters."""
    line = clean_line(text)
    return f"“{line}”" if len(line) <= 40 else f"“{line[:39]}…”"


def parse_line(label: str, text: str, limit: int = MAX_NAME) -> str:
    """Parse a one-line text of at most `limit` characters."""
    line = clean_line(text)
    if len(line) > limit:
        raise BadCell(f"{label} is longer than {limit:,} characters.", label)
    return line


def parse_code(label: str, text: str) -> str:
    """Parse a SKU or barcode; drops the apostrophe with which spreadsheets mark text."""
    return parse_line(label, text).lstrip("' ")


def parse_amount(label: str, text: str, decimals: int) -> int:
    """Parse a price to minor units. It may have at most `decimals` decimals."""
    plain = text.strip().lstrip("'")
    if plain.startswith("-"):
        raise BadCell(f"{label} {quote(plain)} is negative.", label)
    match = _DECIMAL.fullmatch(plain)
    if match is None or not (match[1] or match[2]):
        raise BadCell(
            f"{label} {quote(plain)} is not an amount such as {_example(decimals)}.", label
        )
    fraction = (match[2] or "").rstrip("0")
    if len(fraction) > decimals:
        raise BadCell(f"{label} {quote(plain)} has more than {decimals} decimals.", label)
    minor = int((match[1] or "0") + fraction.ljust(decimals, "0"))
    if minor > MAX_AMOUNT:
        raise BadCell(f"{label} {quote(plain)} is too large.", label)
    return minor


def _example(decimals: int) -> str:
    return "1299" if decimals == 0 else "1299." + "50".ljust(decimals, "0")[:decimals]


def format_amount(minor: int, decimals: int) -> str:
    """Format minor units with all decimals of the currency."""
    if decimals == 0:
        return str(minor)
    digits = str(minor).rjust(decimals + 1, "0")
    return f"{digits[:-decimals]}.{digits[-decimals:]}"


def point_decimal(text: str) -> str:
    """Return a number with a decimal point: some countries write a comma. Thousands have no separator."""
    match = _COMMA_DECIMAL.fullmatch(text)
    return f"{match[1]}.{match[2]}" if match else text


def parse_quantity(label: str, text: str) -> int:
    """Parse a whole number, which may be negative or written as `5.0`."""
    plain = text.strip().lstrip("'")
    sign = -1 if plain.startswith("-") else 1
    match = _DECIMAL.fullmatch(plain.removeprefix("-"))
    if match is None or not match[1] or (match[2] or "").strip("0"):
        raise BadCell(f"{label} {quote(plain)} is not a whole number.", label)
    if int(match[1]) > MAX_STOCK:
        raise BadCell(f"{label} {quote(plain)} is too large.", label)
    return sign * int(match[1])


def parse_grams(label: str, text: str) -> int:
    """Parse a weight in grams, rounded to whole grams."""
    plain = text.strip().lstrip("'")
    match = _DECIMAL.fullmatch(plain)
    if match is None or not (match[1] or match[2]):
        raise BadCell(f"{label} {quote(plain)} is not a weight in grams.", label)
    whole = int(match[1] or "0") + ((match[2] or "0")[0] >= "5")
    if whole > MAX_GRAMS:
        raise BadCell(f"{label} {quote(plain)} is too large.", label)
    return whole


def parse_boolean(label: str, text: str) -> bool:
    """Parse TRUE or FALSE, case-insensitively."""
    value = _BOOLEANS.get(text.strip().casefold())
    if value is None:
        raise BadCell(f"{label} {quote(text.strip())} is neither TRUE nor FALSE.", label)
    return value


def parse_url(label: str, text: str) -> str:
    """Parse an http or https URL; `//host/…` becomes https."""
    address = text.strip()
    if len(address) > MAX_ADDRESS:
        raise BadCell(f"{label} is longer than {MAX_ADDRESS:,} characters.", label)
    if not _WEB_ADDRESS.fullmatch(address):
        raise BadCell(f"{label} {quote(address)} is not an http or https URL.", label)
    return f"https:{address}" if address.startswith("//") else address


def parse_tags(text: str) -> tuple[str, ...]:
    """Parse a comma-separated list; removes duplicates case-insensitively."""
    return distinct(parse_line("A tag", tag) for tag in text.split(","))


def parse_values(text: str) -> tuple[str, ...]:
    """Parse a JSON list of strings, or values separated by semicolons."""
    if text.startswith("["):
        values = _json(text)
        if isinstance(values, list) and all(isinstance(value, str) for value in values):
            return distinct(clean_line(value) for value in values)
    return distinct(clean_line(value) for value in text.split(";"))


def format_values(values: tuple[str, ...]) -> str:
    """Format values for `parse_values`."""
    if any(";" in value for value in values) or (values and values[0][:1] in ("[", "{")):
        return json.dumps(values, ensure_ascii=False)
    return "; ".join(values)


def parse_category_path(text: str) -> tuple[str, ...]:
    """Parse `A > B` to titles, root first."""
    return tuple(
        title for title in (parse_line("A category", part) for part in text.split(">")) if title
    )


def parse_category_paths(text: str) -> tuple[tuple[str, ...], ...]:
    """Parse several paths: a JSON list of lists, or `A > B; C`."""
    if text.startswith("["):
        paths = _json(text)
        if not isinstance(paths, list) or not all(_is_path(path) for path in paths):
            raise BadCell("Categories is not a list of paths of titles.", "Categories")
        listed = (tuple(parse_line("A category", title) for title in path) for path in paths)
    else:
        listed = (parse_category_path(part) for part in text.split(";"))
    return tuple(dict.fromkeys(path for path in listed if path))


def format_category_paths(paths: tuple[tuple[str, ...], ...]) -> str:
    """Format paths for `parse_category_paths`."""
    titles = [title for path in paths for title in path]
    if not paths or titles[0].startswith("[") or any(set(title) & set(">;") for title in titles):
        return json.dumps(paths, ensure_ascii=False)
    return "; ".join(" > ".join(path) for path in paths)


def _is_path(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(t, str) and clean_line(t) for t in value)


def parse_pairs(label: str, text: str) -> tuple[tuple[str, str], ...]:
    """Parse a JSON object of strings to pairs, in order."""
    value = _json(text)
    if not isinstance(value, dict) or not all(isinstance(entry, str) for entry in value.values()):
        raise BadCell(f"{label} is not a JSON object of strings.", label)
    return tuple((clean_line(key), clean_line(entry)) for key, entry in value.items())


def parse_swatches(label: str, text: str) -> dict[str, dict[str, str]]:
    """Parse a JSON object: option name → value → `#rrggbb`."""
    value = _json(text)
    if not isinstance(value, dict):
        raise BadCell(f"{label} is not a JSON object of options.", label)
    return {
        clean_line(name): {
            key: _colour(label, entry) for key, entry in parse_pairs(label, json.dumps(values))
        }
        for name, values in value.items()
    }


def _colour(label: str, text: str) -> str:
    if not re.fullmatch("#[0-9a-fA-F]{6}", text):
        raise BadCell(f"{label} {quote(text)} is not a colour such as #d8c7a3.", label)
    return text.lower()


def _json(text: str) -> object:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value
