"""Barcodes of order numbers."""

from __future__ import annotations

import pytest

from stallage.orders.rules.barcodes import _PATTERNS, code_128

pytestmark = pytest.mark.fast


def _symbols(widths: list[int]) -> list[str]:
    text = "".join(str(one) for one in widths)
    return [text[at : at + 6] for at in range(0, len(text) - 7, 6)]


def test_patterns_are_those_of_the_standard() -> None:
    """Each has 11 modules, an even number of them in bars, and differs from all others."""
    assert len(_PATTERNS) == len(set(_PATTERNS)) == 106
    for pattern in _PATTERNS:
        widths = [int(one) for one in pattern]
        assert sum(widths) == 11
        assert sum(widths[::2]) % 2 == 0


def test_a_number_is_read_back() -> None:
    widths = code_128("SO-7K2M-9QXD")
    *symbols, check = [_PATTERNS.index(one) for one in _symbols(widths)]
    start, *values = symbols
    assert start == 104
    assert "".join(chr(value + 32) for value in values) == "SO-7K2M-9QXD"
    weighted = start + sum(at * value for at, value in enumerate(values, 1))
    assert check == weighted % 103
    assert widths[-7:] == [2, 3, 3, 1, 1, 1, 2]
    assert sum(widths) == 11 * 14 + 13


@pytest.mark.parametrize(
    ("text", "check"),
    [("PJJ123C", 55), ("Wikipedia", 88)],  # sums computed by hand
)
def test_check_symbols(text: str, check: int) -> None:
    assert _PATTERNS.index(_symbols(code_128(text))[-1]) == check


@pytest.mark.parametrize("text", ["", "山", "a\n"])
def test_other_characters_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="Not in code set B"):
        code_128(text)
